// What undo needs of a kind of record, and under which ids records are now that were deleted and made again.

import type { Call, Client, SendOptions } from '../../../client/api.ts';
import type { RequestInput } from '../../../client/request.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import type { Turns } from '../../session/history/recorder.ts';

type Named = Pick<Change, 'kind' | 'id'>;

const nameOf = ({ kind, id }: Named): string => `${kind}/${id}`;

/** One that was killed has no counts, and what was not answered is in none. */
const mayHaveCreated = ({ counts, unanswered = 0 }: HistoryEntry['header']): boolean =>
  counts === undefined || unanswered > 0 || Object.keys(counts).some((name) => name.endsWith(' created'));

export class RecordIds {
  readonly #renamed = new Map<string, AnyId>();
  /** Records that an undo set out to make again, without an answer: when, epoch ms. */
  readonly #unanswered = new Map<string, number>();
  /** Lists that an undo put contacts into. */
  readonly #placed = new Set<string>();

  /** From the undos of the history. */
  static async from(entries: readonly HistoryEntry[]): Promise<RecordIds> {
    const ids = new RecordIds();
    for (const entry of entries) {
      if (entry.header.undoes === undefined || !mayHaveCreated(entry.header)) continue;
      for await (const { change, is, sentAt } of recordedChanges(entry)) {
        ids.#learn(change, is === 'unanswered' ? sentAt : null);
        if (is === 'done' && change.id !== null)
          for (const id of change.members?.['contacts']?.added ?? []) ids.place(change.id, id);
      }
    }
    return ids;
  }

  #learn({ kind, id, was }: Change, sentAt: number | null): void {
    if (was === undefined) return;
    const name = nameOf({ kind, id: was });
    if (id !== null) {
      this.#renamed.set(name, id);
      this.#unanswered.delete(name);
    } else if (sentAt !== null) this.#unanswered.set(name, sentAt);
  }

  /** Each id leads to the next one: a record may have been made again several times. */
  current({ kind, id }: Named): AnyId | null {
    let now = id;
    for (let next = id; next !== null; ) {
      now = next;
      next = this.#renamed.get(nameOf({ kind, id: now })) ?? null;
    }
    return now;
  }

  /** The same, with the ids that folders have now. */
  inFolders(change: Change): Change {
    const current = (field: string, id: unknown) =>
      isId(id) && (field === 'folderId' || field === 'parentId') ? this.current({ kind: 'AI folder', id }) : id;
    const { fields, record } = change;
    const ofFields = Object.entries(fields ?? {}).map(([field, values]) => [
      field,
      values.map((id) => current(field, id)),
    ]);
    const ofRecord = Object.entries(record ?? {}).map(([field, id]) => [field, current(field, id)]);
    return {
      ...change,
      ...(fields && { fields: Object.fromEntries(ofFields) }),
      ...(record && { record: Object.fromEntries(ofRecord) }),
    };
  }

  rename({ kind, id }: Named, newId: AnyId): void {
    const from = this.current({ kind, id });
    if (from !== newId) this.#renamed.set(nameOf({ kind, id: from }), newId);
  }

  place(listId: AnyId, contactId: AnyId): void {
    this.#placed.add(`${listId}/${contactId}`);
  }

  isPlaced(listId: AnyId, contactId: AnyId): boolean {
    return this.#placed.has(`${listId}/${contactId}`);
  }

  /** When a request to make it again was sent that nothing is known of; null where none was. */
  unanswered(change: Named): number | null {
    return this.#unanswered.get(nameOf({ kind: change.kind, id: this.current(change) })) ?? null;
  }
}

export interface UndoHost {
  readonly client: Client;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Requests that are under way together. */
  readonly parallel: number;
  readonly ids: RecordIds;
  readonly turns: Turns;
  /** Names of fields of contacts beside the standard ones; read once. */
  readonly customFields: () => Promise<readonly string[]>;
  /** Throws CliError where a version of a workflow may not be published. */
  readonly assertPublishable: (workflowId: AnyId, version: number) => Promise<void>;
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
  /** Does what follows the making of a record, where an attempt that was interrupted did not; gives what could not be done. */
  readonly complete?: (host: UndoHost, target: UndoTarget, now: JsonObject) => Promise<string | undefined>;
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
