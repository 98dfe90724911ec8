// A folder of their own for the tests of a file, gone after them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function folderForAllTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
