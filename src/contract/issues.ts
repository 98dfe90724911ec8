// A value read by a schema once: the input, or every problem in words of ours, each with its path. Free of zod at run time.

import type * as z from 'zod';
import { own } from './dictionary.ts';
import { type Issue, pathText } from './envelope.ts';

type ZodIssue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

type Checked<T> = { readonly input: T; readonly issues: null } | { readonly issues: readonly Issue[] };

/** `at` stands before the path of each problem. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  at: readonly PropertyKey[] = [],
): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, { error: wordsOf });
  if (parsed.success) return { input: parsed.data, issues: null };
  return { issues: parsed.error.issues.flatMap((issue) => flat(issue, at)) };
}

/** So that a body made of mistakes is not answered with fifty times its size. */
const ISSUES_MAX = 100;

/** The first hundred, or as many as there is room for, and how many more there are. */
export function boundedIssues<T>(issues: readonly T[], room = ISSUES_MAX): readonly (T | Issue)[] {
  const most = Math.min(ISSUES_MAX, room);
  const more = issues.length - most;
  if (more <= 0) return issues;
  return [...issues.slice(0, most), { path: '', code: 'more_problems', message: `and ${more} more problems` }];
}

/** One sentence over several problems. */
export function issuesText(issues: readonly Issue[]): string {
  const [first] = issues;
  if (!first) return 'Invalid request';
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${rest}`;
}

const REQUIRED = 'is required';

function flat(issue: ZodIssue, at: readonly PropertyKey[]): Issue[] {
  const path = [...at, ...issue.path];
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors);
    if (nearest) return nearest.flatMap((inner) => flat(inner, path));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathText([...path, key]),
      code: 'unknown_key',
      message: 'is not known here',
    }));
  }
  const code = issue.code === 'invalid_type' && issue.message === REQUIRED ? 'required' : issue.code;
  return [{ path: pathText(path), code, message: issue.message }];
}

/** Of a union, the branch that was meant: one whose kind of value was right; else the one with the fewest problems. */
function nearestBranch(branches: readonly ZodIssue[][]): ZodIssue[] | undefined {
  const cost = (branch: ZodIssue[]): number =>
    branch.length + (branch.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0) ? 1000 : 0);
  return branches.toSorted((a, b) => cost(a) - cost(b))[0];
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  nan: 'NaN',
};

const kindName = (kind: string): string => own(KINDS, kind) ?? kind;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return kindName(Array.isArray(value) ? 'array' : Number.isNaN(value) ? 'nan' : typeof value);
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email address',
  url: 'URL',
  uuid: 'UUID',
  datetime: 'ISO datetime',
  date: 'ISO date',
  time: 'ISO time',
};

/** What zod counts; anything else is a number. */
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'entry' };

function bound(origin: string, sign: string, number: bigint | number): string {
  const unit = own(UNITS, origin);
  if (unit === undefined) return `must be ${sign} ${number}`;
  if (unit === 'character' && sign === 'at least' && number === 1) return 'must not be empty';
  return `must have ${sign} ${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** The words for what a schema refuses, unless it has words of its own. */
function wordsOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED;
      return `must be ${kindName(issue.expected)}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small': {
      const { origin, exact, inclusive, minimum } = issue;
      return bound(origin, exact ? 'exactly' : inclusive ? 'at least' : 'more than', minimum);
    }
    case 'too_big': {
      const { origin, exact, inclusive, maximum } = issue;
      return bound(origin, exact ? 'exactly' : inclusive ? 'at most' : 'less than', maximum);
    }
    case 'invalid_format':
      if (issue.format === 'regex') return `must match pattern ${issue.pattern}`;
      return `is not a valid ${own(FORMATS, issue.format) ?? issue.format}`;
    case 'invalid_union':
      return issue.options === undefined || issue.options === null ? 'is not valid' : oneOf([issue.options].flat());
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not valid';
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
}
