// A data folder is served by one `reach serve` at a time. In-process use of the same folder needs no claim.

import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOwn, isObject } from '../../contract/json.ts';
import { type Processes, processState, type RecordedProcess } from '../../contract/processes.ts';
import { repeatEvery } from '../../contract/timers.ts';
import { quietly, type Store } from '../core/store.ts';
import { textBeside } from './files.ts';

export interface FolderHolder {
  readonly pid: number;
  /** Null until it accepts requests. */
  readonly url: string | null;
  /** The address of its pages; null without. */
  readonly app: string | null;
}

export class FolderHeld extends Error {
  override readonly name = 'FolderHeld';
  readonly holder: FolderHolder;

  constructor(folder: string, holder: FolderHolder, path: string) {
    const at = holder.url === null ? '' : ` at ${holder.url}`;
    super(
      `${folder} is already served by process ${holder.pid}${at}: use that one, stop it, or choose another folder ` +
        `(if process ${holder.pid} is not reach, remove ${path})`,
    );
    this.holder = holder;
  }
}

export interface Claim {
  /**
   * Records the URL, and the address of the pages, for others while this one runs. `isLasting`: the address is the same when
   * the folder is served again, so that links may lead there until then.
   */
  announce(url: string, app: string | null, isLasting: boolean): void;
  release(): void;
}

const LOCK = 'serve.lock';

const BEAT_MS = 1_000;
/** How long the heartbeat of a holder in another container is watched for; one that is killed has none. */
const WATCH_MS = 3 * BEAT_MS;

export interface ClaimHost {
  readonly processes: Processes;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Throws FolderHeld. The store's write lock prevents two starts from taking over a dead process's claim at once. */
export async function claimFolder(folder: string, store: Store, host: ClaimHost): Promise<Claim> {
  const path = join(folder, LOCK);
  const { processes: self, now, sleep } = host;
  const { pid, pidSpace } = self;
  const own = { pid, pidSpace, start: self.startOf(pid) };
  const before = readHolder(path);
  const isBeating = before !== null && stateOf(before, self) === 'unknown' && (await beats(path, sleep));
  await store.writeUnsynced(async () => {
    const holder = readHolder(path);
    const state = holder === null ? 'gone' : stateOf(holder, self);
    // An unknown one that took the folder while another was watched is new.
    const isHeld = state === 'running' || (state === 'unknown' && (isBeating || holder?.start !== before?.start));
    if (holder !== null && isHeld) throw new FolderHeld(folder, holder, path);
    writeHolder(path, { ...own, url: null, app: null });
  });
  const beat = repeatEvery(BEAT_MS, () => quietly(() => utimesSync(path, now() / 1_000, now() / 1_000)));
  return {
    announce: (url, app, isLasting) => {
      writeHolder(path, { ...own, url, app });
      if (isLasting && app !== null) quietly(() => writeFileSync(join(folder, LAST_APP), `${app}\n`, { mode: 0o600 }));
    },
    release: () => {
      beat.stop();
      const holder = readHolder(path);
      if (holder?.pid === pid && holder.pidSpace === pidSpace) rmSync(path, { force: true });
    },
  };
}

/** Where the pages were, when the folder was last served at an address that someone chose. */
const LAST_APP = 'serve.app';

/** The address of the pages of the server that holds the folder; undefined if there is none. */
export function appBaseIn(folder: string): string | undefined {
  return readHolder(join(folder, LOCK))?.app ?? undefined;
}

/** Where the pages will be when the folder is served as it was; undefined if no one knows. */
export function lastAppBaseIn(folder: string): string | undefined {
  const text = textBeside(join(folder, LAST_APP))?.trim() ?? '';
  return /^https?:\/\/[^\s/?#@]{1,300}\/app$/.test(text) && URL.canParse(text) ? text : undefined;
}

/** Our own pid is a dead holder's: in a container every start has the same one, and no process serves a folder twice. */
const stateOf = (holder: StoredHolder, self: Processes) => processState(holder, self, false);

async function beats(path: string, sleep: ClaimHost['sleep']): Promise<boolean> {
  const beatOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const first = beatOf();
  for (let waitedMs = 0; waitedMs < WATCH_MS; waitedMs += BEAT_MS / 4) {
    await sleep(BEAT_MS / 4);
    if (beatOf() !== first) return true;
  }
  return false;
}

export interface StoredHolder extends FolderHolder, RecordedProcess {}

function writeHolder(path: string, holder: StoredHolder): void {
  const unfinished = `${path}.${holder.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** An unreadable file counts as no holder. */
export function readHolder(path: string): StoredHolder | null {
  try {
    const parsed: unknown = JSON.parse(textBeside(path) ?? 'null');
    if (!isObject(parsed) || typeof parsed['pid'] !== 'number') return null;
    const textOr = (name: string) => {
      const value = getOwn(parsed, name);
      return typeof value === 'string' ? value : null;
    };
    return {
      pid: parsed['pid'],
      url: textOr('url'),
      app: textOr('app'),
      start: textOr('start'),
      pidSpace: textOr('pidSpace'),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
