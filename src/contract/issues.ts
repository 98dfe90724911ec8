// A value read by a schema once: the input, or every problem in words of ours, each with its path.

import * as z from 'zod';
import { alternatives, kindOf, quoted } from './english.ts';
import { type Issue, pathText } from './envelope.ts';
import { smallest } from './extremes.ts';
import { getOwn } from './json.ts';
import { coreOf, exampleOf, kindName, notesOf, partOf, type Schema } from './schema-parts.ts';

type ZodIssue = z.core.$ZodIssue;

type Checked<T> = { readonly input: T; readonly issues: null } | { readonly issues: readonly Issue[] };

/** `at` stands before the path of each problem. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  at: readonly PropertyKey[] = [],
): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, CONTEXT);
  if (parsed.success) return { input: parsed.data, issues: null };
  return {
    issues: mistakesOf(parsed.error, schema).map(({ path, code, message }) => ({
      path: pathText([...at, ...path]),
      code,
      message,
    })),
  };
}

/** One thing that a schema refuses in a value. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly code: string;
  /** Follows the name of the part: `must be text, not the number 5`. */
  readonly message: string;
  /** The part as it is; of an unknown key, the object that has it. */
  readonly input: unknown;
  /** The schemas on the way to the part, from that of the whole to its own. */
  readonly schemas: readonly Schema[];
}

/** Everything that the schema refuses; nothing where the value is right. */
export function mistakesIn(schema: Schema, value: unknown): Mistake[] {
  const parsed = z.safeParse(schema, value, CONTEXT);
  return parsed.success ? [] : mistakesOf(parsed.error, schema);
}

/** One of each place: text that is too long and empty is one problem. */
function mistakesOf({ issues }: { readonly issues: readonly ZodIssue[] }, schema: Schema): Mistake[] {
  const found = new Map<string, Mistake>();
  for (const mistake of issues.flatMap((issue) => flat(issue, [schema]))) {
    const place = JSON.stringify(mistake.path);
    if (!found.has(place)) found.set(place, mistake);
  }
  return [...found.values()];
}

/** `schemas` lead to the value that the issue's path begins at. */
function flat(issue: ZodIssue, schemas: readonly Schema[], before: Mistake['path'] = []): Mistake[] {
  const steps = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const path = [...before, ...steps];
  const all = [...schemas];
  for (const key of steps) {
    const holder = all.at(-1);
    const part = holder && partOf(holder, key);
    if (part === undefined) break;
    all.push(part);
  }
  const { input } = issue;
  const last = all.at(-1) ?? z.unknown();
  const mistake = (code: string, message: string) => [{ path, code, message, input, schemas: all }];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...{ path: [...path, key], code: 'unknown_key', message: 'is not known here' },
      ...{ input, schemas: all },
    }));
  }
  if (issue.code === 'custom') return mistake(issue.code, issue.message);
  if (input === undefined) return mistake('required', issue.message);
  if (input === null) return mistake('invalid_type', NO_VALUE);
  const { kind } = notesOf(last);
  if (kind === 'id' || kind === 'reference') return mistake('invalid_type', NO_ID[kind]);
  if (issue.code === 'invalid_union' && issue.message === UNWORDED) {
    const core = coreOf(last);
    const options = core instanceof z.ZodUnion ? core.options : [];
    if (issue.errors.every(isOfOtherKind)) {
      return mistake(
        'invalid_type',
        `must be ${alternatives([...new Set(options.map(kindName))])}, not ${kindOf(input)}`,
      );
    }
    const branch = nearestBranch(issue.errors);
    const inner = options[branch];
    const meant = issue.errors[branch];
    if (meant) return meant.flatMap((one) => flat(one, inner === undefined ? all : [...all, inner], path));
  }
  const isBlank = issue.code === 'invalid_format' && issue.message === EMPTY;
  return mistake(isBlank ? 'too_small' : issue.code, issue.message);
}

/** Whether a schema of a union takes another kind of value. */
function isOfOtherKind([first]: readonly ZodIssue[]): boolean {
  return first?.code === 'invalid_type' && first.path.length === 0;
}

/** Of a union, the branch that was meant: one whose kind of value was right; else the one with the fewest problems. */
function nearestBranch(branches: readonly ZodIssue[][]): number {
  const costs = branches.map((branch) => branch.length + (isOfOtherKind(branch) ? 1000 : 0));
  return costs.indexOf(smallest(costs));
}

const NO_ID = {
  id: 'must be the id of a record, a positive whole number',
  reference: 'must be an id: a positive whole number or text',
} as const;

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email address',
  url: 'URL',
  uuid: 'UUID',
  datetime: 'ISO datetime, such as 2026-11-22T09:00:00Z',
  date: 'ISO date',
  time: 'ISO time',
};

const REQUIRED = 'is required';
const NO_VALUE = 'has no value: give it one, or leave it out';
const UNWORDED = 'is not valid';

/** Of text that may not be blank. */
export const EMPTY = 'is empty';

/** What is counted of a value that is too small or too big. */
function sizeOf(input: unknown): readonly [size: number, unit: string] | null {
  if (typeof input === 'string') return [input.length, 'characters'];
  return Array.isArray(input) ? [input.length, 'entries'] : null;
}

function tooSmall(input: unknown, least: bigint | number, inclusive: boolean): string {
  const size = sizeOf(input);
  if (size === null) return `must be ${inclusive ? 'at least' : 'more than'} ${least}, not ${input}`;
  const [count, unit] = size;
  if (unit === 'entries') return `needs at least ${least === 1 ? 'one entry' : `${least} entries`}`;
  return count === 0 ? EMPTY : `has ${count} ${unit}; at least ${least} are needed`;
}

function tooBig(input: unknown, most: bigint | number, inclusive: boolean): string {
  const size = sizeOf(input);
  if (size === null) return `must be ${inclusive ? 'at most' : 'less than'} ${most}, not ${input}`;
  return `has ${size[0]} ${size[1]}; at most ${most} are allowed`;
}

/** `true or false`, `an object such as { value: 2, unit: days }`. */
function kindWanted({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const schema = inst instanceof z.ZodType ? inst : z.unknown();
  if (expected === 'boolean') return 'true or false';
  const kind = kindName(schema);
  return kind === 'an object' ? `${kind} such as ${exampleOf(schema)}` : kind;
}

/** The words for what a schema refuses, unless it has words of its own. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type': {
      if (input === undefined) return REQUIRED;
      if (issue.expected === 'int' && typeof input === 'number') return `must be a whole number, not ${input}`;
      return `must be ${kindWanted(issue)}, not ${kindOf(input)}`;
    }
    case 'invalid_value':
      return input === undefined
        ? `${REQUIRED}: ${words(issue.values)}`
        : `must be ${words(issue.values)}, not ${quoted(input)}`;
    case 'too_small':
      return tooSmall(input, issue.minimum, issue.inclusive ?? true);
    case 'too_big':
      return tooBig(input, issue.maximum, issue.inclusive ?? true);
    case 'invalid_format':
      if (issue.format === 'regex') return `must match pattern ${issue.pattern}`;
      return `is not a valid ${getOwn(FORMATS, issue.format) ?? issue.format}`;
    case 'invalid_union':
      return issue.options === undefined || issue.options === null
        ? UNWORDED
        : `must be ${words([issue.options].flat())}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? UNWORDED;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return UNWORDED;
  }
}

const CONTEXT = { error: wordsFor, reportInput: true } as const;

const words = (values: readonly unknown[]): string => alternatives(values.map(String));
