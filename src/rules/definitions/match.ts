// Which operation of a live service is which of ours: the same method and path, or, where we had to choose them, the one
// that takes and answers the same.

import { likeness, tellingWords, wordsOf } from './names.ts';
import type { Operation } from './read.ts';

/** `/v1/contacts/{id}` → `/v1/contacts/{}`: what a parameter is called does not matter. */
export const shapeOf = (path: string) => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');

const keyOf = ({ method, path }: Operation) => `${method} ${shapeOf(path)}`;

const parametersIn = (path: string) => path.match(/\{[^{}]*\}/g) ?? [];

const pathWords = (path: string) => wordsOf(path.replace(/\{[^{}]*\}/g, ' ').replace(/^\/v\d+\//, ''));

/** Whose id each parameter is: by its own words, or, for a bare `{id}`, by the part of the path before it. */
function ownersIn(path: string): string[][] {
  const parts = path.split('/');
  return parts.flatMap((part, at) => {
    if (!part.startsWith('{')) return [];
    const own = wordsOf(part);
    return [own.length === 1 && own[0] === 'id' ? wordsOf(parts[at - 1] ?? '') : tellingWords(part)];
  });
}

/** An id of one kind of record in the place of another's would address the wrong record. */
function ownersAgree(ours: string, theirs: string): boolean {
  const others = ownersIn(theirs);
  return ownersIn(ours).every((words, at) => likeness(words, others[at] ?? []) > 0);
}

const namesOf = (fields: readonly { readonly name: string }[] | null) =>
  (fields ?? []).map(({ name }) => wordsOf(name).join(' '));

/** How likely theirs is ours, although it stands elsewhere; 0 when it cannot be. */
function scoreOf(ours: Operation, theirs: Operation): number {
  if (ours.method !== theirs.method) return 0;
  if (parametersIn(ours.path).length !== parametersIn(theirs.path).length) return 0;
  if (!ownersAgree(ours.path, theirs.path)) return 0;
  if ((ours.body === null) !== (theirs.body === null)) return 0;
  const path = likeness(pathWords(ours.path), pathWords(theirs.path));
  const id = likeness(wordsOf(ours.id), wordsOf(theirs.id));
  const body = ours.body === null ? 0 : likeness(namesOf(ours.body), namesOf(theirs.body));
  const answer = likeness(
    namesOf(ours.answer.map((name) => ({ name }))),
    namesOf(theirs.answer.map((name) => ({ name }))),
  );
  return path + id + 2 * body + answer;
}

const LEAST = 1.2;
const AHEAD = 0.2;

export interface Matches {
  readonly found: ReadonlyMap<Operation, Operation>;
  /** Theirs that are none of ours. */
  readonly others: readonly Operation[];
}

export function matchOperations(ours: readonly Operation[], live: readonly Operation[]): Matches {
  const byKey = new Map(live.map((operation) => [keyOf(operation), operation]));
  const found = new Map<Operation, Operation>();
  for (const operation of ours) {
    const same = byKey.get(keyOf(operation));
    if (same !== undefined) found.set(operation, same);
  }
  const taken = new Set(found.values());
  // Only what we chose may stand elsewhere: a given path that is missing is missing.
  const open = ours.filter((operation) => !found.has(operation) && operation.chosen !== null);
  const free = live.filter((other) => !taken.has(other));
  let pairs = open
    .flatMap((one) => free.map((other) => ({ one, other, score: scoreOf(one, other) })))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score);
  for (let best = pairs[0]; best !== undefined; best = pairs[0]) {
    const { one, other, score } = best;
    const rival = pairs.find((pair) => (pair.one === one) !== (pair.other === other));
    if (rival === undefined || score - rival.score >= AHEAD) {
      found.set(one, other);
      taken.add(other);
    }
    // A draw decides nothing for ours, and leaves theirs to others.
    const isTaken = taken.has(other);
    pairs = pairs.filter((pair) => pair.one !== one && !(isTaken && pair.other === other));
  }
  return { found, others: live.filter((operation) => !taken.has(operation)) };
}

/** Their path with our names in its braces, by position: what the client fills in. */
export function withOurParameters(ours: string, theirs: string): string {
  const names = parametersIn(ours);
  let at = 0;
  return theirs.replace(/\{[^{}]*\}/g, (own) => {
    const name = names[at] ?? own;
    at += 1;
    return name;
  });
}
