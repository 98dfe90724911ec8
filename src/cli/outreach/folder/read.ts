// Every file of an outreach folder, read once.

import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { FOLDER_OF, kindOfFile, PLAYBOOK_FILE, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import { variablesOf } from '../../../rules/outreach/settings.ts';
import { plainText } from '../../files/bounded-read.ts';
import { Surrogates } from '../../files/named-file.ts';
import type { Printer } from '../../terminal/formats/print.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { displayedPath, type OutreachFolder } from './folder.ts';
import { type FillIn, parseResource, type ResourceFile } from './resource-file.ts';
import { filledIn } from './variables.ts';

export interface ReadFolder {
  readonly folder: OutreachFolder;
  readonly files: readonly ResourceFile[];
  readonly surrogates: Surrogates;
  /** Puts the variables of the workspace into the text of a file. */
  readonly fill: FillIn;
  /** Files that would say something, were they not in a folder inside the folder of their kind. */
  readonly strays: readonly string[];
  /** Previews that the service does not have, and that no node has inputs of; empty until it was asked. */
  readonly sourceProblems: readonly FileProblem[];
}

interface FoundFile {
  /** From the folder, also of a file that another folder has. */
  readonly path: string;
  readonly kind: ResourceKind;
}

/** All files that say a resource: its own, then those of the folders that it includes. */
function filesOf({ path, includes }: OutreachFolder): FoundFile[] {
  return ['', ...includes].flatMap((include) =>
    pathsIn(join(path, include)).flatMap((inside) => {
      const kind = kindOfFile(inside);
      return kind === null ? [] : [{ kind, path: include === '' ? inside : posix.join(include, inside) }];
    }),
  );
}

/** In the order of letters. */
function pathsIn(folder: string): string[] {
  const inside = Object.values(FOLDER_OF).flatMap((name) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((file) => `${name}/${file}`) : [],
  );
  const playbook = [PLAYBOOK_FILE, 'playbook.yml'].filter((file) => existsSync(join(folder, file)));
  return [...playbook, ...inside.toSorted()];
}

/** YAML below the folders of the kinds: most likely someone sorted the files, and would wonder why nothing happens. */
function straysIn(folder: string): string[] {
  return Object.values(FOLDER_OF).flatMap((name) => {
    const below = existsSync(join(folder, name)) ? readdirSync(join(folder, name), { withFileTypes: true }) : [];
    return below
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .flatMap((entry) => readdirSync(join(folder, name, entry.name)).map((file) => `${name}/${entry.name}/${file}`))
      .filter((path) => /\.ya?ml$/.test(path))
      .toSorted();
  });
}

/** The files that are left out, for a person. */
export async function warnOfStrays(print: Printer, { folder, strays }: ReadFolder): Promise<void> {
  for (const path of strays) {
    const kind = path.split('/')[0] ?? '';
    await print.warn(
      `${displayedPath(folder, path)} is not read: files stand directly in ${displayedPath(folder, kind)}`,
    );
  }
}

/** Throws UsageError for a file that cannot be read at all. `workspace`: whose variables count. */
export async function readFolder(folder: OutreachFolder, workspace: string): Promise<ReadFolder> {
  const surrogates = new Surrogates();
  const variables = variablesOf(folder.settings, workspace);
  const fill: FillIn = async (text) => await filledIn(text, variables, workspace);
  const files: ResourceFile[] = [];
  for (const { path, kind } of filesOf(folder)) {
    const displayed = displayedPath(folder, path);
    const text = plainText(join(folder.path, path), displayed);
    files.push(await parseResource(kind, { path, displayed: displayed, text }, surrogates, fill));
  }
  return { folder, files, surrogates, strays: straysIn(folder.path), sourceProblems: [], fill };
}
