// The operator's own two secrets, beside the store so that a later start can show them again; in memory without a folder.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type SecretName = 'admin.key' | 'admin.token';

export interface Secrets {
  read(name: SecretName): string | null;
  /** Whole or not at all, readable by the owner only. */
  write(name: SecretName, value: string): void;
}

export function secretsInMemory(): Secrets {
  const kept = new Map<SecretName, string>();
  return { read: (name) => kept.get(name) ?? null, write: (name, value) => void kept.set(name, value) };
}

/** `unique` tells the unfinished files of several processes apart. */
export function secretsIn(folder: string, unique: string): Secrets {
  return {
    read: (name) => {
      try {
        return readFileSync(join(folder, name), 'utf8').trim() || null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write: (name, value) => {
      const unfinished = join(folder, `${name}.${unique}`);
      try {
        writeFileSync(unfinished, `${value}\n`, { mode: 0o600 });
        renameSync(unfinished, join(folder, name));
      } finally {
        rmSync(unfinished, { force: true });
      }
    },
  };
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The folder of a store: only its owner may look inside. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
