// SQL with its values where they belong, composed of parts; what engines write differently is in service/db.

import type { IdSet } from './id-set.ts';

export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

export type SqlCell = Exclude<SqlValue, bigint | boolean | Uint8Array>;

/** Tables whose rows are found by their words. */
export type TextTable = 'contacts' | 'companies' | 'messages';

export type RecordTable = Exclude<TextTable, 'messages'>;

/** What a row is found by: `body` is what the view of its table makes of it. */
export interface TextRow {
  readonly id: number;
  readonly body: string;
}

export interface RunResult {
  readonly changes: number;
  readonly lastId: number;
}

/** A statement, or a part of one, with the values it binds: core/sql.ts makes them. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type Query = string | Fragment;

/** What a query works with. Valid only inside the `read` or `write` it was passed to. */
export interface Tx {
  /**
   * Each SQL text is prepared once; the caller states the type of its rows. Text is for statements without values, and for
   * those with numbered places, where one value stands in several.
   */
  all<Row>(query: Query, ...values: SqlValue[]): Promise<Row[]>;
  one<Row>(query: Query, ...values: SqlValue[]): Promise<Row | undefined>;
  /** The only column of the first row; null where there is no row. */
  value<Value extends SqlCell>(query: Query, ...values: SqlValue[]): Promise<Value | null>;
  /** The only column of every row. */
  values<Value extends SqlCell>(query: Query, ...values: SqlValue[]): Promise<Value[]>;
  /** How many rows there are: tx.count(sql`from lists where …`). */
  count(from: Fragment): Promise<number>;
  /** A page of the rows of a query, and how many there are in all. */
  page<Row>(query: Fragment, orderBy: string, page: PageRequest): Promise<{ rows: Row[]; paging: Paging }>;
  /** Whether there is a row: tx.has(sql`from lists where …`). */
  has(from: Fragment): Promise<boolean>;
  /** The ids, in the only column, that a query gives; one may come twice. In order, or as rows, they would take much longer. */
  ids(query: Query, ...values: SqlValue[]): Promise<IdSet>;
  run(query: Query, ...values: SqlValue[]): Promise<RunResult>;
  /** Every key of the row is a column: `createdAt` is `created_at`. Returns the id of the new row. */
  insert(table: string, row: object): Promise<number>;
  /** Every key is a column; others stay as they are. */
  update(table: string, id: number, row: object): Promise<void>;
  /** Runs a statement of `insertSql` or `updateSql`, once with the values of each row. */
  runRows(sql: string, rows: readonly (readonly SqlCell[])[]): Promise<void>;
  /** Adds the current text of rows of a workspace to the full-text index of their table. */
  addText(table: TextTable, workspaceId: number, rows: readonly TextRow[]): Promise<void>;
  /** Removes it. Call before they change or are deleted: the index may need their old text. */
  removeText(table: TextTable, ids: readonly number[]): Promise<void>;
  /** Changes with every write to the store, and only then. */
  version(): Promise<string>;
  /**
   * The first of `count` consecutive ids for new rows of the table, which no one else gets while this transaction lasts. Only
   * for tables whose rows are always inserted with their id, as the first column.
   */
  reserveIds(table: string, count: number): Promise<number>;
}

const isFragment = (part: SqlValue | Fragment): part is Fragment =>
  typeof part === 'object' && part !== null && 'sql' in part;

/** Values are bound, fragments are put in as they are: sql`select id from lists where id = ${id} and ${condition}`. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (SqlValue | Fragment)[]): Fragment {
  let text = texts[0] ?? '';
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    text += (isFragment(part) ? part.sql : '?') + texts[index + 1];
    if (!isFragment(part)) values.push(part);
    else for (const value of part.values) values.push(value);
  }
  return { sql: text, values };
}

/** How a column is read: its key in the row, and what becomes of the cell. */
export interface ReadColumn {
  readonly key: string;
  readonly read: ((cell: unknown) => unknown) | null;
}

/** By the end of its name: `"isPrimary?"` is a flag, stored as 0 or 1, and `"profile{}"` the value of a JSON text. */
export function columnNamed(name: string): ReadColumn {
  if (name.endsWith('?')) return { key: name.slice(0, -1), read: (cell) => cell === 1 };
  if (!name.endsWith('{}')) return { key: name, read: null };
  return { key: name.slice(0, -2), read: (cell) => (typeof cell === 'string' ? JSON.parse(cell) : null) };
}

export const textOf = (query: Query, values: readonly SqlValue[]): readonly [string, readonly SqlValue[]] =>
  typeof query === 'string' ? [query, values] : [query.sql, query.values];

/** Text of ours, such as the columns of a table. Never text from outside. */
export const raw = (text: string): Fragment => ({ sql: text, values: [] });

export const TRUE: Fragment = raw('true');
export const FALSE: Fragment = raw('false');

function joined(parts: readonly Fragment[], by: string, none: Fragment): Fragment {
  if (parts.length === 0) return none;
  return { sql: parts.map((part) => `(${part.sql})`).join(by), values: parts.flatMap(({ values }) => values) };
}

export function allOf(parts: readonly Fragment[]): Fragment {
  return joined(parts, ' and ', TRUE);
}

export function anyOf(parts: readonly Fragment[]): Fragment {
  return joined(parts, ' or ', FALSE);
}

/** Null counts as false: a missing value never matches, and so is never excluded. */
export function noneOf(part: Fragment): Fragment {
  return sql`(${part}) is not true`;
}

/** As one JSON text: a set of any size in one statement. */
export function jsonList(values: Iterable<string | number>): string {
  return JSON.stringify([...values]);
}

/** `id in (…)` over any number of integers: bind `jsonList(values)`. */
export const IN_LIST = 'in (select value from json_each(?))';

/** `text in (…)` over any number of texts: bind `jsonList(values)`. */
export const IN_TEXTS = 'in (select cast(value as text) from json_each(?))';

export const inList = (ids: Iterable<number>): Fragment => ({ sql: IN_LIST, values: [jsonList(ids)] });
export const inTexts = (texts: Iterable<string | number>): Fragment => ({ sql: IN_TEXTS, values: [jsonList(texts)] });

export const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

export function windowOf({ page, pageSize }: PageRequest) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

export type PageWindow = ReturnType<typeof windowOf>;
export type Paging = ReturnType<typeof pagingOf>;

export function pagingOf({ page, pageSize }: PageRequest, total: number) {
  return { page, pageSize, total, hasNextPage: page * pageSize < total };
}

// Rows read and written with the `all` and `run` of an engine.

/** Inserts one row, or with `runRows` many. */
export function insertSql(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
}

/** Sets every column of one row, or with `runRows` of many: bind them in order, then the id. */
export function updateSql(table: string, columns: readonly string[]): string {
  return `update ${table} set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`;
}

/** `createdAt` is kept in `created_at`. */
export function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A flag is kept as 0 or 1, an object as JSON. */
function cellOf(value: SqlCell | boolean | object): SqlCell {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

export function rowsOver(all: Tx['all'], run: Tx['run']) {
  const values = async <Value extends SqlCell>(query: Query, ...bound: SqlValue[]): Promise<Value[]> =>
    (await all<Record<string, Value>>(query, ...bound)).flatMap((row) => Object.values(row));
  const value = async <Value extends SqlCell>(query: Query, ...bound: SqlValue[]) =>
    (await values<Value>(query, ...bound))[0] ?? null;
  const count = async (from: Fragment) => (await value<number>(sql`select count(*) ${from}`)) ?? 0;
  return {
    all,
    run,
    values,
    value,
    one: async <Row>(query: Query, ...bound: SqlValue[]) => (await all<Row>(query, ...bound))[0],
    count,
    page: async <Row>(query: Fragment, orderBy: string, page: PageRequest) => {
      const { limit, offset } = windowOf(page);
      const rows = await all<Row>(sql`${query} order by ${raw(orderBy)} limit ${limit} offset ${offset}`);
      return { rows, paging: pagingOf(page, await count(sql`from (${query}) as counted`)) };
    },
    has: async (from) => (await value(sql`select 1 ${from} limit 1`)) !== null,
    insert: async (table, row) =>
      (await run(insertSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf))).lastId,
    update: async (table, id, row) => {
      await run(updateSql(table, Object.keys(row).map(columnOf)), ...Object.values(row).map(cellOf), id);
    },
  } satisfies Partial<Tx>;
}
