// A request in, a response out: match a row, guard, parse, handle, envelope. The whole service is this one function.

import { LIMITS } from '../../contract/limits.ts';
import type { WireRequest, WireResponse } from '../../contract/wire.ts';
import { clockOf, isoTime, virtualNow } from '../core/clock.ts';
import type { Principal, Tx } from '../core/context.ts';
import { featuresOf } from '../core/features.ts';
import type { Operator } from '../core/operator.ts';
import { allSettings } from '../core/queries/settings.ts';
import { Refusal } from '../core/refusals.ts';
import { hasFaultsFor } from '../resources/local/queries/faults.ts';
import { assertOperator, assertScope, type Caller, countAgainst, rateHeaders, whoCalls, whoDelivers } from './guard.ts';
import type { RawRequest } from './parse.ts';
import type { Job } from './perform.ts';
import { type Dropped, failure, refusalOf, success } from './respond.ts';
import { type Match, type Route, type Routes, unknownPath } from './routes.ts';

export interface Parts extends Operator {
  readonly routes: Routes;
  /** Limits are the rows' numbers times this. */
  readonly rateFactor: number;
  readonly adminToken: () => Promise<string>;
  /** Whether the control surface answers to a caller from outside. */
  readonly isControlOpen: boolean;
  /** Whether a delivery to a webhook must carry its secret or a signature. */
  readonly requireWebhookSignature: boolean;
  /** Parses and handles: here, or on a worker thread. Gives the data as JSON text. */
  readonly perform: (route: Route, job: Job) => Promise<string>;
  /** The same for the control surface. */
  readonly control: (route: Route, raw: RawRequest, now: number) => Promise<string>;
  /** The OpenAPI document, as JSON text. */
  readonly definitions: () => Promise<string>;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told of every bug with its request id; the caller only learns the id. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

const DEFINITIONS_PATH = '/definitions.json';
const LOGGED_PATH_MAX = 500;

/** One request on its way: what the log and the headers of its answer are made from. */
interface Passage {
  readonly request: WireRequest;
  readonly caller: Caller;
  readonly requestId: string;
  readonly path: string;
  readonly query: string;
  now: number;
  endpoint: string | null;
  keyName: string | null;
  readonly headers: Record<string, string>;
}

/** What the store says before a request is let in. */
interface Conditions {
  readonly now: number;
  readonly limitsOn: boolean;
  readonly hasFaults: boolean;
  /** Who holds the key or whose webhook it is, or why nobody may pass; null where the row asks for neither. */
  readonly principal: Principal | Refusal | null;
}

/** Never throws. `refusal`: what the listener found wrong already. */
export async function dispatch(
  parts: Parts,
  request: WireRequest,
  caller: Caller,
  refusal?: Refusal,
): Promise<WireResponse | Dropped> {
  const began = parts.realNow();
  const passage = passageOf(parts, request, caller, began);
  const answer = await through(parts, passage, refusal);
  const status = 'dropped' in answer ? 0 : answer.status;
  // Reading the log leaves no trace in it, or its pages would shift under the reader.
  if (passage.endpoint !== 'local.log') await logRequest(parts, passage, status, parts.realNow() - began);
  if ('dropped' in answer) return answer;
  const { requestId, now } = passage;
  const common = { 'x-request-id': requestId, date: new Date(now).toUTCString(), 'x-reach-service': parts.version };
  const body = request.method === 'HEAD' ? '' : answer.body;
  return { ...answer, headers: { ...common, ...answer.headers }, body };
}

function passageOf(parts: Parts, request: WireRequest, caller: Caller, now: number): Passage {
  const [path = '', ...rest] = request.path.split('?');
  const requestId = `req_${letters(parts.random)}${letters(parts.random)}`;
  const query = rest.join('?');
  return { request, caller, requestId, path, query, now, endpoint: null, keyName: null, headers: {} };
}

/** Ten letters and digits. Request ids need to differ, not to be secret. */
function letters(random: () => number): string {
  return random().toString(36).slice(2, 12).padEnd(10, '0');
}

/** Every error becomes an answer here, and nowhere else. */
async function orFailure<T>(parts: Parts, passage: Passage, work: () => Promise<T>): Promise<T | WireResponse> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === 'internal') parts.onBug(error, passage.requestId);
    return failure(refusal, passage.requestId, passage.headers);
  }
}

async function through(parts: Parts, passage: Passage, refusal?: Refusal): Promise<WireResponse | Dropped> {
  return orFailure(parts, passage, async () => {
    const found = parts.routes.match(passage.request.method, passage.path);
    const route = found instanceof Refusal ? null : found.route;
    passage.endpoint = route?.endpoint ?? null;
    const conditions = await parts.store.read((tx) => conditionsOf(tx, parts, passage, found));
    passage.now = conditions.now;
    if (conditions.principal !== null && !(conditions.principal instanceof Refusal))
      passage.keyName = conditions.principal.keyName;
    const { method, body } = passage.request;
    if (refusal) throw refusal;
    if (isTooLarge(body)) throw tooLarge();
    if (passage.path === DEFINITIONS_PATH && (method === 'GET' || method === 'HEAD')) return definitions(parts);
    if (method === 'OPTIONS') return options(parts, passage);
    if (found instanceof Refusal) throw found;
    const answer = () => orFailure(parts, passage, () => behindGuard(parts, passage, found, conditions));
    if (!conditions.hasFaults) return answer();
    const { spoiled } = await import('./spoil.ts');
    return spoiled(parts, found.route.endpoint, passage.requestId, answer);
  });
}

async function conditionsOf(tx: Tx, parts: Parts, passage: Passage, found: Match | Refusal): Promise<Conditions> {
  const settings = await allSettings(tx);
  const match = found instanceof Refusal ? null : found;
  const access = match?.route.row.access ?? null;
  const isControl = access === null || access === 'ADMIN';
  return {
    now: virtualNow(clockOf(settings.get('clock')), passage.now),
    limitsOn: featuresOf(settings, parts.limitsByDefault)['rate-limits'],
    // The control surface stays as it is: it is what takes faults away again.
    hasFaults: match !== null && !isControl && (await hasFaultsFor(tx, match.route.endpoint)),
    principal: match === null || isControl ? null : await whoIs(tx, parts, passage, match),
  };
}

function whoIs(
  tx: Tx,
  { requireWebhookSignature }: Parts,
  passage: Passage,
  match: Match,
): Promise<Principal | Refusal> {
  const { request, caller } = passage;
  if (match.route.row.access !== 'WEBHOOK') return whoCalls(tx, request.headers['x-api-key'], caller);
  return whoDelivers(tx, {
    webhookId: match.params['webhookId'] ?? '',
    body: request.body ?? '',
    secret: request.headers['x-webhook-secret'],
    signature: request.headers['x-webhook-signature'],
    isProofRequired: requireWebhookSignature,
  });
}

async function behindGuard(
  parts: Parts,
  passage: Passage,
  { route, params }: Match,
  { now, limitsOn, principal }: Conditions,
): Promise<WireResponse> {
  const { headers, body } = passage.request;
  const raw: RawRequest = { params, query: passage.query, body, contentType: headers['content-type'] };
  const { access, perMinute } = route.row;
  if (access === null) return success(await parts.control(route, raw, now), {});
  if (access === 'ADMIN') {
    await assertControl(parts, passage);
    passage.keyName = 'operator';
    return success(await parts.control(route, raw, now), {});
  }
  if (principal instanceof Refusal) throw principal;
  if (principal === null) throw new Error(`nobody was looked up for ${route.endpoint}`);
  if (access !== 'WEBHOOK') assertScope(principal, access);
  if (perMinute === null || !limitsOn) passage.headers['x-ratelimit-limit'] = 'none';
  else await assertRate(parts, passage, principal, { endpoint: route.endpoint, perMinute, now });
  const { group, name } = route;
  return success(
    await parts.perform(route, { group, name, raw, principal, now, baseUrl: baseUrlOf(passage) }),
    passage.headers,
  );
}

/** Where the caller reached us: what it is told to deliver to, it must reach as well. */
function baseUrlOf({ request, caller }: Passage): string | undefined {
  const { host } = request.headers;
  if (caller === 'operator' || host === undefined || !/^[a-z0-9.:[\]-]+$/i.test(host)) return undefined;
  return `http://${host}`;
}

async function assertControl({ isControlOpen, adminToken }: Parts, { caller, request, path }: Passage): Promise<void> {
  // Where it is closed, it looks like any path that does not exist.
  if (caller !== 'operator' && !isControlOpen) throw unknownPath(path);
  await assertOperator(
    caller,
    request.headers['x-admin-token'],
    adminToken,
    request.headers['x-api-key'] !== undefined,
  );
}

async function assertRate(
  parts: Parts,
  passage: Passage,
  principal: Principal,
  { endpoint, perMinute, now }: { endpoint: string; perMinute: number; now: number },
): Promise<void> {
  const limit = Math.max(1, Math.floor(perMinute * parts.rateFactor));
  const rate = await parts.store.count((tx) => countAgainst(tx, principal, endpoint, limit, now));
  Object.assign(passage.headers, rateHeaders(rate));
  if (!rate.isExceeded) return;
  const message = `More than ${limit} requests a minute to this endpoint: wait ${rate.resetSeconds} s`;
  throw new Refusal('rate_limited', message, { retryAfter: rate.resetSeconds, limit });
}

/** A length in characters is at most the length in bytes: counting bytes is left to bodies that come near. */
function isTooLarge(body: string | null): boolean {
  if (body === null || body.length * 3 <= LIMITS.bodyBytesMax) return false;
  return Buffer.byteLength(body) > LIMITS.bodyBytesMax;
}

export function tooLarge(): Refusal {
  return new Refusal('too_large', `The body is larger than ${LIMITS.bodyBytesMax} bytes`);
}

async function definitions(parts: Parts): Promise<WireResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: await parts.definitions(),
  };
}

function options({ routes }: Parts, { path }: Passage): WireResponse {
  const allow = path === DEFINITIONS_PATH ? ['GET', 'HEAD', 'OPTIONS'] : routes.methodsOf(path);
  if (allow.length === 0) throw unknownPath(path);
  return { status: 204, headers: { allow: allow.join(', ') }, body: '' };
}

/** What the log says of a request: no key, no body, and nothing that looks like a key in its address. */
async function logRequest(parts: Parts, passage: Passage, status: number, ms: number): Promise<void> {
  const { requestId, request, now, endpoint, keyName: key } = passage;
  const path = request.path.replace(/gsk_[A-Za-z0-9]*/g, 'gsk_***').slice(0, LOGGED_PATH_MAX);
  try {
    await parts.log.append({ at: isoTime(now), requestId, method: request.method, path, endpoint, key, status, ms });
  } catch (error) {
    // A full disk must not turn an answer that stands into a failure.
    parts.onBug(error, requestId);
  }
}
