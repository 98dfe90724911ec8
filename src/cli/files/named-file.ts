// Files that may say names where the interface has ids: `identity: Sasha Brandt` for `identityId: 3`.

import { isObject } from '../../contract/json.ts';
import type { Referent } from '../../rules/name-keys.ts';
import { linked, placeInFile, type Reference } from '../../rules/outreach/references.ts';
import type { Problem } from '../../rules/problem.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type CheckedFile, checkedProblems, type NamingKind } from './checked-file.ts';
import { placedBy } from './yaml/read.ts';

/** Its body has ids that stand for names; places of the body lead to the names in the text. */
export interface NamedFile extends CheckedFile {
  readonly kind: NamingKind;
  /** What the file says, names and all. */
  readonly source: unknown;
  readonly names: Surrogates;
}

export function namedFile(kind: NamingKind, file: CheckedFile, names: Surrogates): NamedFile {
  const { yaml, body: reported } = file;
  const body = linked(kind, reported, (reference) => names.idOf(reference));
  return { ...file, kind, source: reported, names, body, yaml: placedBy(yaml, (at) => placeInFile(reported, at)) };
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

// Ids that stand for names while a file is checked: the rules know ids only, and the workspace is not asked.

/** Above every id a service gives. */
const FIRST = 9_000_000_000_000;

export class Surrogates {
  readonly #ids = new Map<string, number>();
  readonly #names: { readonly referent: Referent; readonly name: string }[] = [];

  idOf({ referent, name }: Pick<Reference, 'referent' | 'name'>): number {
    const key = `${referent}/${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = FIRST + this.#names.length;
    this.#ids.set(key, id);
    this.#names.push({ referent, name });
    return id;
  }

  /** Null for an id that a person wrote. */
  nameOf(referent: Referent, id: string): string | null {
    const found = this.#names[Number(id) - FIRST];
    return found?.referent === referent ? found.name : null;
  }

  /** The same value with names in place of the ids that stand for them. */
  shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.shown(inner));
    if (typeof value === 'number') return this.#names[value - FIRST]?.name ?? value;
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.shown(inner)]));
  }

  /** A message of the rules as a person reads it: names, no ids of ours. */
  named(message: string): string {
    return message.replace(/\b9\d{12}\b/g, (id) => {
      const found = this.#names[Number(id) - FIRST];
      return found === undefined ? id : `"${found.name}"`;
    });
  }
}
