// Contacts and companies as rows: which field is which column, reading and writing them by the set.

import { append } from '../../../../contract/append.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import { getOwn } from '../../../../contract/json.ts';
import type { RecordField } from '../../../../rules/records/fields.ts';
import { oneSpelling } from '../../../../rules/records/invisible-characters.ts';
import type { FieldValue } from '../../../../rules/records/items.ts';
import type { StoredRecord } from '../../../../rules/records/upsert/pending-record.ts';
import { inList, insertSql, type RecordTable, raw, type SqlCell, sql, type Tx, updateSql } from '../../../core/sql.ts';
import { settleAll } from '../../../core/store.ts';

/** What a record `r` is called. */
export const NAME_OF: Readonly<Record<EntityName, string>> = {
  CONTACT: "trim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, ''))",
  COMPANY: 'r.name',
};

interface FieldLookup {
  readonly column: string;
  /** Null if the index has no entry for the value. */
  readonly keyOf: (value: string) => string | null;
}

export interface RecordShape {
  readonly entity: EntityName;
  readonly table: RecordTable;
  /** Standard field id → column, for fields that have one. */
  readonly columns: ReadonlyMap<string, string>;
  /** Derived fields: id → SQL over the alias. */
  readonly derived: ReadonlyMap<string, (alias: string) => string>;
  /** Fields that are not found by their words: the view of the table's text is without their columns. */
  readonly wordless: ReadonlySet<string>;
  /** Fields whose column is a JSON array of texts. */
  readonly manyValued: ReadonlySet<string>;
  /** Indexed columns that hold a field's value, or a key that equal values share. */
  readonly lookups: ReadonlyMap<string, FieldLookup>;
  /** Standard fields with an index that only `aloneSql` of predicates.ts uses, for texts up to `INDEXED_TEXT_MAX`. */
  readonly indexedAlone: ReadonlySet<string>;
  /** Fields in an index behind the company: with lists of both, it would be searched for each combination. */
  readonly indexedWithCompany: ReadonlySet<string>;
  /** Columns of the keys of matching.ts. */
  readonly matchColumns: readonly string[];
  /** Columns of normalised values; `keysOf` returns their values for a record, in the same order. */
  readonly keyColumns: readonly string[];
  keysOf(standard: StoredRecord['standard']): readonly (string | null)[];
}

/** Columns that never change, then further columns of every record. */
const FIXED = ['id', 'workspace_id', 'created_at'] as const;
const COMMON = ['updated_at', 'properties'] as const;

interface Statements {
  readonly select: string;
  readonly insert: string;
  readonly update: string;
}

const STATEMENTS = new Map<RecordShape, Statements>();

function statementsOf(shape: RecordShape): Statements {
  const known = STATEMENTS.get(shape);
  if (known) return known;
  const columns = columnsOf(shape);
  const written = [...columns, 'properties_text', ...shape.keyColumns];
  const made = {
    select: `select ${columns.join(', ')} from ${shape.table}`,
    insert: insertSql(shape.table, written),
    // Without the columns that never change: SQLite rewrites the indexes of every column that is set, and for an id it
    // checks all rows that may refer to it.
    update: updateSql(shape.table, written.slice(FIXED.length)),
  };
  STATEMENTS.set(shape, made);
  return made;
}

function columnsOf({ entity, columns }: RecordShape): string[] {
  return [...FIXED, ...COMMON, ...(entity === 'CONTACT' ? ['company_id'] : []), ...columns.values()];
}

type RecordRow = Readonly<Record<string, SqlCell>>;

/** Records of the workspace with these ids, lowest first; unknown ids are left out. */
export async function recordsById(tx: Tx, shape: RecordShape, workspaceId: number, ids: Iterable<number>) {
  const { select } = statementsOf(shape);
  const rows = await tx.all<RecordRow>(sql`${raw(select)} where workspace_id = ${workspaceId} and id ${inList(ids)}
    order by id`);
  return rows.map((row) => storedOf(shape, row));
}

function storedOf(shape: RecordShape, row: RecordRow): StoredRecord {
  const standard = new Map<string, FieldValue>();
  for (const [id, column] of shape.columns) {
    const value = getOwn(row, column);
    if (value !== null && value !== undefined) standard.set(id, value);
  }
  const companyId = row['company_id'];
  return {
    id: Number(row['id']),
    companyId: typeof companyId === 'number' ? companyId : null,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    standard,
    properties: propertiesOf(row['properties']),
  };
}

const NO_PROPERTIES: ReadonlyMap<string, unknown> = new Map();

function propertiesOf(text: SqlCell | undefined): ReadonlyMap<string, unknown> {
  if (typeof text !== 'string' || text === '{}') return NO_PROPERTIES;
  const parsed: unknown = JSON.parse(text);
  return new Map(Object.entries(parsed ?? {}));
}

export function reserveIds(tx: Tx, { table }: RecordShape, count: number): Promise<number> {
  return tx.reserveIds(table, count);
}

/** Writes new and changed records completely, with their keys and full text. The statements are sent before it returns. */
export async function writeRecords(
  tx: Tx,
  shape: RecordShape,
  workspaceId: number,
  { added, changed }: { added: readonly StoredRecord[]; changed: readonly StoredRecord[] },
): Promise<void> {
  const { insert, update } = statementsOf(shape);
  const changedIds = changed.map(({ id }) => id);
  await settleAll([
    tx.removeText(shape.table, changedIds),
    tx.runRows(
      insert,
      added.map((record) => rowOf(shape, workspaceId, record)),
    ),
    tx.runRows(
      update,
      changed.map((record) => [...rowOf(shape, workspaceId, record).slice(FIXED.length), record.id]),
    ),
    tx.addText(
      shape.table,
      workspaceId,
      [...added, ...changed].map((record) => ({ id: record.id, body: bodyOf(shape, record) })),
    ),
  ]);
}

const KEYS_AT_ONCE = 1_000;

/** They are looked for as they stand. */
const NAMES = ['firstName', 'lastName', 'name'];

/** Makes the keys of all records, and the spelling of their names, by the rules of this version. */
export async function remakeKeys(tx: Tx, shape: RecordShape): Promise<void> {
  const { table, keyColumns } = shape;
  const names = [...shape.columns.keys()].filter((field) => NAMES.includes(field));
  const written = [...names.map((field) => shape.columns.get(field) ?? field), ...keyColumns];
  const update = updateSql(table, written);
  const select = `select ${['id', ...shape.columns.values(), ...keyColumns].join(', ')} from ${table}`;
  for (let after = 0; ; ) {
    const rows = await tx.all<RecordRow>(`${select} where id > ? order by id limit ${KEYS_AT_ONCE}`, after);
    const changed = rows.flatMap((row) => {
      const { standard } = storedOf(shape, row);
      const spelled = names.map((field) => (standard.has(field) ? oneSpelling(String(standard.get(field))) : null));
      const values = [...spelled, ...shape.keysOf(standard)];
      const isCurrent = written.every((column, at) => getOwn(row, column) === values[at]);
      return isCurrent ? [] : [[...values, Number(row['id'])]];
    });
    await tx.runRows(update, changed);
    if (rows.length < KEYS_AT_ONCE) return;
    after = Number(rows.at(-1)?.['id']);
  }
}

function rowOf(shape: RecordShape, workspaceId: number, record: StoredRecord): SqlCell[] {
  const { id, companyId, createdAt, updatedAt, standard, properties } = record;
  const row: SqlCell[] = [id, workspaceId, createdAt, updatedAt, textOf(properties)];
  if (shape.entity === 'CONTACT') row.push(companyId);
  for (const field of shape.columns.keys()) row.push(standard.get(field) ?? null);
  row.push(properties.size === 0 ? null : valuesOf(properties));
  append(row, shape.keysOf(standard));
  return row;
}

const valuesOf = (properties: StoredRecord['properties']): string => [...properties.values()].join(' ');

/** What the view of the table's text makes of it. */
function bodyOf({ columns, wordless }: RecordShape, { standard, properties }: StoredRecord): string {
  const values: unknown[] = [];
  for (const field of columns.keys()) if (standard.has(field) && !wordless.has(field)) values.push(standard.get(field));
  if (properties.size > 0) values.push(valuesOf(properties));
  return values.join(' ');
}

function textOf(properties: StoredRecord['properties']): string {
  return properties.size === 0 ? '{}' : JSON.stringify(Object.fromEntries(properties));
}

/** Permanent. The id is never reused. */
export async function deleteRecord(tx: Tx, { table }: RecordShape, workspaceId: number, id: number): Promise<void> {
  await tx.removeText(table, [id]);
  await tx.run(sql`delete from ${raw(table)} where workspace_id = ${workspaceId} and id = ${id}`);
}

export async function knownIds(tx: Tx, { table }: RecordShape, workspaceId: number, ids: Iterable<number>) {
  const found = sql`select id from ${raw(table)}
    where workspace_id = ${workspaceId} and id ${inList(ids)}`;
  return new Set(await tx.values<number>(found));
}

/** SQL of a field's value in its own table. Property keys consist of letters and digits only. */
export function valueSql(shape: RecordShape, { key }: Pick<RecordField, 'key'>, alias: string): string {
  const derived = shape.derived.get(key);
  if (derived) return derived(alias);
  const column = shape.columns.get(key);
  return column ? `${alias}.${column}` : `${alias}.properties ->> '${key}'`;
}

/** Records that are looked at for a value at a time; no index says which have one. */
const LOOKED_AT = 2_000;

/**
 * Of the next records after an id, those that have a value for this key, at most `most`; and the id to go on after, null at
 * the end. Keys are letters and digits only.
 */
export async function idsWithProperty(
  tx: Tx,
  { table }: RecordShape,
  workspaceId: number,
  key: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<{ readonly ids: number[]; readonly next: number | null }> {
  const left = sql`select id from ${raw(table)} where workspace_id = ${workspaceId} and id > ${after}`;
  const bound = await tx.value<number>(sql`${left} order by id limit 1 offset ${raw(String(LOOKED_AT - 1))}`);
  const found = sql`${left} and id <= ${bound ?? Number.MAX_SAFE_INTEGER}
    and json_type(properties, '$.${raw(key)}') is not null order by id limit ${most}`;
  const ids = await tx.values<number>(found);
  return { ids, next: ids.length === most ? (ids.at(-1) ?? null) : bound };
}
