// What undo needs of a kind of record.

import type { Call, Client, SendOptions } from '../../../client/api.ts';
import type { RequestInput } from '../../../client/request.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import type { Turns } from '../../session/history/turns.ts';
import type { RecordIds } from './record-ids.ts';

export interface UndoHost {
  readonly client: Client;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Requests that are under way together. */
  readonly parallel: number;
  readonly ids: RecordIds;
  readonly turns: Turns;
  /** Puts a record that an earlier attempt made into the history. */
  readonly found: (change: Change) => Promise<void>;
}

/** The record that a change is about, under the id that it has now. */
export interface UndoTarget {
  readonly id: AnyId;
  readonly change: Change;
}

export interface UndoKind {
  /** Those that are there, by id as text. Null where this kind is not read: what is sent does nothing where it is done already. */
  readonly read: ((host: UndoHost, targets: readonly UndoTarget[]) => Promise<ReadonlyMap<string, JsonObject>>) | null;
  /** Writes values back; `now` is the record as it was read. Gives what could not be written, and why. */
  readonly update?: (
    host: UndoHost,
    target: UndoTarget,
    values: JsonObject,
    now: JsonObject,
  ) => Promise<string | undefined | void>;
  readonly remove?: (host: UndoHost, target: UndoTarget, now: JsonObject) => Promise<void>;
  /** Makes a record that was deleted again; gives its id, and what of it could not be made. */
  readonly create?: (host: UndoHost, change: Change) => Promise<{ readonly id: AnyId; readonly remark?: string }>;
  /** Looks for a record that an attempt to make it again may have made; `sentAt`: when, epoch ms. */
  readonly find?: (host: UndoHost, change: Change, sentAt: number) => Promise<AnyId | null>;
}

export const send = async (
  host: UndoHost,
  route: Route,
  input: RequestInput,
  options: SendOptions = {},
): Promise<unknown> => (await host.call(route, input, { signal: host.signal, ...options })).data;

/** Of a request that makes a record again. */
export const recreation = (host: UndoHost, change: Change): SendOptions => {
  const id = host.ids.current(change);
  return id === null ? {} : { recreates: id };
};

export function idOf(data: unknown): AnyId {
  const id = isObject(data) ? data['id'] : undefined;
  if (!isId(id)) throw new TypeError('the service did not name the record that it made');
  return id;
}
