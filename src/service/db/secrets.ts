// The operator's secrets and the encryption key, in files beside the store so that a later start finds them; in memory if
// there is no folder.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, Secrets } from '../core/operator.ts';
import { quietly } from '../core/store.ts';
import { isTaken, putNew, textBeside } from './files.ts';

export function secretsInMemory(): Secrets {
  const stored = new Map<SecretName, string>();
  return {
    read: async (name) => stored.get(name) ?? null,
    write: async (name, value) => void stored.set(name, value),
    writeOnce: async (name, value) => {
      if (!stored.has(name)) stored.set(name, value);
      return stored.get(name) ?? value;
    },
  };
}

/** `unique` distinguishes the unfinished files of several processes. */
export function secretsIn(folder: string, unique: string): Secrets {
  const read = (name: SecretName): string | null => textBeside(join(folder, name))?.trim() || null;
  const viaUnfinished = (name: SecretName, value: string, put: (from: string, to: string) => void): void => {
    const unfinished = join(folder, `${name}.${unique}`);
    try {
      writeFileSync(unfinished, `${value}\n`, { mode: 0o600 });
      put(unfinished, join(folder, name));
    } finally {
      quietly(() => rmSync(unfinished, { force: true }));
    }
  };
  return {
    read: async (name) => read(name),
    write: async (name, value) => viaUnfinished(name, value, renameSync),
    writeOnce: async (name, value) => {
      const stored = read(name);
      if (stored !== null) return stored;
      try {
        viaUnfinished(name, value, putNew);
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
      return read(name) ?? value;
    },
  };
}
