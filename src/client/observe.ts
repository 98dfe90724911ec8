// What `--debug` and tests see of each attempt: method, address, status, time, and the headers that hold no secret.

import { getOwn } from '../contract/json.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Attempt, Clock } from './retry/retry.ts';
import type { Transport, TransportLimits } from './transport/transport.ts';

/** An attempt as it is let go. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  readonly attempt: number;
}

/** An attempt that has ended: with an answer, or with an error. */
export interface Exchange extends Outgoing {
  readonly ms: number;
  /** `null` = no answer. */
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly error: unknown;
}

/** Headers that may be shown. A list of what is allowed: an unknown header stays hidden. */
const SHOWN = new Set([
  'accept',
  'content-type',
  'content-length',
  'content-encoding',
  'user-agent',
  'date',
  'server',
  'retry-after',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-reach-service',
]);

function displayedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN.has(name)));
}

export interface Observers {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly onRequest?: (request: Outgoing) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Takes secrets out of an address that the user wrote. */
  readonly mask?: Mask;
}

export function observed(transport: Transport, { baseUrl, clock, onRequest, onExchange, mask = String }: Observers) {
  return async (request: WireRequest, limits: TransportLimits, attempt: Attempt): Promise<WireResponse> => {
    if (onRequest === undefined && onExchange === undefined) return transport(request, limits);
    const outgoing: Outgoing = {
      method: request.method,
      url: mask(baseUrl.replace(/\/+$/, '') + request.path),
      headers: displayedHeaders(request.headers),
      bodyBytes: Buffer.byteLength(request.body ?? ''),
      attempt: attempt.number,
    };
    onRequest?.(outgoing);
    const startedAt = clock.now();
    const report = (status: number | null, answerHeaders: Readonly<Record<string, string>>, error: unknown) =>
      onExchange?.({ ...outgoing, ms: clock.now() - startedAt, status, answerHeaders, error });
    try {
      const response = await transport(request, limits);
      report(response.status, displayedHeaders(response.headers), null);
      return response;
    } catch (error) {
      report(null, {}, error);
      throw error;
    }
  };
}

// What a service sends back of the secrets it was sent: masked before anything else sees it, so that no message, header, record
// or log can carry it on.

/** Headers of a request that no one else may read. */
const SECRET_HEADERS = ['x-api-key', 'x-admin-token', 'x-webhook-secret', 'authorization'];

/** Shorter ones would stand in other words too; no service issues them. */
const SHORTEST = 8;

const MASK = '[key]';

/** ASCII letters, digits and marks that were written as escapes of JSON, as a secret might be. */
const ESCAPED_ASCII = /\\u00[2-7]|\\\//i;

type Mask = (text: string) => string;

type HiddenTexts = readonly (string | null | undefined)[];

const hidden = (secrets: HiddenTexts): readonly string[] =>
  [...new Set(secrets.filter((secret) => typeof secret === 'string' && secret.length >= SHORTEST))].map(String);

const masked = (text: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (displayed, secret) => (displayed.includes(secret) ? displayed.replaceAll(secret, MASK) : displayed),
    text,
  );

export function maskOf(secrets: HiddenTexts): Mask {
  const all = hidden(secrets);
  return (text) => masked(text, all);
}

/** JSON without needless escapes; anything else as it is. */
function unescaped(body: string): string {
  if (!ESCAPED_ASCII.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

function maskedBody(body: string, secrets: readonly string[]): string {
  const plain = unescaped(body);
  const displayed = masked(plain, secrets);
  return displayed === plain ? body : displayed;
}

function maskedResponse({ status, headers, body }: WireResponse, secrets: readonly string[]): WireResponse {
  const entries = Object.entries(headers).map(([name, value]) => [masked(name, secrets), masked(value, secrets)]);
  return { status, headers: Object.fromEntries(entries), body: maskedBody(body, secrets) };
}

/** The same transport; `secrets`: those of the client, beside what a request carries itself. */
export function masking(transport: Transport, secrets: HiddenTexts): Transport {
  return async (request: WireRequest, limits) => {
    const carried = SECRET_HEADERS.map((name) => getOwn(request.headers, name));
    return maskedResponse(await transport(request, limits), hidden([...secrets, ...carried]));
  };
}
