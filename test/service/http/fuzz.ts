// Requests made of the published document, some as it says and some not: whatever comes, the answer is one it lists.

import { openWorld } from '../world.ts';
import { type Document, documentOf } from './document.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What schemas do not say, and services are seldom asked. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    0,
    1.5,
    1e21,
    2 ** 53,
    '',
    ' ',
    'x',
    '\u0000',
    '\ud800',
    '🙂'.repeat(50),
    'null',
    '1e3',
    '__proto__',
  ],
  ...[...'constructor {firstName} {{ {aiSnippet:1} 2026-13-45 https:// a@b.c %'.split(' '), "'; drop table keys --"],
  ...[[], {}, [[]], [null], { constructor: 1 }, { a: { b: { c: [] } } }, 'x'.repeat(20_000)],
];

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
  }

  below(most: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return Math.floor((this.#state / 2_147_483_647) * most);
  }

  isOneOf(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }
}

class Maker {
  readonly #components: Json;
  readonly #random: Random;
  /** One value in so many is odd. */
  readonly #odd: number;

  constructor(components: Json, random: Random, odd: number) {
    this.#components = components;
    this.#random = random;
    this.#odd = odd;
  }

  value(schema: unknown, depth = 0): unknown {
    if (this.#random.isOneOf(this.#odd)) return this.#random.pick(ODD);
    if (!isObject(schema) || depth > 8) return this.#random.pick(ODD);
    const { $ref, anyOf, oneOf, allOf, enum: words, const: only, type } = schema;
    if (typeof $ref === 'string') return this.value(this.#components[$ref.split('/').at(-1) ?? ''], depth + 1);
    if (only !== undefined) return only;
    if (Array.isArray(words)) return this.#random.pick(words);
    for (const union of [anyOf, oneOf])
      if (Array.isArray(union)) return this.value(this.#random.pick(union), depth + 1);
    if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((one) => Object(this.value(one, depth + 1))));
    switch (Array.isArray(type) ? this.#random.pick(type) : type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return Array.from({ length: this.#random.below(4) }, () => this.value(schema['items'], depth + 1));
      case 'integer':
        return Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0) + this.#random.below(5);
      case 'number':
        return this.#random.below(100) / 4;
      case 'boolean':
        return this.#random.isOneOf(2);
      case 'null':
        return null;
      case 'string':
        return this.#text(schema);
      default:
        return this.#random.pick(ODD);
    }
  }

  #object(schema: Json, depth: number): Json {
    const required = listOf(schema['required']);
    const entries = Object.entries(Object(schema['properties']))
      .filter(([key]) => (required.includes(key) ? !this.#random.isOneOf(this.#odd * 2) : this.#random.isOneOf(2)))
      .map(([key, inner]) => [key, this.value(inner, depth + 1)] as const);
    const more = isObject(schema['additionalProperties']) || this.#random.isOneOf(this.#odd);
    const extra = more ? [[String(this.#random.pick(ODD)).slice(0, 50), this.#random.pick(ODD)] as const] : [];
    return Object.fromEntries([...entries, ...extra]);
  }

  #text({ format }: Json): string {
    if (format === 'uri') return `https://a${this.#random.below(9)}.example/in/ada`;
    if (format === 'email') return `ada${this.#random.below(9)}@a.example`;
    if (format === 'uuid') return '6f1c1f0a-2f6e-4c38-9d7e-3b0a4f1d2c5b';
    if (format === 'date-time') return '2026-11-22T09:00:00.000Z';
    if (format === 'date') return '2026-11-22';
    return this.#random.pick(['Ada', 'Acme', 'Hello {firstName}', '1', 'name', 'jobTitle', 'en']) ?? '';
  }
}

export interface FuzzResult {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly operations: number;
  /** Answers of 5xx, statuses that are not listed, bodies of another shape; bugs. */
  readonly violations: readonly string[];
}

/** `seed` and `count` decide every request. */
export async function fuzz(count: number, seed: number): Promise<FuzzResult> {
  const world = await openWorld({ empty: false });
  const definitions = (await world.call('GET', '/definitions.json')).body;
  const document: Document = documentOf(definitions);
  const random = new Random(seed);
  const byStatus = new Map<number, number>();
  const asked = new Set<string>();
  const violations: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const operation = document.operations[nth % document.operations.length];
    if (!operation) break;
    const maker = new Maker(definitions.components.schemas, random, random.pick([6, 20, 200]) ?? 20);
    const { path, query } = placed(operation.path, operation.description['parameters'], maker, random);
    const schema = Object(operation.description['requestBody']).content?.['application/json']?.schema;
    const body = schema === undefined ? undefined : maker.value(schema);
    // What a query cannot carry is the client's to refuse.
    const reply = await world
      .call(operation.method, path, { query, ...(body !== undefined && { body }) })
      .catch(String);
    if (typeof reply === 'string') {
      violations.push(`${operation.id}: ${reply}`);
      continue;
    }
    asked.add(operation.id);
    byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1);
    const violation = document.violation(operation.method, path, reply);
    const what = `${operation.method} ${path} ${JSON.stringify(body)}`.slice(0, 500);
    if (violation !== null) violations.push(`${violation}: ${what}`);
    if (reply.status >= 500) violations.push(`${operation.id} ${reply.status}: ${what}`);
  }
  violations.push(...world.bugs.map((bug) => String(bug instanceof Error ? bug.stack : bug)));
  await world.close();
  return { requests: count, byStatus, operations: asked.size, violations: [...new Set(violations)] };
}

function placed(template: string, parameters: unknown, maker: Maker, random: Random) {
  const query: Record<string, string> = {};
  let path = template;
  for (const parameter of listOf(parameters).filter(isObject)) {
    const name = String(parameter['name']);
    const made = maker.value(parameter['schema']);
    const text = (typeof made === 'object' ? JSON.stringify(made) : String(made))
      .slice(0, 2000)
      .replace(/\p{Cs}/gu, '');
    if (parameter['in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text) || 'x');
    else if (parameter['in'] === 'query' && (parameter['required'] === true || random.isOneOf(2))) query[name] = text;
  }
  return { path: path.replace('{', '%7B'), query };
}
