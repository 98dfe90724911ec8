// A page of a list as a service answers it, whatever its shape.

import { getOwn } from '../../contract/dictionary.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { ReplyError } from '../errors.ts';
import type { Reply } from './reply.ts';

/** One page, opened. `more` is what the page itself says; `null` = nothing. */
export interface AnswerPage {
  readonly records: readonly unknown[];
  readonly more: boolean | null;
  readonly total: number | null;
  readonly cursor: string | number | null;
}

/** The record array of a page: `data` itself, the one array in it, or of several the one named like the group. */
function recordsOf(reply: Reply, group: string): readonly unknown[] | undefined {
  const { data } = reply;
  if (Array.isArray(data)) return data;
  if (!isObject(data)) return undefined;
  const arrays = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return (arrays.length === 1 ? arrays[0] : arrays.find(([name]) => name === group))?.[1];
}

/** The first value of one of the names that is of the wanted type; null for none. */
export function first<T>(
  places: readonly JsonObject[],
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
) {
  for (const place of places) {
    for (const name of names) {
      const value = getOwn(place, name);
      if (isWanted(value)) return value;
    }
  }
  return null;
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isCursor = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Throws ReplyError for an answer without a list of records. */
export function pageOf(asked: { method: string; path: string }, reply: Reply, group: string): AnswerPage {
  const records = recordsOf(reply, group);
  if (records === undefined) {
    throw new ReplyError({
      ...asked,
      fault: 'not_a_page',
      status: reply.status,
      message: 'the answer holds no list of records, or several',
      requestId: reply.requestId,
      body: JSON.stringify(reply.envelope).slice(0, 2048),
    });
  }
  const { data, envelope } = reply;
  // Where services put the paging: in the data, beside it, or in an object of its own.
  const meta = isObject(data) ? data['meta'] : null;
  const places = [data, envelope['meta'], envelope['pagination'], meta, envelope].filter(isObject);
  return {
    records,
    more: first(places, ['hasNextPage', 'hasMore'], isBoolean),
    total: first(places, ['total', 'totalCount'], isCount),
    cursor: first(places, ['nextCursor'], isCursor),
  };
}

const idOrAll = (record: unknown) => (isObject(record) ? (getOwn(record, 'id') ?? record) : record);

/** By their ids, where they have some: a record may change between two requests. */
export const isSame = (one: AnswerPage, other: AnswerPage) =>
  JSON.stringify(one.records.map(idOrAll)) === JSON.stringify(other.records.map(idOrAll));
