// Values of a record that was read from another workspace, as a store keeps them.

import { getOwn, isObject, type JsonObject } from '../../../../contract/json.ts';
import type { ReplyData } from '../../../../contract/table.ts';
import { type Context, Refusal } from '../../../core/context.ts';
import type { SqlCell } from '../../../core/sql.ts';
import { insertRows, type TwinRow } from '../queries/twin.ts';

export function textOf(record: JsonObject, name: string): string | null {
  const value = getOwn(record, name);
  return typeof value === 'string' ? value : null;
}

export function numberOf(record: JsonObject, name: string): number | null {
  const value = getOwn(record, name);
  return typeof value === 'number' ? value : null;
}

/** The caller gives every record an id. */
export function idOf(record: JsonObject): number {
  const id = numberOf(record, 'id');
  if (id === null) throw new Error(`a record without an id: ${Object.keys(record).join(', ')}`);
  return id;
}

export function objectsOf(record: JsonObject, name: string): JsonObject[] {
  const value = getOwn(record, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Epoch ms; null where it was not shown. */
export function timeOf(record: JsonObject, name: string): number | null {
  const at = Date.parse(textOf(record, name) ?? '');
  return Number.isNaN(at) ? null : at;
}

/** When a record was made and last changed; the present where that was not shown. */
export function timesOf(record: JsonObject, now: number): { createdAt: number; updatedAt: number } {
  const createdAt = timeOf(record, 'createdAt') ?? now;
  return { createdAt, updatedAt: timeOf(record, 'updatedAt') ?? createdAt };
}

/** Reads a cell from a record, as a rule from the field that is called as the column. */
type CellOf = (record: JsonObject, name: string, now: number) => SqlCell;
type Cells = Readonly<Record<string, CellOf>>;

export const textOr =
  (other: string): CellOf =>
  (record, name) =>
    textOf(record, name) ?? other;
export const filled = textOr('');
export const numberOr =
  (other: number): CellOf =>
  (record, name) =>
    numberOf(record, name) ?? other;
export const flag: CellOf = (record, name) => (getOwn(record, name) === true ? 1 : 0);
export const isoOrNow: CellOf = (record, name, now) => timeOf(record, name) ?? now;
export const always =
  (value: SqlCell): CellOf =>
  () =>
    value;
/** From a field of another name. */
export const at =
  (field: string, cell: CellOf): CellOf =>
  (record, _, now) =>
    cell(record, field, now);
export const created: CellOf = (record, _, now) => timesOf(record, now).createdAt;
export const TIMES: Cells = { createdAt: created, updatedAt: (record, _, now) => timesOf(record, now).updatedAt };

/** The row of a record, with its id and its workspace. */
export function cellsOf({ principal, now }: Context, record: JsonObject, { id = idOf, ...cells }: Cells): TwinRow {
  const own = Object.entries(cells).map(([name, cell]) => [name, cell(record, name, now)] as const);
  return { id: id(record, 'id', now), workspaceId: principal.workspaceId, ...Object.fromEntries(own) };
}

/** The stage of records that are rows of one table. */
export const rowsOf =
  (table: string, cells: Cells): WriteStage =>
  async (context, records) => {
    const rows = records.map((record) => cellsOf(context, record, cells));
    return await insertRows(context.tx, table, rows);
  };

/** `voice-12` → 12: what follows the prefix. */
export const numberAfter = (prefix: string, text: string): number => Number(text.slice(prefix.length));

export type Refused = ReplyData<'local', 'twin'>['refused'];

/** Writes records of one kind. Gives what could not be written as it was read. */
export type WriteStage = (context: Context, records: readonly JsonObject[]) => Promise<Refused>;

/** What the rules refuse; other errors are ours. */
export async function refusalOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
