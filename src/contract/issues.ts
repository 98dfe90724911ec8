// What zod found, said the interface's way: every problem at once, each with its path. Free of zod at run time.

import type * as z from 'zod';
import { own } from './dictionary.ts';
import { type Issue, pathText } from './envelope.ts';

type ZodIssue = z.core.$ZodIssue;

/** Every problem of one parse. `at` stands before each path. */
export function issuesOf(error: z.core.$ZodError, at: readonly PropertyKey[] = []): Issue[] {
  return error.issues.flatMap((issue) => flat(issue, at));
}

/** So that a body made of mistakes is not answered with fifty times its size. */
const ISSUES_MAX = 100;

/** The first hundred, and how many more there are. */
export function boundedIssues<T>(issues: readonly T[]): readonly (T | Issue)[] {
  const more = issues.length - ISSUES_MAX;
  if (more <= 0) return issues;
  return [...issues.slice(0, ISSUES_MAX), { path: '', code: 'more_problems', message: `and ${more} more problems` }];
}

/** One sentence over several problems. */
export function issuesText(issues: readonly Issue[]): string {
  const [first] = issues;
  if (!first) return 'Invalid request';
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${rest}`;
}

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
  if (issue.code === 'invalid_type' && /received undefined$/.test(issue.message)) {
    return [{ path: pathText(path), code: 'required', message: 'is required' }];
  }
  return [{ path: pathText(path), code: issue.code, message: inWords(issue.message) }];
}

const BOUNDS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
  exactly: 'exactly',
};

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
  date: 'a date',
};

const kindIn = (word: string): string => own(KINDS, word.toLowerCase()) ?? word;

const REFUSED: readonly (readonly [pattern: RegExp, words: (found: readonly string[]) => string])[] = [
  [
    /^Invalid input: expected (\w+), received (\w+)$/s,
    ([, wanted = '', found = '']) => `must be ${kindIn(wanted)}, not ${kindIn(found)}`,
  ],
  [/^Invalid (?:input|option): expected (?:one of )?(".*)$/s, ([, options = '']) => optionsText(options)],
  [/^Invalid discriminator value\. Expected ('.*)$/s, ([, options = '']) => optionsText(options)],
  [/^Invalid (?:string|number): (must .*)$/s, ([, rule = '']) => rule],
  [/^Invalid (email address|URL|UUID|ISO datetime|ISO date|ISO time)$/s, ([, what = '']) => `is not a valid ${what}`],
  [/^Invalid (?:input|key in record|value in map|element in set)$/s, () => 'is not valid'],
];

/** `"A"|"B"` or `'A' | 'B'`: what zod writes of an enumeration. */
function optionsText(options: string): string {
  const names = options.split('|').map((option) => option.trim().replace(/^["'](.*)["']$/s, '$1'));
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${names.join(', ')}`;
}

function withoutBound(message: string): string {
  for (const [pattern, words] of REFUSED) {
    const found = pattern.exec(message);
    if (found !== null) return words(found);
  }
  return message.replace(/^Invalid input: /, '');
}

/** zod's own sentences; messages of ours stay as they are. */
function inWords(message: string): string {
  const bound = /^Too (?:small|big): expected \w+ to (have|be) (>=|<=|>|<|exactly )(-?[\d.]+)(?: (\w+?)s?)?$/.exec(
    message,
  );
  if (bound === null) return withoutBound(message);
  const [, verb = '', sign = '', number = '', unit] = bound;
  if (unit === 'character' && sign === '>=' && number === '1') return 'must not be empty';
  const what = unit === undefined ? number : `${number} ${unit}${number === '1' ? '' : 's'}`;
  return `must ${verb} ${own(BOUNDS, sign.trim())} ${what}`;
}

/** Of a union, the branch that was meant: one whose kind of value was right; else the one with the fewest problems. */
function nearestBranch(branches: readonly ZodIssue[][]): ZodIssue[] | undefined {
  const cost = (branch: ZodIssue[]): number =>
    branch.length + (branch.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0) ? 1000 : 0);
  return branches.toSorted((a, b) => cost(a) - cost(b))[0];
}
