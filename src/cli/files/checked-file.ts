// A file of ours: its text with the places of everything, what it says, and what is wrong with it.

import type { Problem } from '../../rules/problem.ts';
import { type FileProblem, inFileOrder } from '../terminal/problems/problem.ts';
import type { YamlText } from './yaml/read.ts';

export interface CheckedFile {
  /** As it was named; `-` for standard input. */
  readonly name: string;
  readonly yaml: YamlText;
  /** What it says, as the rules take it; null when the text cannot be read. */
  readonly body: unknown;
}

/** Codes of problems that are about a key, not about its value. */
const KEY_CODES: ReadonlySet<string> = new Set(['unknown_key']);

/** Where the problems of the body stand in the file. */
export function located({ name, yaml }: CheckedFile, problems: readonly Problem[]): FileProblem[] {
  return problems.map(({ path, at, code, message, severity, basis, token }) => {
    const place =
      token === undefined ? yaml.placeOf(at, KEY_CODES.has(code) ? 'key' : undefined) : yaml.placeInside(at, token);
    return { file: name, ...place, path, code, message, severity, basis };
  });
}

/** Everything that is wrong with a file, text and content, in the order of its lines. `check` gets what it says. */
export function checkedProblems(file: CheckedFile, check: (body: unknown) => readonly Problem[]): FileProblem[] {
  const { name, yaml, body } = file;
  const ofText = yaml.problems.map((problem) => ({ ...problem, file: name, path: '', severity: 'error' as const }));
  return inFileOrder([...ofText, ...(yaml.readable ? located(file, check(body)) : [])]);
}

export function displayedName({ name }: CheckedFile): string {
  return name === '-' ? 'standard input' : name;
}

export type NamingKind = 'campaign' | 'workflow' | 'run';
