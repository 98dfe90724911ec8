// The operator's own two secrets, and the key that seals other people's, beside the store so that a later start can show them again; in memory without a folder.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, isTaken, putNew } from './files.ts';

export type SecretName = 'admin.key' | 'admin.token' | 'seal.key';

export interface Secrets {
  read(name: SecretName): string | null;
  /** Whole or not at all, readable by the owner only. */
  write(name: SecretName, value: string): void;
  /** Writes unless there is one already, and gives the one that stands: two processes end up with the same. */
  keep(name: SecretName, value: string): string;
}

export function secretsInMemory(): Secrets {
  const kept = new Map<SecretName, string>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    keep: (name, value) => {
      if (!kept.has(name)) kept.set(name, value);
      return kept.get(name) ?? value;
    },
  };
}

/** `unique` tells the unfinished files of several processes apart. */
export function secretsIn(folder: string, unique: string): Secrets {
  const read = (name: SecretName): string | null => {
    try {
      return readFileSync(join(folder, name), 'utf8').trim() || null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const viaUnfinished = (name: SecretName, value: string, put: (from: string, to: string) => void): void => {
    const unfinished = join(folder, `${name}.${unique}`);
    try {
      writeFileSync(unfinished, `${value}\n`, { mode: 0o600 });
      put(unfinished, join(folder, name));
    } finally {
      rmSync(unfinished, { force: true });
    }
  };
  return {
    read,
    write: (name, value) => viaUnfinished(name, value, renameSync),
    keep: (name, value) => {
      const kept = read(name);
      if (kept !== null) return kept;
      try {
        viaUnfinished(name, value, putNew);
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
      return read(name) ?? value;
    },
  };
}
