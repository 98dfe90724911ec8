// Separate and loaded late, like hash.ts: loading node:crypto takes 3 ms.

import { randomBytes } from 'node:crypto';

/** Random bytes fit for keys. */
export function secureBytes(count: number): Uint8Array {
  return randomBytes(count);
}
