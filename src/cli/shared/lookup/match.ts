// One record by its id or its name on the command line, and the errors for a name that matches none or several.

import { isIdText } from '../../../contract/ids.ts';
import { CliError, UsageError } from '../../app/exit.ts';

export interface Candidate {
  readonly id: number;
  /** What tells records of one name apart: a status, what a list holds. */
  readonly detail?: string | null | undefined;
}

/** What is looked up. */
export interface LookupKind {
  readonly noun: string;
  readonly plural: string;
  /** Where to look for the name. */
  readonly hint: string;
}

/** `no campaign "Q3"`, `no identity 9`: exit 5. */
export function noMatch(word: string, { noun, hint }: Pick<LookupKind, 'noun' | 'hint'>): CliError {
  return new CliError('notFound', 'not_found', `no ${noun} ${isIdText(word) ? word : `"${word}"`}`, { hint });
}

/** The only one that a word matches. Exit 5 when there is none, 2 when there are several. */
export function onlyMatch<T extends Candidate>(word: string, found: readonly T[], kind: LookupKind): T {
  const [first, second] = found;
  if (first === undefined) throw noMatch(word, kind);
  if (second === undefined) return first;
  const ids = found.map(({ id }) => id).join(', ');
  const details = found.map(({ id, detail }) => (detail == null ? String(id) : `${id} (${detail})`)).join(', ');
  throw new UsageError(`"${word}" matches ${found.length} ${kind.plural} (ids ${ids})`, {
    hint: found.some(({ detail }) => detail != null) ? `use an id: ${details}` : 'use the id',
  });
}

/** The id a word stands for. Asks only for a name, by `find`; what it finds may have other names as well. */
export async function idByName(
  word: string,
  kind: LookupKind,
  find: (name: string) => Promise<readonly (Candidate & { readonly name: string })[]>,
): Promise<number> {
  if (isIdText(word)) return Number(word);
  const found = (await find(word)).filter(({ name }) => name === word);
  return onlyMatch(word, found, kind).id;
}
