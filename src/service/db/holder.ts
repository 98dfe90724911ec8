// A data folder is served by one `reach serve` at a time. In-process use of the same folder needs no claim.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './connection.ts';
import { isMissing } from './files.ts';

export interface FolderHolder {
  readonly pid: number;
  /** Null until it accepts requests. */
  readonly url: string | null;
}

/** Another process serves this folder. */
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
  /** Records the URL for later starts. */
  announce(url: string): void;
  release(): void;
}

/** Throws FolderHeld. The store's write lock prevents two starts from taking over a dead process's claim at once. */
export async function claimFolder(
  folder: string,
  store: Store,
  pid: number,
  isAlive: (pid: number) => boolean,
): Promise<Claim> {
  const path = join(folder, 'serve.lock');
  await store.writeUnsynced(async () => {
    const holder = readHolder(path);
    // Our own pid may be a dead holder's: in a container every start has the same one.
    if (holder && holder.pid !== pid && isAlive(holder.pid)) throw new FolderHeld(folder, holder, path);
    writeHolder(path, { pid, url: null });
  });
  return {
    announce: (url) => writeHolder(path, { pid, url }),
    release: () => {
      if (readHolder(path)?.pid === pid) rmSync(path, { force: true });
    },
  };
}

function writeHolder(path: string, holder: FolderHolder): void {
  const unfinished = `${path}.${holder.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** An unreadable file counts as no holder. */
function readHolder(path: string): FolderHolder | null {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('pid' in parsed) || typeof parsed.pid !== 'number')
      return null;
    return { pid: parsed.pid, url: 'url' in parsed && typeof parsed.url === 'string' ? parsed.url : null };
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
