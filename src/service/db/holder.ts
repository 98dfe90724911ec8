// Who serves a data folder: one `reach serve` at a time. In-process use of the same folder needs no such claim.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './connection.ts';
import { isMissing } from './files.ts';

export interface Holder {
  readonly pid: number;
  /** Null until it accepts requests. */
  readonly url: string | null;
}

/** Another process serves this folder. */
export class FolderHeld extends Error {
  override readonly name = 'FolderHeld';
  readonly holder: Holder;

  constructor(folder: string, holder: Holder, path: string) {
    const at = holder.url === null ? '' : ` at ${holder.url}`;
    super(
      `${folder} is served already, by process ${holder.pid}${at}: use that one, stop it, or name another folder ` +
        `(if process ${holder.pid} is not reach, remove ${path})`,
    );
    this.holder = holder;
  }
}

export interface Claim {
  /** Tells later starts where the holder answers. */
  announce(url: string): void;
  release(): void;
}

/** Throws FolderHeld. The store's write lock keeps two starts from taking over a dead holder's claim at once. */
export async function claimFolder(
  folder: string,
  store: Store,
  pid: number,
  isAlive: (pid: number) => boolean,
): Promise<Claim> {
  const path = join(folder, 'serve.lock');
  await store.count(async () => {
    const holder = readHolder(path);
    // Our own pid is a dead holder's too: in a container every start has the same one.
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

function writeHolder(path: string, holder: Holder): void {
  const unfinished = `${path}.${holder.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** What cannot be read says nothing about a holder. */
function readHolder(path: string): Holder | null {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof kept !== 'object' || kept === null || !('pid' in kept) || typeof kept.pid !== 'number') return null;
    return { pid: kept.pid, url: 'url' in kept && typeof kept.url === 'string' ? kept.url : null };
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
