// Run files: an enrichment run as YAML, with the places of everything. Lists may be named in it (`list`, `lists`).

import { RUN_TARGETS } from '../../contract/actions/enums.ts';
import { kindOf as valueKind } from '../../contract/english.ts';
import type { EntityName } from '../../contract/entities.ts';
import { getOwn, has, isObject, type JsonObject, objectIn } from '../../contract/json.ts';
import { entityOfActions } from '../../rules/actions/entity.ts';
import { withoutFileKeys } from '../../rules/file-keys.ts';
import { NAME_KEYS } from '../../rules/name-keys.ts';
import { type Problem, Problems, type ServiceKnowledge } from '../../rules/problem.ts';
import type { Io } from '../terminal/io.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type NamedFile, namedFile, namedProblems, Surrogates } from './named-file.ts';
import { readText } from './read.ts';
import { readYaml } from './yaml/read.ts';
import type { KindOf } from './yaml/value.ts';

/** Its body is what the file says, lists by name included. */
export type RunFile = NamedFile;

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...['type', 'text', 'keyword', 'stopType', 'speed', 'sortedApis', 'associationType', 'value', 'lists'],
  ...NAME_KEYS,
]);

/** For the JSON Schema, which says of a file what an editor sees in it. */
export const RUN_KEYS = { texts: TEXT_KEYS };

const kindOf: KindOf = (key) => (TEXT_KEYS.has(key) ? 'text' : 'auto');

export async function parseRun(name: string, text: string): Promise<RunFile> {
  const yaml = await readYaml(text, kindOf);
  return namedFile('run', { name, yaml, body: yaml.readable ? withoutFileKeys(yaml.value) : null }, new Surrogates());
}

/** Throws UsageError when the file cannot be read at all. */
export async function readRun(io: Io, name: string): Promise<RunFile> {
  return await parseRun(name, await readText(io, name));
}

export function listsNamed(body: unknown): string[] {
  if (!isObject(body)) return [];
  return [getOwn(body, 'list') ?? [], getOwn(body, 'lists') ?? []].flat().map(String);
}

const LENGTH = 200;

/** The file's own way to name a target: `list: Newsletter`, or `lists` with several. */
async function checkNames(problems: Problems, body: JsonObject): Promise<void> {
  const { checkText } = await import('../../rules/check-value.ts');
  if (has(body, 'list')) checkText(problems, ['list'], getOwn(body, 'list'), LENGTH);
  const lists = getOwn(body, 'lists');
  if (lists === undefined) return;
  if (!Array.isArray(lists)) {
    problems.error(['lists'], 'invalid_type', `lists must be a list of names, not ${valueKind(lists)}`);
    return;
  }
  if (lists.length === 0) problems.error(['lists'], 'too_small', 'lists needs at least one name');
  for (const [index, name] of lists.entries()) checkText(problems, ['lists', index], name, LENGTH);
  if (has(body, 'list')) problems.error(['lists'], 'exclusive', 'lists cannot be combined with list');
}

/** What is wrong with what a file says: with its lists in the place of the service's ids, everything else as there. */
async function runProblems(body: unknown, knowledge: ServiceKnowledge): Promise<Problem[]> {
  const { checkRun } = await import('../../rules/actions/check.ts');
  if (!isObject(body)) return checkRun(body, knowledge);
  const problems = Problems.none();
  if (!hasTarget(body)) {
    problems.warn([], 'no_target', 'the file names no target: --list, --contacts or --companies has to');
    return [...problems.found, ...checkRun({ ...body, ...anyTarget(body) }, knowledge)];
  }
  if (!has(body, 'list') && !has(body, 'lists')) return checkRun(body, knowledge);
  await checkNames(problems, body);
  const { list: _, lists: __, ...rest } = body;
  for (const key of Object.keys(RUN_TARGETS)) {
    if (has(rest, key))
      problems.error([key], 'exclusive', `${key} cannot be combined with a list: a run has exactly one target`);
  }
  const targets = Object.keys(RUN_TARGETS).some((key) => has(rest, key)) ? {} : anyTarget(rest);
  return [...problems.found, ...checkRun({ ...rest, ...targets }, knowledge)];
}

export function hasTarget(body: unknown): boolean {
  return isObject(body) && ['list', 'lists', ...Object.keys(RUN_TARGETS)].some((key) => has(body, key));
}

/** An id that stands for lists that are not known yet, so that the rest is checked as the service will check it. */
function anyTarget(body: JsonObject): JsonObject {
  return { [entityOfActions(body) === 'COMPANY' ? 'companyGroupIds' : 'contactGroupIds']: [1] };
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function problemsOf(file: RunFile, knowledge: ServiceKnowledge = {}): Promise<FileProblem[]> {
  const found = file.yaml.readable ? await runProblems(file.body, knowledge) : [];
  return namedProblems(file, () => found);
}

export function bodyWith(
  body: unknown,
  lists: readonly { readonly id: number; readonly entity: EntityName }[],
): Record<string, unknown> {
  const { list: _, lists: __, ...rest } = objectIn(body);
  const [first] = lists;
  if (first === undefined) return rest;
  const ids = lists.map(({ id }) => id);
  return { ...rest, [first.entity === 'CONTACT' ? 'contactGroupIds' : 'companyGroupIds']: ids };
}
