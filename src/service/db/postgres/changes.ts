// What each of the last writes to a workspace has changed of its records, so that what was read of them follows: of a word that a
// million contacts have, 1,000 that were changed since are read again, and not all of them.

import type { QueryConfig, QueryResult } from 'pg';
import type { RecordChanges, RecordTable, VersionRange } from '../../core/store.ts';

type AskDatabase = (query: QueryConfig) => Promise<QueryResult>;

/** Writes to a workspace whose changes are kept, at least. */
const KEPT_WRITES = 1_000;

/** As a write sees it: those before it, and itself where it was counted as it began. */
const WRITES = 'coalesce((select writes from workspace_writes where workspace_id = $1), 0)';

/** Of workspace 0: writes to the store as a whole, of which nothing is noted. */
const VERSION = `select coalesce((select writes from workspace_writes where workspace_id = 0), 0) as whole, ${WRITES} as writes`;

/** The next transaction that writes, of the whole server. */
const NEXT_WRITE = { name: 'next_write', text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as mark' };

/** `Tx.version`; `store` is one of this process. */
export async function versionOf(ask: AskDatabase, store: number, workspaceId: number | undefined): Promise<string> {
  if (workspaceId === undefined) return String((await ask(NEXT_WRITE)).rows[0].mark);
  const [row] = (await ask({ name: 'version', text: VERSION, values: [workspaceId] })).rows;
  return `${store} ${row.whole} ${row.writes}`;
}

/**
 * Parts of a statement, while the lock of the workspace is held: notes that records have changed, and removes what is no longer needed.
 * Whoever still sees fewer writes also sees what is removed. Bind the workspace as the first value, and two of `noted` from `next` on.
 */
export function noteSql(next: number): string {
  return `forgotten as (
      delete from record_changes where workspace_id = $1 and writes < ${WRITES} - ${KEPT_WRITES}
    ), noted as (
      insert into record_changes (workspace_id, writes, record_table, first_id, last_id)
      select $1, ${WRITES}, $${next}, first_id, last_id
      from json_to_recordset($${next + 1}) as given (first_id bigint, last_id bigint)
    )`;
}

export function noted(table: RecordTable, ids: readonly number[]): [table: RecordTable, ranges: string] {
  return [table, JSON.stringify(rangesOf(ids))];
}

/** `Tx.noteChanges`. */
export async function noteChanges(
  ask: AskDatabase,
  table: RecordTable,
  workspaceId: number,
  ids: readonly number[],
): Promise<void> {
  await ask({ name: 'note', text: `with ${noteSql(2)} select`, values: [workspaceId, ...noted(table, ids)] });
}

interface IdRange {
  readonly first_id: number;
  last_id: number;
}

/** New records have consecutive ids. */
function rangesOf(ids: readonly number[]): readonly IdRange[] {
  const ranges: IdRange[] = [];
  let current: IdRange | undefined;
  for (const id of [...ids].sort((a, b) => a - b)) {
    if (current && id <= current.last_id + 1) current.last_id = id;
    else {
      current = { first_id: id, last_id: id };
      ranges.push(current);
    }
  }
  return ranges;
}

const CHANGED = `select record_table, first_id, last_id from record_changes where workspace_id = $1 and writes >= $2
  order by writes desc limit $3`;

/** `Tx.changedBetween`. */
export async function changedBetween(
  ask: AskDatabase,
  workspaceId: number,
  { from, to }: VersionRange,
  most: number,
): Promise<RecordChanges | null> {
  const [fromStore, fromWhole, fromWrites] = from.split(' ').map(Number);
  const [toStore, toWhole, toWrites] = to.split(' ').map(Number);
  if (fromStore !== toStore || fromWhole !== toWhole || fromWrites === undefined || toWrites === undefined) return null;
  const writes = toWrites - fromWrites;
  if (writes < 0 || writes > KEPT_WRITES) return null;
  const { rows } = await ask({ name: 'changed', text: CHANGED, values: [workspaceId, fromWrites, most + 1] });
  if (rows.length > most) return null;
  const contacts = new Set<number>();
  const companies = new Set<number>();
  for (const { record_table, first_id, last_id } of rows) {
    const ids = record_table === 'contacts' ? contacts : companies;
    for (let id = first_id; id <= last_id; id += 1) {
      ids.add(id);
      if (contacts.size + companies.size > most) return null;
    }
  }
  return { contacts: [...contacts], companies: [...companies] };
}
