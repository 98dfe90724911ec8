import { LIMITS } from '../../../contract/limits.ts';
import type { Parsed } from '../../../contract/table.ts';
import { type ComparedField, comparedField } from '../../../rules/records/duplicates.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/sql.ts';
import { requireListOf } from '../lists/lists.ts';
import {
  candidates,
  type DuplicateQuery,
  groupsOfOne,
  groupsWithin,
  isShortList,
  oldestMembers,
} from './queries/duplicates.ts';

/** Usually fewest shared values first: the index of the first field is read, the others are compared within its groups. */
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
  /** So many groups over the first field are compared, before all of them are. */
  readonly candidates: number;
}

const BOUNDS: SearchBounds = { shortList: 20_000, candidates: 2_000 };

/** Throws Refusal `not_found` for the list, `unprocessable` for a list of companies. */
export async function findDuplicates(
  context: Context,
  query: Parsed<'contacts', 'duplicates'>['query'],
  bounds = BOUNDS,
) {
  const { tx, principal } = context;
  const { fields: requested, listId, limit } = query;
  if (listId !== undefined) await requireListOf(context, 'CONTACT', listId);
  const compared = new Set(requested.map(comparedField));
  const [driver, ...others] = BY_RARITY.filter((field) => compared.has(field));
  if (driver === undefined) return { groups: [], nextCursor: null };
  const fields: DuplicateQuery['fields'] = [driver, ...others];
  const list = listId === undefined ? null : { id: listId, isShort: await isShortList(tx, listId, bounds.shortList) };
  const { workspaceId } = principal;
  const searched = { workspaceId, fields, after: Number(query.cursor ?? 0), list };
  // One more than returned, to know whether there is a next page.
  const found = await pageOfGroups(tx, searched, limit + 1, bounds.candidates);
  const groups = found.slice(0, limit);
  const members = await oldestMembers(tx, { workspaceId, fields }, groups, LIMITS.duplicateIdsPerGroup);
  const last = groups.at(-1);
  return {
    groups: groups.map(({ values, size }, index) => ({
      values: Object.fromEntries(requested.map((field) => [field, values[fields.indexOf(comparedField(field))] ?? ''])),
      contactIds: members[index] ?? [],
      size,
    })),
    nextCursor: found.length > limit && last ? String(last.lowest) : null,
  };
}

/**
 * Of several fields, groups over the first one are the candidates. The first of them usually fill a page; all must be compared only
 * if duplicates are frequent in that field but rare in combination.
 */
async function pageOfGroups(tx: Tx, query: DuplicateQuery, limit: number, most: number) {
  if (query.fields.length === 1 && (!query.list || query.list.isShort)) return groupsOfOne(tx, query, limit);
  const { some, groups: count } = await candidates(tx, query, most);
  const groups = await groupsWithin(
    tx,
    query,
    some.map(({ value }) => value),
    limit,
  );
  if (count <= some.length) return groups;
  // Candidates that were not read may hold groups from the last one's first id on.
  const horizon = some.at(-1)?.first ?? 0;
  const certain = groups.filter(({ lowest }) => lowest <= horizon);
  return certain.length >= limit ? certain : groupsWithin(tx, query, null, limit);
}
