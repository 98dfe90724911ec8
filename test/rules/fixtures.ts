// Fixtures: files of users, and beside each everything that lint says about it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Fixture {
  /** Below the folder: `email/refused.yaml` */
  readonly name: string;
  readonly text: string;
  /** What stands in the `.out` beside it. */
  readonly out: string;
}

/** All of them, by name. */
export function fixturesIn(folder: string): Fixture[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(yaml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: relative(folder, path),
      text: readFileSync(path, 'utf8'),
      out: readFileSync(path.replace(/\.(yaml|json)$/, '.out'), 'utf8'),
    }));
}
