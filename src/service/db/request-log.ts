// Every request the service saw, one JSON object per line beside the store. It holds no key and no body.

import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { Store } from './connection.ts';
import { isMissing } from './files.ts';

export interface Seen {
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string | null;
  /** The key's name, never the key. */
  readonly key: string | null;
  /** 0 where the connection was cut instead of answered. */
  readonly status: number;
  readonly ms: number;
}

export interface RequestLog {
  append(seen: Seen): Promise<void>;
  /** Newest first. */
  newest(skip: number, count: number): { readonly requests: readonly Seen[]; readonly total: number };
}

/** Two files of this size at most, or this many entries in memory. */
const BYTES_MAX = 10 * 1024 * 1024;
const ENTRIES_MAX = 50_000;
const APPENDS_BETWEEN_CHECKS = 200;

export function requestLogInMemory(entriesMax = ENTRIES_MAX): RequestLog {
  let entries: Seen[] = [];
  return {
    append: async (seen) => {
      entries.push(seen);
      if (entries.length >= 2 * entriesMax) entries = entries.slice(-entriesMax);
    },
    newest: (skip, count) => ({
      requests: entries.toReversed().slice(skip, skip + count),
      total: entries.length,
    }),
  };
}

/** `store` lends its write lock, so that of several processes one turns the file over. */
export function requestLogIn(path: string, store: Store, bytesMax = BYTES_MAX): RequestLog {
  const older = `${path}.1`;
  let appends = 0;
  const isFull = (): boolean => sizeOf(path) > bytesMax;
  return {
    append: async (seen) => {
      appendFileSync(path, `${JSON.stringify(seen)}\n`, { mode: 0o600 });
      appends += 1;
      if (appends % APPENDS_BETWEEN_CHECKS !== 1 || !isFull()) return;
      await store.count(async () => {
        if (isFull()) renameSync(path, older);
      });
    },
    newest: (skip, count) => {
      const lines = [...linesOf(older), ...linesOf(path)].reverse();
      return { requests: lines.slice(skip, skip + count).flatMap(parsed), total: lines.length };
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A line cut short by a full disk or a crash is left out. */
function parsed(line: string): Seen[] {
  try {
    // Written by append, and by nothing else.
    const seen: Seen = JSON.parse(line);
    return [seen];
  } catch {
    return [];
  }
}
