// The contract against the definition a live service gives of itself: what is missing there, and what it bounds otherwise.
// A request is found by its exact place, a name by its exact spelling: nothing is concluded from likeness.

import { append } from '../../../contract/append.ts';
import { dictionary } from '../../../contract/json.ts';
import { type Learned, type LearnedRequest, operationKey } from '../../../contract/learned.ts';
import { bodiesOf, draftOperations, type OtherWords, otherWords } from './bodies.ts';
import { type DefinedField, type Operation, readDefinitions } from './read.ts';

export interface Difference {
  /** `METHOD /v1/path` of ours. */
  readonly request: string;
  readonly part: 'path' | 'query' | 'body' | 'answer';
  /** Our name; the path itself for a path, and nothing for what only they have. */
  readonly ours: string;
  /** What is there in its place; null where nothing is. */
  readonly theirs: string | null;
  /** `missing`: not there. `required`: there, and never sent by us. `type`: of another type there. */
  readonly kind: 'missing' | 'required' | 'type';
  /** Why we had to choose; null for what the interface shows. */
  readonly undocumented: string | null;
  /** A name without which the request is not sent. */
  readonly isNeeded?: true;
}

/** The largest value of a number, or the entries of a list: null where nothing is said. */
interface Maximum {
  readonly request: string;
  readonly part: 'query' | 'body';
  readonly name: string;
  readonly ours: number | null;
  readonly theirs: number;
}

export interface DefinitionComparison {
  readonly differences: readonly Difference[];
  readonly learned: Learned;
  /** Requests of theirs that are none of ours. */
  readonly unknown: readonly string[];
  /** How many of ours are there, under our names. */
  readonly same: number;
  /** Largest values that differ from ours, of names in the query or at the top of a body. */
  readonly maxima: readonly Maximum[];
  /** Enumerations that differ, where both have one. */
  readonly words: readonly OtherWords[];
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const isId = (name: string) => /id$/i.test(name);

/** `/v1/folders/{kind}` of ours as `/v1/folders/contacts`, where the words are not ids. */
function isSpelledOut(ours: Operation, theirs: Operation): boolean {
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

/** Theirs in the place of each of ours, and theirs that are none of ours. */
function matchOperations(ours: readonly Operation[], live: readonly Operation[]) {
  const byKey = new Map(live.map((operation) => [operationKey(operation), operation]));
  const found = new Map<Operation, Operation>();
  const taken = new Set<Operation>();
  for (const operation of ours) {
    const same = byKey.get(operationKey(operation));
    // One path for each word that our parameter may be.
    const all = same === undefined ? live.filter((other) => isSpelledOut(operation, other)) : [same];
    if (all[0] !== undefined) found.set(operation, all[0]);
    for (const other of all) taken.add(other);
  }
  return { found, others: live.filter((operation) => !taken.has(operation)) };
}

const named = (fields: readonly DefinedField[], name: string) => fields.find((field) => field.name === name);

function partDifferences(
  ours: Operation,
  part: 'query' | 'body',
  own: readonly DefinedField[],
  theirs: readonly DefinedField[],
): Difference[] {
  const request = nameOf(ours);
  const required = theirs.filter((field) => field.required && named(own, field.name) === undefined);
  return [
    ...own.flatMap((field): Difference[] => {
      const undocumented = field.undocumented ?? ours.undocumented;
      const isNeeded = field.required && undocumented !== null;
      const common = { request, part, undocumented, ...(isNeeded && { isNeeded: true as const }) };
      const same = named(theirs, field.name);
      // What may be anything is what only reading shows, and is ignored when it is sent back.
      if (same === undefined && field.types.length === 0) return [];
      if (same === undefined) return [{ ...common, ours: field.name, theirs: null, kind: 'missing' }];
      return insideOf(common, field, same);
    }),
    ...required.map(
      ({ name }): Difference => ({ request, part, ours: '', theirs: name, kind: 'required', undocumented: null }),
    ),
  ];
}

/** A field of one name on both sides: its type, where it is an id, and the names inside it. */
function insideOf(
  common: Pick<Difference, 'request' | 'part' | 'undocumented'>,
  ours: DefinedField,
  theirs: DefinedField,
): Difference[] {
  const isOther = isId(ours.name) && ours.types.length > 0 && theirs.types.length > 0;
  const types = isOther && !theirs.types.some((type) => ours.types.includes(type) || type === 'number');
  const missing = theirs.inside.length === 0 ? [] : ours.inside.filter((name) => !theirs.inside.includes(name));
  return [
    ...(types
      ? [{ ...common, ours: ours.name, theirs: `${ours.name}: ${theirs.types.join(' or ')}`, kind: 'type' as const }]
      : []),
    ...missing.map((name) => ({ ...common, ours: `${ours.name}.${name}`, theirs: null, kind: 'missing' as const })),
  ];
}

/** What the interface shows of an answer, and theirs does not name. */
function answerDifferences(ours: Operation, theirs: Operation): Difference[] {
  const names = new Set(theirs.answer.map(({ name }) => name));
  if (names.size === 0 || ours.undocumented !== null || ours.method !== 'GET') return [];
  return ours.answer
    .filter(({ name, required, undocumented }) => required && undocumented === null && !names.has(name))
    .map(({ name }) => ({
      request: nameOf(ours),
      part: 'answer',
      ours: name,
      theirs: null,
      kind: 'missing',
      undocumented: null,
    }));
}

const mostOf = ({ maximum, maxItems }: DefinedField) => maxItems ?? maximum;

/** What is bounded otherwise, where the names are the same. */
function maximaOf(ours: Operation, theirs: Operation): Maximum[] {
  const request = nameOf(ours);
  return (['query', 'body'] as const).flatMap((part) =>
    (ours[part] ?? []).flatMap((field): Maximum[] => {
      const there = theirs[part]?.find(({ name }) => name === field.name);
      const [own, other] = [mostOf(field), there === undefined ? null : mostOf(there)];
      return other === null || other === own ? [] : [{ request, part, name: field.name, ours: own, theirs: other }];
    }),
  );
}

/** Lists at the top of a body. */
function maxItemsOf({ body }: Operation): Readonly<Record<string, number>> {
  const bounded = (body ?? []).flatMap(({ name, maxItems }) => (maxItems === null ? [] : [[name, maxItems] as const]));
  return Object.fromEntries(bounded);
}

function compared(ours: Operation, theirs: Operation) {
  // A body of any shape in the definition says nothing about names.
  const hasBody = ours.body !== null && theirs.body !== null && theirs.body.length > 0;
  const parts = (['query', ...(hasBody ? (['body'] as const) : [])] as const).map((part) => ({
    part,
    own: ours[part] ?? [],
    there: theirs[part] ?? [],
  }));
  const absent = parts.flatMap(({ own, there }) =>
    own.flatMap(({ name }) => (named(there, name) === undefined ? [name] : [])),
  );
  const pageSizeMax = [...theirs.query, ...(theirs.body ?? [])].find(({ name }) => name === 'pageSize')?.maximum;
  const maxItems = maxItemsOf(theirs);
  const words = otherWords(ours, theirs).flatMap(({ more }) => more);
  const learned: LearnedRequest = {
    ...(absent.length > 0 && { absent }),
    ...(typeof pageSizeMax === 'number' && { pageSizeMax }),
    ...(Object.keys(maxItems).length > 0 && { maxItems }),
    ...(words.length > 0 && { words }),
  };
  const differences = [
    ...parts.flatMap(({ part, own, there }) => partDifferences(ours, part, own, there)),
    ...answerDifferences(ours, theirs),
  ];
  return { learned, differences };
}

/** Compares our operations with those that the document of a live service has. Order: ours. */
export function compareDefinitions(ours: readonly Operation[], document: unknown): DefinitionComparison {
  const live = readDefinitions(document);
  const { found, others } = matchOperations(ours, live);
  const differences: Difference[] = [];
  const maxima: Maximum[] = [];
  const words: OtherWords[] = [];
  const requests = dictionary<LearnedRequest>();
  const bodies = new Map<string, Operation>();
  let same = 0;
  for (const operation of ours) {
    const request = nameOf(operation);
    const theirs = found.get(operation);
    if (theirs === undefined) {
      const { path, undocumented } = operation;
      requests[request] = { missing: true };
      differences.push({ request, part: 'path', ours: path, theirs: null, kind: 'missing', undocumented });
      continue;
    }
    const result = compared(operation, theirs);
    append(maxima, maximaOf(operation, theirs));
    append(words, otherWords(operation, theirs));
    if (result.differences.length === 0) same += 1;
    append(differences, result.differences);
    bodies.set(request, theirs);
    if (Object.keys(result.learned).length > 0) requests[request] = result.learned;
  }
  // A body of any shape says nothing about names.
  const described = others.filter(({ body }) => body === null || body.length > 0);
  const namesOf = ({ query, body }: Operation) => [...query, ...(body ?? [])].map(({ name }) => name);
  const learned = {
    requests,
    others: Object.fromEntries(described.map((other) => [operationKey(other), namesOf(other)])),
    bodies: bodiesOf(document, bodies),
    draftOperations: draftOperations(document),
  };
  return { differences, learned, maxima, words, unknown: others.map(nameOf), same };
}
