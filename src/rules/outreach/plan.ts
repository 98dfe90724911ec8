// Three sides of every resource: what its file says, what was last applied, what the workspace has. From these, what is to
// be done; nothing that someone else changed is ever overwritten.

import { groupBy } from '../../contract/group-by.ts';
import { type AnyId, isSameId } from '../../contract/ids.ts';
import { getOwn, type JsonObject } from '../../contract/json.ts';
import type { KeptPlaybook } from '../playbook/change.ts';
import { changesOf, isSame, type ValueChange } from './compare.ts';
import { KEEPS_NOTHING, stopsItself, withPlaces } from './keeping.ts';
import { DELETABLE, type Document, keyOf, kindOfKey, type ResourceKind } from './kinds.ts';
import { type LockEntry, liveOf, type OutreachLock, renamesOf, type WantedResource } from './lock.ts';
import { type Conflict, mergeDocuments } from './merge.ts';
import { alignedWith, withoutPublish } from './normal.ts';
import { userOf } from './order.ts';
import { documentChanges, isSameDocument, overlay, restrictedTo } from './overlay.ts';

export const ACTIONS = [
  'create',
  'update',
  'delete',
  'drift',
  'conflict',
  'protected',
  'kept',
  'forget',
  'unchanged',
] as const;
export type PlannedAction = (typeof ACTIONS)[number];

/** Actions that keep an apply from beginning. */
export const REFUSED: ReadonlySet<PlannedAction> = new Set(['drift', 'conflict', 'protected']);
/** Actions that do something in the workspace. */
export const WRITES: ReadonlySet<PlannedAction> = new Set(['create', 'update', 'delete']);

export interface LiveResource {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly id: AnyId | null;
  readonly document: Document;
  /** The status of a campaign that is not a draft any more; null for what can be changed. */
  readonly running: string | null;
  /** Of the playbook: its items with their ids. */
  readonly kept?: KeptPlaybook;
  /** The record as it was read: a workflow's revision is in it. */
  readonly record?: JsonObject;
}

export interface Planned {
  readonly key: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly action: PlannedAction;
  readonly id: AnyId | null;
  readonly file: string | null;
  /** What applying changes; of drift, what was changed in the workspace. */
  readonly changes: readonly ValueChange[];
  readonly conflicts: readonly Conflict[];
  /** What a person has to know. */
  readonly note: string | null;
  readonly wanted: WantedResource | null;
  readonly live: LiveResource | null;
  readonly entry: LockEntry | null;
  /** The key it had, where it gets another name. */
  readonly renamedFrom: string | null;
  /** A running campaign that gets a new draft beside it. */
  readonly isClone: boolean;
  /** Of a workflow that applying publishes: what runs it then; empty where people start it. */
  readonly arms?: string;
}

export interface PlanOptions {
  readonly prune?: boolean;
  /** The file wins over drift and conflicts. */
  readonly overwrite?: boolean;
  readonly cloneRunning?: boolean;
  /** Keys; null for everything. */
  readonly targets?: readonly string[] | null;
}

interface ComparedSides {
  readonly wanted: WantedResource | null;
  readonly live: LiveResource | null;
  readonly entry: LockEntry | null;
  readonly renamedFrom?: string | null;
}

/** Everything that is followed or wanted, in no particular order. `live`: at least what files and lock name. */
export function planOf(
  wanted: readonly WantedResource[],
  lock: OutreachLock,
  live: readonly LiveResource[],
  options: PlanOptions = {},
  moved: ReadonlyMap<string, string> = new Map(),
): Planned[] {
  const byKey = groupBy(live, ({ kind, name }) => keyOf(kind, name));
  const byId = (kind: ResourceKind | null, id: AnyId | null) =>
    live.find((one) => one.kind === kind && isSameId(one.id, id)) ?? null;
  const inFiles = new Set(wanted.map(({ kind, name }) => keyOf(kind, name)));
  const renamed = renamesOf(wanted, lock, inFiles, moved);
  const left = new Set([...lock.resources.keys()].filter((key) => !inFiles.has(key)));
  const planned = wanted.map((one): Planned => {
    const key = keyOf(one.kind, one.name);
    const from = renamed.get(key) ?? null;
    if (from !== null) left.delete(from);
    const entry = lock.resources.get(from ?? key) ?? null;
    const named = byKey.get(key) ?? [];
    const known = entry === null ? null : byId(one.kind, entry.id);
    // Of several of a name the newest counts: a draft that was made beside a running campaign.
    const found = known ?? newestOf(named) ?? null;
    return decided(key, { wanted: one, live: found, entry, renamedFrom: from }, options);
  });
  const claimed = new Set(planned.flatMap(({ kind, live: one }) => (one?.id == null ? [] : [`${kind}/${one.id}`])));
  for (const key of left) {
    const kind = kindOfKey(key);
    const entry = lock.resources.get(key) ?? null;
    if (kind === null || entry === null) continue;
    // Under another name it is in a file: it is neither left over nor ever deleted.
    if (claimed.has(`${kind}/${entry.id}`)) {
      planned.push({ ...decided(key, { wanted: null, live: null, entry }, options), note: 'it has another name now' });
      continue;
    }
    const found = kind === 'playbook' ? (byKey.get(key)?.[0] ?? null) : byId(kind, entry.id);
    const one = decided(key, { wanted: null, live: found, entry }, options);
    const user = one.action === 'delete' ? userOf(key, wanted) : undefined;
    planned.push(
      user === undefined ? one : { ...one, action: 'kept', changes: [], note: `${user.file} still names it` },
    );
  }
  const { targets = null } = options;
  return targets === null ? planned : planned.filter(({ key }) => targets.includes(key));
}

/** The one with the highest number; of ids that are text the one listed last. */
export function newestOf<T extends { readonly id: AnyId | null }>(some: readonly T[]): T | undefined {
  const numbered = some.every(({ id }) => typeof id === 'number');
  return numbered ? some.toSorted((a, b) => Number(a.id) - Number(b.id)).at(-1) : some.at(-1);
}

function decided(key: string, sides: ComparedSides, options: PlanOptions): Planned {
  const { wanted, live, entry } = sides;
  const kind = wanted?.kind ?? live?.kind ?? kindOfKey(key) ?? 'list';
  const name = wanted?.name ?? key.slice(key.indexOf('/') + 1);
  const base: Planned = {
    key,
    kind,
    name,
    action: 'unchanged',
    id: live?.id ?? entry?.id ?? null,
    file: wanted?.file ?? entry?.file ?? null,
    changes: [],
    conflicts: [],
    note: null,
    wanted,
    live,
    entry,
    renamedFrom: sides.renamedFrom ?? null,
    isClone: false,
  };
  if (wanted === null) return withoutFile(base, options);
  if (live === null) return withoutLive(base, wanted, options);
  return compared(base, wanted, live, options);
}

/** In the lock, and in no file any more. */
function withoutFile(base: Planned, { prune = false, overwrite = false }: PlanOptions): Planned {
  const { kind, live, entry } = base;
  if (live === null || entry === null) return { ...base, action: 'forget', note: 'it is gone from both sides' };
  if (!prune) return { ...base, action: 'kept', note: 'no file has it any more: --prune removes it' };
  if (!DELETABLE.has(kind)) {
    return { ...base, action: 'forget', note: 'the API cannot delete it: kept, no longer managed here' };
  }
  if (entry.protect === true) {
    return { ...base, action: 'kept', note: 'it was applied with protect: true: --prune does not delete it' };
  }
  const drift = changesOf(liveOf(entry), live.document);
  if (drift.length > 0 && !overwrite) {
    return {
      ...base,
      action: 'conflict',
      changes: drift,
      note: 'no file has it any more, and it was changed in the workspace',
    };
  }
  return { ...base, action: 'delete', changes: [{ path: '', before: live.document, after: undefined }] };
}

function withoutLive(base: Planned, wanted: WantedResource, { overwrite = false }: PlanOptions): Planned {
  const changes = [{ path: '', before: undefined, after: wanted.document }];
  if (base.entry === null || overwrite) return { ...base, id: null, action: 'create', changes };
  const isChanged = !isSame(wanted.document, base.entry.document);
  const note = 'it is gone from the workspace: delete the file too, or --overwrite creates it again';
  return { ...base, action: isChanged ? 'conflict' : 'drift', note };
}

/** What apply would make of the record: an update, a draft beside a running campaign, or nothing. */
function updated(base: Planned, changes: readonly ValueChange[], { cloneRunning = false }: PlanOptions): Planned {
  const running = base.live?.running ?? null;
  if (running === null) return { ...base, action: 'update', changes };
  if (cloneRunning)
    return { ...base, action: 'create', id: null, changes, isClone: true, note: `beside the one that is ${running}` };
  const note = `it is ${running} and is not touched: --clone-running creates a draft beside it`;
  return { ...base, action: 'protected', changes, note };
}

const PUBLISH: ValueChange = { path: 'publish', before: false, after: true };

function compared(found: Planned, file: WantedResource, live: LiveResource, options: PlanOptions): Planned {
  const { kind } = found;
  const { ignore, protect } = file.keeping ?? KEEPS_NOTHING;
  // What is left to the app is as the app has it, on every side.
  const left = (document: Document) => withPlaces(document, live.document, ignore);
  const entry = found.entry && {
    ...found.entry,
    document: left(found.entry.document),
    live: left(liveOf(found.entry)),
  };
  const wanted = { ...file, document: alignedWith(kind, left(file.document), live.document) };
  const base = { ...found, wanted };
  const { overwrite = false } = options;
  // Nothing is removed that was never applied from here.
  const prune = options.prune === true && entry !== null && !protect;
  const [message, now] = [withoutPublish(kind, wanted.document), withoutPublish(kind, live.document)];
  const before = entry === null ? null : withoutPublish(kind, liveOf(entry));
  const ours = overlay(kind, message, before ?? now, prune);
  const mustPublish =
    kind === 'workflow' && getOwn(wanted.document, 'publish') === true && getOwn(live.document, 'publish') !== true;
  const done = mustPublish ? updated(base, [PUBLISH], options) : base;
  if (isSameDocument(kind, now, ours)) return done;
  if (protect && stopsItself(kind, live.document, wanted.document)) {
    const note = 'protect: true in its file: applying would stop what starts it';
    return { ...base, action: 'protected', changes: documentChanges(kind, now, ours), note };
  }
  const last = entry === null ? null : alignedWith(kind, withoutPublish(kind, entry.document), live.document);
  const isOurs =
    before === null ||
    last === null ||
    (kind === 'playbook' ? !isSameDocument(kind, before, ours) : !isSame(last, message));
  const isTheirs = before === null || !isSameDocument(kind, before, restrictedTo(kind, now, message));
  if (!isOurs && !isTheirs) return done;
  const target = overwrite ? overlay(kind, message, now, prune) : ours;
  const update = updated(base, [...documentChanges(kind, now, target), ...(mustPublish ? [PUBLISH] : [])], options);
  if (kind === 'playbook' && isBlank(now)) return { ...update, action: 'create' };
  if (overwrite || (!isTheirs && isOurs)) return update;
  if (before !== null && !isOurs) {
    return { ...base, action: 'drift', changes: documentChanges(kind, before, now), note: 'changed in the workspace' };
  }
  if (before === null) return neverApplied(base, update);
  const { document, conflicts } = mergeDocuments(kind, before, now, ours);
  if (conflicts.length > 0) {
    return {
      ...base,
      action: 'conflict',
      changes: documentChanges(kind, before, now),
      conflicts,
      note: 'changed on both sides',
    };
  }
  // What was interrupted half-way: the workspace has a part of what the file says, and nothing else.
  if (isSameDocument(kind, document, ours)) return update;
  const note = 'changed on both sides, at different places';
  return { ...base, action: 'drift', changes: documentChanges(kind, before, now), note };
}

/** Additions to a playbook take nothing from anybody; anything else would write over what others made. */
function neverApplied(base: Planned, update: Planned): Planned {
  const isAddition = base.kind === 'playbook' && update.changes.every(({ before }) => before === undefined);
  if (isAddition) return update;
  const what = base.kind === 'playbook' ? 'a playbook of its own' : 'another one of this name';
  const note = `the workspace has ${what}, which was never applied from here`;
  return { ...base, action: 'conflict', changes: update.changes, note };
}

export function isBlank(document: Document): boolean {
  return Object.values(document).every((value) => (Array.isArray(value) ? value.length === 0 : isSame(value, {})));
}
