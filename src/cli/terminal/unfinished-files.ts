// Temporary files of this process that have not got their name yet: gone when it ends, also by a second Ctrl-C.

import { rmSync } from 'node:fs';

const unfinished = new Set<string>();

export const startFile = (path: string): void => void unfinished.add(path);
export const endFile = (path: string): void => void unfinished.delete(path);

export function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The next one may still go.
    }
  }
  unfinished.clear();
}
