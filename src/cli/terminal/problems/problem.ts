// A problem of a file: what rules or a parser found, and where it stands.

import type { Basis } from '../../../rules/problem.ts';
import { viewOf } from '../formats/cells.ts';

/** Lines and columns count from 1; columns in UTF-16 units, as editors and SARIF do. The end is not included. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface FileProblem extends TextRange {
  /** As it was named on the command line; `-` for standard input. */
  readonly file: string;
  /** The interface's path; empty for a problem of the text itself. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** Whether the interface says so, or this build chose the rule; left out, it is about the file itself. */
  readonly basis?: Basis | undefined;
}

/** The texts the problems stand in, by file. */
export type SourceTexts = ReadonlyMap<string, string>;

export const problemView = viewOf('problem', 'problems', 'file line:number column:number severity code path message', {
  alsoHas: 'endLine endColumn basis',
  id: 'code',
});

/** As the files have them: by line and column, then as they were found. */
export function inFileOrder(problems: readonly FileProblem[]): FileProblem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
