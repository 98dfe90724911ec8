// Locks between processes of one machine: a file made with O_EXCL that names its holder.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Holder {
  readonly pid: number;
  readonly since: string;
}

interface Process {
  readonly pid: number;
  now(): number;
  alive(pid: number): boolean;
}

function holderOf(path: string): Holder | null {
  try {
    const told: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof told === 'object' && told !== null && 'pid' in told && typeof told.pid === 'number') {
      return { pid: told.pid, since: 'since' in told && typeof told.since === 'string' ? told.since : '' };
    }
  } catch {
    // Gone between two looks, or half-written by a process that died: nobody holds it.
  }
  return null;
}

/**
 * Takes the lock, or says who holds it. A holder that no longer lives is put aside. The lock is written beside and
 * linked into place, so that nobody ever reads a half-written one.
 */
export function takeLock(path: string, self: Process): { readonly release: () => void } | Holder {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const mine = `${path}.${self.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: self.pid, since: new Date(self.now()).toISOString() }), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        linkSync(mine, path);
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
        const holder = holderOf(path);
        if (holder !== null && self.alive(holder.pid)) return holder;
        rmSync(path, { force: true });
      }
    }
    return { pid: 0, since: '' };
  } finally {
    rmSync(mine, { force: true });
  }
}
