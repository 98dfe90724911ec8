import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';

const world = worldForEachTest();

interface Descriptor {
  readonly id: string;
  readonly fieldType: string;
  readonly editable: boolean;
}

const fields = async (kind: string): Promise<Descriptor[]> => (await world.done('GET', `/v1/${kind}/fields`)).fields;

describe('field discovery', () => {
  test('a descriptor has exactly what the interface names', async () => {
    expect((await fields('contacts'))[0]).toEqual({
      id: 'firstName',
      label: 'First name',
      fieldType: 'STANDARD',
      dataType: 'text',
      editable: true,
      promptReference: '{firstName}',
    });
  });

  test('custom fields are those of the workspace', async () => {
    await world.call('POST', '/v1/contact', {
      body: { firstName: 'Ada', Segment: 'A', company: { name: 'Acme', Tier: 'x' } },
    });
    const custom = async (kind: string) =>
      (await fields(kind))
        .filter(({ fieldType }) => fieldType === 'EMPTY_FIELD')
        .map(({ id, editable }) => [id, editable]);
    expect(await custom('contacts')).toEqual([
      ['Segment', true],
      ['Tier', false],
    ]);
    expect(await custom('companies')).toEqual([['Tier', true]]);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    const theirs = (await world.done('GET', '/v1/contacts/fields', { key })).fields;
    expect(theirs.some(({ id }: Descriptor) => id === 'Segment')).toBe(false);
  });
});

describe('formula fields', () => {
  const TITLES = [
    'CEO',
    'Co-Founder',
    'Head of Sales, EMEA',
    'Headhunter',
    'vice president',
    'Clerk',
    ' ',
    'S(CTO)',
    'coo/cfo',
  ];

  test('the score a contact shows is the one it is searched by', async () => {
    const contacts = TITLES.flatMap((jobTitle, index) =>
      [10, 80].map((employees) => ({
        firstName: `F${index}-${employees}`,
        jobTitle,
        company: { name: `C${employees}`, numberOfEmployees: employees },
      })),
    );
    await world.call('POST', '/v1/contacts/bulk', { body: { contacts: [...contacts, { firstName: 'None' }] } });
    const search = async (include: object) => {
      const body = { include, fields: ['icpScore', 'scoreBand'], pageSize: 100 };
      return (await world.done('POST', '/v1/contacts/search', { body })).contacts;
    };
    type Row = { id: number; icpScore: number | null; scoreBand: string | null };
    const all: Row[] = await search({});
    const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
    for (const score of [0, 40, 50, 90]) {
      const same = all.filter(({ icpScore }) => icpScore === score);
      expect(same).not.toEqual([]);
      expect(idsOf(await search({ icpScore: [`${score}`, `${score}`] }))).toEqual(idsOf(same));
    }
    for (const band of ['HIGH', 'MEDIUM', 'LOW', '']) {
      const same = all.filter(({ scoreBand }) => (scoreBand ?? '') === band);
      expect(same).not.toEqual([]);
      expect(idsOf(await search({ scoreBand: [band] }))).toEqual(idsOf(same));
    }
  });
});

describe('every id of discovery is the exact name to use in include, exclude and fields', () => {
  const VALUES: Record<string, unknown> = { number: ['0', ''], boolean: [false], date: { startDate: '2026-01-01' } };

  test.each(['contacts', 'companies'])('%s', async (kind) => {
    await world.call('POST', '/v1/contact', {
      body: { firstName: 'Ada', Segment: 'A', company: { name: 'Acme', Tier: 'x' } },
    });
    const known = (await world.done('GET', `/v1/${kind}/fields`)).fields;
    const filters = Object.fromEntries(
      known.map(({ id, dataType }: { id: string; dataType: string }) => [id, VALUES[dataType] ?? ['']]),
    );
    for (const part of ['include', 'exclude']) {
      const reply = await world.call('POST', `/v1/${kind}/search`, { body: { [part]: filters } });
      expect(reply.status).toBe(200);
    }
    const ids = known.map(({ id }: Descriptor) => id);
    const listed = await world.call('GET', `/v1/${kind}`, { query: { fields: ids } });
    expect(Object.keys(listed.body.data[kind][0])).toEqual(expect.arrayContaining(ids));
  });

  test.each([
    ['contacts', 'contact'],
    ['companies', 'company'],
  ])('editable says whether the update endpoint accepts the field: %s', async (kind, one) => {
    const company = { name: 'x', Tier: 'x' };
    const body = one === 'contact' ? { firstName: 'x', Segment: 'A', company } : { ...company, Segment: 'A' };
    const { id } = await world.done('POST', `/v1/${one}`, { body });
    for (const field of await fields(kind)) {
      const reply = await world.call('PATCH', `/v1/${kind}/${id}`, { body: { [field.id]: null } });
      expect([field.id, reply.status]).toEqual([field.id, field.editable ? 200 : 400]);
    }
  });
});
