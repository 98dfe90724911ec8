// The lock of a folder on the disk: .reach/PROFILE.json, whole after every change.

import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMPTY_LOCK,
  isSameWorkspace,
  type LockEntry,
  lockText,
  type OutreachLock,
  parseLock,
  type Workspace,
} from '../../../rules/outreach/lock.ts';
import { plainText } from '../../files/bounded-read.ts';
import { lockedError, withLock } from '../../files/lock.ts';
import { writeWhole } from '../../files/write-atomic.ts';
import { CliError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { isSystemError } from '../../terminal/system-error.ts';
import { displayedPath, LOCK_FOLDER, type OutreachFolder } from './folder.ts';

const calledOf = ({ id, name }: Workspace) => (id === null ? name : `"${name}" (${id})`);

/** A profile's name is a word of letters, digits, dots, dashes: it can be the name of a file. */
const nameOf = (profile: string) => `${LOCK_FOLDER}/${encodeURIComponent(profile)}.json`;

export class LockFile {
  readonly displayed: string;
  /** Null: it is kept nowhere. */
  readonly #path: string | null;
  #lock: OutreachLock;
  #text: string | null;

  private constructor(displayed: string, path: string | null, text: string | null, lock: OutreachLock) {
    this.displayed = displayed;
    this.#path = path;
    this.#lock = lock;
    this.#text = text;
  }

  /** Exit 6 for a lock that cannot be read, or is of another workspace; null where the service does not say which it is. */
  static async open(folder: OutreachFolder, profile: string, workspace: Workspace | null): Promise<LockFile> {
    const path = join(folder.path, nameOf(profile));
    const displayed = displayedPath(folder, nameOf(profile));
    const text = existsSync(path) ? plainText(path, displayed) : null;
    const read = text === null ? EMPTY_LOCK : parseLock(text);
    if ('why' in read) {
      throw new CliError('conflict', 'bad_lock', `${displayed} cannot be read: ${read.why}`, {
        hint: 'settle it, or delete it: reach pull writes it again from the workspace',
      });
    }
    const known = read.workspace;
    if (known !== null && workspace !== null && !isSameWorkspace(known, workspace)) {
      const message = `${displayed} is of the workspace ${calledOf(known)}, and the key is of ${calledOf(workspace)}`;
      throw new CliError('conflict', 'other_workspace', message, {
        hint: 'use the profile of that workspace, or name another lock with --lock',
      });
    }
    return new LockFile(displayed, path, text, { ...read, workspace: workspace ?? known });
  }

  /** For a workspace that is gone when the command ends. */
  static inMemory(lock: OutreachLock = EMPTY_LOCK): LockFile {
    return new LockFile('memory', null, null, lock);
  }

  /** Whether anything is noted: if not, the workspace is the command's own, and no one else writes to it. */
  get isKept(): boolean {
    return this.#path !== null;
  }

  get lock(): OutreachLock {
    return this.#lock;
  }

  /** Written at once: what was done is never forgotten. */
  async set(key: string, entry: LockEntry | null, formerly: string | null = null): Promise<void> {
    const resources = new Map(this.#lock.resources);
    if (formerly !== null) resources.delete(formerly);
    if (entry === null) resources.delete(key);
    else resources.set(key, entry);
    await this.replace(resources);
  }

  async replace(resources: ReadonlyMap<string, LockEntry>): Promise<void> {
    this.#lock = { ...this.#lock, resources };
    const text = lockText(this.#lock);
    if (this.#path === null || text === this.#text) return;
    await mkdir(join(this.#path, '..'), { recursive: true });
    await writeWhole(this.#path, text, this.displayed);
    this.#text = text;
  }
}

// One apply or pull in an outreach folder at a time: each of them reads .reach/PROFILE.json, and writes it again.

/** Waits for another process that works in the folder; exit 6 if it does not end. */
export async function aloneInFolder<T>(io: Io, folder: OutreachFolder, work: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder.path);
  const inside = join(folder.path, LOCK_FOLDER);
  mkdirSync(inside, { recursive: true });
  try {
    return await withLock(join(inside, 'lock'), io, work, (holder) =>
      lockedError('conflict', `another process works in ${displayedPath(folder, LOCK_FOLDER)}`, holder),
    );
  } finally {
    removeIfEmpty(inside);
    if (isNew) removeIfEmpty(folder.path);
  }
}

/** Nothing was written: the folders made for the lock go. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
