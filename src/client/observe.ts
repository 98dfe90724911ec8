// What `--debug` and tests see of each attempt: method, address, status, time, and the headers that hold no secret.

import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Clock } from './clock.ts';
import type { Mask } from './masked.ts';
import type { Attempt } from './retry/retry.ts';
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

/** The headers of a request or answer that may be shown. */
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

/** A transport that reports each attempt to the observers. */
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
