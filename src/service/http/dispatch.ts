// The whole service as one function: match a row, authorize, parse, handle, wrap in the envelope.

import { getOwn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { TRIAL_HEADER, type WireRequest, type WireResponse } from '../../contract/wire.ts';
import { clockOf, virtualNow } from '../core/clock.ts';
import { type Principal, Refusal } from '../core/context.ts';
import { featuresOf } from '../core/features.ts';
import type { LoggedRequest, Operator } from '../core/operator.ts';
import { allSettings } from '../core/queries/settings.ts';
import type { Tx } from '../core/sql.ts';
import { isDiskFailure } from '../core/store.ts';
import { hasFaultsFor } from '../resources/local/queries/faults.ts';
import {
  acceptedDelivery,
  assertOperator,
  assertScope,
  authenticate,
  countAgainst,
  ownerOfWebhook,
  rateHeaders,
} from './guard.ts';
import { logRequest } from './log-request.ts';
import type { RowRequest } from './perform.ts';
import {
  type Caller,
  ConnectionCut,
  type Dropped,
  failure,
  isProgramGone,
  type RequestArrival,
  refusalOf,
  success,
  type UnparsedRequest,
} from './respond.ts';
import { ROUTES, type RouteMatch, type ServiceRoute, unknownPath } from './routes.ts';

export interface ServiceParts extends Operator {
  /** Multiplies the limits of the rows. */
  readonly rateFactor: number;
  /** `METHOD /v1/path` → its limit in place of that of the row. */
  readonly rates: Readonly<Record<string, number>>;
  readonly adminToken: () => Promise<string>;
  /** Whether callers outside the process can use the control surface. */
  readonly isControlOpen: boolean;
  /** Whether a delivery to a webhook must carry a signature with its time. */
  readonly requireWebhookSignature: boolean;
  readonly keepBodies: boolean;
  /** Parses and handles, here or on a worker thread. Returns the data as JSON text. */
  readonly perform: (route: ServiceRoute, request: RowRequest) => Promise<string>;
  /** Parses and handles a request of the control surface. `isRemote`: not a call from inside the process. */
  readonly control: (
    route: ServiceRoute,
    raw: UnparsedRequest,
    call: { readonly now: number; readonly isRemote: boolean; readonly isTrial: boolean },
  ) => Promise<string>;
  /** The address of the service, without a trailing slash; undefined if it listens nowhere. */
  readonly baseUrl: () => string | undefined;
  /** The address of the pages, without a trailing slash; undefined where there are none. */
  readonly appBase: () => Promise<string | undefined>;
  /** The OpenAPI document, as JSON text. */
  readonly definitions: () => Promise<string>;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called for every request, once it is answered. */
  readonly onRequest: (request: LoggedRequest) => void;
  /** Called for every bug with its request id; the caller only sees the id. */
  readonly onBug: (error: unknown, requestId: string) => void;
  /** Called for every request that failed because of the disk, which is not ours to fix. */
  readonly onDiskFailure: (error: unknown) => void;
}

const DEFINITIONS_PATH = '/definitions.json';

/** One request in progress: the source of its log entry and response headers. */
interface RequestExchange {
  readonly request: WireRequest;
  readonly caller: Caller;
  readonly requestId: string;
  readonly path: string;
  readonly query: string;
  now: number;
  endpoint: string | null;
  keyName: string | null;
  hasFault: boolean;
  readonly headers: Record<string, string>;
}

/** What is read from the store before a request is authorized. */
interface Admission {
  readonly now: number;
  readonly limitsOn: boolean;
  readonly hasFaults: boolean;
  /** From the key or the webhook, or why the request is refused; null if the row needs neither. */
  readonly principal: Principal | Refusal | null;
}

/** Never throws. */
export async function dispatch(
  parts: ServiceParts,
  request: WireRequest,
  arrival: RequestArrival = {},
): Promise<WireResponse | Dropped> {
  const began = parts.realNow();
  const exchange = exchangeOf(parts, request, arrival.caller, began);
  const answer = await answerOf(parts, exchange, arrival);
  // Reading the log is not logged: its pages would shift while being read. Nor is what changes nothing.
  if (exchange.endpoint !== 'local.log' && !isTrial(exchange))
    await logRequest(parts, exchange, answer, parts.realNow() - began);
  if ('dropped' in answer) return answer;
  const { requestId, now } = exchange;
  const common = { 'x-request-id': requestId, date: new Date(now).toUTCString(), 'x-reach-service': parts.version };
  const body = request.method === 'HEAD' ? '' : answer.body;
  return { ...answer, headers: { ...common, ...answer.headers }, body };
}

function exchangeOf(parts: ServiceParts, request: WireRequest, caller: Caller, now: number): RequestExchange {
  const [path = '', ...rest] = request.path.split('?');
  const requestId = `req_${letters(parts.random)}${letters(parts.random)}`;
  const query = rest.join('?');
  return { request, caller, requestId, path, query, now, endpoint: null, keyName: null, hasFault: false, headers: {} };
}

/** Ten letters and digits. Request ids must be unique, not secret. */
function letters(random: () => number): string {
  return random().toString(36).slice(2, 12).padEnd(10, '0');
}

/** The only place where errors become answers. */
async function orFailure<T>(
  parts: ServiceParts,
  exchange: RequestExchange,
  work: () => Promise<T>,
): Promise<T | WireResponse | Dropped> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConnectionCut) return { dropped: 'before' };
    const refusal = refusalOf(error);
    if (refusal.code === 'internal') parts.onBug(error, exchange.requestId);
    if (refusal !== error && (isDiskFailure(error) || isProgramGone(error))) parts.onDiskFailure(error);
    return failure(refusal, exchange.requestId, exchange.headers);
  }
}

async function answerOf(
  parts: ServiceParts,
  exchange: RequestExchange,
  { refusal, readBody }: RequestArrival,
): Promise<WireResponse | Dropped> {
  return orFailure(parts, exchange, async () => {
    const found = ROUTES.match(exchange.request.method, exchange.path);
    const route = found instanceof Refusal ? null : found.route;
    exchange.endpoint = route?.endpoint ?? null;
    const admission = await parts.store.read((tx) => admissionOf(tx, parts, exchange, found));
    exchange.now = admission.now;
    if (admission.principal !== null && !(admission.principal instanceof Refusal))
      exchange.keyName = admission.principal.keyName;
    const { method, body } = exchange.request;
    if (refusal) throw refusal;
    if (isTooLarge(body)) throw tooLarge();
    if (exchange.path === DEFINITIONS_PATH && (method === 'GET' || method === 'HEAD')) return definitions(parts);
    if (method === 'OPTIONS') return options(exchange);
    if (found instanceof Refusal) throw found;
    const answer = () =>
      orFailure(parts, exchange, async () => {
        await authorize(parts, exchange, found, admission);
        return handleAuthorized(parts, exchange, found, admission, readBody === undefined ? body : await readBody());
      });
    if (!admission.hasFaults || isTrial(exchange)) return answer();
    const { applyFault } = await import('./apply-fault.ts');
    return applyFault(parts, found.route.endpoint, exchange.requestId, answer, () => {
      exchange.hasFault = true;
    });
  });
}

/** A dry run of the tool: only inside the process, where both are of one version. */
const isTrial = ({ caller, request }: RequestExchange): boolean =>
  caller === 'operator' && request.headers[TRIAL_HEADER] !== undefined;

async function admissionOf(
  tx: Tx,
  parts: ServiceParts,
  exchange: RequestExchange,
  found: RouteMatch | Refusal,
): Promise<Admission> {
  const match = found instanceof Refusal ? null : found;
  const access = match?.route.row.access ?? null;
  const isControl = access === null || access === 'ADMIN';
  // Asked together: a database over a network is as slow for one as for three.
  const [settings, hasFaults, principal] = await Promise.all([
    allSettings(tx),
    // Faults do not apply to the control surface, which removes them.
    match !== null && !isControl && hasFaultsFor(tx, match.route.endpoint),
    match === null || isControl ? null : principalFor(tx, exchange, match),
  ]);
  return {
    now: virtualNow(clockOf(settings.get('clock') ?? null), exchange.now),
    limitsOn: featuresOf(settings, parts.limitsByDefault)['rate-limits'],
    hasFaults,
    principal,
  };
}

function principalFor(tx: Tx, { request, caller }: RequestExchange, { route, params }: RouteMatch) {
  if (route.row.access === 'WEBHOOK') return ownerOfWebhook(tx, params['webhookId'] ?? '');
  return authenticate(tx, request.headers['x-api-key'], caller);
}

/** Throws Refusal for who may not, before the body is read. */
async function authorize(
  parts: ServiceParts,
  exchange: RequestExchange,
  { route }: RouteMatch,
  { principal }: Admission,
): Promise<void> {
  const { access } = route.row;
  if (access === 'ADMIN') {
    await assertOperator(parts, exchange);
    exchange.keyName = 'operator';
  }
  if (principal instanceof Refusal) throw principal;
  if (principal !== null && access !== null && access !== 'ADMIN' && access !== 'WEBHOOK')
    assertScope(principal, access);
}

async function handleAuthorized(
  parts: ServiceParts,
  exchange: RequestExchange,
  { route, params }: RouteMatch,
  { now, limitsOn, principal }: Admission,
  body: string | null,
): Promise<WireResponse> {
  const { headers } = exchange.request;
  const raw: UnparsedRequest = { params, query: exchange.query, body, contentType: headers['content-type'] };
  const { access, method, path } = route.row;
  const perMinute = getOwn(parts.rates, `${method} ${path}`) ?? route.row.perMinute;
  if (access === null || access === 'ADMIN') {
    const call = { now, isRemote: exchange.caller !== 'operator', isTrial: isTrial(exchange) };
    return success(await parts.control(route, raw, call), {});
  }
  if (principal === null || principal instanceof Refusal) throw new Error(`no principal for ${route.endpoint}`);
  const delivery = access === 'WEBHOOK' ? await acceptedDelivery(parts, headers, raw) : {};
  if (perMinute === null || !limitsOn) exchange.headers['x-ratelimit-limit'] = 'none';
  else await assertRate(parts, exchange, principal, { endpoint: route.endpoint, perMinute, now });
  const { group, name } = route;
  // Never from the header Host, which the caller writes.
  const baseUrl = exchange.caller === 'operator' ? undefined : parts.baseUrl();
  const appBase = await parts.appBase();
  return success(
    await parts.perform(route, {
      ...{ group, name, raw, principal, now, baseUrl, appBase, ...delivery },
      isTrial: isTrial(exchange),
    }),
    exchange.headers,
  );
}

async function assertRate(
  parts: ServiceParts,
  exchange: RequestExchange,
  principal: Principal,
  { endpoint, perMinute, now }: { endpoint: string; perMinute: number; now: number },
): Promise<void> {
  const limit = Math.max(1, Math.floor(perMinute * parts.rateFactor));
  const rate = await parts.store.count((tx) => countAgainst(tx, principal, endpoint, limit, now));
  Object.assign(exchange.headers, rateHeaders(rate));
  if (!rate.isExceeded) return;
  const message = `More than ${limit} requests per minute to this endpoint: wait ${rate.resetSeconds} s`;
  throw new Refusal('rate_limited', message, { retryAfter: rate.resetSeconds, limit });
}

/** Bytes are only counted if the body could be too large. */
function isTooLarge(body: string | null): boolean {
  if (body === null || body.length * 3 <= LIMITS.bodyBytesMax) return false;
  return Buffer.byteLength(body) > LIMITS.bodyBytesMax;
}

export function tooLarge(): Refusal {
  return new Refusal('too_large', `The body is larger than ${LIMITS.bodyBytesMax} bytes`);
}

async function definitions(parts: ServiceParts): Promise<WireResponse> {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: await parts.definitions(),
  };
}

function options({ path }: RequestExchange): WireResponse {
  const allow = path === DEFINITIONS_PATH ? ['GET', 'HEAD', 'OPTIONS'] : ROUTES.methodsOf(path);
  if (allow.length === 0) throw unknownPath(path);
  return { status: 204, headers: { allow: allow.join(', ') }, body: '' };
}
