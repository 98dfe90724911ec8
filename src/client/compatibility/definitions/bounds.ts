// How long texts and lists may be, by the names of their fields and of what holds them (`steps.subject`, `.name` at the top):
// a bound counts where every place of the name has one.

import { dictionary, getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import type { Bounds, Learned } from '../../../contract/learned.ts';
import type { DraftOp } from '../../../contract/workflows/records.ts';
import { DefinitionReader, listOf, type Operation, objectAt } from './read.ts';

// Which operations a live service takes to edit the draft of a workflow, by its definition.

const PATH = /^\/v1\/workflow\/\{[^}]*\}\/draft$/;

/** The operations that the document names, with the fields they may have. */
export function draftOperations(document: unknown): Learned['draftOperations'] {
  const reader = new DefinitionReader(isObject(document) ? document : {});
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
        for (const kind of [only, ...listOf(words)]) if (typeof kind === 'string') found[kind] = fields;
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

const DEPTH_MAX = 60;
const KEYS = ['maxLength', 'maxItems'] as const;

/** The looser of two: what one place allows is not refused for the sake of another. */
function looser(one: Bounds, other: Bounds): Bounds {
  const both = KEYS.flatMap((key) => {
    const [a, b] = [one[key], other[key]];
    return a === undefined || b === undefined ? [] : [[key, Math.max(a, b)] as const];
  });
  return Object.fromEntries(both);
}

function bodiesIn(reader: DefinitionReader): unknown[] {
  const operations = Object.values(objectAt(reader.document, 'paths')).flatMap((path) =>
    Object.values(reader.resolved(path)),
  );
  return operations.flatMap((operation) => {
    const content = objectAt(reader.resolved(objectAt(operation)['requestBody']), 'content');
    return Object.entries(content).flatMap(([type, one]) => (/json/.test(type) ? [objectAt(one, 'schema')] : []));
  });
}

/** Of every field that a body may have. A schema is looked at once under each name. */
function boundsIn(document: unknown): Readonly<Record<string, Bounds>> {
  const reader = new DefinitionReader(isObject(document) ? document : {});
  const found = new Map<string, Bounds>();
  const seen = new Map<JsonObject, Set<string>>();
  const visit = (schema: unknown, holder: string, depth: number): void => {
    const whole = reader.resolved(schema);
    const names = seen.get(whole) ?? new Set();
    if (depth > DEPTH_MAX || names.has(holder)) return;
    seen.set(whole, names.add(holder));
    for (const part of reader.parts(schema)) {
      for (const [name, value] of Object.entries(objectAt(part, 'properties'))) {
        const place = `${holder}.${name}`;
        const known = found.get(place);
        const bounds = Object.fromEntries(
          KEYS.flatMap((key) => {
            const most = reader.bound(value, key);
            return most === null ? [] : [[key, most] as const];
          }),
        );
        found.set(place, known === undefined ? bounds : looser(known, bounds));
        visit(value, name, depth + 1);
      }
      if (part['items'] !== undefined) visit(part['items'], holder, depth + 1);
    }
  };
  for (const body of bodiesIn(reader)) visit(body, '', 0);
  const kept = dictionary<Bounds>();
  for (const [name, bounds] of found) if (Object.keys(bounds).length > 0) kept[name] = bounds;
  return kept;
}

/** Those of a service that are other than ours. */
export function otherBounds(document: unknown, ourDocument: unknown): Readonly<Record<string, Bounds>> {
  const ours = boundsIn(ourDocument);
  const isOther = ([name, bounds]: readonly [string, Bounds]) =>
    KEYS.some((key) => bounds[key] !== undefined && bounds[key] !== getOwn(ours, name)?.[key]);
  return Object.fromEntries(Object.entries(boundsIn(document)).filter(isOther));
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

/** Words of their enumerations that we do not know, under the names of the fields. */
export function newWords(ours: readonly Operation[], live: readonly Operation[]): Learned['words'] {
  const collected = (operations: readonly Operation[]) => {
    const all = new Map<string, Set<string>>();
    for (const { words } of operations)
      for (const [name, some] of words) all.set(name, new Set([...(all.get(name) ?? []), ...some]));
    return all;
  };
  const known = collected(ours);
  const entries = [...collected(live)].flatMap(([name, words]) => {
    const own = known.get(name);
    const others = own === undefined ? [] : [...words].filter((word) => !own.has(word));
    return others.length === 0 ? [] : [[name, others] as const];
  });
  return Object.fromEntries(entries);
}
