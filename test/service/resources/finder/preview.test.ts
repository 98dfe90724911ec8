import { describe, expect, test } from 'vitest';
import { PROVIDERS } from '../../../../src/contract/finder/enums.ts';
import { worldForTest } from '../../../opened.ts';
import { get, HOUR, openFinderWorld, PREVIEWS, post, preview, results, TEXT, world } from './finder-world.ts';

openFinderWorld();

describe('a preview', () => {
  test('says what was asked, where it looks, and that it lives for 24 hours', async () => {
    expect(await preview()).toEqual({
      previewId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ createdAt: '2026-11-21T09:00:00.000Z', expiresAt: '2026-11-22T09:00:00.000Z', userInput: TEXT },
      ...{ requestedProvider: 'AUTO', resolvedProvider: 'NETWORK', entity: 'CONTACT', droppedFilters: [] },
      result: {
        standIn: true,
        note: expect.stringContaining('stand-in'),
        filters: { titles: ['Chief Technology Officer'], industries: ['Software Development'], countries: ['Germany'] },
        notUnderstood: [],
        refinements: [{ previewId: expect.any(String), feedback: null }],
      },
    });
  });

  test('takes text or a saved filter, not both and not neither', async () => {
    for (const body of [{}, { text: 'a', savedFilterId: 1 }, { text: ' ' }, { text: 'x'.repeat(2001) }]) {
      expect((await post(PREVIEWS, body)).status).toBe(400);
    }
    expect((await post(PREVIEWS, { text: 'a', provider: 'NOBODY' })).status).toBe(400);
    expect((await post(PREVIEWS, { savedFilterId: 7 })).status).toBe(404);
  });

  test.each<[string, string, string, string[]]>([
    ['fintechs in DACH that raised a Series A', 'FUNDRAISING_COMPANIES', 'COMPANY', []],
    ['CFOs at companies that raised money', 'FUNDRAISING_CONTACTS', 'CONTACT', []],
    ['investors in biotech', 'FUNDRAISING_INVESTORS', 'COMPANY', []],
    ['Shopify stores in France', 'ECOMMERCE_DATA', 'COMPANY', []],
    ['contacts in our CRM in logistics', 'CRM_CONTACTS', 'CONTACT', []],
    ['companies in our CRM', 'CRM_COMPANIES', 'COMPANY', []],
    ['dentists in Berlin', 'GOOGLE_MAPS', 'COMPANY', []],
    ['companies using Kubernetes', 'TECHSTACK_TECHNOLOGY', 'COMPANY', []],
    ['companies hiring data engineers', 'TECHSTACK_JOBS', 'COMPANY', []],
    ['VPs of engineering at companies using Kafka', 'NETWORK', 'CONTACT', ['technologies']],
    ['banks in London', 'NETWORK', 'COMPANY', []],
  ])('AUTO: %s → %s', async (text, resolvedProvider, entity, droppedFilters) => {
    expect(await preview({ text })).toMatchObject({ resolvedProvider, entity, droppedFilters });
  });

  test.each(PROVIDERS)('%s as asked, with filters it cannot serve named', async (provider) => {
    const text = 'companies in Sweden that use Kafka and raised a Series B';
    const made = await preview({ text, provider });
    expect(made).toMatchObject({ requestedProvider: provider, resolvedProvider: provider });
    expect(made.crmProvider === undefined).toBe(!provider.startsWith('CRM_'));
    expect(made.techstackImportType === undefined).toBe(!provider.startsWith('TECHSTACK_'));
    const { records, entity } = await results(made.previewId, { pageSize: 5 });
    expect([entity, records.length]).toEqual([made.entity, 5]);
    // `title` only for person providers.
    expect(records.every((one: { title?: string }) => (one.title !== undefined) === (entity === 'CONTACT'))).toBe(true);
    if (!made.droppedFilters.includes('countries')) {
      expect(records.every((one: { location: string }) => one.location.endsWith('Sweden'))).toBe(true);
    }
  });

  test('a CRM preview without a CRM is 403', async () => {
    await world.control('PATCH', '/_local/features', { crm: false });
    expect((await post(PREVIEWS, { text: 'companies in our CRM' })).status).toBe(403);
  });

  test('words that mean nothing are reported, and searched for only when there is nothing else', async () => {
    const some = await preview({ text: 'left-handed CTOs' });
    expect([some.result.notUnderstood, some.result.filters]).toEqual([
      ['left-handed'],
      { titles: ['Chief Technology Officer'] },
    ]);
    const none = await preview({ text: 'left-handed jugglers' });
    expect((await results(none.previewId)).records).toEqual([]);
  });

  test('an identity: of the workspace, and of the caller', async () => {
    const { body } = await get('/v1/identities');
    const [{ id }] = body.data.identities;
    expect((await preview({ text: TEXT, identityId: id })).identityId).toBe(id);
    expect((await post(PREVIEWS, { text: TEXT, identityId: 99 })).status).toBe(400);
  });
});

test('visibility by identity: a preview of an identity the caller may not use is not there', async () => {
  const sampled = await worldForTest({ empty: false });
  const key = async (identityIds: number[]) =>
    (await sampled.control('POST', '/_local/keys', { scopes: ['ALL'], identityIds })).key;
  const [robin, sasha] = [await key([2]), await key([3])];
  const make = (by: string, identityId?: number) =>
    sampled.call('POST', PREVIEWS, { key: by, body: { text: TEXT, ...(identityId && { identityId }) } });
  expect((await make(robin, 3)).status).toBe(400);
  const { previewId } = (await make(robin, 2)).body.data;
  const path = `${PREVIEWS}/${previewId}`;
  const statuses = async (by: string) => [
    (await sampled.call('GET', `${path}/results`, { key: by })).status,
    (await sampled.call('POST', `${path}/iterate`, { key: by, body: { feedback: 'also Austria' } })).status,
    (await sampled.call('POST', `${path}/import`, { key: by, body: { listId: 1, maxCount: 100 } })).status,
    (await sampled.call('GET', '/v1/workflows/import-inputs', { key: by, query: { previewId } })).status,
  ];
  expect(await statuses(robin)).toEqual([200, 200, 200, 200]);
  expect(await statuses(sasha)).toEqual([404, 404, 404, 404]);
  // A preview in no one's name is everybody's; the workspace's admin sees all.
  const open = (await make(robin)).body.data.previewId;
  expect((await sampled.call('GET', `${PREVIEWS}/${open}/results`, { key: sasha })).status).toBe(200);
  expect((await sampled.call('GET', `${path}/results`)).status).toBe(200);
});

describe('iterate', () => {
  test('gives a new preview of the same provider; the original is untouched and valid', async () => {
    const first = await preview({ text: 'companies in Sweden', provider: 'TECHSTACK_TECHNOLOGY' });
    const before = await results(first.previewId);
    const { body } = await post(`${PREVIEWS}/${first.previewId}/iterate`, { feedback: 'only in Norway' });
    expect(body.data).toMatchObject({
      previousPreviewId: first.previewId,
      userInput: 'companies in Sweden',
      requestedProvider: 'TECHSTACK_TECHNOLOGY',
      resolvedProvider: 'TECHSTACK_TECHNOLOGY',
      result: {
        filters: { countries: ['Norway'] },
        refinements: [
          { previewId: first.previewId, feedback: null },
          { previewId: body.data.previewId, feedback: 'only in Norway' },
        ],
      },
    });
    expect(body.data.previewId).not.toBe(first.previewId);
    expect(await results(first.previewId)).toEqual(before);
  });

  test('feedback has 1 to 2000 characters', async () => {
    const { previewId } = await preview();
    const sent = (feedback: unknown) => post(`${PREVIEWS}/${previewId}/iterate`, { feedback });
    for (const feedback of ['', ' ', 'x'.repeat(2001), undefined, 7]) expect((await sent(feedback)).status).toBe(400);
    for (const feedback of ['x', 'x'.repeat(2000)]) expect((await sent(feedback)).status).toBe(200);
  });

  test('10 per minute', async () => {
    const limited = await worldForTest({ rateLimits: 'on' });
    const { previewId } = await limited.done('POST', PREVIEWS, { body: { text: TEXT } });
    const body = { feedback: 'also Austria' };
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1) {
      statuses.push((await limited.call('POST', `${PREVIEWS}/${previewId}/iterate`, { body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('starts its own 24 hours', async () => {
    const { previewId } = await preview();
    world.clock.advance(23 * HOUR);
    const { body } = await post(`${PREVIEWS}/${previewId}/iterate`, { feedback: 'also Austria' });
    world.clock.advance(2 * HOUR);
    expect((await get(`${PREVIEWS}/${previewId}/results`)).status).toBe(404);
    expect((await get(`${PREVIEWS}/${body.data.previewId}/results`)).status).toBe(200);
  });
});
