// Few tools that reach every command: an assistant pays for the description of a tool in every conversation, so it finds a
// command, reads its schema, and calls it. Beside them stand the reads that are used most.

import { getOwn, isObject, objectIn } from '../../../contract/json.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { type Allowed, includes } from './allowed.ts';
import { propertyOf, type Tool } from './tools.ts';

/** Offered whole, beside the tools that find the others. */
const MOST_USED = ['contacts_search', 'contacts_show', 'list_list', 'campaign_list', 'workflow_list'];

const text = (description: string) => ({ type: 'string', description });

const hints = (title: string, readOnlyHint = true) => ({
  title,
  readOnlyHint,
  destructiveHint: !readOnlyHint,
  idempotentHint: readOnlyHint,
  openWorldHint: !readOnlyHint,
});

export const FIND = {
  name: 'find_commands',
  description:
    'Find commands by words: names, what each does, and what it needs to be allowed. Without words: the groups.',
  inputSchema: { type: 'object', properties: { words: text('such as: import contacts') }, additionalProperties: false },
  annotations: hints('Find commands'),
} as const;

export const DESCRIBE = {
  name: 'describe_command',
  description: 'What a command does, and the JSON Schema of its arguments',
  inputSchema: {
    type: 'object',
    properties: { name: text('as find_commands gives it') },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: hints('Describe a command'),
} as const;

export const CALL = {
  name: 'call_command',
  description: 'Run a command. Describe it first, and with "dry-run": true see what a write would do.',
  inputSchema: {
    type: 'object',
    properties: { name: text('as find_commands gives it'), arguments: { type: 'object' } },
    required: ['name'],
    additionalProperties: false,
  },
} as const;

export const READ_MORE = {
  name: 'read_more',
  description: 'Read on in an answer that was too long for one call',
  inputSchema: {
    type: 'object',
    properties: { cursor: text('from that answer') },
    required: ['cursor'],
    additionalProperties: false,
  },
  annotations: hints('Read on'),
} as const;

const listed = ({ name, description, inputSchema, annotations }: Tool) => ({
  name,
  description,
  inputSchema,
  annotations,
});

/** The tools that are listed: those of `fixed`, or the ones that find every command. */
export function listedTools(tools: readonly Tool[], allow: Allowed, fixed: boolean) {
  const allowed = tools.filter(({ needs }) => includes(allow, needs));
  if (fixed) return [...allowed.map(listed), READ_MORE];
  const call = { ...CALL, annotations: hints('Run a command', allow === 'read') };
  const most = allowed.filter(({ name }) => MOST_USED.includes(name));
  return [FIND, DESCRIBE, call, ...most.map(listed), READ_MORE];
}

const MOST_FOUND = 20;

/** `contact` finds `contacts`, and the other way round. */
const stem = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '');

const wordsOf = (text: string) => (text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []).map(stem);

const weighted = ({ command }: Tool) =>
  [
    { weight: 4, words: new Set(wordsOf(command.path)) },
    { weight: 2, words: new Set(wordsOf(command.summary)) },
    { weight: 1, words: new Set(wordsOf(command.description)) },
  ] as const;

/** The commands that fit the words, the best first. A word that few commands have counts more than one that many have. */
function ranked(tools: readonly Tool[], words: readonly string[]): Tool[] {
  const parts = tools.map((tool) => ({ tool, parts: weighted(tool) }));
  const weightIn = (places: ReturnType<typeof weighted>, word: string) =>
    places.find(({ words: known }) => known.has(word))?.weight ?? 0;
  const scores = new Map<Tool, number>();
  for (const word of new Set(words)) {
    const fitting = parts.map((one) => ({ tool: one.tool, weight: weightIn(one.parts, word) }));
    const count = fitting.filter(({ weight }) => weight > 0).length;
    const rarity = Math.log(1 + tools.length / Math.max(1, count));
    for (const { tool, weight } of fitting) scores.set(tool, (scores.get(tool) ?? 0) + weight * rarity);
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([tool]) => tool);
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
}

/** Commands that fit the words, the best first; the groups where there are no words. */
export function findCommands(tools: readonly Tool[], groups: readonly CommandGroup[], text: string) {
  const words = wordsOf(text.slice(0, 200));
  if (words.length === 0) return { groups };
  const found = ranked(tools, words).slice(0, MOST_FOUND);
  return { commands: found.map(({ name, command: { summary }, needs }) => ({ name, summary, needs })) };
}

export const describeCommand = ({ name, description, inputSchema, needs }: Tool) => ({
  name,
  needs,
  description,
  inputSchema,
});

/** The arguments of `call_command`; null where they are no object. */
export function argumentsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === undefined || value === null) return {};
  return isObject(value) ? value : null;
}

/** Why the input of a tool is refused; null where it is not. */
export function wrongIn(
  { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
  input: Readonly<Record<string, unknown>>,
): string | null {
  const { properties, required } = inputSchema;
  const known = isObject(properties) ? Object.keys(properties) : [];
  const [unknown] = Object.keys(input).filter((key) => !known.includes(key));
  if (unknown !== undefined)
    return `${name} takes no ${unknown}${didYouMean(unknown, known) || `: it takes ${known.join(', ')}`}`;
  for (const [key, value] of Object.entries(input)) {
    const { type } = objectIn(getOwn(objectIn(properties), key));
    const isList = Array.isArray(value) && type !== 'array' && key !== 'body';
    if (isList) return `${name}: ${key} is one text: several are separated by commas, where it takes them`;
    if (isObject(value) && type !== 'object' && key !== 'body') return `${name}: ${key} is a text, not an object`;
  }
  const missing = (Array.isArray(required) ? required.map(String) : []).filter(
    (key) => (getOwn(input, key) ?? null) === null,
  );
  return missing.length === 0 ? null : `${name} needs ${missing.join(', ')}`;
}

/** A refusal in the names that the tool has: `--create-list` is its argument `create-list`. */
export function inToolNames({ command }: Tool, message: string): string {
  const names = new Map([
    ['--fields', 'fields'],
    ...command.options.map((option) => [option.long, propertyOf(option)] as const),
  ]);
  // A command line, as in a hint, keeps its options.
  return message.replaceAll(/reach [a-z][^"`]*|--[a-z][a-z-]*/g, (found) => names.get(found) ?? found);
}
