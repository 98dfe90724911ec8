// The statements of a transaction on PostgreSQL, over one connection.

import type { Client, PoolClient, QueryConfig } from 'pg';
import { largest } from '../../../contract/extremes.ts';
import { dictionary } from '../../../contract/json.ts';
import { IdSet } from '../../core/id-set.ts';
import {
  columnNamed,
  IN_LIST,
  jsonList,
  type Query,
  rowsOver,
  type SqlCell,
  type SqlValue,
  type TextRow,
  type TextTable,
  type Tx,
  textOf,
} from '../../core/sql.ts';
import { StoreTimeout } from '../../core/store.ts';
import { storeError } from './errors.ts';

// The text of a query as PostgreSQL takes it. What differs by more than spelling is in PHRASES, side by side with SQLite's
// text; functions that PostgreSQL lacks are made by its schema (schema/functions.ts).

/** What a fragment says in SQLite → the same in PostgreSQL. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // core/sql.ts
  [
    /\bin\s*\(\s*select value from json_each\((\?\d*)\)\s*\)/g,
    '= any(array(select value::bigint from json_array_elements_text($1::json) as given (value)))',
  ],
  [
    /\bin\s*\(\s*select cast\(value as text\) from json_each\((\?\d*)\)\s*\)/g,
    '= any(array(select json_array_elements_text($1::json)))',
  ],
  [/\bcross join\b/g, 'join'],
  [/(?<=[\s(])\+(?=[a-z_])/g, ''],
  // db/fulltext.ts
  [/select rowid from (\w+)_fts where \1_fts match (\?\d*)/g, 'select id from $1_fts where words @@ query_of($2)'],
  [/\blower\(/g, 'lower_ascii('],
  [/\bjson_array\(/g, 'json_build_array('],
];

/** Tables whose rows have an id of their own, given by the store. */
const WITH_ID =
  /^\s*insert into (?:workspaces|users|keys|faults|custom_fields|lists|identities|task_owners|identity_voices|campaigns|campaign_actions|ai_folders|ai_messages|ai_variables|ai_snippets|message_templates|ai_tones|jobs|workflows|workflow_runs|playbook_items|saved_filters|action_runs|mailboxes|threads|messages|inbox_tags|contact_events|social_posts|social_schedules)\b/;

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\?(\d*)|[A-Za-z_]\w*/g;

/**
 * Values are numbered as SQLite numbers them. Names with capitals are what rows are read by, and keep them; an insert returns
 * the id of its row.
 */
function postgresText(sql: string): string {
  let text = sql;
  for (const [phrase, message] of PHRASES) text = text.replace(phrase, message);
  let last = 0;
  text = text.replace(TOKEN, (token, number: string | undefined) => {
    if (token.startsWith('?')) {
      last = number ? Math.max(last, Number(number)) : last + 1;
      return `$${number || last}`;
    }
    return /^[a-z_]\w*[A-Z]/.test(token) ? `"${token}"` : token;
  });
  return WITH_ID.test(text) && !/\breturning\b/.test(text) ? `${text} returning id` : text;
}

const ROW_INSERT = /^insert into (\w+) \(([\w, ]+)\) values \([?, ]+\)$/;
const ROW_UPDATE = /^update (\w+) set ([\w, =?]+) where id = \?$/;

interface RowsText {
  readonly text: string;
  /** What the values of a row stand for, in their order. */
  readonly columns: readonly string[];
}

/** One statement for any number of rows, which travel as one JSON text, of an insert or update of `core/sql.ts`. */
function rowsText(sql: string): RowsText {
  const [, into, listed] = ROW_INSERT.exec(sql) ?? [];
  if (into !== undefined && listed !== undefined) {
    const text = `insert into ${into} (${listed}) select ${listed} from json_populate_recordset(null::${into}, $1)`;
    return { text, columns: listed.split(', ') };
  }
  const [, table, settings] = ROW_UPDATE.exec(sql) ?? [];
  if (table === undefined || settings === undefined) throw new Error(`not a statement for rows: ${sql}`);
  const columns = settings.split(', ').map((setting) => setting.replace(' = ?', ''));
  const set = columns.map((column) => `${column} = given.${column}`).join(', ');
  const text = `update ${table} set ${set} from json_populate_recordset(null::${table}, $1) as given where ${table}.id = given.id`;
  return { text, columns: [...columns, 'id'] };
}

/** Each is prepared on each connection under its name. */
const texts = new Map<string, { readonly text: string; readonly name: string }>();
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
  const query = async (text: string, values: readonly SqlValue[]) =>
    ask({ ...translated(text), values: values.map(bindable) });
  const rowsOf = async (asked: Query, values: readonly SqlValue[]) => {
    const { rows, fields } = await query(...textOf(asked, values));
    // `?column?` is none of our names, but what PostgreSQL calls an expression without one.
    const columns = fields.map(({ name }) => ({ name, ...columnNamed(name.replace('?column?', 'value')) }));
    if (columns.every(({ read }) => read === null)) return rows;
    return rows.map((row) =>
      Object.fromEntries(columns.map(({ name, key, read }) => [key, read === null ? row[name] : read(row[name])])),
    );
  };
  const ids: Tx['ids'] = async (asked, ...all) => {
    const [text, values] = textOf(asked, all);
    const hits = `with hits (id) as (${text}) select array_to_json(array_agg(id))::text as ids from hits`;
    const [row] = (await query(hits, values)).rows;
    return IdSet.ofJson(row.ids ?? '[]');
  };
  const run: Tx['run'] = async (asked, ...all) => {
    const [sql, values] = textOf(asked, all);
    effects.hasQueuedJobs ||= QUEUES_JOB.test(sql);
    const { rowCount, rows } = await query(sql, values);
    const block = blocks.get(EXPLICIT_ID.exec(sql)?.[1] ?? '');
    if (block) block.next = Math.max(block.next, Number(values[0]) + 1);
    return { changes: rowCount ?? 0, lastId: Number(rows[0]?.id ?? 0) };
  };
  return {
    blocks,
    effects,
    ...rowsOver(async <Row>(asked: Query, ...values: SqlValue[]) => (await rowsOf(asked, values)) as Row[], run),
    ids,
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
