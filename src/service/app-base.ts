// Where the pages are that links of the service in a process lead to.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The address of the pages of the server that serves the folder, if there is one; `orLast`: else where they were, and will be. */
export async function appBaseOf(folder: string, orLast = false): Promise<string | undefined> {
  const isServed = existsSync(join(folder, 'serve.lock'));
  if (!isServed && !(orLast && existsSync(join(folder, 'serve.app')))) return undefined;
  const { appBaseIn, lastAppBaseIn } = await import('./db/holder.ts');
  return appBaseIn(folder) ?? (orLast ? lastAppBaseIn(folder) : undefined);
}

const APP_BASE_MS = 1_000;

/** Every request asks for it: files are looked at once a second. */
export function recentAppBase(folder: string): () => Promise<string | undefined> {
  let base: Promise<string | undefined>;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lookedAt >= APP_BASE_MS) {
      lookedAt = now;
      base = appBaseOf(folder, true);
    }
    return base;
  };
}
