// Which operation of a live service is which of ours: the same method and path, or, where we had to choose them, the one
// that stands in the same place or takes and answers the same.

import { likeness, tellingWords, wordsOf } from './names.ts';
import type { Operation } from './read.ts';

/** `/v1/contacts/{id}` → `/v1/contacts/{}`: what a parameter is called does not matter. */
export const shapeOf = (path: string) => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');

const keyOf = ({ method, path }: Operation) => `${method} ${shapeOf(path)}`;

const parametersIn = (path: string) => path.match(/\{[^{}]*\}/g) ?? [];

const partsOf = (path: string) =>
  shapeOf(path)
    .replace(/^\/v\d+\//, '')
    .split('/');

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

/** `/v1/folders/{kind}` of ours as `/v1/folders/contacts`, where the words are not ids. */
export function isSpelledOut(ours: Operation, theirs: Operation): boolean {
  if (ours.method !== theirs.method || !ours.path.includes('{')) return false;
  const others = theirs.path.split('/');
  const parts = ours.path.split('/');
  return (
    parts.length === others.length &&
    parts.every((part, at) => {
      const other = others[at] ?? '';
      if (!part.startsWith('{')) return part === other;
      return other.startsWith('{') || !/id}$/i.test(part);
    })
  );
}

const namesOf = (fields: Operation['body']) => (fields ?? []).map(({ name }) => wordsOf(name).join(' '));

/** How many names make an answer or a body unmistakable, and how alike they must be. */
const TELLING = { names: 3, likeness: 0.75 };

/** What takes fields is not what takes none; a body whose fields are not named may be left out. */
function bodiesAgree(ours: Operation['body'], theirs: Operation['body']): boolean {
  const [a, b] = [ours, theirs].map((body) => body !== null && body.length > 0);
  return a === b || ours?.length === 0 || theirs?.length === 0;
}

/**
 * How likely theirs is ours, although it stands elsewhere; null when it cannot be. Sure it is only where one word of the
 * path is written otherwise, or where the path is alike and it takes or answers the very same.
 */
function pairOf(
  one: Operation,
  other: Operation,
): { readonly one: Operation; readonly other: Operation; readonly score: number; readonly isSure: boolean } | null {
  if (one.method !== other.method || !bodiesAgree(one.body, other.body)) return null;
  if (parametersIn(one.path).length !== parametersIn(other.path).length) return null;
  const [ours, theirs] = [partsOf(one.path), partsOf(other.path)];
  const wordsIn = (parts: readonly string[]) => wordsOf(parts.filter((part) => part !== '{}').join(' '));
  const path = likeness(wordsIn(ours), wordsIn(theirs));
  const differing = ours.filter((part, at) => part !== theirs[at]);
  const isOnePart = ours.length === theirs.length && differing.length === 1 && !differing.includes('{}');
  const changed = isOnePart ? ours.findIndex((part, at) => part !== theirs[at]) : -1;
  // In the place of ours there is one word for another: beside it, something must be the same.
  const place = isOnePart && ours.length > 1 ? 0.6 : 0;
  const word = isOnePart ? likeness(wordsOf(ours[changed] ?? ''), wordsOf(theirs[changed] ?? '')) : 0;
  if (path === 0 || path + place + word < 0.5) return null;
  const signatures = [
    [namesOf(one.body), namesOf(other.body)],
    [namesOf(one.answer), namesOf(other.answer)],
  ] as const;
  const alike = signatures.map(([a, b]) => likeness(a, b));
  const isSame = signatures.some(([a], at) => a.length >= TELLING.names && (alike[at] ?? 0) >= TELLING.likeness);
  const isSpelling = isOnePart && word === 1;
  const isSure = ownersAgree(one.path, other.path) && (isSpelling || isSame);
  return { one, other, score: path + place + word + 2 * (alike[0] ?? 0) + (alike[1] ?? 0), isSure };
}

/** `actions → enrichments`: the words of a path that are others in the same place. */
function differing(one: Operation, other: Operation): string[] {
  const theirs = partsOf(other.path);
  return partsOf(one.path).flatMap((part, at) => (part === theirs[at] ? [] : [`${part} → ${theirs[at]}`]));
}

/** By how much a pair must be ahead of the next best. */
const AHEAD = 0.2;

export interface Matches {
  readonly found: ReadonlyMap<Operation, Operation>;
  /** Ours that may stand for these of theirs. */
  readonly proposed: ReadonlyMap<Operation, Operation>;
  /** Theirs that are none of ours. */
  readonly others: readonly Operation[];
}

export function matchOperations(ours: readonly Operation[], live: readonly Operation[]): Matches {
  const byKey = new Map(live.map((operation) => [keyOf(operation), operation]));
  const found = new Map<Operation, Operation>();
  const proposed = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  const words = new Set<string>();
  for (const operation of ours) {
    const same = byKey.get(keyOf(operation));
    // One path for each word that our parameter may be.
    const all = same === undefined ? live.filter((other) => isSpelledOut(operation, other)) : [same];
    if (all[0] !== undefined) found.set(operation, all[0]);
    for (const other of all) taken.add(other);
  }
  // Only what we chose may stand elsewhere: a given path that is missing is missing, and /_… is for our own service alone.
  const open = ours.filter(
    (operation) => !found.has(operation) && operation.undocumented !== null && !operation.path.startsWith('/_'),
  );
  const free = live.filter((other) => !taken.has(other));
  let pairs = open
    .flatMap((one) => free.flatMap((other) => pairOf(one, other) ?? []))
    .toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.score - a.score);
  for (let best = pairs[0]; best !== undefined; best = pairs[0]) {
    const { one, other, score, isSure } = best;
    const rivals = pairs.filter((pair) => (pair.one === one) !== (pair.other === other));
    const isClear = rivals.every((rival) => score - rival.score >= AHEAD);
    if (isClear) {
      if (isSure) for (const word of differing(one, other)) words.add(word);
      (isSure ? found : proposed).set(one, other);
      taken.add(other);
    }
    // A draw decides nothing for ours, and leaves theirs to others.
    pairs = pairs.filter((pair) => pair.one !== one && !(isClear && pair.other === other));
  }
  // What one request surely calls otherwise, its siblings call so as well.
  for (const [one, other] of proposed) {
    if (!ownersAgree(one.path, other.path) || !differing(one, other).every((word) => words.has(word))) continue;
    proposed.delete(one);
    found.set(one, other);
  }
  return { found, proposed, others: live.filter((operation) => !taken.has(operation)) };
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
