// Takes an entry back: its changes from the newest to the oldest, a hundred records at a time. What is there decides what is
// sent, so that an undo that was interrupted is simply run again.

import type { AnyId } from '../../../contract/ids.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type Change, keyOf } from '../../session/history/change.ts';
import type { EntryReader } from '../../session/history/entry.ts';
import { isOfOne } from '../one-by-one.ts';
import { UNDO_KINDS } from './kinds.ts';
import { send, type UndoHost, type UndoTarget } from './undo-kind.ts';
import { type UndoStep, undoStep } from './undo-plan.ts';

export interface UndoOptions {
  readonly overwrites: boolean;
  readonly isDry: boolean;
  /** The ids under which records that were deleted are there again: `contact/74` → 201. */
  readonly renamed: Map<string, AnyId>;
}

export interface UndoneStep extends UndoStep {
  /** Set where the service refused it. */
  readonly error?: string;
  /** The id of a record that was made again. */
  readonly newId?: AnyId;
}

const nameOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>): string => `${kind}/${id}`;

/** The steps, each when it is done. */
export async function* undone(host: UndoHost, entry: EntryReader, options: UndoOptions): AsyncGenerator<UndoneStep> {
  const overlay = new Overlay();
  for await (const batch of batches(entry)) {
    const targets = batch.flatMap((change): UndoTarget[] => {
      const id = change.id === null ? null : (options.renamed.get(nameOf(change)) ?? change.id);
      return id === null ? [] : [{ id, change }];
    });
    const kind = UNDO_KINDS[batch[0]?.kind ?? 'service'];
    const now = (await kind?.read?.(host, targets)) ?? new Map<string, JsonObject>();
    for (const change of batch) {
      const id = change.id === null ? null : (options.renamed.get(nameOf(change)) ?? change.id);
      const record = overlay.of(change, now.get(String(id)) ?? null);
      const step = undoStep(change, id, record, options);
      if (options.isDry) {
        overlay.note(step);
        yield step;
      } else yield await carriedOut(host, step, record, options);
    }
  }
}

/** What a dry run has foreseen of records that several requests of the entry changed. */
class Overlay {
  readonly #values = new Map<string, JsonObject | null>();

  of(change: Change, now: JsonObject | null): JsonObject | null {
    const values = this.#values.get(keyOf(change));
    return values === undefined ? now : values === null ? null : { ...now, ...values };
  }

  note({ change, act, fields }: UndoStep): void {
    const key = keyOf(change);
    if (act === 'remove') this.#values.set(key, null);
    if (act !== 'change' || Object.keys(fields).length === 0) return;
    const restored = Object.entries(fields).map(([field, [, to]]) => [field, to] as const);
    this.#values.set(key, { ...this.#values.get(key), ...Object.fromEntries(restored) });
  }
}

/** Changes of one kind, newest first; of a record one at a time, so that each is compared with what the one before left. */
async function* batches(entry: EntryReader): AsyncGenerator<Change[]> {
  let batch: Change[] = [];
  let keys = new Set<string>();
  for await (const change of newestFirst(entry)) {
    const key = keyOf(change);
    const isOther = batch[0] !== undefined && batch[0].kind !== change.kind;
    if (isOther || keys.has(key) || batch.length >= LIMITS.pageSizeMax) {
      yield batch;
      batch = [];
      keys = new Set();
    }
    batch.push(change);
    keys.add(key);
  }
  if (batch.length > 0) yield batch;
}

async function* newestFirst(entry: EntryReader): AsyncGenerator<Change> {
  yield* [...entry.later].reverse();
  for await (const { is, changes } of entry.requests('newest')) if (is !== 'refused') yield* [...changes].reverse();
}

async function carriedOut(
  host: UndoHost,
  step: UndoStep,
  now: JsonObject | null,
  { renamed }: UndoOptions,
): Promise<UndoneStep> {
  const { change, id, act } = step;
  const kind = UNDO_KINDS[change.kind];
  if (kind === null || act === 'nothing') return step;
  try {
    if (act === 'create') {
      const newId = await kind.create?.(host, change);
      if (newId === undefined) return step;
      renamed.set(nameOf(change), newId);
      return { ...step, newId };
    }
    if (id === null) return step;
    const target = { id, change };
    if (act === 'remove') await kind.remove?.(host, target, now ?? {});
    if (act === 'change') {
      const values = Object.fromEntries(Object.entries(step.fields).map(([field, [, to]]) => [field, to]));
      if (Object.keys(values).length > 0) await kind.update?.(host, target, values, now ?? {});
      await sendMembers(host, step);
    }
    return step;
  } catch (error) {
    if (!isOfOne(error)) throw error;
    return { ...step, error: error.message };
  }
}

/** Sent as a whole: what is so already, the service leaves so. */
async function sendMembers(host: UndoHost, { change, id, members }: UndoStep): Promise<void> {
  if (id === null) return;
  for (const { of, add, remove } of members) {
    if (of === 'tags') {
      const sender = change.scope === undefined ? {} : { senderIdentityId: change.scope };
      const params = { contactId: id };
      if (remove.length > 0) await send(host, routes.inbox.removeTags, { params, body: { tagIds: remove, ...sender } });
      if (add.length > 0) await send(host, routes.inbox.addTags, { params, body: { tagIds: add, ...sender } });
      continue;
    }
    const key = of === 'companies' ? 'companyIds' : 'contactIds';
    const lists = of === 'lists' ? null : { params: { listId: id } };
    if (lists === null) {
      for (const list of remove)
        await send(host, routes.lists.removeMembers, { params: { listId: list }, body: { contactIds: [id] } });
      for (const list of add)
        await send(host, routes.lists.addMembers, { params: { listId: list }, body: { contactIds: [id] } });
      continue;
    }
    if (remove.length > 0) await send(host, routes.lists.removeMembers, { ...lists, body: { [key]: remove } });
    if (add.length > 0) await send(host, routes.lists.addMembers, { ...lists, body: { [key]: add } });
  }
}
