// The OpenAPI 3.1 document, made from the table. What the interface does not show carries its reason as `x-undocumented`.

import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ErrorCode, STATUS_OF } from './envelope.ts';
import { dictionary, getOwn, isObject } from './json.ts';
import { table } from './table.ts';

/** OpenAPI 3.1.0, declared version 1.0.0. */
const OPENAPI = '3.1.0';
const VERSION = '1.0.0';

type JsonSchema = Record<string, unknown>;

interface Described {
  /** `contacts.list` */
  readonly endpoint: string;
  readonly group: string;
  readonly row: Endpoint;
}

function everyRow(): Described[] {
  return Object.entries(table).flatMap(([group, rows]) =>
    Object.entries<Endpoint>(rows).map(([name, row]) => ({ endpoint: `${group}.${name}`, group, row })),
  );
}

function rowOf({ method, path }: { readonly method?: string; readonly path?: string }): Endpoint | undefined {
  return everyRow().find(({ row }) => row.method === method && row.path === path)?.row;
}

/** What a body of the row may be, as JSON Schema; null where it takes none. */
export function bodySchemaOf(row: Pick<Endpoint, 'method' | 'path'>): JsonSchema | null {
  const body = rowOf(row)?.body;
  return body === undefined ? null : schemaOf(body, 'input');
}

/** Every name that a record in the answer of the row may have, at whatever depth. */
export function answerNamesOf(row: { readonly method?: string; readonly path?: string }): ReadonlySet<string> {
  const data = rowOf(row)?.data;
  const names = new Set<string>();
  const walk = (input: unknown): void => {
    if (Array.isArray(input)) input.forEach(walk);
    if (!isObject(input)) return;
    for (const [key, inner] of Object.entries(input)) {
      if (key === 'properties' && isObject(inner)) for (const name of Object.keys(inner)) names.add(name);
      walk(inner);
    }
  };
  if (data !== undefined) walk(schemaOf(data, 'output'));
  return names;
}

/**
 * What a program may rely on in the answer of a row: fields that are undocumented may be missing in other services, and so may
 * any field of a write, which was done whatever the answer says. There may be further fields. Null for an unknown route.
 */
export function answerSchemaOf(route: { readonly method?: string; readonly path?: string }): JsonSchema | null {
  const row = rowOf(route);
  if (row === undefined) return null;
  const relied = row.access === 'ADMIN' || (row.undocumented === undefined && row.effect === 'read');
  return relaxed(schemaOf(row.data, 'output'), relied);
}

function relaxed(schema: JsonSchema, relied: boolean): JsonSchema {
  const each = (of: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(of).map(([name, inner]) => [name, walk(inner)]));
  const walk = (input: unknown): unknown => {
    if (Array.isArray(input)) return input.map(walk);
    if (!isObject(input)) return input;
    const { required, additionalProperties, properties, ...rest } = input;
    const of = isObject(properties) ? properties : {};
    const kept = Array.isArray(required)
      ? required.filter((key) => relied && typeof key === 'string' && !isUndocumented(getOwn(of, key)))
      : [];
    return {
      ...each(rest),
      ...(properties !== undefined && { properties: each(of) }),
      ...(isObject(additionalProperties) && { additionalProperties: walk(additionalProperties) }),
      ...(kept.length > 0 && { required: kept }),
    };
  };
  const walked = walk(schema);
  return isObject(walked) ? walked : {};
}

const isUndocumented = (schema: unknown): boolean => isObject(schema) && schema['x-undocumented'] !== undefined;

let made: JsonSchema | undefined;

/** The whole document, made when it is first asked for: that takes a tenth of a second. */
export function definitions(): Readonly<JsonSchema> {
  made ??= document();
  return made;
}

/** The control of the local service is left out: it is not a part of the interface. */
function document(): JsonSchema {
  const paths = dictionary<JsonSchema>();
  const shared: JsonSchema = {};
  for (const route of everyRow()) {
    if (route.row.path.startsWith('/_local/')) continue;
    const described = hoisted(operation(route), shared);
    paths[route.row.path] = { ...paths[route.row.path], [route.row.method.toLowerCase()]: described };
  }
  return {
    openapi: OPENAPI,
    info: { title: 'Prospecting and Outreach Automation Service API', version: VERSION },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { Error: errorSchema(), ...shared },
    },
  };
}

/** Moves the named schemas inside to `shared`: a `$ref` of OpenAPI counts from the root of the document. */
function hoisted(value: JsonSchema, shared: JsonSchema): JsonSchema {
  const walk = (input: unknown): unknown => {
    if (Array.isArray(input)) return input.map(walk);
    if (typeof input !== 'object' || input === null) return input;
    const kept = dictionary<unknown>();
    for (const [key, inner] of Object.entries(input)) {
      if (key === '$defs') Object.assign(shared, walk(inner));
      else if (key === '$ref' && typeof inner === 'string')
        kept[key] = inner.replace('#/$defs/', '#/components/schemas/');
      else kept[key] = walk(inner);
    }
    return kept;
  };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
}

function operation({ endpoint, group, row }: Described): JsonSchema {
  const needsKey = row.access !== null && row.access !== 'WEBHOOK';
  return {
    operationId: endpoint,
    tags: [group],
    summary: row.summary,
    description: `${row.summary}.${needsKey ? ` Needs the scope ${row.access}.` : ''}`,
    ...(row.undocumented && { 'x-undocumented': row.undocumented }),
    ...(needsKey && { 'x-scope': row.access }),
    ...(row.perMinute !== null && { 'x-rate-per-minute': row.perMinute }),
    ...undocumentedAccess(row),
    security: needsKey ? [{ apiKey: [] }] : [],
    ...(row.params || row.query ? { parameters: parametersOf(row) } : {}),
    // No body counts as an empty object.
    ...(row.body && {
      requestBody: { required: !row.body.safeParse({}).success, content: jsonContent(schemaOf(row.body, 'input')) },
    }),
    responses: {
      200: {
        description: 'Done',
        headers: ANSWER_HEADERS,
        content: jsonContent(envelopeOf(schemaOf(row.data, 'output'))),
      },
      ...Object.fromEntries(errorCodesOf(row).map((code) => [STATUS_OF[code], errorResponse(code)])),
    },
  };
}

/** Scope and rate of a row are undocumented unless the interface shows them; of a row that is undocumented as a whole, `x-undocumented` says so. */
function undocumentedAccess(row: Endpoint): JsonSchema {
  if (row.undocumented !== undefined) return {};
  const hasScope = row.access !== null && row.access !== 'WEBHOOK' && row.access !== 'ADMIN';
  return {
    ...(hasScope && row.given === undefined && { 'x-undocumented-scope': 'the scope is not shown' }),
    ...(row.perMinute !== null && row.given !== 'scope and rate' && { 'x-undocumented-rate': 'the rate is not shown' }),
  };
}

function parametersOf(row: Endpoint): JsonSchema[] {
  const inPath = Object.entries(row.params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(schema),
  }));
  const inQuery = Object.entries(row.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !acceptsNothing(schema),
    schema: parameterSchema(schema),
  }));
  return [...inPath, ...inQuery, ...(row.access === 'WEBHOOK' ? WEBHOOK_HEADERS : [])];
}

/** A number in a path or query arrives as text, and is read as a number: the document names the number alone. */
function parameterSchema(schema: z.core.$ZodType): JsonSchema {
  const { anyOf, ...rest } = schemaOf(schema, 'input');
  const [number, text] = Array.isArray(anyOf) && anyOf.length === 2 ? anyOf.filter(isObject) : [];
  if (number?.['type'] !== 'integer' || text?.['type'] !== 'string') return { ...(anyOf ? { anyOf } : {}), ...rest };
  return { ...number, ...rest };
}

const header = (description: string, more: JsonSchema = {}): JsonSchema => ({
  description,
  schema: { type: 'string', ...more },
});

const ANSWER_HEADERS: JsonSchema = { 'x-request-id': header('Names this request in the log of the service.') };

const WEBHOOK_HEADERS: readonly JsonSchema[] = [
  { name: 'x-webhook-secret', in: 'header', required: false, ...header('The secret issued on publish.') },
  {
    ...{ name: 'x-webhook-signature', in: 'header', required: false },
    ...header(
      't=<unix seconds>,v1=<HMAC-SHA256 in hex of "<t>.<raw body>", keyed with the secret>. With ,id=<id> before v1, ' +
        '"<id>.<t>.<raw body>" is signed. Accepted once, for 5 minutes.',
    ),
    'x-undocumented': 'how the secret signs deliveries is not shown',
  },
];

function acceptsNothing(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}

function errorCodesOf(row: Endpoint): ErrorCode[] {
  const takesInput = row.params || row.query || row.body;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['invalid'] as const) : []),
    ...(row.access === null ? [] : (['unauthenticated'] as const)),
    ...(row.access === null || row.access === 'WEBHOOK' ? [] : (['forbidden'] as const)),
    ...(row.params ? (['not_found'] as const) : []),
    ...(row.heavy ? (['timeout'] as const) : []),
    ...(row.body ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(row.perMinute === null ? [] : (['rate_limited'] as const)),
    ...(row.refuses ?? []),
    'internal',
    'unavailable',
  ];
  return codes;
}

function errorResponse(code: ErrorCode): JsonSchema {
  const wait = code === 'rate_limited' || code === 'unavailable';
  return {
    description: code,
    headers: { ...ANSWER_HEADERS, ...(wait && { 'retry-after': header('Seconds to wait.', { pattern: '^[0-9]+$' }) }) },
    content: jsonContent({ $ref: '#/components/schemas/Error' }),
  };
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    'x-undocumented': 'the interface does not show the general error body',
    properties: {
      status: { const: 'error' },
      message: { type: 'string' },
      code: { enum: Object.keys(STATUS_OF) },
      details: { type: 'object' },
      requestId: { type: 'string' },
    },
    required: ['status', 'message', 'code', 'requestId'],
  };
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { status: { const: 'success' }, message: { type: 'string' }, data },
    required: ['status', 'message', 'data'],
  };
}

function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. Rules that are code show as what they accept by shape. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
