// A workspace into a folder: files that are as they should be are not touched, local changes are never lost unasked.

import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSameId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { isSame } from '../../../rules/outreach/compare.ts';
import { withPlaces } from '../../../rules/outreach/keeping.ts';
import { type Document, keyOf, kindOfKey, pathFor } from '../../../rules/outreach/kinds.ts';
import { entryOf, type LockEntry, liveOf } from '../../../rules/outreach/lock.ts';
import { type Conflict, conflictText, mergeDocuments } from '../../../rules/outreach/merge.ts';
import { alignedWith } from '../../../rules/outreach/normal.ts';
import { isBlank, type LiveResource, newestOf } from '../../../rules/outreach/plan.ts';
import { plainText } from '../../files/bounded-read.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { displayedPath } from '../folder/folder.ts';
import type { ResourceFile } from '../folder/resource-file.ts';
import { changedText, newText } from '../folder/written.ts';
import type { Opened, ReadableSides } from '../planning/open.ts';

type PullState = 'written' | 'updated' | 'removed' | 'merged' | 'conflict' | 'kept' | 'unchanged';

export interface Pulled {
  readonly key: string;
  readonly file: string;
  readonly state: PullState;
  /** Null: as it is, or gone. */
  readonly text: string | null;
  readonly entry: LockEntry | null;
  readonly conflicts: readonly Conflict[];
  readonly note: string | null;
}

export interface PullOptions {
  readonly merge: boolean;
  /** The workspace wins over local changes. */
  readonly force: boolean;
  /** Keys; null for everything. */
  readonly targets: readonly string[] | null;
}

export interface PullPlan {
  readonly files: readonly Pulled[];
  /** Changed on both sides: nothing may be written. */
  readonly blocked: readonly Pulled[];
  readonly warnings: readonly string[];
}

/** One of each name: the one that is followed, else the newest. */
function distinct(live: readonly LiveResource[], resources: ReadonlyMap<string, LockEntry>, warnings: string[]) {
  const byKey = new Map<string, LiveResource[]>();
  for (const one of live) {
    const key = keyOf(one.kind, one.name);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  return new Map(
    [...byKey].flatMap(([key, some]) => {
      const followed = some.find(({ id }) => isSameId(id, resources.get(key)?.id));
      const chosen = followed ?? newestOf(some);
      if (some.length > 1) {
        const ids = some.map(({ id }) => id).join(', ');
        warnings.push(
          `${some.length} are called ${key} (${ids}): only ${chosen?.id} is pulled; give the others names of their own`,
        );
      }
      return chosen === undefined ? [] : [[key, chosen] as const];
    }),
  );
}

/** Says nothing a file does not say, whether it is published or not included. */
function saysTheSame(live: LiveResource, message: Document): boolean {
  const document = alignedWith(live.kind, message, live.document);
  if (isSame(document, live.document)) return true;
  if (live.kind === 'playbook') return isSame(sorted(document), sorted(live.document));
  // A file that does not speak of publishing leaves it to others.
  if (live.kind !== 'workflow' || getOwn(document, 'publish') === true) return false;
  const { publish: _publish, ...rest } = live.document;
  return isSame(document, rest);
}

/** Items of a playbook have no order, and an empty section says what none says. */
function sorted(document: Readonly<Record<string, unknown>>): unknown {
  const sections = Object.entries(document).filter(([, value]) => !isSame(value, []) && !isSame(value, {}));
  return Object.fromEntries(
    sections.map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value,
    ]),
  );
}

export class Pull {
  readonly #opened: Opened;
  readonly #options: PullOptions;
  readonly #taken: Set<string>;
  /** By key; the first of each. */
  readonly #files = new Map<string, ResourceFile>();
  /** By kind and id: under which key the lock has it. */
  readonly #followed = new Map<string, string>();

  constructor(opened: Opened, options: PullOptions) {
    this.#opened = opened;
    this.#options = options;
    for (const file of opened.read.files) {
      const key = keyOf(file.kind, file.resource);
      const document = file.document === null ? null : opened.workspace.asRead(file.kind, file.document);
      if (!this.#files.has(key)) this.#files.set(key, { ...file, document });
    }
    for (const [key, { id }] of opened.lock.lock.resources) {
      const place = `${kindOfKey(key)}/${id}`;
      if (!this.#followed.has(place)) this.#followed.set(place, key);
    }
    this.#taken = new Set(opened.read.files.map(({ path }) => path.toLowerCase()));
  }

  /** What is to be done; nothing is written yet. */
  async plan({ live, leftOut }: Pick<ReadableSides, 'live' | 'leftOut'>): Promise<PullPlan> {
    const { read, lock } = this.#opened;
    const { resources } = lock.lock;
    const warnings: string[] = [];
    const found = distinct(live, resources, warnings);
    const files: Pulled[] = [];
    const { targets } = this.#options;
    const isLeft = (key: string) => targets !== null && !targets.includes(key);
    for (const [key, one] of found) {
      if (isLeft(key)) continue;
      // A playbook with nothing in it needs no file.
      const isNothing = one.kind === 'playbook' && isBlank(one.document) && this.#known(key, one).file === null;
      if (!isNothing) files.push(await this.#fileOf(key, one));
    }
    const handled = new Set(files.map(({ key }) => key));
    const followed = new Set([...found.values()].map(({ kind, id }) => `${kind}/${id}`));
    for (const [key, entry] of resources) {
      // What could not be read is not gone.
      const kind = kindOfKey(key);
      const isUnread =
        isLeft(key) || leftOut.has(key) || (kind !== null && this.#opened.workspace.missing.includes(kind));
      if (isUnread) {
        files.push({ key, file: entry.file, state: 'unchanged', text: null, entry, conflicts: [], note: null });
        continue;
      }
      const isThere = handled.has(key) || followed.has(`${kindOfKey(key)}/${entry.id}`);
      if (!isThere) files.push(this.#gone(key, entry));
    }
    const blocked = files.filter(
      ({ state, conflicts, text }) => state === 'conflict' && text === null && conflicts.length === 0,
    );
    const known = new Set(files.map(({ file }) => file));
    for (const { path, kind, resource } of read.files) {
      const key = keyOf(kind, resource);
      if (known.has(path) || leftOut.has(key) || isLeft(key)) continue;
      files.push(kept(path, 'only in the folder: apply creates it'));
    }
    return { files, blocked, warnings };
  }

  /** The file of a resource: of its name, or of the name it had. */
  #known(
    key: string,
    { kind, id }: LiveResource,
  ): { readonly file: ResourceFile | null; readonly entry: LockEntry | null } {
    const { resources } = this.#opened.lock.lock;
    const former = id === null ? undefined : this.#followed.get(`${kind}/${id}`);
    const entry = resources.get(key) ?? (former === undefined ? undefined : resources.get(former)) ?? null;
    const named = this.#files.get(key);
    const renamed = former === undefined ? undefined : this.#files.get(former);
    return { file: (named?.resource === '' ? undefined : named) ?? renamed ?? null, entry };
  }

  async #fileOf(key: string, found: LiveResource): Promise<Pulled> {
    const { file, entry: known } = this.#known(key, found);
    // What is left to the app stays in the file as it is, on every side.
    const left = (one: Document) => withPlaces(one, file?.document ?? {}, file?.keeping.ignore ?? []);
    const document = left(found.document);
    const entry = known && { ...known, document: left(known.document), live: left(liveOf(known)) };
    const live = { ...found, document };
    const { kind, id, name } = live;
    if (file === null || file.document === null) {
      // The name without whose it is: files of equal names are numbered.
      const named = getOwn(document, 'name');
      const path = pathFor(kind, typeof named === 'string' ? named : name, this.#taken);
      this.#taken.add(path.toLowerCase());
      const note = entry === null ? null : 'it was not in the folder any more';
      return {
        key,
        file: path,
        state: 'written',
        text: await newText(kind, document),
        entry: entryOf(id, { file: path }, document, document),
        conflicts: [],
        note,
      };
    }
    const base = { key, file: file.path, conflicts: [], note: null };
    const of = { file: file.path, keeping: file.keeping };
    if (saysTheSame(live, file.document)) {
      return { ...base, state: 'unchanged', text: null, entry: entryOf(id, of, file.document, document) };
    }
    const messageBeside = (message: Document) => alignedWith(kind, message, document);
    const isOurs = entry === null || !isSame(messageBeside(entry.document), messageBeside(file.document));
    const isTheirs = entry === null || !isSame(liveOf(entry), document);
    if (!isOurs || this.#options.force) {
      const asRead = (one: Document) => this.#opened.workspace.asRead(kind, one);
      const text = await changedText(kind, file.yaml.text, file.document, document, asRead, this.#opened.read.fill);
      return { ...base, state: 'updated', text, entry: entryOf(id, of, document, document) };
    }
    if (!isTheirs) return { ...base, state: 'kept', text: null, entry, note: 'changed here: apply brings it in' };
    return this.#options.merge
      ? await this.#merged(base, live, file, entry)
      : { ...base, state: 'conflict', text: null, entry };
  }

  /** Both changed it: what was changed here, done to what the workspace has. */
  async #merged(
    base: Pick<Pulled, 'key' | 'file' | 'conflicts' | 'note'>,
    live: LiveResource,
    file: ResourceFile,
    entry: LockEntry | null,
  ): Promise<Pulled> {
    const { kind, id, document } = live;
    const of = { file: file.path, keeping: file.keeping };
    const mine = alignedWith(kind, file.document ?? {}, document);
    const past = entry === null ? null : liveOf(entry);
    const { document: ours, conflicts } = mergeDocuments(kind, past, document, mine, 'ours');
    const asRead = (one: Document) => this.#opened.workspace.asRead(kind, one);
    const text = await changedText(kind, file.yaml.text, mine, ours, asRead, this.#opened.read.fill);
    const next = entryOf(id, of, document, document);
    if (conflicts.length === 0) return { ...base, state: 'merged', text, entry: next };
    const { document: theirs } = mergeDocuments(kind, past, document, mine, 'theirs');
    const other = await changedText(kind, file.yaml.text, mine, theirs, asRead, this.#opened.read.fill);
    const label = harmless(`workspace (${this.#opened.identity.name})`).replace(/\s+/g, ' ');
    return { ...base, state: 'conflict', text: conflictText(text, other, label), entry: next, conflicts };
  }

  #gone(key: string, entry: LockEntry): Pulled {
    const file = this.#files.get(key);
    const base = { key, file: file?.path ?? entry.file, text: null, entry: null, conflicts: [] };
    if (file === undefined) return { ...base, state: 'unchanged', note: null };
    const isChanged = file.document === null || !isSame(file.document, entry.document);
    if (isChanged && !this.#options.force) {
      return { ...base, state: 'kept', note: 'gone from the workspace, and changed here: apply creates it again' };
    }
    return { ...base, state: 'removed', note: 'gone from the workspace' };
  }
}

function kept(file: string, note: string): Pulled {
  return { key: '', file, state: 'kept', text: null, entry: null, conflicts: [], note };
}

/** Throws CliError `conflict` (exit 6) for files that someone has edited since they were read. */
export function assertAsRead({ folder, read }: Opened, files: readonly Pulled[]): void {
  const before = new Map(read.files.map(({ path, yaml }) => [path, yaml.text]));
  const edited = files.flatMap(({ file, state, text }) => {
    if (text === null && state !== 'removed') return [];
    const [path, displayed] = [join(folder.path, file), displayedPath(folder, file)];
    const now = existsSync(path) ? plainText(path, displayed) : undefined;
    return now === before.get(file) ? [] : [displayed];
  });
  if (edited.length === 0) return;
  const message = `edited while the workspace was read: ${edited.join(', ')}; nothing was written`;
  throw new CliError('conflict', 'local_changes', message, { hint: 'run the command again' });
}

/** Files first, the lock last: what breaks off in between is done again. */
export async function writePulled({ folder, lock }: Opened, { files }: PullPlan): Promise<void> {
  const resources = new Map<string, LockEntry>();
  for (const { key, file, state, text, entry } of files) {
    const path = join(folder.path, file);
    if (text !== null) await writeFile(path, text, displayedPath(folder, file));
    else if (state === 'removed') await rm(path, { force: true });
    if (entry !== null) resources.set(key, entry);
  }
  await lock.replace(resources);
}

export async function writeFile(path: string, text: string, displayed: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, text, displayed);
}
