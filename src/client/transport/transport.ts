// The seam to the wire: one request, one answer, or a NetworkError that states whether the request can have arrived.

import { getOwn } from '../../contract/json.ts';
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

export interface NetworkErrorFacts {
  readonly fault: NetworkFault;
  readonly code: string;
  /** `no`: certainly not one byte of the request left. `maybe`: it may have been received and processed. */
  readonly sent: 'no' | 'maybe';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly fault: NetworkFault;
  /** The code of the system, TLS or Node: ECONNREFUSED, ENOTFOUND … */
  readonly code: string;
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

/** No answer within the time allowed. */
export function timedOut(
  where: string,
  what: string,
  afterMs: number,
  sent: 'no' | 'maybe',
  proxy?: Destination['proxy'],
): NetworkError {
  const after = `${Math.round(afterMs / 100) / 10} s`;
  return sent === 'no'
    ? new NetworkError({
        fault: 'no_connection',
        code: 'ETIMEDOUT',
        sent,
        message: `no connection to ${where} within ${after}`,
        hint: proxyHint(proxy) ?? 'check the network, a firewall, or whether a proxy is needed (HTTPS_PROXY)',
      })
    : new NetworkError({
        fault: 'timeout',
        code: 'ETIMEDOUT',
        sent,
        message: `${where} ${what} within ${after}`,
        hint: 'the request may have been processed; --request-timeout gives it more time',
      });
}

/** The code of a system or TLS error; of several causes, the first that has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === error ? undefined : codeOf(inner);
}

const UNTRUSTED =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/;
/** Where no certificate of an authority would help. */
const CERTIFICATE_HINT: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired: whoever runs the service must renew it, or the clock of this machine is wrong',
  CERT_NOT_YET_VALID: 'it is not valid yet: is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is of another host: is the base URL the address of the service?',
};
const TLS = /^(EPROTO|ERR_SSL_|ERR_TLS_)/;
const UNREACHABLE = ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'];

const TLS_HINT = 'is it an https port, with TLS 1.2 or later, that asks for no certificate of yours?';

/** There is no tunnel: it is the proxy that failed, not the service behind it. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** Of its answer; `null` = it gave none. */
  readonly status: number | null;

  constructor(answer: number | Error) {
    super('no tunnel', typeof answer === 'number' ? undefined : { cause: answer });
    this.status = typeof answer === 'number' ? answer : null;
  }
}

/** Where a request was on its way to, for the message. */
export interface Destination {
  /** The service, and the proxy on the way to it. */
  readonly where: string;
  /** The proxy as it may be shown, and the variable that names it. */
  readonly proxy?: { readonly name: string; readonly from: string } | undefined;
}

const proxyHint = (proxy: Destination['proxy']): string | undefined =>
  proxy === undefined ? undefined : `${proxy.from} names the proxy; hosts in NO_PROXY bypass it`;

/** Says in plain words what an error of node:http means. `sent` is the transport's own knowledge. */
export function networkErrorOf(error: unknown, sent: 'no' | 'maybe', destination: Destination): NetworkError {
  const code = codeOf(error) ?? 'UNKNOWN';
  const { proxy } = destination;
  const viaProxy = proxyHint(proxy);
  const atProxy = error instanceof ProxyFailure && proxy !== undefined;
  if (atProxy && error.status !== null) return refusedByProxy(error.status, proxy);
  const where = atProxy ? `the proxy ${proxy.name}` : destination.where;
  const failure = (fault: NetworkFault, message: string, hint: string) =>
    new NetworkError({ fault, code, sent, message: `${message} (${code})`, hint, cause: error });

  if (code === 'ECONNREFUSED') {
    return failure(
      'refused',
      `nothing accepts connections at ${where}`,
      viaProxy ?? 'is the service running, and is the port right?',
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return failure(
      'unknown_host',
      `could not resolve the host of ${where}`,
      viaProxy ?? 'check the base URL and the network',
    );
  }
  if (UNTRUSTED.test(code)) {
    return failure(
      'untrusted',
      `the certificate of ${where} is not trusted`,
      getOwn(CERTIFICATE_HINT, code) ??
        'behind a company proxy or with a private CA, set NODE_EXTRA_CA_CERTS to its CA file',
    );
  }
  if (TLS.test(code)) {
    return failure('tls', `could not establish a TLS connection to ${where}`, viaProxy ?? TLS_HINT);
  }
  if (UNREACHABLE.includes(code))
    return failure('unreachable', `${where} cannot be reached`, viaProxy ?? 'check the network');
  if (code === 'ETIMEDOUT' && sent === 'no') {
    return failure('no_connection', `timed out connecting to ${where}`, viaProxy ?? 'check the network or a firewall');
  }
  if (code.startsWith('HPE_')) {
    return failure(
      atProxy ? 'proxy' : 'lost',
      `the response of ${where} is not HTTP`,
      viaProxy ?? 'is the base URL the address of the service?',
    );
  }
  if (atProxy) return failure('no_connection', `${where} closed the connection without an answer`, viaProxy ?? '');
  if (sent === 'no') return failure('no_connection', `could not connect to ${where}`, viaProxy ?? 'check the network');
  return connectionLost(where, error);
}

function refusedByProxy(status: number, proxy: NonNullable<Destination['proxy']>): NetworkError {
  return new NetworkError({
    fault: 'proxy',
    code: `PROXY_${status}`,
    sent: 'no',
    message: `the proxy ${proxy.name} refused the connection to the service (status ${status})`,
    hint:
      status === 407
        ? `it requires a user and password: set ${proxy.from} to http://USER:PASSWORD@HOST:PORT`
        : proxyHint(proxy),
  });
}
