// The lock of a folder for one workspace: what was last applied or pulled, name by name. It is committed, and holds no
// secrets. One line a resource, so that two people's changes merge line by line.

import { type AnyId, isId, isSameId } from '../../contract/ids.ts';
import { getOwn, isObject, objectIn } from '../../contract/json.ts';
import { canonical, isSame } from './compare.ts';
import { KEEPS_NOTHING, type Keeping, withPlaces } from './keeping.ts';
import { type Document, keyOf, kindOfKey, RENAMABLE, type ResourceKind } from './kinds.ts';
import { alignedWith } from './normal.ts';

export interface LockEntry {
  /** Null for what has no id: the playbook. */
  readonly id: AnyId | null;
  readonly file: string;
  /** What the file said. */
  readonly document: Document;
  /** What the workspace said afterwards; left out where it is the same. */
  readonly live?: Document;
  /** It is not deleted, even once no file has it. */
  readonly protect?: true;
}

export interface Workspace {
  /** Null where the service does not name it: then the address is what it is known by. */
  readonly id: AnyId | null;
  readonly name: string;
}

export interface OutreachLock {
  /** Of which workspace; null before the first time. */
  readonly workspace: Workspace | null;
  readonly resources: ReadonlyMap<string, LockEntry>;
}

const LOCK_VERSION = 1;
export const EMPTY_LOCK: OutreachLock = { workspace: null, resources: new Map() };

/** What the workspace said when the entry was written. */
export function liveOf({ document, live }: LockEntry): Document {
  return live ?? document;
}

/** An entry of what was applied, and of what was read afterwards. */
export function entryOf(
  id: AnyId | null,
  { file, keeping }: { readonly file: string; readonly keeping?: Keeping },
  document: Document,
  live: Document,
): LockEntry {
  return {
    id,
    file,
    document,
    ...(isSame(document, live) ? {} : { live }),
    ...(keeping?.protect && { protect: true }),
  };
}

/** The text of a lock: the same bytes for the same content. */
export function lockText({ workspace, resources }: OutreachLock): string {
  const sorted = [...resources].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([key, entry]) => `    ${JSON.stringify(key)}: ${JSON.stringify(canonical(entry))}`);
  return [
    '{',
    `  "version": ${LOCK_VERSION},`,
    `  "workspace": ${JSON.stringify(workspace)},`,
    lines.length === 0 ? '  "resources": {}' : `  "resources": {\n${lines.join(',\n')}\n  }`,
    '}',
    '',
  ].join('\n');
}

/** Why a text is not a lock, or the lock. */
export function parseLock(text: string): OutreachLock | { readonly why: string } {
  if (/^(<{7}|={7}|>{7})/m.test(text)) return { why: 'it has conflict marks of Git' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { why: 'it is not valid JSON' };
  }
  if (!isObject(value) || !isObject(getOwn(value, 'resources'))) return { why: 'it holds no resources' };
  if (getOwn(value, 'version') !== LOCK_VERSION) return { why: 'another version of reach wrote it' };
  const resources = new Map<string, LockEntry>();
  for (const [key, entry] of Object.entries(objectIn(getOwn(value, 'resources')))) {
    const read = kindOfKey(key) === null ? null : readEntry(entry);
    if (read === null) return { why: `"${key}" is not a known resource` };
    resources.set(key, read);
  }
  return { workspace: readWorkspace(getOwn(value, 'workspace')), resources };
}

function readEntry(value: unknown): LockEntry | null {
  if (!isObject(value)) return null;
  const { id, file, document, live, protect } = value;
  if ((!isId(id) && id !== null) || typeof file !== 'string' || !isObject(document)) return null;
  return { id, file, document, ...(isObject(live) && { live }), ...(protect === true && { protect }) };
}

function readWorkspace(value: unknown): Workspace | null {
  if (!isObject(value)) return null;
  const { id, name } = value;
  return (isId(id) || id === null) && typeof name === 'string' ? { id, name } : null;
}

/** Whether two are one workspace: by their ids where both are known, else by their names. */
export function isSameWorkspace(one: Workspace, other: Workspace): boolean {
  return one.id === null || other.id === null ? one.name === other.name : isSameId(one.id, other.id);
}

// A resource that has another name in its file than the lock knows it by: renamed, and not created again.

export interface WantedResource {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly file: string;
  readonly document: Document;
  readonly keeping?: Keeping;
}

/** Whether it says what was last applied, but for its name and what is left to the app. */
function isRenamed({ kind, document, keeping = KEEPS_NOTHING }: WantedResource, applied: Document): boolean {
  const { name } = applied;
  return isSame(alignedWith(kind, { ...withPlaces(document, applied, keeping.ignore), name }, applied), applied);
}

/**
 * New name → the one it had, which is nowhere else now: as `moved` has it; else that of a file at the same place; else that
 * of the only entry which says the same under another name at another place.
 */
export function renamesOf(
  wanted: readonly WantedResource[],
  lock: OutreachLock,
  inFiles: ReadonlySet<string>,
  moved: ReadonlyMap<string, string>,
): Map<string, string> {
  const renamed = new Map<string, string>();
  const files = new Set(wanted.map(({ file }) => file));
  for (const one of wanted) {
    const { kind, name, file } = one;
    const key = keyOf(kind, name);
    if (lock.resources.has(key) || !RENAMABLE.has(kind)) continue;
    const left = [...lock.resources].filter(([other]) => kindOfKey(other) === kind && !inFiles.has(other));
    const alike = left.filter(([, entry]) => !files.has(entry.file) && isRenamed(one, entry.document));
    const old =
      left.find(([other]) => moved.get(other) === key) ??
      left.find(([, entry]) => entry.file === file) ??
      (alike.length === 1 ? alike[0] : undefined);
    if (old !== undefined) renamed.set(key, old[0]);
  }
  return renamed;
}
