// The statements of a transaction on PostgreSQL, over one connection.

import type { Client, PoolClient, QueryConfig } from 'pg';
import { dictionary } from '../../../contract/dictionary.ts';
import { largest } from '../../../contract/extremes.ts';
import { IdSet } from '../../core/id-set.ts';
import { type SqlCell, type SqlValue, StoreTimeout, type TextRow, type TextTable, type Tx } from '../../core/store.ts';
import { IN_LIST, jsonList } from '../rowset.ts';
import { storeError } from './errors.ts';
import { postgresText, type RowsText, rowsText } from './text.ts';

interface Translated {
  readonly text: string;
  /** Prepared on each connection under this name. */
  readonly name: string;
}

const texts = new Map<string, Translated>();
/** Composed filters would otherwise add prepared statements without end. */
const PREPARED_MAX = 1_000;

function translated(sql: string): { readonly text: string; readonly name?: string } {
  const known = texts.get(sql);
  if (known) return known;
  const text = postgresText(sql);
  if (texts.size >= PREPARED_MAX) return { text };
  const made = { text, name: `q${texts.size}` };
  texts.set(sql, made);
  return made;
}

const rowStatements = new Map<string, RowsText & { readonly name: string }>();

/** There are as many as tables that are written by rows. */
function rowStatement(sql: string): RowsText & { readonly name: string } {
  const known = rowStatements.get(sql);
  if (known) return known;
  const made = { ...rowsText(sql), name: `rows${rowStatements.size}` };
  rowStatements.set(sql, made);
  return made;
}

/** An object for each row, without what is null: what is not given is. */
function rowsJson(columns: readonly string[], rows: readonly (readonly SqlCell[])[]): string {
  const records = rows.map((row) => {
    const record = dictionary<unknown>();
    for (const [at, column] of columns.entries()) {
      const value = row[at];
      if (value !== null && value !== undefined) record[column] = bindable(value);
    }
    return record;
  });
  return JSON.stringify(records);
}

function bindable(value: SqlValue): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  // Bodies have none (http/parse.ts); what else is looked up by text may.
  if (typeof value === 'string' && value.includes('\0')) return value.replaceAll('\0', '');
  return typeof value === 'bigint' ? String(value) : value;
}

/** Blocks of ids taken in a transaction; what is not used goes back. */
interface IdBlock {
  readonly first: number;
  readonly last: number;
  next: number;
}

/** What a transaction leaves behind for others to do. */
interface Effects {
  /** Rows written by the set. */
  rows: number;
  hasQueuedJobs: boolean;
}

export interface PostgresTx extends Tx {
  readonly blocks: Map<string, IdBlock>;
  readonly effects: Readonly<Effects>;
}

const EXPLICIT_ID = /^insert into (\w+) \(id,/;
const QUEUES_JOB = /^\s*insert into jobs\b/;

/** What is asked in one go travels in one packet. */
export function inOnePacket({ connection: { stream } }: PoolClient | Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  queueMicrotask(() => stream.uncork());
}

/** Less than this is not worth another setting on the way, as a part of the limit. */
const SPENT_PART = 0.1;

/** What is left of the time of a transaction: statements are stopped at its end, the first of them as the last. */
function deadlineOf(client: PoolClient | Client, limitMs: number): () => void {
  const end = performance.now() + limitMs;
  let allowed = limitMs;
  return () => {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) throw new StoreTimeout(limitMs);
    if (allowed - left < limitMs * SPENT_PART) return;
    allowed = left;
    // Where it fails, so does the statement behind it.
    client.query(`set local statement_timeout = ${left}`).catch(() => {});
  };
}

function addedText(table: TextTable, workspaceId: number, rows: readonly TextRow[]): QueryConfig {
  const text = `insert into ${table}_fts (id, words) select id, words_of($1, body)
    from json_to_recordset($2) as given (id bigint, body text)`;
  const input = JSON.stringify(rows.map(({ id, body }) => ({ id, body: body.replaceAll('\0', '') })));
  return { name: `words_${table}`, text, values: [workspaceId, input] };
}

/** The next transaction that writes, of the whole server. */
const NEXT_WRITE = { name: 'next_write', text: 'select pg_snapshot_xmax(pg_current_snapshot())::text as mark' };

/** `limitMs`: what the transaction may take. */
export function txOver(client: PoolClient | Client, limitMs?: number): PostgresTx {
  const blocks = new Map<string, IdBlock>();
  const effects: Effects = { rows: 0, hasQueuedJobs: false };
  const allow = limitMs === undefined ? () => {} : deadlineOf(client, limitMs);
  // Whoever handles an error within the transaction, too, can tell a lost connection from a bug.
  const ask = async (query: QueryConfig) => {
    inOnePacket(client);
    allow();
    return client.query(query).catch((error: unknown) => {
      throw storeError(error, limitMs);
    });
  };
  const query = async (sql: string, values: readonly SqlValue[]) =>
    ask({ ...translated(sql), values: values.map(bindable) });
  const ids: Tx['ids'] = async (sql, ...values) => {
    const [row] = (
      await query(`with hits (id) as (${sql}) select array_to_json(array_agg(id))::text as ids from hits`, values)
    ).rows;
    return IdSet.ofJson(row.ids ?? '[]');
  };
  return {
    blocks,
    effects,
    all: async <Row>(sql: string, ...values: SqlValue[]) => (await query(sql, values)).rows as Row[],
    one: async <Row>(sql: string, ...values: SqlValue[]) => (await query(sql, values)).rows[0] as Row | undefined,
    ids,
    run: async (sql, ...values) => {
      effects.hasQueuedJobs ||= QUEUES_JOB.test(sql);
      const { rowCount, rows } = await query(sql, values);
      const block = blocks.get(EXPLICIT_ID.exec(sql)?.[1] ?? '');
      if (block) block.next = Math.max(block.next, Number(values[0]) + 1);
      return { changes: rowCount ?? 0, lastId: Number(rows[0]?.id ?? 0) };
    },
    runRows: async (sql, rows) => {
      if (rows.length === 0) return;
      const { name, text, columns } = rowStatement(sql);
      effects.rows += rows.length;
      await ask({ name, text, values: [rowsJson(columns, rows)] });
      const block = blocks.get(EXPLICIT_ID.exec(sql)?.[1] ?? '');
      if (block) block.next = Math.max(block.next, largest(rows.map(([id]) => Number(id) + 1)));
    },
    addText: async (table, workspaceId, rows) => {
      if (rows.length > 0) await ask(addedText(table, workspaceId, rows));
    },
    removeText: async (table, ids) => {
      if (ids.length > 0) await query(`delete from ${table}_fts where id ${IN_LIST}`, [jsonList(ids)]);
    },
    version: async () => String((await ask(NEXT_WRITE)).rows[0].mark),
    reserveIds: async (table, count) => {
      const known = blocks.get(table);
      if (known && known.next + count - 1 <= known.last) return known.next;
      const size = Math.max(1, count);
      const { rows } = await ask({
        name: 'reserve_ids',
        text: 'select reserve_ids(pg_get_serial_sequence($1, $2), $3) as id',
        values: [table, 'id', size],
      });
      const first = Number(rows[0].id);
      if (known) await giveBack(client, table, known);
      blocks.set(table, { first, last: first + size - 1, next: first });
      return first;
    },
  };
}

async function giveBack(client: PoolClient | Client, table: string, { first, last, next }: IdBlock): Promise<void> {
  if (next > last) return;
  await client.query({
    name: 'return_ids',
    text: 'select return_ids(pg_get_serial_sequence($1, $2), $3, $4, $5)',
    values: [table, 'id', first, next - 1, last],
  });
}

/** The ids that were not used, after the commit or the rollback. */
export async function giveBackIds(client: PoolClient, tx: PostgresTx, isCommitted: boolean): Promise<void> {
  const blocks = [...tx.blocks].map(([table, block]) =>
    giveBack(client, table, isCommitted ? block : { ...block, next: block.first }),
  );
  await Promise.all(blocks);
}
