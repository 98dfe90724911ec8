// What errors of node:http and of proxies mean, in words.

import { getOwn } from '../../contract/json.ts';
import { codeOf, connectionLost, NetworkError, type NetworkFault } from './transport.ts';

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

const UNTRUSTED =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/;
/** Where no certificate of an authority would help. */
const CERTIFICATE_HINT: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired: renew it at the service, or correct the clock of this machine',
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
