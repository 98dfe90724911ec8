// What an answer is expected to hold, from the zod declarations of the rows: what the generated table of the client has.

import * as z from 'zod';
import type { Expected, ExpectedField } from '../src/client/answers/fit.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { schemaNotes } from '../src/contract/schema-parts.ts';
import { table } from '../src/contract/table.ts';

type Json = z.core.JSONSchema.BaseSchema;

class Reader {
  readonly definitions: Readonly<Record<string, Json>>;

  constructor(definitions: Readonly<Record<string, Json>>) {
    this.definitions = definitions;
  }

  /** `inside`: names of definitions on the way here; one that contains itself is read no further. */
  resolved(json: Json, inside: readonly string[]): { readonly json: Json; readonly inside: readonly string[] } | null {
    if (json.$ref === undefined) return { json, inside };
    const name = json.$ref.replace('#/$defs/', '');
    const target = this.definitions[name];
    if (target === undefined || inside.includes(name)) return null;
    return this.resolved({ ...target, ...(isUndocumented(json) && { 'x-undocumented': json['x-undocumented'] }) }, [
      ...inside,
      name,
    ]);
  }

  /** `all`: whatever is inside is undocumented, together with what contains it. */
  expected(given: Json, all: boolean, within: readonly string[] = []): Expected {
    const found = this.resolved(given, within);
    if (found === null) return 'any';
    const { json, inside } = found;
    if (json['x-kind'] === 'id' || json['x-kind'] === 'reference') return 'id';
    const options = (json.anyOf ?? json.oneOf ?? []).filter(({ type }) => type !== 'null');
    if (options.length === 1 && options[0] !== undefined) return this.expected(options[0], all, inside);
    if (options.length > 1) return this.union(options, inside);
    if (json.type === 'array') {
      const items = (json.items ?? {}) as Json;
      return { list: this.expected(items, all || isUndocumented(this.resolved(items, inside)?.json ?? items), inside) };
    }
    if (json.type === 'object') return this.object(json, all, inside);
    if (json.enum !== undefined || json.const !== undefined) {
      const isText = (json.enum ?? [json.const]).every((value) => typeof value === 'string');
      return isText ? 'text' : 'any';
    }
    return scalarOf(json);
  }

  object(json: Json, all: boolean, inside: readonly string[]): Expected {
    const of = json.additionalProperties;
    if (json.properties === undefined) {
      return typeof of === 'object' ? 'object' : { fields: [] };
    }
    const fields = Object.entries(json.properties as Record<string, Json>).map(
      ([name, given]): [string, ExpectedField] => {
        const field = this.resolved(given, inside)?.json ?? given;
        const undocumented = all || isUndocumented(field);
        const isGiven = !undocumented && (json.required ?? []).includes(name);
        const expected: ExpectedField = {
          of: this.expected(given, undocumented, inside),
          ...(isGiven && { given: true }),
          ...(isNullable(field) && { nullable: true }),
        };
        return [name, expected] as const;
      },
    );
    return { fields };
  }

  /** Of several kinds of objects: the fields of all, none of which must be there. */
  union(options: readonly Json[], inside: readonly string[]): Expected {
    const each = options.map((option) => this.expected(option, true, inside));
    const fields: Record<string, ExpectedField> = {};
    for (const one of each) {
      if (typeof one !== 'object' || !('fields' in one)) return 'any';
      for (const [name, field] of one.fields) {
        const known = fields[name];
        const isSame = known === undefined || JSON.stringify(known.of) === JSON.stringify(field.of);
        fields[name] = isSame ? field : { of: 'any', nullable: true };
      }
    }
    return { fields: Object.entries(fields) };
  }
}

const KINDS: Readonly<Record<string, Expected>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

const typesOf = ({ type }: Json): readonly string[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** Whether the interface shows the name of what is undocumented. */
function isNamed(json: Json): boolean {
  return json['x-named'] === true || (json.anyOf ?? []).some((option) => option['x-named'] === true);
}

function scalarOf(json: Json): Expected {
  const [only, ...others] = typesOf(json).filter((type) => type !== 'null');
  return others.length > 0 ? 'any' : (KINDS[only ?? ''] ?? 'any');
}

function isUndocumented(json: Json): boolean {
  return (
    json['x-undocumented'] !== undefined || (json.anyOf ?? []).some((option) => option['x-undocumented'] !== undefined)
  );
}

const isNullable = (json: Json) =>
  [json, ...(json.anyOf ?? json.oneOf ?? [])].some((one) => typesOf(one).includes('null')) ||
  Object.keys(json).length === 0;

/** Nothing is given in the answer of a write, which counts whatever it says, or of a row that is undocumented as a whole. */
function expectedOf(row: Endpoint): Expected {
  const json = z.toJSONSchema(row.data, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { kind } = schemaNotes.get(zodSchema) ?? {};
      if (kind !== undefined) jsonSchema['x-kind'] = kind;
    },
  });
  const reader = new Reader((json.$defs ?? {}) as Record<string, Json>);
  const root = reader.resolved(json, [])?.json ?? json;
  return reader.expected(json, row.undocumented !== undefined || row.effect === 'write' || isUndocumented(root));
}

/** As `client/answers/fit.ts` reads it: a list in brackets, `!` behind a given field and `?` behind a nullable one. */
function written(expected: Expected): unknown {
  if (typeof expected === 'string') return expected;
  if ('list' in expected) return [written(expected.list)];
  const fields = expected.fields.map(([name, { of, given, nullable }]) => [
    `${name}${given === true ? '!' : ''}${nullable === true ? '?' : ''}`,
    written(of),
  ]);
  return Object.fromEntries(fields);
}

/** `METHOD /v1/path` → what the answer holds, as text. The control of the local service is our own on both sides. */
export function expectedAnswers(): Readonly<Record<string, string>> {
  const rows = Object.values(table).flatMap((group) =>
    Object.values<Endpoint>(group).filter(({ access }) => access !== 'ADMIN'),
  );
  return Object.fromEntries(rows.map((row) => [`${row.method} ${row.path}`, JSON.stringify(written(expectedOf(row)))]));
}

interface UndocumentedNames {
  readonly all: readonly string[];
  readonly marked: readonly string[];
  /** Whether what holds them is marked. */
  readonly isOpen: boolean;
  /** Whether it takes any other name as well, as records do. */
  readonly takesAny: boolean;
}

function undocumentedNames(schema: z.ZodType): UndocumentedNames {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const root = new Reader((json.$defs ?? {}) as Record<string, Json>).resolved(json, [])?.json ?? json;
  const fields = Object.entries((root.properties ?? {}) as Record<string, Json>);
  const marked = fields.filter(([, field]) => isUndocumented(field) && !isNamed(field)).map(([name]) => name);
  const takesAny = root.additionalProperties !== undefined && root.additionalProperties !== false;
  return { all: fields.map(([name]) => name), marked, isOpen: isUndocumented(root), takesAny };
}

/** Parameters of the query, or of the body of a search, that the interface does not show. */
export function undocumentedQueryOf(row: Endpoint): readonly string[] {
  const schema = row.query ?? (row.effect === 'read' ? row.body : undefined);
  if (schema === undefined) return [];
  const { all, marked, isOpen } = undocumentedNames(schema);
  return row.undocumented !== undefined || isOpen ? all : marked;
}

/** Fields of what is written that the interface does not show: of a body that is shown in part, those that are marked. */
export function undocumentedBodyOf(row: Endpoint): readonly string[] | 'whole' {
  if (row.effect !== 'write' || row.body === undefined) return [];
  const { marked, isOpen, takesAny } = undocumentedNames(row.body);
  if (row.undocumented !== undefined) return takesAny ? [] : 'whole';
  return isOpen && marked.length === 0 ? 'whole' : marked;
}
