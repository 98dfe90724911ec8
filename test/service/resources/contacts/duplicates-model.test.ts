// Duplicate contacts, compared with a model that groups in the simplest way.

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { DUPLICATE_FIELDS, type DuplicateField } from '../../../../src/contract/contacts/endpoints.ts';
import { comparedField, duplicateKeys } from '../../../../src/rules/records/duplicates.ts';
import { linksTo } from '../../../../src/service/core/principals.ts';
import { findDuplicates, type SearchBounds } from '../../../../src/service/resources/contacts/duplicates.ts';
import { worldForAllTests } from '../../../opened.ts';
import { type ListedGroup, send } from './duplicates-world.ts';

const world = worldForAllTests();

const FIELDS: readonly DuplicateField[] = DUPLICATE_FIELDS.filter((field) => field !== 'networkUrl');

interface Person {
  readonly id: number;
  readonly standard: ReadonlyMap<string, string>;
  readonly isSuppressed: boolean;
}

function model(
  people: readonly Person[],
  fields: readonly DuplicateField[],
  listed: ReadonlySet<number> | null,
): ListedGroup[] {
  const found = new Map<string, ListedGroup>();
  for (const { id, standard, isSuppressed } of people) {
    const keys = duplicateKeys(standard);
    const values = fields.map((field) => keys[comparedField(field)]);
    if (isSuppressed || values.includes(null)) continue;
    const name = JSON.stringify(values);
    const displayed = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? '']));
    const group = found.get(name) ?? { values: displayed, contactIds: [], size: 0 };
    found.set(name, { ...group, contactIds: [...group.contactIds, id], size: group.size + 1 });
  }
  return [...found.values()]
    .filter(({ size, contactIds }) => size > 1 && (!listed || contactIds.some((id) => listed.has(id))))
    .toSorted((a, b) => (a.contactIds[0] ?? 0) - (b.contactIds[0] ?? 0));
}

const people: Person[] = [];

beforeAll(async () => {
  // Dense in names, sparser in the rest, correlated and not.
  const [random] = fc.sample(fc.infiniteStream(fc.nat(999)), { numRuns: 1, seed: 7 });
  const pick = (many: number): number => Number(random?.next().value ?? 0) % many;
  const contacts = Array.from({ length: 600 }, () => {
    const maybe = (share: number, value: string) => (pick(100) < share ? value : '');
    return {
      firstName: maybe(95, ['Ada', 'ada', 'Bob', 'Eve'][pick(4)] ?? ''),
      lastName: maybe(95, `L${pick(12)}`),
      professionalEmail: maybe(70, `m${pick(120)}@x.com`),
      networkProfileUrl: maybe(60, `https://n.example/in/p${pick(200)}`),
      contactCRMId: maybe(40, `c${pick(40)}`),
      leadCRMId: maybe(10, `l${pick(20)}`),
    };
  });
  await send(world, contacts);
  for (const [index, contact] of contacts.entries()) {
    const standard = new Map(Object.entries(contact).filter(([, value]) => value !== ''));
    people.push({ id: index + 1, standard, isSuppressed: index % 23 === 0 });
  }
  await world.service.store.write(async (tx) => {
    for (const { id, isSuppressed } of people) {
      if (isSuppressed) await tx.run('update contacts set suppressed = 1 where id = ?', id);
    }
    await tx.run("insert into lists (id, workspace_id, name, entity, created_at) values (1, 1, 'L', 'CONTACT', 0)");
    await tx.run('insert into list_members select 1, id from contacts where id % 7 = 0');
  });
});

/** All pages, one after the other. */
async function pages(
  query: { fields: DuplicateField[]; limit: number; listId?: number },
  bounds: SearchBounds,
): Promise<ListedGroup[]> {
  const all: ListedGroup[] = [];
  const principal = { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'k', scopes: ['ALL'] } as const;
  let cursor: string | undefined;
  do {
    const asked = { ...query, cursor };
    const page = await world.service.store.read((tx) =>
      findDuplicates({ tx, principal, now: 0, ...linksTo() }, asked, bounds),
    );
    all.push(...page.groups);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

test('every combination of fields, page size and list, whichever way the search goes, gives the same groups', async () => {
  const bounds = fc.record({
    shortList: fc.constantFrom(0, 1_000),
    candidates: fc.constantFrom(1, 2, 3, 20, 500, 2_000),
  });
  const fields = fc.subarray([...FIELDS], { minLength: 1 });
  const limit = fc.constantFrom(1, 2, 5, 100);
  await fc.assert(
    fc.asyncProperty(fields, limit, fc.boolean(), bounds, async (asked, size, isListed, way) => {
      const listed = isListed ? new Set(people.map(({ id }) => id).filter((id) => id % 7 === 0)) : null;
      const found = await pages({ fields: asked, limit: size, ...(isListed && { listId: 1 }) }, way);
      expect(found).toEqual(model(people, asked, listed));
    }),
    {
      numRuns: 50,
      interruptAfterTimeLimit: 15_000,
      // The page ends before the candidates that were read do: only what is certain may be shown.
      examples: [[['fullName', 'contactCRMId'], 1, false, { shortList: 0, candidates: 1 }]],
    },
  );
});
