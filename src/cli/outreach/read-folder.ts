// Every file of an outreach folder, read once.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER_OF, kindOfFile, PLAYBOOK_FILE } from '../../rules/outreach/kinds.ts';
import { readText } from '../files/read.ts';
import type { Io } from '../io.ts';
import { type OutreachFolder, shownPath } from './folder.ts';
import { parseResource, type ResourceFile } from './resource-file.ts';
import { Surrogates } from './surrogates.ts';

export interface ReadFolder {
  readonly folder: OutreachFolder;
  readonly files: readonly ResourceFile[];
  readonly surrogates: Surrogates;
}

/** The paths of all files that say a resource, in the order of letters. */
function pathsIn(folder: string): string[] {
  const inside = Object.values(FOLDER_OF).flatMap((name) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((file) => `${name}/${file}`) : [],
  );
  const playbook = [PLAYBOOK_FILE, 'playbook.yml'].filter((file) => existsSync(join(folder, file)));
  return [...playbook, ...inside.toSorted()].filter((path) => kindOfFile(path) !== null);
}

/** Throws UsageError for a file that cannot be read at all. */
export async function readFolder(io: Io, folder: OutreachFolder): Promise<ReadFolder> {
  const surrogates = new Surrogates();
  const files: ResourceFile[] = [];
  for (const path of pathsIn(folder.path)) {
    const kind = kindOfFile(path);
    if (kind === null) continue;
    const text = await readText(io, join(folder.path, path));
    files.push(await parseResource(kind, { path, shown: shownPath(folder, path), text }, surrogates));
  }
  return { folder, files, surrogates };
}
