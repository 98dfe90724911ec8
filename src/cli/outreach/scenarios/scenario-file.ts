// A scenario file: its text with the places of everything, checked.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Issue } from '../../../contract/envelope.ts';
import { check } from '../../../contract/issues.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { STEP_STATUSES } from '../../../contract/workflows/enums.ts';
import { isFileOnly } from '../../../rules/file-keys.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import type { Scenario } from '../../../rules/scenarios/schema.ts';
import { boundedText } from '../../files/bounded-read.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { namedPath, SETTINGS_FILE } from '../../files/is-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import type { KindOf } from '../../files/yaml/value.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';
import type { OutreachFolder } from '../folder/folder.ts';

export interface ScenarioFile extends CheckedFile {
  /** Null where something is wrong. */
  readonly scenario: Scenario | null;
  readonly problems: readonly FileProblem[];
  /** The folder it is in. */
  readonly folder: string;
}

/** Values that are what YAML says; all others are texts, quoted or not. */
const TYPED_KEYS: ReadonlySet<string> = new Set([
  ...['sample', 'seed', 'step', 'count', 'status', 'times', 'exit', 'total', 'per_day', 'per_contact', 'min', 'max'],
  ...STEP_STATUSES,
]);
/** Objects whose values are the user's own. */
const FREE_PARENTS: ReadonlySet<string> = new Set(['payload', 'input', 'features', 'records', 'steps', 'fields']);

const kindOf: KindOf = (key, parent) =>
  TYPED_KEYS.has(key) || (parent !== null && FREE_PARENTS.has(parent)) ? 'auto' : 'text';

/** An entry with an unknown key in place of a known one has one problem, not two. */
function withoutFollowers(issues: readonly Issue[]): Issue[] {
  const strange = issues.filter(({ code }) => code === 'unknown_key').map(({ path }) => path);
  return issues.filter(({ code, path }) => code !== 'custom' || !strange.some((one) => one.startsWith(`${path}.`)));
}

/** Every key that a scenario may have anywhere. */
function keysIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysIn);
  if (!isObject(schema)) return [];
  const properties = getOwn(schema, 'properties');
  return [...(isObject(properties) ? Object.keys(properties) : []), ...Object.values(schema).flatMap(keysIn)];
}

/** With the name of each unknown key, and the one that was probably meant. */
async function named(issues: readonly Issue[]): Promise<readonly Issue[]> {
  if (!issues.some(({ code }) => code === 'unknown_key')) return issues;
  const { scenarioSchemaText } = await import('../../shared/schemas/texts.ts');
  const known = new Set(keysIn(JSON.parse(await scenarioSchemaText())));
  return issues.map((issue) => {
    const key = issue.path.split('.').at(-1) ?? issue.path;
    if (issue.code !== 'unknown_key') return issue;
    const message = known.has(key) ? `${key} does not belong here` : `unknown key ${key}${didYouMean(key, known)}`;
    return { ...issue, message };
  });
}

/** Never throws for what the text holds. */
async function parseScenario(name: string, folder: string, text: string): Promise<ScenarioFile> {
  const yaml = await readYaml(text, kindOf);
  const value = yaml.readable ? yaml.value : null;
  const body = isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !isFileOnly(key))) : value;
  const file = { name, yaml, body };
  const ofText = yaml.problems.map((one) => ({ ...one, file: name, path: '', severity: 'error' as const }));
  if (!yaml.readable) return { ...file, folder, scenario: null, problems: ofText };
  const { Scenario: schema } = await import('../../../rules/scenarios/schema.ts');
  const checked = check(schema, body);
  const ofContent =
    checked.issues === null ? [] : placedIssues(file, await named(withoutFollowers(checked.issues)), 'error');
  const problems = inFileOrder([...ofText, ...ofContent]);
  return {
    ...file,
    folder,
    problems,
    scenario: checked.issues === null && problems.length === 0 ? checked.input : null,
  };
}

// Which scenarios are meant.

const TESTS_FOLDER = 'tests';

const isYaml = (name: string) => /^[^.].*\.ya?ml$/.test(name);
const below = (folder: string, name: string) => (folder === '.' ? name : join(folder, name));

/** The scenario files of a folder: those of its `tests`, or its own where it has none. */
function filesIn(io: Io, displayed: string): string[] {
  const path = namedPath(io, displayed);
  const inside = existsSync(join(path, TESTS_FOLDER)) ? below(displayed, TESTS_FOLDER) : displayed;
  if (inside === displayed && existsSync(join(path, SETTINGS_FILE))) return [];
  const names = readdirSync(namedPath(io, inside)).filter(isYaml).toSorted();
  return names.map((name) => below(inside, name));
}

/** As they were named: files, or folders with scenarios; without a name those of the outreach folder here. */
export function scenarioNames(io: Io, named: readonly string[]): string[] {
  const around = ['.', 'outreach'].find((folder) => existsSync(namedPath(io, join(folder, TESTS_FOLDER))));
  const wanted = named.length > 0 ? named : around === undefined ? [] : [around];
  const found = wanted.flatMap((name) => {
    const path = namedPath(io, name);
    if (!existsSync(path)) throw new UsageError(`${name} does not exist`);
    return statSync(path).isDirectory() ? filesIn(io, name) : [name];
  });
  if (found.length > 0) return [...new Set(found)];
  throw new UsageError(`no scenarios ${named.length > 0 ? `in ${named.join(', ')}` : 'here'}: ${TESTS_FOLDER}/*.yaml`, {
    hint: 'reach init outreach writes two to start from',
  });
}

/** The scenarios of an outreach folder; none where it has none. */
export async function folderScenarios(io: Io, { displayed, path }: OutreachFolder): Promise<ScenarioFile[]> {
  if (!existsSync(join(path, TESTS_FOLDER))) return [];
  const files: ScenarioFile[] = [];
  for (const name of filesIn(io, displayed)) files.push(await readScenario(io, name));
  return files;
}

export async function readScenario(io: Io, name: string): Promise<ScenarioFile> {
  const path = namedPath(io, name);
  return await parseScenario(name, dirname(path), boundedText(path, name));
}
