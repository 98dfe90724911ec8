// What a schema is made of, for those who ask more of it than whether a value is right: fields, words, marks.

import * as z from 'zod';
import { alternatives } from './english.ts';
import { getOwn } from './json.ts';

export type Schema = z.core.$ZodType;

/** What a JSON Schema cannot say of a value. */
interface Notes {
  readonly kind?: 'id' | 'reference' | 'ignored';
  /** A good value, as a file has it. */
  readonly example?: string;
  /** Whether the interface names the length. */
  readonly givenMax?: true;
}

export const schemaNotes = z.registry<Notes>();

function innerOf(schema: Schema): Schema | null {
  if (schema instanceof z.ZodLazy) return schema._zod.innerType;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schema.unwrap();
  }
  return schema instanceof z.ZodPipe ? schema.in : null;
}

/** The schema, and what it wraps: an optional text is an optional schema and a text. */
function layersOf(schema: Schema): Schema[] {
  const inner = innerOf(schema);
  return inner === null ? [schema] : [schema, ...layersOf(inner)];
}

/** The schema without what says that a value may be missing or null. */
export const coreOf = (schema: Schema): Schema => layersOf(schema).at(-1) ?? schema;

export function partOf(schema: Schema, key: PropertyKey): Schema | undefined {
  const core = coreOf(schema);
  if (core instanceof z.ZodObject) {
    const { catchall } = core.def;
    return getOwn(core.shape, String(key)) ?? (catchall instanceof z.ZodUnion ? catchall : undefined);
  }
  if (core instanceof z.ZodArray) return core.element;
  return core instanceof z.ZodRecord ? core.valueType : undefined;
}

export const notesOf = (schema: Schema): Notes =>
  Object.assign({}, ...layersOf(schema).map((layer) => schemaNotes.get(layer)));

/** Whether a layer is marked as something that the interface does not show. */
export const isUndocumented = (schema: Schema): boolean =>
  layersOf(schema).some((layer) => z.globalRegistry.get(layer)?.['x-undocumented'] !== undefined);

export const isRequired = (schema: Schema): boolean => schema._zod.optin === undefined;

interface Fields {
  /** Every field that can be written, in the order people write them. */
  readonly fields: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Fields that only reading shows: accepted and ignored, so that what was read can be sent back. */
  readonly ignored: readonly string[];
}

const known = new WeakMap<Schema, Fields>();

export function fieldsOf(schema: Schema): Fields {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const core = coreOf(schema);
  const all: [string, Schema][] = core instanceof z.ZodObject ? Object.entries(core.shape) : [];
  const isIgnored = ([, field]: [string, Schema]) => notesOf(field).kind === 'ignored';
  const fields = {
    fields: Object.fromEntries(all.filter((field) => !isIgnored(field))),
    required: all.filter(([, field]) => isRequired(field)).map(([key]) => key),
    ignored: all.filter(isIgnored).map(([key]) => key),
  };
  known.set(schema, fields);
  return fields;
}

/** The words of an enumeration or a literal. */
export function wordsOf(schema: Schema): readonly string[] {
  const core = coreOf(schema);
  if (core instanceof z.ZodEnum) return core.options.map(String);
  return core instanceof z.ZodLiteral ? [...core.values].map(String) : [];
}

/** How many entries a list may have. */
export function lengthsOf(schema: Schema): { readonly least?: number; readonly most?: number } {
  const checks = coreOf(schema)._zod.def.checks ?? [];
  return Object.assign(
    {},
    ...checks.map((check) => {
      if (check instanceof z.core.$ZodCheckMinLength) return { least: check._zod.def.minimum };
      return check instanceof z.core.$ZodCheckMaxLength ? { most: check._zod.def.maximum } : {};
    }),
  );
}

/** What a schema takes, as a person would call it. */
export function kindName(schema: Schema): string {
  const core = coreOf(schema);
  const { kind } = notesOf(schema);
  if (kind === 'id' || kind === 'reference') return 'an id';
  if (core instanceof z.ZodString) return 'text';
  if (core instanceof z.ZodNumber) return core.isInt ? 'a whole number' : 'a number';
  if (core instanceof z.ZodBoolean) return 'a boolean';
  if (core instanceof z.ZodArray) return `a list${getOwn(LISTED, kindName(core.element)) ?? ''}`;
  if (core instanceof z.ZodUnion) return alternatives(core.options.map(kindName));
  return core instanceof z.ZodObject || core instanceof z.ZodRecord ? 'an object' : alternatives(wordsOf(core));
}

const LISTED: Readonly<Record<string, string>> = { text: ' of texts', 'an id': ' of ids' };

/** What a value could be, as it is written in a file: what is required of an object, else its first field. */
export function exampleOf(schema: Schema): string {
  const { example } = notesOf(schema);
  if (example !== undefined) return example;
  const core = coreOf(schema);
  if (core instanceof z.ZodNumber) return String(core.minValue ?? 1);
  if (core instanceof z.ZodBoolean) return 'true';
  if (core instanceof z.ZodArray) return `[${exampleOf(core.element)}]`;
  if (core instanceof z.ZodRecord) return `{ key: ${exampleOf(core.valueType)} }`;
  if (!(core instanceof z.ZodObject)) return wordsOf(core)[0] ?? '…';
  const { fields, required } = fieldsOf(core);
  const [first] = Object.keys(fields);
  const keys = required.length > 0 || first === undefined ? required : [first];
  const parts = keys.map((key) => {
    const field = getOwn(fields, key);
    return `${key}: ${field === undefined ? '…' : exampleOf(field)}`;
  });
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
