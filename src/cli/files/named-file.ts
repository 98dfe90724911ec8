// Files that may say names where the interface has ids: `identity: Sasha Brandt` for `identityId: 3`.

import { linked, placeInFile } from '../../rules/outreach/references.ts';
import type { Problem } from '../../rules/problem.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type CheckedFile, checkedProblems, type NamingKind } from './checked-file.ts';
import type { Surrogates } from './surrogates.ts';
import type { YamlText } from './yaml/read.ts';

/** Its body has ids that stand for names; places of the body lead to the names in the text. */
export interface NamedFile extends CheckedFile {
  readonly kind: NamingKind;
  /** What the file says, names and all. */
  readonly source: unknown;
  readonly names: Surrogates;
}

function placed(yaml: YamlText, reported: unknown): YamlText {
  return {
    ...yaml,
    placeOf: (at, part) => yaml.placeOf(placeInFile(reported, at), part),
    placeInside: (at, token) => yaml.placeInside(placeInFile(reported, at), token),
  };
}

export function namedFile(kind: NamingKind, file: CheckedFile, names: Surrogates): NamedFile {
  const { yaml, body: reported } = file;
  const body = linked(kind, reported, (reference) => names.idOf(reference));
  return { ...file, kind, source: reported, names, body, yaml: placed(yaml, reported) };
}

/**
 * As `checkedProblems`, with the names that the file says in place of the ids that stand for them. Such an id was never seen in the
 * workspace: whether it has the name is found when names are looked up.
 */
export function namedProblems(file: NamedFile, check: (body: unknown) => readonly Problem[]): FileProblem[] {
  return checkedProblems(file, check).flatMap((problem) => {
    const message = file.names.named(problem.message);
    return problem.code === 'unverified' && message !== problem.message ? [] : [{ ...problem, message }];
  });
}

/** The body to be drawn: names where ids stand for them. */
export const displayedBody = ({ names, body }: NamedFile): unknown => names.shown(body);
