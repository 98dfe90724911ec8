// The document the service publishes, read by tools that know nothing of the service: what is not as it says is a violation.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((here, key) => (isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined), value);

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly description: Json;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Document {
  readonly operations: readonly Operation[];
  /** The operation a path belongs to; literal paths come before those with parameters. */
  operationOf(method: string, path: string): Operation | undefined;
  /** What of an answer is not as the document says; null if nothing is, or if the document has no such operation. */
  violation(method: string, path: string, answer: Answer): string | null;
}

export function documentOf(document: unknown): Document {
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components: at(document, 'components') });
  const operations = Object.entries(Object(at(document, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, description]) => ({
      id: String(at(description, 'operationId')),
      method: method.toUpperCase(),
      path,
      description: Object(description),
    })),
  );
  const literalFirst = operations.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  const operationOf: Document['operationOf'] = (method, path) =>
    literalFirst.find((one) => one.method === method && patternOf(one.path).test(path.split('?')[0] ?? ''));
  const compiled = new Map<string, ValidateFunction>();
  const check = (name: string, schema: unknown): ValidateFunction => {
    const known = compiled.get(name);
    if (known) return known;
    const fresh = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')),
    );
    compiled.set(name, fresh);
    return fresh;
  };
  return {
    operations,
    operationOf,
    violation: (method, path, { status, headers, body }) => {
      const operation = operationOf(method, path);
      if (!operation) return null;
      const response = at(operation.description, 'responses', String(status));
      const what = `${operation.id} ${status}`;
      if (response === undefined) return `${what}: the status is not listed (${JSON.stringify(body).slice(0, 200)})`;
      const [type = ''] = (headers['content-type'] ?? '').split(';');
      const schema = at(response, 'content', type, 'schema');
      if (schema === undefined) return `${what}: the type ${type} is not listed`;
      const valid = check(what, schema);
      if (valid(body)) return null;
      return `${what}: ${ajv.errorsText(valid.errors, { dataVar: 'answer' })}`;
    },
  };
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  patterns.set(path, pattern);
  return pattern;
}
