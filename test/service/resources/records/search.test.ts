import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Filters } from '../../../../src/contract/records/fields.ts';
import { anyCharacter } from '../../../any-text.ts';
import { worldForAllTests } from '../../../opened.ts';
import { EPOCH } from '../../world.ts';
import { DAY, day, fill } from './search-fixture.ts';

const world = worldForAllTests();
beforeAll(() => fill(world));

const search = (kind: string, body: object) => world.call('POST', `/v1/${kind}/search`, { body });
const ids = async (kind: string, body: object) => {
  const reply = await search(kind, body);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data[kind].map(({ id }: { id: number }) => id);
};

describe('full text finds contacts by the beginnings of their words, all of them, in any order', () => {
  test.each([
    ['ada', [1]],
    ['ADA', [1]],
    ['lov ad', [1]],
    ['lovelace', [1]],
    ['ovelace', []],
    ['ada bob', []],
    ['acme', [1, 2]],
    ['ada acme', [1]],
    ['bob acme.com', [2]],
    ['software ceo', [1]],
    ['ada@acme.com', [1]],
    ['muller', [3]],
    ['müller', [3]],
    ['Müller-Lüd', [3]],
    ['zoe', [3]],
    ['gold', [3]],
    ['o’neil', [2]],
    ['segment', []],
    ['f1', []],
    ['1234', [4]],
    ['+49 30', [4]],
    ['nobody', [5]],
    ['', [1, 2, 3, 4, 5]],
    ['   ', [1, 2, 3, 4, 5]],
  ])('%j → %j', async (words, expected) => expect(await ids('contacts', { search: words })).toEqual(expected));
});

describe('what the user types is never syntax of the engine', () => {
  test.each([
    ['"', []],
    ['"ada', [1]],
    ['ada"', [1]],
    ['ada*', [1]],
    ['ada OR bob', []],
    ['NOT ada', []],
    ['body:ada', []],
    ['ada AND', []],
    ['(ada)', [1]],
    ['^ada', [1]],
    ['{ada}', [1]],
    ['-', []],
    ['*', []],
    ["'; drop table contacts; --", []],
    ['ada\0', [1]],
    ['NEAR(ada lovelace)', []],
    ['😀', []],
  ])('%j → %j', async (words, expected) => expect(await ids('contacts', { search: words })).toEqual(expected));

  test('any text gets an answer', async () => {
    const anything = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'ada"*()^:-+{} NOT') }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (words) => {
        expect((await search('contacts', { search: words })).status).toBe(200);
      }),
      { numRuns: 80 },
    );
  });
});

describe('include: contacts that match every filter', () => {
  const cases: [Filters, number[]][] = [
    // Exact values: every character counts.
    [{ jobTitle: ['CEO'] }, [1, 3]],
    [{ jobTitle: ['CEO', 'CTO'] }, [1, 2, 3]],
    [{ jobTitle: ['ceo'] }, []],
    [{ jobTitle: ['CE'] }, []],
    [{ firstName: ['Ada'], jobTitle: ['CEO'] }, [1]],
    [{ professionalEmail: ['Ada@Acme.com'] }, [1]],
    [{ professionalEmail: ['ada@acme.com'] }, []],
    [{ networkProfileUrl: ['https://network.example/in/zoe'] }, [3]],
    [{ networkProfileUrl: ['http://network.example/in/zoe'] }, []],
    [{ contactCRMId: ['0035000000AbCdE'] }, [2]],
    // Custom fields by name, whatever the name.
    [{ Segment: ['A'] }, [1]],
    [{ Segment: ['A', 'B'] }, [1, 4]],
    [{ Segment: ['100%_'] }, [5]],
    [{ 'Odd "name" %': ['x'] }, [2]],
    [{ Tier: ['x'] }, [3]],
    // Empty values.
    [{ jobTitle: [''] }, [4, 5]],
    [{ jobTitle: ['', 'CTO'] }, [2, 4, 5]],
    [{ Segment: [''] }, [2, 3]],
    [{ companyName: [''] }, [4, 5]],
    [{ companyIndustry: [''] }, [2, 3, 4, 5].filter((id) => id > 2)],
    [{ numberOfEmployees: [''] }, [4, 5]],
    [{ lastActivityAtCRM: [''] }, [1, 2, 3, 4, 5]],
    // Company-backed fields.
    [{ companyName: ['Acme'] }, [1, 2]],
    [{ companyDomain: ['acme.com'] }, [1, 2]],
    [{ companyWebsite: ['https://beta.example/de'] }, [3]],
    // Numeric: inclusive, one side may be open.
    [{ numberOfEmployees: ['50', '50'] }, [1, 2]],
    [{ numberOfEmployees: ['0', '49'] }, [3]],
    [{ numberOfEmployees: ['', '50'] }, [1, 2, 3]],
    [{ numberOfEmployees: ['0.5', ''] }, [1, 2]],
    [{ leadsCount: ['2', ''] }, [1, 2]],
    [{ companyId: ['2', '2'] }, [3]],
    // Boolean.
    [{ isInCRM: [true] }, [2, 4]],
    [{ isInCRM: [false] }, [1, 3, 5]],
    [{ isCompanyInCRM: [true] }, [1, 2]],
    [{ isCompanyInCRM: [false] }, [3, 4, 5]],
    // Timestamps: whole UTC days, both ends inclusive; or moments.
    [{ createdAt: { startDate: day(1), endDate: day(2) } }, [2, 3]],
    [{ createdAt: { startDate: day(3) } }, [4, 5]],
    [{ createdAt: { endDate: day(0) } }, [1]],
    [
      { createdAt: { startDate: new Date(EPOCH + DAY).toISOString(), endDate: new Date(EPOCH + DAY).toISOString() } },
      [2],
    ],
    [{ createdAt: { startDate: new Date(EPOCH + DAY + 1).toISOString() } }, [3, 4, 5]],
    // Special keys.
    [{ id: [1, '5', 99] }, [1, 5]],
    [{ leadsGroup: [1] }, [1, 3]],
    [{ leadsGroup: [2] }, []],
    [{ leadsGroup: [99] }, []],
    [{ companyGroup: [2] }, [3]],
    [{ campaigns: [1] }, []],
    [{ leadsGroup: [1], companyGroup: [2] }, [3]],
  ];
  test.each(cases)('%j → %j', async (include, expected) => {
    expect(await ids('contacts', { include })).toEqual(expected);
  });

  test.each(cases.filter(([filters]) => Object.keys(filters).length === 1))(
    'exclude %j: all the others',
    async (exclude, expected) => {
      expect(await ids('contacts', { exclude })).toEqual([1, 2, 3, 4, 5].filter((id) => !expected.includes(id)));
    },
  );
});

test.each([
  [{ search: 'ceo', include: { companyName: ['Acme'] } }, [1]],
  [{ search: 'ceo', exclude: { companyName: ['Acme'] } }, [3]],
  [{ include: { jobTitle: ['CEO'] }, exclude: { Segment: ['A'], id: [5] } }, [3]],
  [{ exclude: { jobTitle: ['CEO'], Segment: ['B'] } }, [2, 5]],
  [{ include: {}, exclude: {} }, [1, 2, 3, 4, 5]],
])('search, include and exclude together: %j → %j', async (body, expected) => {
  expect(await ids('contacts', body)).toEqual(expected);
});

describe('companies: by their own fields, lists and contacts', () => {
  test.each([
    [{ search: 'acm' }, [1]],
    [{ search: 'gold' }, [2]],
    [{ search: 'ada' }, []],
    [{ include: { name: ['Acme'] } }, [1]],
    [{ include: { Tier: ['gold'] } }, [2]],
    [{ include: { numberOfEmployees: ['', '10'] } }, [2]],
    [{ include: { leadsCount: ['1', '1'] } }, [2]],
    [{ include: { leadsCount: ['0', '1'] } }, [2]],
    [{ include: { isCompanyInCRM: [true] } }, [1]],
    [{ include: { isInCRM: [true] } }, [1]],
    [{ include: { companyGroup: [2] } }, [2]],
    [{ include: { leadsGroup: [1] } }, [1, 2]],
    [{ include: { campaigns: [1] } }, []],
    [{ include: { id: [2] } }, [2]],
    [{ exclude: { domain: [''] } }, [1]],
    [{ include: { technologies: [''] } }, [1, 2]],
  ])('%j → %j', async (body, expected) => expect(await ids('companies', body)).toEqual(expected));
});

test('pages say how many there are in all, beyond the last one too', async () => {
  const page = async (number: number) => {
    const { contacts, ...rest } = (
      await search('contacts', { include: { jobTitle: ['CEO', 'CTO'] }, page: number, pageSize: 2 })
    ).body.data;
    return [contacts.map(({ id }: { id: number }) => id), rest];
  };
  expect(await page(1)).toEqual([[1, 2], { page: 1, pageSize: 2, total: 3, hasNextPage: true }]);
  expect(await page(2)).toEqual([[3], { page: 2, pageSize: 2, total: 3, hasNextPage: false }]);
  expect(await page(3)).toEqual([[], { page: 3, pageSize: 2, total: 3, hasNextPage: false }]);
});

test('fields: extra ones by id', async () => {
  const body = { include: { id: [1] }, fields: ['companyIndustry', 'leadsCount', 'technologies', 'Tier'] };
  expect((await search('contacts', body)).body.data.contacts).toEqual([
    expect.objectContaining({ companyIndustry: 'Software', leadsCount: 2, technologies: null, Tier: null }),
  ]);
});

describe('refused with every problem and its path', () => {
  test.each([
    [{ include: { jobTitle: 'CEO' } }, ['include.jobTitle']],
    [{ include: { jobTitle: [] } }, ['include.jobTitle']],
    [{ include: { createdAt: { startDate: '2026-02-30' } } }, ['include.createdAt.startDate']],
    [{ include: { createdAt: { from: '2026-01-01' } } }, ['include.createdAt.from']],
    [{ page: 0 }, ['page']],
    [{ pageSize: 101 }, ['pageSize']],
    [{ query: 'x' }, ['query']],
    [{ search: 'x'.repeat(501) }, ['search']],
    [{ fields: ['zzz'] }, ['fields']],
  ])('%j', async (body, paths) => {
    const reply = await search('contacts', body);
    expect([reply.status, reply.body.details.issues.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  });

  test('an unknown key says what was probably meant', async () => {
    const { body } = await search('contacts', { include: { jobTitel: ['CEO'] } });
    expect([body.message, body.details]).toEqual([
      'include.jobTitel: is not a field of contacts; did you mean "jobTitle"?',
      {
        issues: [
          {
            path: 'include.jobTitel',
            code: 'unknown_field',
            message: 'is not a field of contacts; did you mean "jobTitle"?',
          },
        ],
        hint: 'GET /v1/contacts/fields lists the fields',
      },
    ]);
  });

  test('companies take no fields', async () => {
    expect((await search('companies', { fields: ['name'] })).status).toBe(400);
  });
});

test('another workspace sees nothing of it', async () => {
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  const found = async (kind: string, body: object) =>
    (await world.done('POST', `/v1/${kind}/search`, { key, body })).total;
  expect(await found('contacts', { search: 'ada' })).toBe(0);
  expect(await found('contacts', { include: { leadsGroup: [1] } })).toBe(0);
  expect(await found('contacts', { include: { id: [1] } })).toBe(0);
  expect(await found('contacts', { exclude: { jobTitle: ['X'] } })).toBe(0);
  expect(await found('companies', { search: 'acme' })).toBe(0);
  expect(await ids('contacts', { search: 'ada' })).toEqual([1]);
  // The numbers of the workspaces, which the index also has.
  expect(await ids('contacts', { search: '1' })).toEqual([4, 5]);
  expect([await found('contacts', { search: '1' }), await found('contacts', { search: '2' })]).toEqual([0, 0]);
  expect((await world.call('POST', '/v1/contacts/search', { key, body: { include: { Segment: ['A'] } } })).status).toBe(
    400,
  );
});
