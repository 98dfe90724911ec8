// Takes an entry back: its changes from the newest to the oldest, a hundred records at a time. What is there decides what is
// sent, so that an undo that was interrupted is simply run again.

import { getOwn, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import { ContactPlaces } from '../../session/history/recorded-members.ts';
import { type Change, isEqual, keyOf } from '../../session/history/recorded-route.ts';
import { isOfOne } from '../one-by-one.ts';
import { parallelMap } from '../parallel-map.ts';
import { restoreDrafts, UNDO_KINDS } from './kinds.ts';
import { sendListMembers, sendMembers } from './members.ts';
import { otherPlaces } from './other-places.ts';
import type { UndoHost, UndoTarget } from './undo-kind.ts';
import { type OtherPlaces, type UndoneStep, type UndoStep, undoStep } from './undo-plan.ts';

export interface UndoOptions {
  readonly overwrites: boolean;
  readonly isDry: boolean;
  /** An undo of the entry that did not come to its end. */
  readonly interrupted?: HistoryEntry | undefined;
}

interface PlannedStep {
  readonly step: UndoStep;
  /** The record as it was read. */
  readonly now: JsonObject | null;
}

/** The steps, each when it is done. */
export async function* undone(host: UndoHost, entry: HistoryEntry, options: UndoOptions): AsyncGenerator<UndoneStep> {
  const progress = new UndoProgress(await madeAndChanged(entry));
  const places = new ContactPlaces(host.call);
  const state = { progress, others: otherPlaces(host.call, host.signal, places) };
  const isRemote = entry.header.baseUrl !== null;
  if (options.interrupted !== undefined && !options.isDry) await restoreDrafts(host, options.interrupted);
  for await (const batch of batches(entry, progress)) {
    host.signal.throwIfAborted();
    const planned = await plan(host, batch, { ...options, isRemote }, state);
    const steps = options.isDry ? planned.map(({ step }) => step) : await carriedOut(host, planned, places);
    for (const step of steps) progress.note(step, options.isDry);
    yield* steps;
  }
}

interface UndoState {
  readonly progress: UndoProgress;
  readonly others: ReturnType<typeof otherPlaces>;
}

async function plan(
  host: UndoHost,
  batch: readonly Change[],
  { isDry, overwrites, isRemote }: UndoOptions & { readonly isRemote: boolean },
  { progress, others }: UndoState,
): Promise<PlannedStep[]> {
  const targets = batch.flatMap((change): UndoTarget[] => {
    const id = host.ids.current(change);
    return id === null ? [] : [{ id, change }];
  });
  const kind = UNDO_KINDS[batch[0]?.kind ?? 'service'];
  const now = (await kind?.read?.(host, targets)) ?? new Map<string, JsonObject>();
  const created = targets.flatMap(({ id, change: { kind: of, is } }) =>
    of === 'contact' && is === 'created' && now.has(String(id)) ? Number(id) : [],
  );
  const placesOf = await others(overwrites ? [] : created);
  const planned = batch.map((change): PlannedStep => {
    const id = host.ids.current(change);
    const record = isDry ? progress.of(change, now.get(String(id)) ?? null) : (now.get(String(id)) ?? null);
    return {
      step: undoStep(host.ids.inFolders(progress.open(change, record)), id, record, {
        overwrites,
        isRemote,
        places: progress.otherPlaces(change, placesOf(id)),
      }),
      now: record,
    };
  });
  for (const { step } of planned) {
    const version = step.change.kind === 'workflow' ? step.fields['published']?.[1] : null;
    if (step.id !== null && typeof version === 'number') await host.assertPublishable(step.id, version);
  }
  return planned;
}

/**
 * Records that the entry made and then changed: one that goes takes its changes along, and one that stays, because someone changed
 * it since, stays as it is.
 */
async function madeAndChanged(entry: HistoryEntry): Promise<ReadonlySet<string>> {
  const counts = Object.keys(entry.header.counts ?? {});
  const made = new Set<string>();
  const changed = new Set<string>();
  if (!counts.some((name) => name.endsWith(' updated')) || !counts.some((name) => name.endsWith(' created')))
    return made;
  for await (const { change, is } of recordedChanges(entry)) {
    if (is === 'refused' || UNDO_KINDS[change.kind]?.remove === undefined) continue;
    if (change.is === 'created') made.add(keyOf(change));
    if (change.is === 'updated' && made.has(keyOf(change))) changed.add(keyOf(change));
  }
  return changed;
}

/** What the newer changes of the entry came to. */
class UndoProgress {
  readonly #made: ReadonlySet<string>;
  /** Of those that the entry made: all that it wrote in them since. */
  readonly #later = new Map<string, Pick<Change, 'fields' | 'members'>>();
  /** Of a dry run: records as they would be; null for one that would be gone. */
  readonly #values = new Map<string, JsonObject | null>();
  /** Fields that stay as they are: what they were before that is not asked any more. */
  readonly #staying = new Map<string, Set<string>>();
  /** Fields of which only the last value is known: what they were before, an older change may know. */
  readonly #unread = new Map<string, NonNullable<Change['fields']>>();
  readonly #places = new Set<string>();

  constructor(made: ReadonlySet<string>) {
    this.#made = made;
  }

  /** Whether it is a part of making the record, which is taken back as a whole. */
  isPartOfMaking(change: Change): boolean {
    const key = keyOf(change);
    const isKnown = change.unread === undefined || change.fields !== undefined;
    if (change.is !== 'updated' || !isKnown || !this.#made.has(key)) return false;
    const later = this.#later.get(key);
    // From the newest: what is known already was written later.
    const members = Object.fromEntries(
      Object.entries({ ...change.members, ...later?.members }).map(([of]) => [
        of,
        {
          added: [
            ...(getOwn(change.members ?? {}, of)?.added ?? []),
            ...(getOwn(later?.members ?? {}, of)?.added ?? []),
          ],
        },
      ]),
    );
    this.#later.set(key, { fields: { ...change.fields, ...later?.fields }, members });
    return true;
  }

  of(change: Change, now: JsonObject | null): JsonObject | null {
    const values = this.#values.get(keyOf(change));
    return values === undefined ? now : values === null ? null : { ...now, ...values };
  }

  /** Without fields of which a newer value stays; what was made with all that the entry wrote in it. */
  open(change: Change, now: JsonObject | null): Change {
    const later = change.is === 'created' ? this.#later.get(keyOf(change)) : undefined;
    if (later !== undefined) return { ...change, fields: { ...change.fields, ...later.fields } };
    if (change.is !== 'updated' || change.fields === undefined) return change;
    const staying = this.#staying.get(keyOf(change));
    const unread = this.#unread.get(keyOf(change));
    if (staying === undefined && unread === undefined) return change;
    const open = Object.entries(change.fields).filter(([field]) => staying?.has(field) !== true);
    // Where the service took a value for the same as the one before, it is still that one.
    const fields = open.map(([field, [from, to]]) => {
      const last = getOwn(unread ?? {}, field)?.[1];
      return [field, [from, last !== undefined && isEqual(last, getOwn(now ?? {}, field)) ? last : to]] as const;
    });
    return { ...change, fields: Object.fromEntries(fields) };
  }

  otherPlaces(change: Change, { lists, campaigns, conversations }: OtherPlaces): OtherPlaces {
    const added = [change.members, this.#later.get(keyOf(change))?.members].flatMap(
      (one) => one?.['lists']?.added ?? [],
    );
    const own = new Set(added.map((id) => `list/${id}`));
    return {
      lists: lists.filter((id) => !own.has(`list/${id}`) && !this.#places.has(`list/${id}`)),
      campaigns: campaigns.filter((id) => !this.#places.has(`campaign/${id}`)),
      conversations,
    };
  }

  note({ change, act, fields, kept, lasting, error }: UndoneStep, isDry: boolean): void {
    const key = keyOf(change);
    const { kind, id } = change;
    const unread = Object.entries(this.#unread.get(key) ?? {}).filter(([field]) => !Object.hasOwn(fields, field));
    if (change.unread !== undefined) this.#unread.set(key, { ...change.fields, ...Object.fromEntries(unread) });
    // What is back is no longer what a newer change wrote.
    else if (error === undefined && this.#unread.has(key)) this.#unread.set(key, Object.fromEntries(unread));
    if (kind === 'list' || kind === 'campaign') this.#places.add(`${kind}/${id}`);
    // A company that a contact could not be moved back to is the only field that is refused by itself.
    const refused =
      error !== undefined ? Object.keys(fields) : 'companyId' in fields && lasting !== null ? ['companyId'] : [];
    const stays = [...kept.map(({ field }) => field), ...refused];
    if (stays.length > 0) this.#staying.set(key, new Set([...(this.#staying.get(key) ?? []), ...stays]));
    if (!isDry) return;
    if (act === 'remove') this.#values.set(key, null);
    if (act !== 'change' || Object.keys(fields).length === 0) return;
    const restored = Object.entries(fields).map(([field, [, to]]) => [field, to] as const);
    this.#values.set(key, { ...this.#values.get(key), ...Object.fromEntries(restored) });
  }
}

/** Changes of one kind, newest first; of a record one at a time, so that each is compared with what the one before left. */
async function* batches(entry: HistoryEntry, progress: UndoProgress): AsyncGenerator<Change[]> {
  let batch: Change[] = [];
  let keys = new Set<string>();
  for await (const { change, is } of recordedChanges(entry, 'newest')) {
    if (is === 'refused' || progress.isPartOfMaking(change)) continue;
    const key = keyOf(change);
    // A folder that is made again gets the id by which what it held names it.
    const isOther = batch[0] !== undefined && (batch[0].kind !== change.kind || change.kind === 'AI folder');
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

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Records of a batch are independent of one another. Where one fails, those under way are finished, so that none is created unrecorded. */
async function carriedOut(
  host: UndoHost,
  planned: readonly PlannedStep[],
  places: ContactPlaces,
): Promise<UndoneStep[]> {
  const removed = planned.flatMap(({ step: { change, act, id } }) =>
    act === 'remove' && change.kind === 'contact' ? Number(id) : [],
  );
  const lists = removed.length === 0 ? null : await places.lists(removed);
  const steps = parallelMap(streamOf(planned), {
    parallel: host.parallel,
    window: planned.length,
    isCancelled: () => false,
    work: async ({ step, now }: PlannedStep) => {
      const member = lists?.get(Number(step.id));
      return await carryOut(host, step, member === undefined ? now : { ...now, lists: member });
    },
  });
  const done: UndoneStep[] = [];
  for await (const step of steps) done.push(step);
  return await sendListMembers(host, done);
}

async function carryOut(host: UndoHost, step: UndoStep, now: JsonObject | null): Promise<UndoneStep> {
  const { change, id, act } = step;
  const kind = UNDO_KINDS[change.kind];
  const isMadeAgain = change.is === 'deleted' && now !== null && id !== change.id;
  if (kind === null || (act === 'nothing' && !isMadeAgain)) return step;
  try {
    if (isMadeAgain && id !== null) return await completed(host, step, { id, change }, now);
    if (act === 'create') return await createAgain(host, step);
    if (id === null) return step;
    const target = { id, change };
    if (act === 'remove') await kind.remove?.(host, target, now ?? {});
    if (act === 'change') {
      const values = Object.fromEntries(Object.entries(step.fields).map(([field, [, to]]) => [field, to]));
      const remark = Object.keys(values).length > 0 ? await kind.update?.(host, target, values, now ?? {}) : undefined;
      await sendMembers(host, step);
      if (typeof remark === 'string') return { ...step, lasting: [step.lasting ?? [], remark].flat().join('; ') };
    }
    return step;
  } catch (error) {
    if (!isOfOne(error)) throw error;
    return { ...step, error: error.message };
  }
}

async function completed(host: UndoHost, step: UndoneStep, target: UndoTarget, now: JsonObject): Promise<UndoneStep> {
  const remark = await UNDO_KINDS[target.change.kind]?.complete?.(host, target, now);
  return { ...step, lasting: remark ?? step.lasting };
}

/** An earlier attempt may have made it, without an answer: then it is looked for, and not made twice. */
async function createAgain(host: UndoHost, step: UndoStep): Promise<UndoneStep> {
  const { change } = step;
  const kind = UNDO_KINDS[change.kind];
  const sentAt = host.ids.unanswered(change);
  if (sentAt !== null) {
    if (kind?.find === undefined)
      return {
        ...step,
        error: 'an earlier attempt may have created it: look for it, and create it if it is not there',
      };
    const found = await kind.find(host, change, sentAt);
    if (found !== null) {
      await host.found({ ...change, id: found, is: 'created', ...(change.id !== null && { was: change.id }) });
      host.ids.rename(change, found);
      const target = { id: found, change };
      const now = (await kind.read?.(host, [target]))?.get(String(found));
      return await completed(host, { ...step, newId: found }, target, now ?? {});
    }
  }
  const made = await kind?.create?.(host, change);
  if (made === undefined) return step;
  host.ids.rename(change, made.id);
  return { ...step, newId: made.id, lasting: made.remark ?? step.lasting };
}
