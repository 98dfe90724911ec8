// Whether two names mean the same: by their words, and by the words that interfaces use for one thing.

import { largest } from '../../../contract/extremes.ts';
import type { DefinedField } from './read.ts';

/** `groupsPerPage` and `groups_per_page` → groups, per, page. Plurals count as their singular. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) =>
      word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=x|ch|sh|ss)es$|(?<=[^sui])s$/, '') : word,
    );
}

/** Words that stand for each other in interfaces of this kind. */
const KIN: readonly (readonly string[])[] = [
  ['cursor', 'after', 'token', 'continuation', 'next', 'start', 'from', 'since'],
  ['limit', 'size', 'per', 'max', 'count', 'take', 'first', 'most'],
  ['contact', 'lead', 'person', 'prospect'],
  ['company', 'account', 'organization', 'organisation'],
  ['list', 'group', 'segment', 'audience'],
  ['text', 'query', 'prompt', 'input', 'description', 'criteria', 'audience'],
  ['search', 'query', 'q', 'filter'],
  ['provider', 'source'],
  ['message', 'content', 'body', 'text', 'reply'],
  ['sender', 'identity', 'from'],
  ['action', 'enrichment', 'run', 'task'],
  ['request', 'idempotency', 'client'],
  ['status', 'state', 'phase'],
  ['entity', 'kind', 'type'],
  ['inbox', 'thread', 'conversation'],
  ['tag', 'label'],
  ['step', 'node'],
  ['id', 'ids'],
  ['decision', 'verdict', 'approval', 'review'],
  ['cancel', 'stop', 'abort', 'terminate'],
  ['archive', 'retire', 'deactivate'],
  ['unarchive', 'restore', 'reactivate', 'activate'],
  ['validate', 'check', 'verify', 'lint'],
];

const isKin = (a: string, b: string) => a === b || KIN.some((words) => words.includes(a) && words.includes(b));

/** Words that say what kind of value a name holds, not whose: shared, they prove nothing. */
const KINDS_OF_VALUE = new Set(['id', 'ids', 'name', 'key', 'value', 'type', 'data', 'uuid', 'ref']);

/** `contactIds` holds ids. */
const kindOf = (name: string) =>
  wordsOf(name)
    .findLast((word) => KINDS_OF_VALUE.has(word))
    ?.replace('ids', 'id');

/** The words of a name that tell it from others; all of them where there are no others. */
export function tellingWords(name: string): string[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => !KINDS_OF_VALUE.has(word));
  return telling.length > 0 ? telling : words;
}

/** How much two sets of words have in common, 0 to 1; a kindred word counts half. */
export function likeness(ours: readonly string[], theirs: readonly string[]): number {
  const [a, b] = [[...new Set(ours)], [...new Set(theirs)]];
  if (a.length === 0 || b.length === 0) return 0;
  const best = (word: string, others: readonly string[]) =>
    largest(others.map((other) => (word === other ? 1 : isKin(word, other) ? 0.5 : 0)));
  const shared = a.reduce((sum, word) => sum + best(word, b), 0) + b.reduce((sum, word) => sum + best(word, a), 0);
  return shared / (a.length + b.length);
}

/** Whether a value of ours may go where theirs is expected; `null`: the document does not say. */
function typesAgree(ours: DefinedField, theirs: DefinedField): boolean | null {
  if (ours.types.length === 0 || theirs.types.length === 0) return null;
  const wide = (types: readonly string[]) => types.map((type) => (type === 'integer' ? 'number' : type));
  return wide(ours.types).some((type) => wide(theirs.types).includes(type));
}

export interface NamePairing {
  /** Our name → theirs, where it cannot be wrong. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Our name → theirs, where it may be. */
  readonly proposed: ReadonlyMap<string, string>;
  /** Ours that stand for none of theirs. */
  readonly left: readonly DefinedField[];
}

/** What requires something that ours never sends may be another request: none of its names is certain. */
export const allProposed = ({ renamed, proposed, left }: NamePairing): NamePairing => ({
  renamed: new Map(),
  proposed: new Map([...proposed, ...renamed]),
  left,
});

/** How likely a field of theirs is one of ours, 0 when it cannot be. The description may say what the name does not. */
function scoreOf(ours: DefinedField, theirs: DefinedField): number {
  if (typesAgree(ours, theirs) === false) return 0;
  const alike = likeness(tellingWords(ours.name), tellingWords(theirs.name));
  if (alike === 0) return 0;
  // `contentType` is not a content: an id stands for an id, a type for a type.
  const byName = kindOf(ours.name) === kindOf(theirs.name) ? alike : alike * 0.4;
  const message = wordsOf(theirs.description);
  const byText = wordsOf(ours.name).some((word) => message.some((other) => isKin(word, other))) ? 0.3 : 0;
  return byName + byText + 0.2 * likeness(wordsOf(ours.name), wordsOf(theirs.name)) + (ours.required ? 0.15 : 0);
}

/** The least that a pair must have in common, and by how much it must be ahead of the next best. */
const LEAST = 0.25;
const AHEAD = 0.1;

/**
 * Names of ours that are missing there, paired with names of theirs that are missing here: the best pair first, and
 * only where it is the best by far. A name that is left over is not a pair: it may mean anything. Sure is a pair whose
 * types are both stated and agree, and where what theirs requires is always sent.
 */
export function pairNames(ours: readonly DefinedField[], theirs: readonly DefinedField[]): NamePairing {
  const renamed = new Map<string, string>();
  const proposed = new Map<string, string>();
  const left = new Set(ours.filter(({ name }) => !theirs.some((field) => field.name === name)));
  const free = new Set(theirs.filter(({ name }) => !ours.some((field) => field.name === name)));
  let pairs = [...left]
    .flatMap((one) => [...free].map((other) => ({ one, other, score: scoreOf(one, other) })))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score);
  for (let best = pairs[0]; best !== undefined; best = pairs[0]) {
    const { one, other, score } = best;
    const rival = pairs.find((pair) => (pair.one === one) !== (pair.other === other));
    if (rival === undefined || score - rival.score >= AHEAD) {
      const isSure = typesAgree(one, other) === true && (one.required || !other.required);
      (isSure ? renamed : proposed).set(one.name, other.name);
      left.delete(one);
      free.delete(other);
    }
    // A draw decides nothing for ours, and leaves theirs to others.
    pairs = pairs.filter((pair) => pair.one !== one && free.has(pair.other));
  }
  return { renamed, proposed, left: [...left] };
}
