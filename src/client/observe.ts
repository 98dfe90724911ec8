// What `--debug` sees of each attempt: method, address, status, time, and two headers of the answer.

import { getOwn } from '../contract/json.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Attempt, Clock } from './retry/retry.ts';
import type { Transport, TransportLimits } from './transport/transport.ts';

/** An attempt that has ended: with an answer, or with an error. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly bodyBytes: number;
  readonly attempt: number;
  readonly ms: number;
  /** `null` = no answer. */
  readonly status: number | null;
  readonly requestId: string | undefined;
  /** Requests left in this minute, as the service says it. */
  readonly remaining: string | undefined;
  readonly error: unknown;
}

export interface Observers {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Takes secrets out of an address that the user wrote. */
  readonly mask?: Mask;
}

export function observed(transport: Transport, { baseUrl, clock, onExchange, mask = String }: Observers) {
  return async (request: WireRequest, limits: TransportLimits, attempt: Attempt): Promise<WireResponse> => {
    const startedAt = clock.now();
    const report = (answer: WireResponse | null, error: unknown) =>
      onExchange?.({
        method: request.method,
        url: mask(baseUrl.replace(/\/+$/, '') + request.path),
        bodyBytes: Buffer.byteLength(request.body ?? ''),
        attempt: attempt.number,
        ms: clock.now() - startedAt,
        status: answer?.status ?? null,
        requestId: answer?.headers['x-request-id'],
        remaining: answer?.headers['x-ratelimit-remaining'],
        error,
      });
    try {
      const response = await transport(request, limits);
      report(response, null);
      return response;
    } catch (error) {
      report(null, error);
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
