// Whom a request goes through that names them only by their ids or their list: counted, and the first of them named.

import type { RequestInput } from '../../../client/request.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { firstOf } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { labelOf } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { countFound, type Entity, type SearchInput } from '../records/entity.ts';

/** Contacts or companies: those with the ids, of the lists, of the campaigns, or that are not in the workspace yet. */
export interface Targets {
  readonly entity: Entity;
  readonly ids?: readonly number[];
  readonly lists?: readonly AnyId[];
  readonly campaigns?: readonly AnyId[];
  readonly found?: Omit<ReachedRecords, 'entity'>;
}

export interface ReachedRecord {
  readonly id: number | null;
  readonly label?: string;
}

/** Records of a table. */
export const RECORDS_SHOWN = 10;

/** A filter takes a thousand values. */
const IDS_AT_ONCE = 1_000;

export type ContactFilters = NonNullable<SearchInput['include']>;

/** What finds them, and each of them once. */
export function* filtersOf({ entity, ids = [], lists = [], campaigns = [] }: Targets): Generator<ContactFilters> {
  if (lists.length > 0) yield { [entity.listFilter]: [...lists] };
  if (campaigns.length > 0) yield { campaigns: [...campaigns] };
  for (const some of batchesOf([...new Set(ids)], IDS_AT_ONCE)) yield { id: [...some] };
}

export async function countTargets(session: Session, targets: Targets): Promise<number> {
  const { entity, ids, found } = targets;
  if (found !== undefined) return found.count;
  if (ids !== undefined) return new Set(ids).size;
  const { call } = await session.client();
  let count = 0;
  for (const include of filtersOf(targets)) count += await countFound(entity, call, { include });
  return count;
}

/** At most so many of each thousand ids, and of the others. */
export async function recordsOf(session: Session, targets: Targets, limit: number | null): Promise<ReachedRecord[]> {
  const { call } = await session.client();
  const records: ReachedRecord[] = [];
  for (const include of filtersOf(targets))
    for await (const record of targets.entity.search(call, { include }, { limit }))
      if (isObject(record) && typeof record['id'] === 'number') records.push({ id: record['id'], ...labelOf(record) });
  return records;
}

export interface ReachedRecords {
  readonly entity: Entity;
  readonly count: number;
  /** The first ones. */
  readonly named: readonly ReachedRecord[];
}

/** Of many, the others are counted. */
const NAMED_MAX = 1_000;

/** Null where they are not known. Exit 5, as the request itself, for an id that no record has. */
export async function reachedBy(
  session: Session,
  targets: Targets | null | undefined,
): Promise<ReachedRecords | null | undefined> {
  if (targets == null) return targets;
  const { entity, found, ids } = targets;
  if (found !== undefined) return { entity, ...found };
  const most = session.settings.output === 'table' ? RECORDS_SHOWN : NAMED_MAX;
  const named = await recordsOf(session, targets, ids === undefined ? most : null);
  const known = new Set(named.map(({ id }) => id));
  const missing = (ids ?? []).filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new CliError(
      'notFound',
      'not_found',
      `there is no ${entity.noun} ${firstOf(missing.map(String), RECORDS_SHOWN)}`,
    );
  return { entity, count: await countTargets(session, targets), named: named.slice(0, most) };
}

/** A call that is not made. */
export interface PlannedCall {
  readonly route: Route;
  readonly input: RequestInput;
  /** Whom it goes through, where these are what it touches; null where that is not known before it is sent. */
  readonly targets?: () => Promise<Targets | null>;
  /** Printed beside the request. */
  readonly records?: readonly object[];
}
