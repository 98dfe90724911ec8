// A folder of their own for the tests of a file, or for one of them; gone after them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function folderUntil(over: typeof afterAll | typeof onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'reach-test-'));
  over(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const folderForAllTests = (): string => folderUntil(afterAll);
export const folderForTest = (): string => folderUntil(onTestFinished);
