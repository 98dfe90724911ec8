// What the definition of a service says of the bodies it takes: how long texts and lists may be, and which words there are,
// place by place.

import { largest } from '../../../contract/extremes.ts';
import { dictionary, getOwn, type JsonObject, listIn, objectAt } from '../../../contract/json.ts';
import type { Bodies, BodyPlace, Learned } from '../../../contract/learned.ts';
import type { DraftOp } from '../../../contract/workflows/records.ts';
import { type DefinitionReader, type Operation, readerOf } from './read.ts';

// Which operations a live service takes to edit the draft of a workflow, by its definition.

const PATH = /^\/v1\/workflow\/\{[^}]*\}\/draft$/;

/** The operations that the document names, with the fields they may have. */
export function draftOperations(document: unknown): Learned['draftOperations'] {
  const reader = readerOf(document);
  const paths = Object.entries(objectAt(document, 'paths'));
  const edit = objectAt(reader.resolved(paths.find(([path]) => PATH.test(path))?.[1]), 'patch');
  const content = objectAt(reader.resolved(edit['requestBody']), 'content');
  const json = Object.entries(content).find(([type]) => /json/.test(type))?.[1];
  const found = dictionary<readonly string[]>();
  for (const body of reader.parts(objectAt(json, 'schema'))) {
    for (const ops of reader.parts(objectAt(body, 'properties')['ops'])) {
      const parts = reader.parts(ops['items']);
      const shared = parts.flatMap((part) => Object.keys(objectAt(part, 'properties')));
      for (const part of parts) {
        const input = objectAt(part, 'properties');
        const { const: only, enum: words } = reader.resolved(input['kind']);
        const fields = parts.length === 1 ? shared : Object.keys(input);
        for (const kind of [only, ...listIn(words)]) if (typeof kind === 'string') found[kind] = fields;
      }
    }
  }
  return found;
}

/** Whether a live service takes an operation: it names the kind and every field of it. */
export function takesDescribed(operations: Learned['draftOperations']): (op: DraftOp) => boolean {
  return (op) => {
    const fields = getOwn(operations, op.kind);
    return (
      op.kind === 'updateStepInputs' || (fields !== undefined && Object.keys(op).every((key) => fields.includes(key)))
    );
  };
}

const PLACES_MAX = 5_000;

/** Places by the schemas that describe them; schemas that refer to one another in circles have a place once. */
function placesOf(reader: DefinitionReader) {
  const all: BodyPlace[] = [];
  const numbers = new Map<JsonObject, number>();
  const places = new Map<string, number>();
  const numberOf = (part: JsonObject): number => {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  };
  /** The loosest: what one of the schemas allows is not refused for the sake of another. */
  const boundOf = (schemas: readonly unknown[], key: 'maxLength' | 'maxItems'): BodyPlace => {
    const most = largest(schemas.map((schema) => reader.bound(schema, key) ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(most) ? { [key]: most } : {};
  };
  /** The place that any of these schemas may describe; undefined where they say nothing, or there are too many places. */
  const at = (schemas: readonly unknown[]): number | undefined => {
    const parts = [...new Set(schemas.flatMap((schema) => reader.parts(schema)))];
    const key = parts.map(numberOf).join();
    const known = places.get(key);
    if (known !== undefined || parts.length === 0 || all.length === PLACES_MAX) return known;
    const number = all.push({}) - 1;
    places.set(key, number);
    const inside = new Map<string, unknown[]>();
    for (const part of parts)
      for (const [name, value] of Object.entries(objectAt(part, 'properties')))
        inside.set(name, [...(inside.get(name) ?? []), value]);
    const fields = [...inside].flatMap(([name, values]) => {
      const place = at(values);
      return place === undefined ? [] : [[name, place] as const];
    });
    const items = at(parts.flatMap((part) => (part['items'] === undefined ? [] : [part['items']])));
    const words = parts
      .flatMap((part) => [...listIn(part['enum']), part['const']])
      .filter((one) => typeof one === 'string');
    all[number] = {
      ...boundOf(schemas, 'maxLength'),
      ...boundOf(schemas, 'maxItems'),
      ...(words.length > 0 && { words }),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(items !== undefined && { items }),
    };
    return number;
  };
  return { all, at };
}

/** Of every request of ours that has a body there. `requests`: by our names, with the operation there. */
export function bodiesOf(document: unknown, requests: ReadonlyMap<string, Operation>): Bodies {
  const places = placesOf(readerOf(document));
  const found = [...requests].flatMap(([request, { body, bodySchema }]) => {
    const at = body === null ? undefined : places.at([bodySchema]);
    return at === undefined ? [] : [[request, at] as const];
  });
  return { places: places.all, requests: Object.fromEntries(found) };
}

/** Words of one name that only one of the two has. */
export interface OtherWords {
  readonly request: string;
  readonly name: string;
  readonly more: readonly string[];
  readonly fewer: readonly string[];
}

export function otherWords(ours: Operation, theirs: Operation): OtherWords[] {
  return [...ours.words].flatMap(([name, own]) => {
    const there = theirs.words.get(name) ?? own;
    const more = there.filter((word) => !own.includes(word));
    const fewer = own.filter((word) => !there.includes(word));
    return more.length + fewer.length === 0 ? [] : [{ request: `${ours.method} ${ours.path}`, name, more, fewer }];
  });
}
