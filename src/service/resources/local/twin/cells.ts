// Values of a record that was read from another workspace, as a store keeps them.

import { getOwn, isObject, type JsonObject } from '../../../../contract/json.ts';
import type { ReplyData } from '../../../../contract/table.ts';
import { type Context, Refusal } from '../../../core/context.ts';

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

export const flagOf = (record: JsonObject, name: string): 0 | 1 => (getOwn(record, name) === true ? 1 : 0);

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
export function timesOf(record: JsonObject, now: number): { created_at: number; updated_at: number } {
  const created = timeOf(record, 'createdAt') ?? now;
  return { created_at: created, updated_at: timeOf(record, 'updatedAt') ?? created };
}

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
