// The seam to the wire: one request, one answer, or a NetworkError that states whether the request can have arrived.

import type { WireRequest, WireResponse } from '../../contract/wire.ts';

export interface TransportLimits {
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Answers, or throws a NetworkError, or the signal's reason when it aborts. Never follows a redirect. */
export type Transport = (request: WireRequest, limits: TransportLimits) => Promise<WireResponse>;

export interface Connection {
  readonly transport: Transport;
  close(): Promise<void>;
}

export type NetworkFault =
  | 'refused'
  | 'unknown_host'
  | 'unreachable'
  | 'no_connection'
  | 'untrusted'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'lost'
  | 'too_large';

type NetworkErrorFacts = Pick<NetworkError, 'fault' | 'code' | 'sent' | 'message'> &
  Partial<Pick<NetworkError, 'hint' | 'cause'>>;

export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly fault: NetworkFault;
  /** The code of the system, TLS or Node: ECONNREFUSED, ENOTFOUND … */
  readonly code: string;
  /** `no`: certainly not one byte of the request left. `maybe`: it may have been received and processed. */
  readonly sent: 'no' | 'maybe';
  hint: string | undefined;
  attempts = 1;
  declare mayBeDone?: boolean;

  constructor(facts: NetworkErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.fault = facts.fault;
    this.code = facts.code;
    this.sent = facts.sent;
    this.hint = facts.hint;
  }

  /** Whether it may pass by itself. A certificate, a proxy's password and an answer's size stay as they are. */
  get passing(): boolean {
    return !['untrusted', 'tls', 'too_large'].includes(this.fault) && this.code !== 'PROXY_407';
  }
}

/** The connection was cut before an answer: what a dropped request looks like, over a socket or in-process. */
export function connectionLost(where: string, cause?: unknown): NetworkError {
  return new NetworkError({
    fault: 'lost',
    code: codeOf(cause) ?? 'ECONNRESET',
    sent: 'maybe',
    message: `the connection to ${where} was cut before the answer was complete`,
    hint: 'the request may have been processed',
    cause,
  });
}

/** The code of a system or TLS error; of several causes, the first that has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === error ? undefined : codeOf(inner);
}
