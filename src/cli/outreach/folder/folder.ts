// Which folder is meant, and the defaults it brings.

import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { kindOf } from '../../../contract/english.ts';
import { getOwn, has, isObject } from '../../../contract/json.ts';
import { checkBoolean, checkText } from '../../../rules/check-value.ts';
import { isFileOnly } from '../../../rules/file-keys.ts';
import { checkKeys } from '../../../rules/keys.ts';
import { ALIASED, FOLDER_OF, kindOfKey, PLAYBOOK_FILE } from '../../../rules/outreach/kinds.ts';
import { checkPolicy, NO_POLICY, type Policy, policyOf } from '../../../rules/outreach/policy.ts';
import { type At, Problems } from '../../../rules/problem.ts';
import { plainText, strangeKind } from '../../files/bounded-read.ts';
import { type CheckedFile, located } from '../../files/checked-file.ts';
import { foundFolder, namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import type { Aliases } from '../../shared/names/live-names.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import { checkVariables, checkWorkspaces, NO_VARIABLES, type Variables, variablesOf } from './variables.ts';

export const LOCK_FOLDER = '.reach';

export interface OutreachFolder {
  /** As it was named; `.` for the working folder. */
  readonly displayed: string;
  readonly path: string;
  readonly profile: string | null;
  readonly prune: boolean;
  /** What no plan of it may do. */
  readonly policy: Policy;
  /** Profile → what it calls otherwise. */
  readonly names: Readonly<Record<string, Aliases>>;
  /** Folders whose files belong to it as well, such as `../common`. */
  readonly includes: readonly string[];
  /** Key → the key it has now. */
  readonly moved: ReadonlyMap<string, string>;
  /** The variables of a workspace, by the name of its profile or lock. */
  variables(workspace: string): Variables;
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
  assertNoLinks({ path, displayed: displayed });
  return {
    ...{ displayed, path, file: null, problems: [], profile: null, prune: false, policy: NO_POLICY, names: {} },
    ...{ includes: [], moved: new Map(), variables: () => NO_VARIABLES },
  };
}

/**
 * The folder may be from someone else: a link in it would have files from elsewhere read and shown, or written. Throws
 * UsageError that names them all.
 */
export function assertNoLinks({ path, displayed }: Pick<OutreachFolder, 'path' | 'displayed'>): void {
  const strange: string[] = [];
  const check = (inside: string, wanted: 'file' | 'directory') => {
    const why = strangeKind(join(path, inside), wanted);
    if (why !== null) strange.push(`${displayedPath({ displayed: displayed }, inside)} is ${why}`);
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
  assertNoLinks({ path, displayed: displayed });
  if (!existsSync(join(path, SETTINGS_FILE))) {
    throw new UsageError(`${displayed} is not an outreach folder: it has no ${SETTINGS_FILE}`, {
      hint: 'reach init outreach starts one',
    });
  }
  const name = displayedPath({ displayed: displayed }, SETTINGS_FILE);
  const yaml = await readYaml(plainText(join(path, SETTINGS_FILE), name), (key, parent) =>
    key === 'prune' || key === 'maximumPeople' || parent === 'vars' ? 'auto' : 'text',
  );
  const file: CheckedFile = { name, yaml, body: yaml.readable ? yaml.value : null };
  const problems = checkSettings(file, path);
  const value = isObject(file.body) ? file.body : {};
  const includes = includesIn(getOwn(value, 'includes')).filter((one) => isBeside(path, one));
  for (const one of includes)
    if (existsSync(join(path, one)))
      assertNoLinks({ path: join(path, one), displayed: displayedPath({ displayed }, one) });
  const profile = getOwn(value, 'profile');
  return {
    displayed: displayed,
    path,
    file,
    problems,
    profile: typeof profile === 'string' ? profile : null,
    prune: getOwn(value, 'prune') === true,
    policy: policyOf(getOwn(value, 'policy')),
    names: namesOf(namedIn(value)),
    includes,
    moved: new Map(movesIn(getOwn(value, 'moved'))),
    variables: (workspace) => variablesOf(value, workspace),
  };
}

function checkSettings(file: CheckedFile, path: string): FileProblem[] {
  const { name, yaml, body } = file;
  const text = yaml.problems.map((one) => ({ ...one, file: name, path: '', severity: 'error' as const }));
  if (!yaml.readable || body === null || body === '') return text;
  const problems = Problems.none();
  if (!isObject(body)) {
    problems.error([], 'invalid_type', `${SETTINGS_FILE} must be an object of settings, not ${kindOf(body)}`);
    return [...text, ...located(file, problems.found)];
  }
  const settings = Object.fromEntries(Object.entries(body).filter(([key]) => !isFileOnly(key)));
  checkKeys(
    problems,
    [],
    settings,
    ['profile', 'prune', 'names', 'policy', 'vars', 'workspaces', 'moved', 'includes'],
    SETTINGS_FILE,
    [],
    'given',
  );
  if (has(settings, 'profile')) checkText(problems, ['profile'], getOwn(settings, 'profile'), 100);
  if (has(settings, 'prune')) checkBoolean(problems, ['prune'], getOwn(settings, 'prune'));
  if (has(settings, 'policy')) checkPolicy(problems, getOwn(settings, 'policy'));
  if (has(settings, 'vars')) checkVariables(problems, ['vars'], getOwn(settings, 'vars'));
  const ofWorkspace = (at: At, kinds: unknown) => checkAliases(problems, at, kinds);
  if (has(settings, 'workspaces')) checkWorkspaces(problems, getOwn(settings, 'workspaces'), ofWorkspace);
  if (has(settings, 'moved')) checkMoves(problems, getOwn(settings, 'moved'));
  if (has(settings, 'includes')) checkIncludes(problems, getOwn(settings, 'includes'), path);
  if (has(settings, 'names')) checkNames(problems, getOwn(settings, 'names'));
  return [...text, ...located(file, problems.found)];
}

function checkNames(problems: Problems, names: unknown): void {
  const example = '{ production: { identity: { Robin Hale: Jo Doe } } }';
  if (!isObject(names)) {
    problems.error(['names'], 'invalid_type', `names must be such as ${example}`);
    return;
  }
  for (const [profile, kinds] of Object.entries(names)) checkAliases(problems, ['names', profile], kinds);
}

/** What a workspace calls otherwise: kind → name in files → name there. */
function checkAliases(problems: Problems, at: At, kinds: unknown): void {
  if (!isObject(kinds)) {
    const example = '{ identity: { Robin Hale: Jo Doe } }';
    problems.error(at, 'invalid_type', `names of a profile must be such as ${example}`);
    return;
  }
  checkKeys(problems, at, kinds, ALIASED, 'names of a profile', [], 'given');
  for (const [kind, pairs] of Object.entries(kinds)) {
    const isName = (name: unknown) => (typeof name === 'string' && name !== '') || (kind === 'owner' && name === null);
    const isSound = isObject(pairs) && Object.values(pairs).every(isName);
    if (!isSound) problems.error([...at, kind], 'invalid_type', 'name: name in that workspace');
  }
}

/** `names` of all workspaces, and those that stand with their workspace. */
function namedIn(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [names, workspaces] = [getOwn(settings, 'names'), getOwn(settings, 'workspaces')];
  const beside = Object.entries(isObject(workspaces) ? workspaces : {}).flatMap(([name, one]) =>
    isObject(one) && has(one, 'names') ? [[name, getOwn(one, 'names')] as const] : [],
  );
  return { ...(isObject(names) ? names : {}), ...Object.fromEntries(beside) };
}

const includesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The folder may be from someone else: what it includes is inside it, or beside it. */
const isBeside = (path: string, include: string): boolean =>
  !isAbsolute(include) &&
  !relative(dirname(path), join(path, include)).startsWith('..') &&
  join(path, include) !== path;

function checkIncludes(problems: Problems, value: unknown, path: string): void {
  const includes = includesIn(value);
  const isSound = Array.isArray(value) && includes.length === value.length;
  if (!isSound) problems.error(['includes'], 'invalid_type', 'includes must be such as [../common]');
  includes.forEach((include, at) => {
    if (isBeside(path, include) && isDirectoryAt(join(path, include))) return;
    const message = `${include} must be a folder inside this one, or beside it`;
    problems.error(['includes', at], 'invalid_include', message);
  });
}

const isDirectoryAt = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const movesIn = (moved: unknown): [string, string][] =>
  Object.entries(isObject(moved) ? moved : {}).flatMap(([from, to]) => (typeof to === 'string' ? [[from, to]] : []));

function checkMoves(problems: Problems, moved: unknown): void {
  const isKey = (key: unknown) => typeof key === 'string' && kindOfKey(key) !== null;
  const pairs = isObject(moved) ? Object.entries(moved) : [];
  const isSound =
    isObject(moved) && pairs.every(([from, to]) => isKey(from) && kindOfKey(from) === kindOfKey(String(to)));
  if (isSound) return;
  const message = 'moved must be such as { campaign/Old name: campaign/New name }, of one kind';
  problems.error(['moved'], 'invalid_type', message);
}

function namesOf(value: unknown): Record<string, Aliases> {
  const profiles = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    profiles.map(([profile, kinds]) => [
      profile,
      Object.fromEntries(
        ALIASED.flatMap((kind) => {
          const pairs = isObject(kinds) ? getOwn(kinds, kind) : undefined;
          if (!isObject(pairs)) return [];
          const isName = (pair: [string, unknown]): pair is [string, string | null] =>
            pair[1] === null || typeof pair[1] === 'string';
          const texts = Object.entries(pairs).filter(isName);
          return [[kind, Object.fromEntries(texts)] as const];
        }),
      ),
    ]),
  );
}
