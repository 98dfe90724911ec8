// A file of ours: its text with the places of everything, what it says, and what is wrong with it.

import { linked, placeInFile } from '../../rules/outreach/references.ts';
import type { Problem } from '../../rules/problem.ts';
import { type FileProblem, inFileOrder } from '../terminal/problems/problem.ts';
import type { Surrogates } from './surrogates.ts';
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

/** How a file is called in a message. */
export function shownName({ name }: CheckedFile): string {
  return name === '-' ? 'standard input' : name;
}

type NamingKind = 'campaign' | 'workflow' | 'run';

/** Its body has ids that stand for names; places of the body lead to the names in the text. */
export interface NamedFile extends CheckedFile {
  readonly kind: NamingKind;
  /** What the file says, names and all. */
  readonly said: unknown;
  readonly names: Surrogates;
}

function placed(yaml: YamlText, said: unknown): YamlText {
  return {
    ...yaml,
    placeOf: (at, part) => yaml.placeOf(placeInFile(said, at), part),
    placeInside: (at, token) => yaml.placeInside(placeInFile(said, at), token),
  };
}

export function namedFile(kind: NamingKind, file: CheckedFile, names: Surrogates): NamedFile {
  const { yaml, body: said } = file;
  const body = linked(kind, said, (reference) => names.idOf(reference));
  return { ...file, kind, said, names, body, yaml: placed(yaml, said) };
}

/** As `checkedProblems`, with the names that the file says in place of the ids that stand for them. */
export function namedProblems(file: NamedFile, check: (body: unknown) => readonly Problem[]): FileProblem[] {
  return checkedProblems(file, check).map((problem) => ({ ...problem, message: file.names.named(problem.message) }));
}

/** The body to be drawn: names where ids stand for them. */
export const shownBody = ({ names, body }: NamedFile): unknown => names.shown(body);
