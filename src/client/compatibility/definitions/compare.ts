// The contract against the definition a live service gives of itself: what is called otherwise there, what is missing, and
// what it bounds otherwise.

import { append } from '../../../contract/append.ts';
import { dictionary } from '../../../contract/json.ts';
import {
  type Learned,
  type LearnedRequest,
  mergedNames,
  type Proposal,
  type Renamed,
} from '../../../contract/learned.ts';
import { bodiesOf, draftOperations, type OtherWords, otherWords } from './bodies.ts';
import { isSpelledOut, type Matches, matchOperations, shapeOf, withOurParameters } from './match.ts';
import { allProposed, type NamePairing, pairNames } from './names.ts';
import { type DefinedField, type Operation, readDefinitions } from './read.ts';

export interface Difference {
  /** `METHOD /v1/path` of ours. */
  readonly request: string;
  readonly part: 'path' | 'query' | 'body' | 'answer';
  /** Our name; the path itself for a path, and nothing for what only they have. */
  readonly ours: string;
  /** What stands, or may stand, for it there; null where nothing does. */
  readonly theirs: string | null;
  /**
   * `renamed`: used under their name. `proposed`: may be the same, the user decides. `missing`: not there. `required`:
   * there, and never sent by us. `type`: of another type there.
   */
  readonly kind: 'renamed' | 'proposed' | 'missing' | 'required' | 'type';
  /** Why we had to choose; null for what the interface shows. */
  readonly undocumented: string | null;
  /** Of what is proposed: how it is accepted. */
  readonly name?: string;
  /** A name without which the request is not sent. */
  readonly isNeeded?: true;
}

/** The largest value of a number, or the entries of a list: null where nothing is said. */
export interface Maximum {
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
  readonly all: number;
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const isId = (name: string) => /id$/i.test(name);

/** What one part of a request says: names used, names that may be meant, and the rest. */
interface ComparedPart {
  readonly pairing: NamePairing;
  readonly absent: readonly string[];
  readonly differences: readonly Difference[];
}

/** Only a name that was ours to choose may stand for another; one that the interface shows is there or is missing. */
function comparedPart(
  ours: Operation,
  part: 'query' | 'body',
  own: readonly DefinedField[],
  theirs: readonly DefinedField[],
): ComparedPart {
  const request = nameOf(ours);
  const why = (field: DefinedField) => field.undocumented ?? ours.undocumented;
  const open = own.filter((field) => why(field) !== null);
  const free = theirs.filter(({ name }) => !own.some((field) => field.name === name));
  const there = new Map(theirs.map((field) => [field.name, field]));
  const pairs = pairNames(open, [...free, ...theirs.filter(({ name }) => open.some((field) => field.name === name))]);
  const used = new Set([...pairs.renamed.values(), ...pairs.proposed.values()]);
  const required = free.filter((field) => field.required && !used.has(field.name));
  const pairing = required.length === 0 ? pairs : allProposed(pairs);
  const each = own.flatMap((field): Difference[] => {
    const isNeeded = field.required && why(field) !== null;
    const common = { request, part, undocumented: why(field), ...(isNeeded && { isNeeded: true as const }) };
    const [sure, maybe] = [pairing.renamed.get(field.name), pairing.proposed.get(field.name)];
    if (sure !== undefined) return [{ ...common, ours: field.name, theirs: sure, kind: 'renamed' }];
    if (maybe !== undefined) {
      return [{ ...common, ours: field.name, theirs: maybe, kind: 'proposed', name: `${ours.id}.${field.name}` }];
    }
    const same = there.get(field.name);
    // What may be anything is what only reading shows, and is ignored when it is sent back.
    if (same === undefined && field.types.length === 0) return [];
    if (same === undefined) return [{ ...common, ours: field.name, theirs: null, kind: 'missing' }];
    return insideOf(common, field, same);
  });
  return {
    pairing,
    absent: own.filter(({ name }) => !there.has(name) && !pairing.renamed.has(name)).map(({ name }) => name),
    differences: [
      ...each,
      ...required.map(
        ({ name }): Difference => ({ request, part, ours: '', theirs: name, kind: 'required', undocumented: null }),
      ),
    ],
  };
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

/** Lists at the top of a body, by our names. */
function maxItemsOf(theirs: Operation, { body: names = {} }: Renamed): Readonly<Record<string, number>> {
  const ours = new Map(Object.entries(names).map(([own, other]) => [other, own]));
  const bounded = (theirs.body ?? []).flatMap(({ name, maxItems }) =>
    maxItems === null ? [] : [[ours.get(name) ?? name, maxItems] as const],
  );
  return Object.fromEntries(bounded);
}

const named = (part: 'query' | 'body', names: ReadonlyMap<string, string>): Renamed =>
  names.size === 0 ? {} : { [part]: Object.fromEntries(names) };

const isMoved = (ours: Operation, theirs: Operation) =>
  shapeOf(ours.path) !== shapeOf(theirs.path) && !isSpelledOut(ours, theirs);

/** A request elsewhere that requires what ours does not send may be another one: the user decides. */
function certainMatches({ found, proposed, others }: Matches): Matches {
  const isCertain = ([ours, theirs]: readonly [Operation, Operation]) =>
    !isMoved(ours, theirs) || compared(ours, theirs).differences.every(({ kind }) => kind !== 'required');
  const open = [...found].filter((pair) => !isCertain(pair));
  return { found: new Map([...found].filter(isCertain)), proposed: new Map([...proposed, ...open]), others };
}

function compared(ours: Operation, theirs: Operation) {
  const request = nameOf(ours);
  const moved = isMoved(ours, theirs);
  const path: Renamed = moved ? { path: withOurParameters(ours.path, theirs.path) } : {};
  const query = comparedPart(ours, 'query', ours.query, theirs.query);
  // A body of any shape in the definition says nothing about names.
  const hasBody = ours.body !== null && theirs.body !== null && theirs.body.length > 0;
  const body = hasBody ? comparedPart(ours, 'body', ours.body ?? [], theirs.body ?? []) : null;
  const parts = [['query', query] as const, ...(body === null ? [] : [['body', body] as const])];
  const bounds = [...theirs.query, ...(theirs.body ?? [])].find(({ name }) => name === 'pageSize')?.maximum ?? null;
  const absent = parts.flatMap(([, part]) => part.absent);
  const renamed = parts.reduce((all, [part, { pairing }]) => mergedNames(all, named(part, pairing.renamed)), path);
  const proposals = parts.flatMap(([part, { pairing }]) =>
    [...pairing.proposed].map(([own, other]): Proposal => {
      const name = `${ours.id}.${own}`;
      return { name, request, part, ours: own, theirs: other, renamed: { [part]: { [own]: other } } };
    }),
  );
  const maxItems = maxItemsOf(theirs, renamed);
  const words = otherWords(ours, theirs).flatMap(({ more }) => more);
  const place = { request, part: 'path', ours: ours.path, theirs: theirs.path, kind: 'renamed' } as const;
  return {
    learned: {
      ...renamed,
      ...(absent.length > 0 && { absent }),
      ...(bounds !== null && { pageSizeMax: bounds }),
      ...(Object.keys(maxItems).length > 0 && { maxItems }),
      ...(words.length > 0 && { words }),
    },
    proposals,
    differences: [
      ...(moved ? [{ ...place, undocumented: ours.undocumented }] : []),
      ...parts.flatMap(([, part]) => part.differences),
      ...answerDifferences(ours, theirs),
    ],
  };
}

/** A request that may be the one of ours: accepted with all the names that may be meant there. */
function proposedRequest(ours: Operation, theirs: Operation): { proposal: Proposal; difference: Difference } {
  const { learned, proposals } = compared(ours, theirs);
  const { pageSizeMax: _, maxItems: __, ...own } = learned;
  const all = proposals.reduce<Renamed>((names, one) => mergedNames(names, one.renamed), own);
  const input = new Set(proposals.map((one) => one.ours));
  const renamed = { ...all, ...(all.absent && { absent: all.absent.filter((name) => !input.has(name)) }) };
  const common = { name: ours.id, request: nameOf(ours), part: 'path' as const, ours: ours.path, theirs: theirs.path };
  return {
    proposal: { ...common, renamed },
    difference: { ...common, kind: 'proposed', undocumented: ours.undocumented },
  };
}

/** Compares our operations with those that the document of a live service has. Order: ours. */
export function compareDefinitions(ours: readonly Operation[], document: unknown): DefinitionComparison {
  const live = readDefinitions(document);
  const { found, proposed, others } = certainMatches(matchOperations(ours, live));
  const differences: Difference[] = [];
  const proposals: Proposal[] = [];
  const maxima: Maximum[] = [];
  const words: OtherWords[] = [];
  const requests = dictionary<LearnedRequest>();
  const bodies = new Map<string, { readonly theirs: Operation; readonly names: Renamed }>();
  let same = 0;
  for (const operation of ours) {
    const request = nameOf(operation);
    const theirs = found.get(operation);
    if (theirs === undefined) {
      const { path, undocumented } = operation;
      requests[request] = { missing: true };
      const maybe = proposed.get(operation);
      if (maybe === undefined) {
        differences.push({ request, part: 'path', ours: path, theirs: null, kind: 'missing', undocumented });
        continue;
      }
      const { proposal, difference } = proposedRequest(operation, maybe);
      proposals.push(proposal);
      differences.push(difference);
      continue;
    }
    const result = compared(operation, theirs);
    append(maxima, maximaOf(operation, theirs));
    append(words, otherWords(operation, theirs));
    if (result.differences.length === 0) same += 1;
    append(differences, result.differences);
    append(proposals, result.proposals);
    bodies.set(request, { theirs, names: result.learned });
    if (Object.keys(result.learned).length > 0) requests[request] = result.learned;
  }
  const learned = {
    ...{ requests, proposals, bodies: bodiesOf(document, bodies), draftOperations: draftOperations(document) },
  };
  return { differences, learned, maxima, words, unknown: others.map(nameOf), same, all: live.length };
}
