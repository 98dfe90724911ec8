import { describe, expect, test } from 'vitest';
import { findRecords, type RecordSearch, type SearchingRun } from '../../../../src/cli/import/recover/find-records.ts';
import { RecordClock } from '../../../../src/cli/import/recover/record-clock.ts';
import { SearchProof } from '../../../../src/cli/import/recover/search-proof.ts';
import type { ImportService, Include, SearchedRecord } from '../../../../src/cli/import/service.ts';
import { Cancellation } from '../../../../src/cli/shared/parallel-map.ts';
import { CONTACT } from '../../../../src/cli/shared/records/entity.ts';
import { ApiError } from '../../../../src/client/errors.ts';

type Heeds = 'every filter' | 'no filter' | 'custom filters alone' | 'nothing: refused';

const refused = () =>
  new ApiError({
    status: 400,
    method: 'POST',
    path: '/v1/contacts/search',
    message: 'unknown filter',
  } as ConstructorParameters<typeof ApiError>[0]);

/** A service of these records that heeds filters as told. */
function serviceOf(records: readonly SearchedRecord[], heeds: Heeds = 'every filter'): ImportService {
  const isHeeded = (key: string) => heeds === 'every filter' || (heeds === 'custom filters alone' && key === 'Note');
  return {
    search: async function* (include: Include) {
      if (heeds === 'nothing: refused') throw refused();
      yield* records.filter((record) =>
        Object.entries(include).every(
          ([key, wanted]) => !isHeeded(key) || (Array.isArray(wanted) && wanted.includes(String(record[key]))),
        ),
      );
    },
    record: async () => ({}),
    fields: async () => [
      {
        id: 'Note',
        label: 'Note',
        fieldType: 'EMPTY_FIELD',
        dataType: 'text',
        editable: true,
        promptReference: '{Note}',
      },
    ],
    bulk: async () => null,
    update: async () => null,
    addToList: async () => [],
    lastAnswerAt: () => null,
    limits: () => ({}),
    resumePace: () => {},
    requestsPerMinute: () => null,
    find: async function* () {},
    count: async () => null,
    remove: async () => {},
    isInProcess: false,
  };
}

const NOW = Date.UTC(2026, 10, 21, 9);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const other = { id: 1, professionalEmail: 'other@x.example', jobTitle: 'CFO', Note: 'z', createdAt: at(-9e6) };

async function verdicts(service: ImportService, items: RecordSearch['items'], more: Partial<SearchingRun> = {}) {
  const run: SearchingRun = {
    entity: CONTACT,
    service,
    clock: new RecordClock(0, () => {}),
    proof: new SearchProof(),
    cancellation: new Cancellation(),
    ...more,
  };
  const found = await findRecords(run, {
    items,
    wanted: [...items.keys()],
    since: NOW,
    beganAt: NOW,
    answeredAt: NOW + 5_000,
    isClaimed: () => false,
  });
  return [...found.values()].map((verdict) => (verdict.is === 'found' ? verdict.result.id : verdict.is));
}

const ADA = new Map([[0, { professionalEmail: 'Ada@X.example', jobTitle: 'CEO', Source: 'Fair' }]]);
const many = Array.from({ length: 6_000 }, (_, place) => ({
  ...other,
  id: place + 10,
  professionalEmail: `o${place}@x.example`,
}));

describe('a row that is not there', () => {
  test.each<[string, ImportService, unknown[]]>([
    ['the search finds what is there', serviceOf([other]), ['absent']],
    ['the search finds one of the many that are there', serviceOf(many), ['absent']],
    ['nothing at all is there', serviceOf([]), ['absent']],
    ['filters are ignored, but everything can be read', serviceOf([other], 'no filter'), ['absent']],
    ['filters are ignored, and there is too much to read', serviceOf(many, 'no filter'), ['uncertain']],
    ['every search is refused', serviceOf([other], 'nothing: refused'), ['uncertain']],
  ])('%s', async (_, service, expected) => {
    expect(await verdicts(service, ADA)).toEqual(expected);
  });

  test('a custom field that the service does not list proves nothing', async () => {
    expect(await verdicts(serviceOf(many, 'no filter'), new Map([[0, { Source: 'Fair' }]]))).toEqual(['uncertain']);
  });

  test('another row of the bulk with the same values takes its own record alone', async () => {
    const record = { id: 5, jobTitle: 'CEO', createdAt: at(10) };
    const twins = new Map([
      [0, { jobTitle: 'CEO' }],
      [1, { jobTitle: 'CEO' }],
    ]);
    expect(await verdicts(serviceOf([other, record]), twins)).toEqual([5, 'absent']);
  });
});

describe('a row that is there', () => {
  const record = { id: 5, professionalEmail: 'ada@x.example', jobTitle: 'CEO', createdAt: at(10) };

  test.each<[string, SearchedRecord, unknown[]]>([
    ['as the service made it uniform', record, [5]],
    ['under a custom field of another name', { ...record, cf_1: 'Fair' }, [5]],
    ['with a value that somebody changed', { ...record, jobTitle: 'Chairwoman' }, ['uncertain']],
    ['but older than the bulk', { ...record, createdAt: at(-60_000) }, ['absent']],
  ])('%s', async (_, there, expected) => {
    expect(await verdicts(serviceOf([other, there]), ADA)).toEqual(expected);
  });

  test.each([
    ['was never compared: uncertain', null, -60_000, 'uncertain'],
    ['has nothing to do with its records: its time says nothing', 'unrelated', -9e9, 5],
  ] as const)('older, of a service whose clock %s', async (_, known, created, verdict) => {
    const clock = new RecordClock(known, () => {});
    expect(await verdicts(serviceOf([other, { ...record, createdAt: at(created) }]), ADA, { clock })).toEqual([
      verdict,
    ]);
  });

  test('with another custom value: uncertain, unless the service shows such values as they were sent', async () => {
    const items = new Map([[0, { jobTitle: 'CEO', Note: 'a' }]]);
    const there = { id: 5, jobTitle: 'CEO', Note: 'b', createdAt: at(10) };
    expect(await verdicts(serviceOf([other, there]), items)).toEqual(['uncertain']);
    const both = new Map([...items, [1, { jobTitle: 'CEO', Note: 'c' }]]);
    const kept = { id: 6, jobTitle: 'CEO', Note: 'c', createdAt: at(10) };
    expect(await verdicts(serviceOf([other, there, kept]), both)).toEqual(['absent', 6]);
  });
});

test('the clock of a service is learned from what it created', () => {
  const learned: unknown[] = [];
  const clock = new RecordClock(null, (lag) => learned.push(lag));
  expect(clock.ageOf(NOW - 1, NOW)).toBe('unknown');
  clock.created(NOW - 3_000, NOW, NOW + 1_000);
  expect([clock.ageOf(NOW - 3_000, NOW), clock.ageOf(NOW - 3_001, NOW)]).toEqual(['newer', 'older']);
  clock.created(NOW - 9e9, NOW, NOW + 1_000);
  expect([clock.ageOf(NOW - 9e9, NOW), learned]).toEqual(['newer', [3_000, 'unrelated']]);
});
