// The rows as the dispatcher of the service needs them: what is read of a request without its schemas.

import * as z from 'zod';
import { parameterKinds } from '../src/contract/common.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { table } from '../src/contract/table.ts';
import type { EndpointRow, Parameter, Parameters } from '../src/service/http/row.ts';

/** Checks of the whole, and other fields than those named, are for the schema: then it reads every parameter. */
function parametersOf(schema: z.ZodObject): Parameters {
  const isPlain = (schema.def.checks ?? []).length === 0 && schema.def.catchall === undefined;
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, one]) => [name, isPlain ? parameterOf(one) : { is: 'schema' }]),
  );
}

function parameterOf(schema: z.core.$ZodType): Parameter {
  if (schema instanceof z.ZodOptional) return { ...parameterOf(schema.unwrap()), optional: true };
  if (schema instanceof z.ZodDefault) {
    const fallback = schema.def.defaultValue;
    if (!['number', 'boolean', 'string'].includes(typeof fallback)) return { is: 'schema' };
    return { ...parameterOf(schema.unwrap()), fallback: fallback as NonNullable<Parameter['fallback']> };
  }
  const kind = schema instanceof z.ZodType ? parameterKinds.get(schema) : undefined;
  if (kind !== undefined) return kind;
  if (schema instanceof z.ZodEnum) return { is: 'word', of: schema.options.map(String) };
  return schema instanceof z.ZodString ? textOf(schema) : { is: 'schema' };
}

/** A text of any content, up to a length. */
function textOf(schema: z.ZodString): Parameter {
  const { maxLength } = schema;
  const checks = (schema.def.checks ?? []).map((check) => check._zod.def.check);
  if (schema.format !== null || checks.some((check) => check !== 'max_length')) return { is: 'schema' };
  return { is: 'text', ...(maxLength !== null && { max: maxLength }) };
}

export function rowOf(endpoint: Endpoint): EndpointRow {
  const { method, path, access, perMinute, effect, heavy, params, query, body } = endpoint;
  return {
    ...{ method, path, access, perMinute, effect },
    ...(heavy && { heavy }),
    ...(params && { params: parametersOf(params) }),
    ...(query && { query: parametersOf(query) }),
    ...(body && { hasBody: true }),
  };
}

export const rows = Object.fromEntries(
  Object.entries(table).map(([group, endpoints]) => [
    group,
    Object.fromEntries(Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name, rowOf(endpoint)])),
  ]),
);
