// Every file of an outreach folder, read once.

import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { append } from '../../../contract/append.ts';
import { getOwn, isObject, listIn, valueIn } from '../../../contract/json.ts';
import { ImportSource } from '../../../contract/workflows/plan.ts';
import { nearest } from '../../../rules/nearest.ts';
import { type Document, FOLDER_OF, keyOf, kindOfFile, PLAYBOOK_FILE } from '../../../rules/outreach/kinds.ts';
import type { OutreachLock } from '../../../rules/outreach/lock.ts';
import { variablesOf } from '../../../rules/outreach/settings.ts';
import { plainText } from '../../files/bounded-read.ts';
import { Surrogates } from '../../files/named-file.ts';
import type { Session } from '../../session/session.ts';
import { whyUnreadable } from '../../shared/answer.ts';
import { sourceInputs } from '../../shared/draft.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
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
  /** Files that would say something, were they where files of their kind are, or named as these are; and what is expected. */
  readonly strays: readonly (readonly [path: string, expected: string])[];
  /** Whose variables count. */
  readonly workspace: string;
  /** Previews that the service does not have, and that no node has inputs of; empty until it was asked. */
  readonly sourceProblems: readonly FileProblem[];
}

/** Folders with files that no workspace has. */
const OTHER_FOLDERS = ['tests', 'searches'];

/** All files that say a resource: its own, then those of the folders that it includes; paths are from this folder. */
function filesOf({ path, includes }: OutreachFolder) {
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

/** Most likely someone sorted or named the files otherwise, and would wonder why nothing happens. */
function straysIn(found: OutreachFolder): ReadFolder['strays'] {
  const folders = Object.values(FOLDER_OF);
  const entriesOf = (name: string) =>
    existsSync(join(found.path, name))
      ? readdirSync(join(found.path, name), { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
      : [];
  const filesBelow = (path: string) =>
    entriesOf(path).flatMap((one) => (one.isDirectory() ? [] : `${path}/${one.name}`));
  const standIn = (kind: string, paths: readonly string[]) =>
    paths
      .filter((path) => /\.ya?ml$/.test(path))
      .map((path) => [path, `files stand directly in ${displayedPath(found, kind)}`] as const);
  const misnamed = entriesOf('').flatMap((entry) => {
    const isOther = !entry.isDirectory() || [...folders, ...OTHER_FOLDERS].includes(entry.name);
    const meant = isOther ? null : nearest(entry.name, folders);
    return meant === null ? [] : standIn(meant, filesBelow(entry.name));
  });
  const inside = folders.flatMap((name) => {
    const below = entriesOf(name).filter((entry) => entry.isDirectory());
    const isOther = (path: string) => kindOfFile(path) === null && /\.(ya?ml|json)(\.txt)?$/i.test(path);
    return [
      ...standIn(
        name,
        below.flatMap((entry) => filesBelow(`${name}/${entry.name}`)),
      ),
      ...filesBelow(name)
        .filter(isOther)
        .map((path) => [path, 'the names of files end in .yaml or .yml'] as const),
    ];
  });
  return [...misnamed, ...inside].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The files that are left out, for a person. */
export async function warnOfStrays(print: Printer, { folder, strays }: ReadFolder): Promise<void> {
  for (const [path, expected] of strays) await print.warn(`${displayedPath(folder, path)} is not read: ${expected}`);
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
    files.push(await parseResource(kind, { path, displayed, text }, surrogates, fill));
  }
  return { folder, files, surrogates, strays: straysIn(folder), sourceProblems: [], fill, workspace };
}

// Workflow files of a folder that take the inputs of a node from a finder preview.

/** The sources of a file; what is wrong with them is found by the rules. */
export function sourcesOf({ kind, body }: ResourceFile): ImportSource[] {
  const stated = kind === 'workflow' ? listIn(valueIn(body, 'importSources')) : [];
  return stated.flatMap((one) => ImportSource.safeParse(one).data ?? []);
}

/**
 * Where a preview has expired, a node keeps the inputs that were last applied; without a lock, those of the workflow of this name
 * (`live`). A key that reads no workflows resolves none.
 */
export async function withSources(
  session: Session,
  read: ReadFolder,
  { resources }: OutreachLock,
  live: (document: Document) => Promise<Document>,
): Promise<ReadFolder> {
  const problems: FileProblem[] = [];
  const files: ResourceFile[] = [];
  for (const file of read.files) {
    const { document, kind, resource } = file;
    const sources = document === null ? [] : sourcesOf(file);
    if (document === null || sources.length === 0) {
      files.push(file);
      continue;
    }
    const known = async () => nodesOf(resources.get(keyOf(kind, resource))?.document ?? (await live(document)));
    try {
      const { inputs, issues } = await sourceInputs(session, sources, nodesOf(document), known);
      append(problems, placedIssues(file, issues, 'error'));
      const nodes = nodesOf(document).map((node) => {
        const found = isObject(node) ? inputs.get(String(getOwn(node, 'id'))) : undefined;
        return isObject(node) && found !== undefined ? { ...node, inputs: found } : node;
      });
      files.push({ ...file, document: { ...document, nodes } });
    } catch (error) {
      if (whyUnreadable(error) === null) throw error;
      files.push(file);
    }
  }
  return { ...read, files, sourceProblems: problems };
}

const nodesOf = (document: Document): readonly unknown[] => listIn(getOwn(document, 'nodes'));
