// Which folder is meant, and the defaults it brings.

import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { FOLDER_OF, PLAYBOOK_FILE } from '../../../rules/outreach/kinds.ts';
import { checkSettings, type FolderSettings, settingsIn } from '../../../rules/outreach/settings.ts';
import type { At, Problems } from '../../../rules/problem.ts';
import { plainText, strangeKind } from '../../files/bounded-read.ts';
import { type CheckedFile, located } from '../../files/checked-file.ts';
import { foundFolder, namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

export const LOCK_FOLDER = '.reach';

export interface OutreachFolder {
  /** As it was named; `.` for the working folder. */
  readonly displayed: string;
  readonly path: string;
  readonly settings: FolderSettings;
  /** Of the folders that the settings include, those that may be. */
  readonly includes: readonly string[];
  /** What is wrong with the settings themselves. */
  readonly file: CheckedFile | null;
  readonly problems: readonly FileProblem[];
}

/** A path inside the folder as a message shows it. */
export function displayedPath({ displayed }: Pick<OutreachFolder, 'displayed'>, path: string): string {
  return displayed === '.' ? path : `${displayed.replace(/[\\/]+$/, '')}/${path}`;
}

/** `named`, else the one that is found here. */
export function whichFolder(io: Io, named: string | undefined): string {
  if (named !== undefined) return named;
  const found = foundFolder(io);
  if (found !== undefined) return found;
  throw new UsageError(`no outreach folder here: neither ./${SETTINGS_FILE} nor outreach/${SETTINGS_FILE}`, {
    hint: 'reach init outreach starts one, reach pull outreach writes one from a workspace; or name the folder',
  });
}

/** Throws UsageError for a path that is there and no folder. */
export function checkFolder(path: string, displayed: string): void {
  // A path below a file is refused on every Node: from 22 on, statSync takes it for one that is not there.
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const found = isThere ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (found !== undefined && !found.isDirectory()) throw new UsageError(`${displayed} is not a directory`);
}

/** A folder that is about to be written. */
export function newFolder(io: Io, displayed: string): OutreachFolder {
  const path = namedPath(io, displayed);
  checkFolder(path, displayed);
  assertNoLinks({ path, displayed });
  return { displayed, path, file: null, problems: [], settings: settingsIn(null), includes: [] };
}

/**
 * The folder may be from someone else: a link in it would have files from elsewhere read and shown, or written. Throws
 * UsageError that names them all.
 */
export function assertNoLinks({ path, displayed }: Pick<OutreachFolder, 'path' | 'displayed'>): void {
  const strange: string[] = [];
  const check = (inside: string, wanted: 'file' | 'directory') => {
    const why = strangeKind(join(path, inside), wanted);
    if (why !== null) strange.push(`${displayedPath({ displayed }, inside)} is ${why}`);
    return why === null && existsSync(join(path, inside));
  };
  for (const file of [SETTINGS_FILE, PLAYBOOK_FILE, 'playbook.yml', 'never-contact.txt', 'never-contact.csv'])
    check(file, 'file');
  const checkAll = (folder: string): boolean => {
    if (!check(folder, 'directory')) return false;
    const names = readdirSync(join(path, folder)).filter((name) => /\.(ya?ml|json)$/.test(name));
    for (const name of names) check(`${folder}/${name}`, 'file');
    return true;
  };
  for (const folder of Object.values(FOLDER_OF)) checkAll(folder);
  // Below a link nothing is looked at.
  if (checkAll(LOCK_FOLDER)) checkAll(`${LOCK_FOLDER}/schema`);
  if (strange.length === 0) return;
  throw new UsageError(`${strange.join('; ')}: an outreach folder holds plain files only; nothing was read`);
}

/** Throws UsageError for a folder that is none; problems of its settings are in it. */
export async function openFolder(io: Io, displayed: string): Promise<OutreachFolder> {
  const path = namedPath(io, displayed);
  checkFolder(path, displayed);
  assertNoLinks({ path, displayed });
  if (!existsSync(join(path, SETTINGS_FILE))) {
    throw new UsageError(`${displayed} is not an outreach folder: it has no ${SETTINGS_FILE}`, {
      hint: 'reach init outreach starts one',
    });
  }
  const name = displayedPath({ displayed }, SETTINGS_FILE);
  const yaml = await readYaml(plainText(join(path, SETTINGS_FILE), name), (key, parent) =>
    key === 'prune' || key === 'maximumPeople' || parent === 'vars' ? 'auto' : 'text',
  );
  const file: CheckedFile = { name, yaml, body: yaml.readable ? yaml.value : null };
  const settings = settingsIn(file.body);
  const includes = (settings.includes ?? []).filter((one) => isBeside(path, one));
  for (const one of includes)
    if (existsSync(join(path, one)))
      assertNoLinks({ path: join(path, one), displayed: displayedPath({ displayed }, one) });
  return { displayed, path, file, problems: settingsProblems(file, path), settings, includes };
}

function settingsProblems(file: CheckedFile, path: string): FileProblem[] {
  const { name, yaml, body } = file;
  const text = yaml.problems.map((one) => ({ ...one, file: name, path: '', severity: 'error' as const }));
  if (!yaml.readable || body === null || body === '') return text;
  const problems = checkSettings(body, SETTINGS_FILE, (found) => ({
    also: { includes: (value, at) => checkIncludes(found, at, value, path) },
  }));
  return [...text, ...located(file, problems)];
}

/** The folder may be from someone else: what it includes is inside it, or beside it. */
const isBeside = (path: string, include: string): boolean =>
  !isAbsolute(include) &&
  !relative(dirname(path), join(path, include)).startsWith('..') &&
  join(path, include) !== path;

function checkIncludes(problems: Problems, at: At, includes: unknown, path: string): void {
  for (const [index, include] of Array.isArray(includes) ? includes.entries() : []) {
    if (typeof include !== 'string' || (isBeside(path, include) && isDirectoryAt(join(path, include)))) continue;
    const message = `${include} must be a folder inside this one, or beside it`;
    problems.error([...at, index], 'invalid_include', message);
  }
}

const isDirectoryAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
