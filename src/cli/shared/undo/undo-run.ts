// Takes an entry back: its changes from the newest to the oldest, a hundred records at a time. What is there decides what is
// sent, so that an undo that was interrupted is simply run again.

import type { JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import { ContactPlaces } from '../../session/history/recorded-members.ts';
import { type Change, keyOf } from '../../session/history/recorded-route.ts';
import { isOfOne } from '../one-by-one.ts';
import { parallelMap } from '../parallel-map.ts';
import { restoreDrafts, UNDO_KINDS } from './kinds.ts';
import { sendListMembers, sendMembers, withOpenMembers } from './members.ts';
import type { UndoHost, UndoTarget } from './undo-kind.ts';
import { type UndoneStep, type UndoStep, undoStep } from './undo-plan.ts';
import { madeAndChanged, otherPlaces, UndoProgress } from './undo-progress.ts';

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
    const steps = options.isDry ? planned.map(foreseen) : await carriedOut(host, planned, places);
    for (const step of steps) progress.note(step, options.isDry);
    yield* steps;
  }
}

/** With what the service would refuse of it: of a campaign only the draft is edited. */
function foreseen({ step, now }: PlannedStep): UndoneStep {
  const status = now?.['status'];
  const isOpen = step.change.kind !== 'campaign' || step.act !== 'change' || typeof status !== 'string';
  return isOpen || status === 'DRAFT' ? step : { ...step, error: `it is ${status}, and only a draft can be edited` };
}

async function plan(
  host: UndoHost,
  batch: readonly Change[],
  { isDry, overwrites, isRemote }: UndoOptions & { readonly isRemote: boolean },
  { progress, others }: { readonly progress: UndoProgress; readonly others: ReturnType<typeof otherPlaces> },
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
        places:
          change.kind === 'AI folder' ? progress.left(change, record) : progress.otherPlaces(change, placesOf(id)),
      }),
      now: record,
    };
  });
  const steps = await withOpenMembers(
    host,
    planned.map(({ step }) => step),
  );
  for (const step of steps) {
    const version = step.change.kind === 'workflow' ? step.fields['published']?.[1] : null;
    if (step.id !== null && typeof version === 'number') await host.assertPublishable(step.id, version);
  }
  return steps.map((step, at) => ({ step, now: planned[at]?.now ?? null }));
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
