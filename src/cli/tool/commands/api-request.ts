// The arguments of `reach api` as a request.

import { findRoute } from '../../../client/routes/find.ts';
import type { Method } from '../../../contract/endpoint.ts';
import { readValue } from '../../files/read.ts';
import { type FieldOptions, fieldsFrom } from '../../shared/fields.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';

export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface ApiOptions extends FieldOptions {
  readonly paginate?: true | undefined;
}

export interface ApiRequest {
  readonly method: Method;
  /** With a leading slash; may carry a query of its own. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Left out: no body. */
  readonly body?: unknown;
}

function methodOf(word: string): Method | undefined {
  const upper = word.toUpperCase();
  return METHODS.find((method) => method === upper);
}

/** A path of the profile's own host: the key goes nowhere else. */
function pathOf(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new UsageError(`${text} is a URL; give only the path`, {
      hint: 'the host is the one of the profile, so that its key stays there: reach profile show',
    });
  }
  return text.startsWith('/') ? text : `/${text}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Hints {
  readonly hasFields: boolean;
  readonly hasBody: boolean;
  readonly paginate: boolean | undefined;
}

/** Without a method: GET, or POST where there is something to send, unless the interface only reads there. */
function guessed(path: string, { hasFields, hasBody, paginate }: Hints): Method {
  if (hasBody) return 'POST';
  if (!hasFields || paginate === true) return 'GET';
  const [bare = path] = path.split('?');
  return findRoute('POST', bare) === undefined && findRoute('GET', bare) !== undefined ? 'GET' : 'POST';
}

/** Fields win over the file of `--input`. Throws UsageError. */
export async function requestFrom(
  io: Io,
  first: string,
  second: string | undefined,
  options: ApiOptions,
): Promise<ApiRequest> {
  const fields = fieldsFrom(options);
  const hasFields = Object.keys(fields).length > 0;
  const named = methodOf(first);
  if (second !== undefined && named === undefined) {
    throw new UsageError(`"${first}" is not a valid method`, { hint: `one of ${METHODS.join(', ')}` });
  }
  if (second === undefined && named !== undefined) {
    throw new UsageError(`${named}: the path is missing`, { hint: `give a path: reach api ${named} v1/contacts` });
  }
  const path = pathOf(second ?? first);
  const method =
    named ?? guessed(path, { hasFields, hasBody: options.input !== undefined, paginate: options.paginate });
  if (method === 'GET') {
    if (options.input !== undefined)
      throw new UsageError('a GET has no body', { hint: 'give its query with -f name=value' });
    return { method, path, query: fields };
  }
  const supplied = options.input === undefined ? undefined : await readValue(io, options.input);
  if (!hasFields)
    return supplied === undefined ? { method, path, query: {} } : { method, path, query: {}, body: supplied };
  if (supplied !== undefined && !isObject(supplied)) {
    throw new UsageError(`${options.input} is not an object, so no fields can be added to it`);
  }
  return { method, path, query: {}, body: { ...supplied, ...fields } };
}
