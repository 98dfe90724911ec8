// Locks between processes: a file that names its holder. It is written beside and linked into place, so that no one reads a
// half-written one. A lock whose holder is gone is replaced while a second lock, named after the first one's nonce, is held:
// of several processes that find it, one takes it over, and none removes a lock that was taken since.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { objectIn } from '../../contract/json.ts';
import { parsedJson } from '../../contract/parse-json.ts';
import { type Processes, processState, type RecordedProcess } from '../../contract/processes.ts';
import { repeatEvery } from '../../contract/timers.ts';
import { CliError, type ExitName } from '../terminal/exit.ts';
import type { Io } from '../terminal/io.ts';
import { isSystemError } from '../terminal/system-error.ts';
import { keptText } from './bounded-read.ts';

export interface FileLock {
  release(): void;
}

/** Who holds a lock that could not be taken. */
export interface LockHolder {
  /** The file to delete if it is held by mistake. */
  readonly path: string;
  readonly pid: number;
  /** RFC 3339; empty if unknown. */
  readonly since: string;
  /** `unknown`: in another container, or on a platform that does not tell when a process started. */
  readonly state: 'running' | 'unknown' | 'taking over';
  readonly nonce: string;
}

interface LockContent extends RecordedProcess {
  readonly nonce: string;
  readonly since: string;
}

type LockingProcess = Pick<Io, keyof Processes | 'now'>;

export type LockIo = LockingProcess & Pick<Io, 'sleep' | 'interrupt'>;

const BEAT_MS = 2_000;
/** How long the heartbeat of a holder in another pid space is watched for; five beats. */
const WATCH_MS = 5 * BEAT_MS;
const POLL_MS = 50;
/** A takeover takes milliseconds: others wait for its end. */
const TAKEOVER_PATIENCE_MS = 5_000;
const TRIES = 20;

/** Those that this process holds. Its own pid with any other nonce is that of an earlier process with the same pid. */
const held = new Set<string>();

const isCode = (error: unknown, code: string): boolean => isSystemError(error) && error.code === code;

/** Null if there is no lock. Content that is not ours gets a nonce from the file itself, and counts as held by no one. */
function readLock(path: string): LockContent | null {
  const text = keptText(path);
  if (text === null) return null;
  let fallback: string;
  try {
    const { ino, mtimeMs } = statSync(path);
    fallback = `${ino.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}`;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  const { nonce, pid, since, start, pidSpace } = objectIn(parsedJson(text));
  const textOr = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    // It becomes part of a file name.
    nonce: typeof nonce === 'string' && /^[0-9a-f]{16}$/.test(nonce) ? nonce : fallback,
    pid: typeof pid === 'number' && Number.isInteger(pid) ? pid : 0,
    since: textOr(since) ?? '',
    start: textOr(start),
    pidSpace: textOr(pidSpace),
  };
}

const stateOf = (content: LockContent, self: Processes) => processState(content, self, held.has(content.nonce));

/** Who holds the lock; null if no one does. */
export function lockHolder(path: string, self: Processes): LockHolder | null {
  const content = readLock(path);
  if (content === null) return null;
  const state = stateOf(content, self);
  return state === 'gone' ? null : { ...content, path, state };
}

/** A lock that is written and not yet in place; its open file carries the heartbeat. */
interface UnplacedLock {
  readonly nonce: string;
  readonly path: string;
  readonly file: number;
}

function writeCandidate(path: string, self: LockingProcess): UnplacedLock {
  const nonce = randomBytes(8).toString('hex');
  const { pid, pidSpace } = self;
  const content: LockContent = {
    nonce,
    pid,
    since: new Date(self.now()).toISOString(),
    start: self.startOf(pid),
    pidSpace,
  };
  const beside = `${path}.${nonce}.new`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(content)}\n`);
  } catch (error) {
    closeSync(file);
    rmSync(beside, { force: true });
    if (isSystemError(error)) error.path = path;
    throw error;
  }
  return { nonce, path: beside, file };
}

function lockOf(path: string, { nonce, file }: UnplacedLock, self: LockingProcess): FileLock {
  held.add(nonce);
  const beat = repeatEvery(BEAT_MS, () => {
    // A disk that refuses a beat must not end the command: only those in another pid space look at it.
    try {
      futimesSync(file, self.now() / 1000, self.now() / 1000);
    } catch {}
  });
  return {
    release: () => {
      if (!held.delete(nonce)) return;
      beat.stop();
      closeSync(file);
      // One that stays is known to be left behind, by its nonce and by the end of this process.
      try {
        if (readLock(path)?.nonce === nonce) rmSync(path, { force: true });
      } catch {}
    },
  };
}

function isLinked(candidate: UnplacedLock, path: string): boolean {
  try {
    linkSync(candidate.path, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Replaces the lock if it is still the one with the nonce. Gives who else is doing so, if someone is. */
function takeOver(
  path: string,
  nonce: string,
  candidate: UnplacedLock,
  self: LockingProcess,
  gone: ReadonlySet<string>,
): 'taken' | 'changed' | LockHolder {
  const guard = tryLock(`${path}.${nonce}`, self, gone);
  if (!('release' in guard)) return guard;
  try {
    if (readLock(path)?.nonce !== nonce) return 'changed';
    renameSync(candidate.path, path);
    removeLeftovers(path, self);
    return 'taken';
  } finally {
    guard.release();
  }
}

/** Files of processes that died while they took the lock. The lock is taken already: one file too many does no harm. */
function removeLeftovers(path: string, self: Processes): void {
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(`${basename(path)}.`)) continue;
      const beside = join(dirname(path), name);
      const content = readLock(beside);
      if (content !== null && content.pid > 0 && stateOf(content, self) === 'gone') rmSync(beside, { force: true });
    }
  } catch {}
}

/** Takes the lock, or says who holds it. `gone`: nonces of locks whose holder was found to be gone by other means. */
function tryLock(path: string, self: LockingProcess, gone: ReadonlySet<string>): FileLock | LockHolder {
  const candidate = writeCandidate(path, self);
  let lock: FileLock | null = null;
  try {
    for (let attempt = 1; ; attempt += 1) {
      if (isLinked(candidate, path)) {
        lock = lockOf(path, candidate, self);
        return lock;
      }
      const content = readLock(path);
      if (content === null && attempt < TRIES) continue;
      const { nonce, pid, since } = content ?? { nonce: '', pid: 0, since: '' };
      const state = content === null ? 'unknown' : stateOf(content, self);
      if ((state !== 'gone' && !gone.has(nonce)) || attempt === TRIES)
        return { path, nonce, pid, since, state: state === 'gone' ? 'taking over' : state };
      const rival = takeOver(path, nonce, candidate, self, gone);
      if (rival === 'taken') {
        lock = lockOf(path, candidate, self);
        return lock;
      }
      if (rival !== 'changed') return rival.state === 'running' ? { ...rival, state: 'taking over' } : rival;
    }
  } finally {
    rmSync(candidate.path, { force: true });
    if (lock === null) closeSync(candidate.file);
  }
}

function beatOf(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

/** Watches for a heartbeat. Counts looks, not time: a clock jumps when a machine wakes up. */
async function watch({ path, nonce }: LockHolder, io: LockIo): Promise<'running' | 'gone' | 'taking over'> {
  const first = beatOf(path);
  for (let waitedMs = 0; waitedMs < WATCH_MS; waitedMs += POLL_MS) {
    await io.sleep(POLL_MS, io.interrupt);
    if (readLock(path)?.nonce !== nonce) return 'taking over';
    if (beatOf(path) !== first) return 'running';
  }
  return 'gone';
}

/**
 * Takes the lock, or says who holds it once `patienceMs` have passed. Makes its folder. Throws what the file system throws,
 * and the interrupt's reason.
 */
export async function takeLock(path: string, io: LockIo, patienceMs = 0): Promise<FileLock | LockHolder> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const gone = new Set<string>();
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const lock = tryLock(path, io, gone);
    if ('release' in lock) return lock;
    const state = lock.state === 'unknown' ? await watch(lock, io) : lock.state;
    if (state === 'gone') {
      gone.add(lock.nonce);
      continue;
    }
    const mostMs = state === 'taking over' ? Math.max(patienceMs, TAKEOVER_PATIENCE_MS) : patienceMs;
    if (waitedMs >= mostMs) return lock;
    await io.sleep(POLL_MS, io.interrupt);
  }
}

/** How long a command waits for a lock that others hold for a moment. */
export const LOCK_PATIENCE_MS = 30_000;

/** `message` names what is locked. */
export function lockedError(exit: ExitName, message: string, { path, pid, since }: LockHolder): CliError {
  const at = since === '' ? '' : `, since ${since}`;
  return new CliError(exit, 'locked', `${message} (process ${pid}${at})`, {
    hint: `wait until it ends, or stop it; if process ${pid} is not reach, delete ${path}`,
  });
}

/** Does the work while no other process holds the lock; waits for it. Exit 7 by default if it stays held. */
export async function withLock<T>(
  path: string,
  io: LockIo,
  work: () => Promise<T>,
  refusal: (holder: LockHolder) => CliError = (holder) =>
    lockedError('later', `${path} is held by another process`, holder),
): Promise<T> {
  const lock = await takeLock(path, io, LOCK_PATIENCE_MS);
  if (!('release' in lock)) throw refusal(lock);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
