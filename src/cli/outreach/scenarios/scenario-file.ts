// A scenario file: its text with the places of everything, checked.

import type { Issue } from '../../../contract/envelope.ts';
import { check } from '../../../contract/issues.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { STEP_STATUSES } from '../../../contract/workflows/enums.ts';
import { isFileOnly } from '../../../rules/file-keys.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import type { Scenario } from '../../../rules/scenarios/schema.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { readYaml } from '../../files/yaml/read.ts';
import type { KindOf } from '../../files/yaml/value.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { type FileProblem, inFileOrder } from '../../terminal/problems/problem.ts';

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
export async function parseScenario(name: string, folder: string, text: string): Promise<ScenarioFile> {
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
