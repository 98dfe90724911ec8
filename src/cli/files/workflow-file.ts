// Workflow files: read with the places of everything, and checked.

import { NAME_KEYS } from '../../rules/name-keys.ts';
import { BLOCKS } from '../../rules/workflows/blocks/catalogue.ts';
import type { Strictness, WorkflowKnowledge } from '../../rules/workflows/checking.ts';
import { atInFile, bodyOfFile, isUnknownSetting } from '../../rules/workflows/file.ts';
import type { Io } from '../terminal/io.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type NamedFile, namedFile, namedProblems, Surrogates } from './named-file.ts';
import { readText } from './read.ts';
import { placedBy, readYaml } from './yaml/read.ts';
import type { KindOf } from './yaml/value.ts';

/** Its body is what a create would send. */
export type WorkflowFile = NamedFile;

const TEXT_INPUTS = BLOCKS.flatMap(({ inputs }) =>
  inputs.flatMap(({ key, type }) => (type === 'string' || type === 'stringArray' ? [key] : [])),
);

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...TEXT_INPUTS,
  ...NAME_KEYS,
  ...['name', 'id', 'kind', 'blockId', 'next', 'nodeId', 'previewId', 'fallbackName', 'field', 'operator'],
  ...['groupBy', 'orderBy', 'definition', 'startsAt', 'timezone', 'endDate', 'key', 'label', 'webhookInputKey', 'unit'],
]);

/** For the JSON Schema, which says of a file what an editor sees in it. */
export const WORKFLOW_KEYS = { texts: TEXT_KEYS };

/** `id: 0123` is text, a list id is a number; the value of a condition, and a setting of another service, what it looks like. */
const kindOf: KindOf = (key, parent, top) => {
  if (isUnknownSetting(top)) return 'auto';
  if (TEXT_KEYS.has(key)) return 'text';
  return key === 'value' && parent !== 'duration' ? 'either' : 'auto';
};

/** `names`: ids that stand for names, shared where several files name the same. */
export async function parseWorkflow(name: string, text: string, names = new Surrogates()): Promise<WorkflowFile> {
  const yaml = await readYaml(text, kindOf);
  const body = yaml.readable ? bodyOfFile(yaml.value) : null;
  return namedFile('workflow', { name, yaml: placedBy(yaml, (at) => atInFile(yaml.value, at)), body }, names);
}

/** Throws UsageError when the file cannot be read at all. */
export async function readWorkflow(io: Io, name: string): Promise<WorkflowFile> {
  return await parseWorkflow(name, await readText(io, name));
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function problemsOf(
  file: WorkflowFile,
  knowledge: WorkflowKnowledge,
  strictness?: Strictness,
): Promise<FileProblem[]> {
  const { checkWorkflow } = await import('../../rules/workflows/check.ts');
  return namedProblems(file, (body) => checkWorkflow(body, knowledge, strictness));
}
