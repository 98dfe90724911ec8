// Duplicate contacts, a page at a time.

import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Table } from '../../../contract/table.ts';
import { type ComparedField, comparedField } from '../../../rules/records/duplicates.ts';
import type { Context, Tx } from '../../core/context.ts';
import { requireListOf } from '../lists/lookup.ts';
import {
  type CandidateGroup,
  type CandidateGroups,
  candidates,
  type DuplicateGroup,
  type DuplicateQuery,
  groupCount,
  groupsOfOne,
  groupsWithin,
  isShortList,
  keptGroups,
  oldestMembers,
} from './queries/duplicates.ts';

type DuplicatesRow = Table['contacts']['duplicates'];

/** Usually fewest shared values first: the field that drives the search should have the fewest groups. */
const BY_RARITY: readonly ComparedField[] = [
  'contactCRMId',
  'leadCRMId',
  'networkUrl',
  'professionalEmail',
  'fullName',
];

/** Thresholds between strategies. They affect the duration, not the result. */
export interface SearchBounds {
  /** A list with at most this many members is looked up member by member. */
  readonly shortList: number;
  /** Up to this many contacts are all compared at once. */
  readonly fewContacts: number;
  /** A field with at most this many groups is the driver: no index is read whole. */
  readonly fewGroups: number;
  /** How many candidates are tried first, then a second time, before all of them are. */
  readonly candidates: readonly [number, number];
}

const BOUNDS: SearchBounds = {
  shortList: 20_000,
  fewContacts: 30_000,
  fewGroups: 10_000,
  candidates: [2_000, 20_000],
};

/** Throws Refusal `not_found` for the list, `unprocessable` for a list of companies. */
export async function findDuplicates(
  context: Context,
  query: ParsedOf<DuplicatesRow>['query'],
  bounds = BOUNDS,
): Promise<ReplyOf<DuplicatesRow>> {
  const { tx, principal } = context;
  const { fields: requested, listId, limit } = query;
  if (listId !== undefined) await requireListOf(context, 'CONTACT', listId);
  const compared = new Set(requested.map(comparedField));
  const fields = BY_RARITY.filter((field) => compared.has(field));
  const list = listId === undefined ? null : { id: listId, isShort: await isShortList(tx, listId, bounds.shortList) };
  const base = { workspaceId: principal.workspaceId, after: Number(query.cursor ?? 0), list };
  // One more than returned, to know whether there is a next page.
  const found = await pageOfGroups(tx, base, fields, limit + 1, bounds);
  const groups = found.groups.slice(0, limit);
  const members = await oldestMembers(
    tx,
    { workspaceId: principal.workspaceId, fields: found.fields },
    groups,
    LIMITS.duplicateIdsPerGroup,
  );
  const last = groups.at(-1);
  return {
    groups: groups.map(({ values, size }, index) => ({
      values: Object.fromEntries(
        requested.map((field) => [field, values[found.fields.indexOf(comparedField(field))] ?? '']),
      ),
      contactIds: members[index] ?? [],
      size,
    })),
    nextCursor: found.groups.length > limit && last ? String(last.lowest) : null,
  };
}

type DuplicateFields = DuplicateQuery['fields'];

interface GroupsFound {
  /** In the order of the groups' values. */
  readonly fields: DuplicateFields;
  readonly groups: readonly DuplicateGroup[];
}

/** `driver` first, the others behind it. */
function drivenBy(driver: ComparedField, fields: readonly ComparedField[]): DuplicateFields {
  return [driver, ...fields.filter((field) => field !== driver)];
}

/**
 * Groups over one field are kept. With several fields, groups over one of them are the candidates. If one has few, all of its are
 * compared. If all have many, the first ones usually fill a page; all must be compared only if duplicates are frequent in every
 * single field but rare in combination.
 */
async function pageOfGroups(
  tx: Tx,
  base: Omit<DuplicateQuery, 'fields'>,
  fields: readonly ComparedField[],
  limit: number,
  bounds: SearchBounds,
): Promise<GroupsFound> {
  const [only] = fields;
  if (fields.length === 1 && only && (!base.list || base.list.isShort)) {
    const query: DuplicateQuery = { ...base, fields: [only] };
    return { fields: [only], groups: await (base.list ? groupsOfOne : keptGroups)(tx, query, limit) };
  }
  const rare = await rarest(tx, base.workspaceId, fields, bounds.fewGroups);
  if (rare !== null) {
    const query = { ...base, fields: drivenBy(rare, fields) };
    const all = await keptGroups(tx, { ...query, after: 0 }, bounds.fewGroups);
    const values = all.map(({ values: [value = ''] }) => value);
    return { fields: query.fields, groups: await groupsWithin(tx, query, values, limit) };
  }
  const [few, more] = bounds.candidates;
  let best: { query: DuplicateQuery; contacts: number } | null = null;
  for (const driver of fields) {
    const query = { ...base, fields: drivenBy(driver, fields) };
    const known = await candidates(tx, query, few);
    const groups = await groupsFrom(tx, query, known, limit, bounds);
    if (groups) return { fields: query.fields, groups };
    if (!best || known.contacts < best.contacts) best = { query, contacts: known.contacts };
  }
  if (!best) return { fields: drivenBy('fullName', []), groups: [] };
  const { query } = best;
  const groups =
    (await groupsFrom(tx, query, await candidates(tx, query, more), limit, bounds)) ??
    (await groupsWithin(tx, query, null, limit));
  return { fields: query.fields, groups };
}

/** The field with the fewest groups, if there are at most so many. */
async function rarest(
  tx: Tx,
  workspaceId: number,
  fields: readonly ComparedField[],
  most: number,
): Promise<ComparedField | null> {
  let fewest: { readonly field: ComparedField; readonly groups: number } | null = null;
  for (const field of fields) {
    const groups = await groupCount(tx, { workspaceId, field, most: most + 1 });
    if (groups <= most && (fewest === null || groups < fewest.groups)) fewest = { field, groups };
  }
  return fewest?.field ?? null;
}

const valuesOf = (groups: readonly CandidateGroup[]): string[] => groups.map(({ value }) => value);

/** The page, or null if these candidates do not determine it. */
async function groupsFrom(
  tx: Tx,
  query: DuplicateQuery,
  { some, groups: count, contacts }: CandidateGroups,
  limit: number,
  { fewContacts }: SearchBounds,
): Promise<readonly DuplicateGroup[] | null> {
  if (count <= some.length) return groupsWithin(tx, query, valuesOf(some), limit);
  if (contacts <= fewContacts) return groupsWithin(tx, query, null, limit);
  const groups = await groupsWithin(tx, query, valuesOf(some), limit);
  // Candidates that were not read may hold groups from the last one's first id on.
  const horizon = some.at(-1)?.first ?? 0;
  const certain = groups.filter(({ lowest }) => lowest <= horizon);
  return certain.length >= limit ? certain : null;
}
