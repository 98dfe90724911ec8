// From an answer on the wire to data or an error. Tolerant: unknown fields and enum values stay; nothing is parsed by schema.

import { codeOfStatus, type ErrorCode, STATUS_OF } from '../../contract/envelope.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { parsedJson, parseJson } from '../../contract/parse-json.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { ApiError, ReplyError, type ReplyFault, type RequestLine } from '../errors.ts';
import { retryAfterMsOf } from '../retry/retry.ts';
import { type Expected, fittedData, Misfit } from './fit.ts';

// A page of a list as a service answers it, whatever its shape.

/** One page, opened. `more` is what the page itself says; `null` = nothing. */
export interface AnswerPage {
  readonly records: readonly unknown[];
  readonly more: boolean | null;
  readonly total: number | null;
  readonly cursor: string | number | null;
}

/** The record array of a page: `data` itself, the one array in it, or of several the one named like the group. */
function recordsOf(reply: Reply, group: string): readonly unknown[] | undefined {
  const { data } = reply;
  if (Array.isArray(data)) return data;
  if (!isObject(data)) return undefined;
  const arrays = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return (arrays.length === 1 ? arrays[0] : arrays.find(([name]) => name === group))?.[1];
}

/** The first value of one of the names that is of the wanted type; null for none. */
export function first<T>(
  places: readonly JsonObject[],
  names: readonly string[],
  isWanted: (value: unknown) => value is T,
) {
  for (const place of places) {
    for (const name of names) {
      const value = getOwn(place, name);
      if (isWanted(value)) return value;
    }
  }
  return null;
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isCursor = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Throws ReplyError for an answer without a list of records. */
export function pageOf(asked: { method: string; path: string }, reply: Reply, group: string): AnswerPage {
  const records = recordsOf(reply, group);
  if (records === undefined) {
    throw new ReplyError({
      ...asked,
      fault: 'not_a_page',
      status: reply.status,
      message: 'the answer holds no list of records, or several',
      requestId: reply.requestId,
      body: JSON.stringify(reply.envelope).slice(0, 2048),
    });
  }
  const { data, envelope } = reply;
  // Where services put the paging: in the data, beside it, or in an object of its own.
  const meta = isObject(data) ? data['meta'] : null;
  const places = [data, envelope['meta'], envelope['pagination'], meta, envelope].filter(isObject);
  return {
    records,
    more: first(places, ['hasNextPage', 'hasMore'], isBoolean),
    total: first(places, ['total', 'totalCount'], isCount),
    cursor: first(places, ['nextCursor'], isCursor),
  };
}

const idOrAll = (record: unknown) => (isObject(record) ? (getOwn(record, 'id') ?? record) : record);

/** By their ids, where they have some: a record may change between two requests. */
export const isSame = (one: AnswerPage, other: AnswerPage) =>
  JSON.stringify(one.records.map(idOrAll)) === JSON.stringify(other.records.map(idOrAll));

/** How much of a body an error carries, characters. */
const BODY_SHOWN = 2048;

export interface Reply<D = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  /** The `data` of the envelope. */
  readonly data: D;
  /** The whole envelope: some services put the paging beside `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** Parameters that were left out, as the service does not know them. */
  readonly ignored?: readonly string[];
}

/**
 * What the contract says stands here, taken at its word: a reader that checked every answer would break on the first
 * new field or enum value. The one cast of this room.
 */
export function trusted<T>(value: unknown): T {
  return value as T;
}

const ID_HEADER = /^(x-)?(amzn-?)?(request|correlation|trace)-?id$|^cf-ray$/;

/** Few headers need the pattern, whose first use takes longer than all else that is done to an answer. */
const isIdHeader = (name: string): boolean => (name.endsWith('id') || name === 'cf-ray') && ID_HEADER.test(name);

/** The id to name when asking for support: from any header that looks like one, else from the body. */
function requestIdOf(headers: Readonly<Record<string, string>>, body?: unknown): string | undefined {
  const named = headers['x-request-id'] ?? Object.entries(headers).find(([name]) => isIdHeader(name))?.[1];
  const found = named ?? (isObject(body) ? body['requestId'] : undefined);
  return typeof found === 'string' && found !== '' ? found.slice(0, 200) : undefined;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(STATUS_OF, code);
}

/** The message of an error body, of which only the envelope's `message` is given; the rest are common forms. */
function messageOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { message, error } = body;
  const found = message ?? (isObject(error) ? error['message'] : error);
  if (typeof found === 'string' && found.trim() !== '') return found;
  return Array.isArray(found) && found.length > 0 ? found.map(String).join('; ') : undefined;
}

/** What a body without a message is, in words; a page's title often says more than its status. */
function describe(status: number, body: string): string {
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(body.slice(0, BODY_SHOWN))?.[1]?.replace(/\s+/g, ' ').trim();
  if (body.trim() === '') return `the service answered ${status} with an empty body`;
  if (title) return `the service answered ${status} with a page instead of JSON: ${title}`;
  return `the service answered ${status} with a body that says nothing more`;
}

function apiError(request: RequestLine, response: WireResponse, now: number): ApiError {
  const { status, headers, body: text } = response;
  const body = parsedJson(text, parseJson);
  const details = isObject(body)
    ? (body['details'] ?? (isObject(body['error']) ? body['error']['details'] : undefined))
    : undefined;
  const code = isObject(body) ? body['code'] : undefined;
  return new ApiError({
    ...request,
    status,
    code: isErrorCode(code) ? code : codeOfStatus(status),
    message: messageOf(body) ?? describe(status, text),
    details: isObject(details) ? details : undefined,
    requestId: requestIdOf(headers, body),
    retryAfterMs: retryAfterMsOf(response, now),
    body: text.slice(0, BODY_SHOWN),
  });
}

function replyError(
  request: RequestLine,
  { status, headers, body }: WireResponse,
  fault: ReplyFault,
  message: string,
  { hint, json }: { readonly hint?: string | undefined; readonly json?: unknown },
): ReplyError {
  const requestId = requestIdOf(headers, json);
  return new ReplyError({ ...request, fault, status, message, hint, requestId, body: body.slice(0, BODY_SHOWN) });
}

function redirect(request: RequestLine, response: WireResponse): ReplyError {
  const location = response.headers['location'];
  const to = location === undefined ? '' : `: ${location.slice(0, 300)}`;
  return replyError(
    request,
    response,
    'redirect',
    `the service answered ${response.status} and points elsewhere${to}`,
    {
      hint: 'redirects are not followed, so that the key stays with its own host; set the base URL to where the service is',
    },
  );
}

function wrongReply(request: RequestLine, response: WireResponse, json: unknown): ReplyError {
  const { status, body } = response;
  const isStarted = /^\s*[{[]/.test(body);
  const fault = json !== undefined ? 'no_data' : isStarted ? 'cut' : 'not_json';
  const serviceMessage = messageOf(json);
  const message = {
    no_data: `the service answered ${status} without data${serviceMessage === undefined ? '' : `: ${serviceMessage}`}`,
    cut: `the service answered ${status}, and its body ends too early`,
    not_json: `the service answered ${status} with ${body.trim() === '' ? 'an empty body' : 'something that is not JSON'}`,
  }[fault];
  const hint = fault === 'cut' ? undefined : 'is the base URL the address of the service?';
  return replyError(request, response, fault, message, { hint, json });
}

/** Opens an answer and fits its data to what the row is expected to hold (null: its data stays as it is). Throws ApiError or ReplyError. */
export function readReply(request: RequestLine, response: WireResponse, now: number, expected: Expected | null): Reply {
  checkStatus(request, response, now);
  const json = parsedJson(response.body, parseJson);
  if (!isObject(json) || json['data'] === undefined) throw wrongReply(request, response, json);
  const value = expected === null ? json['data'] : fittedData(json['data'], expected);
  if (value instanceof Misfit && json['data'] !== null) throw misfitting(request, response, value, json);
  if (value === undefined || value === null || value instanceof Misfit) throw wrongReply(request, response, json);
  const { status, headers } = response;
  return { status, headers, requestId: requestIdOf(headers, json), data: value, envelope: { ...json, data: value } };
}

function misfitting(request: RequestLine, response: WireResponse, { path, expected }: Misfit, json: unknown) {
  const what = `${path === '' ? 'its data is' : `${path} is`} not ${expected}`;
  const message = `the answer to ${request.method} ${request.path} does not fit the interface: ${what}`;
  const hint = 'is the base URL the address of the service? reach doctor compares its definition';
  return replyError(request, response, 'misfit', message, { hint, json });
}

/** The reply of a write that was done, although what its answer says cannot be read. */
export function unreadReply({ status, requestId }: ReplyError): Reply {
  return { status, headers: {}, requestId, data: {}, envelope: {} };
}

/** Throws ApiError or ReplyError unless the status is one of success. */
export function checkStatus(request: RequestLine, response: WireResponse, now: number): void {
  if (response.status >= 200 && response.status < 300) return;
  throw response.status < 400 ? redirect(request, response) : apiError(request, response, now);
}
