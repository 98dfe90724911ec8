import { expect, test } from 'vitest';
import { networkErrorOf, ProxyFailure, timedOut } from '../../../src/client/transport/network-error.ts';
import { codeOf, connectionLost } from '../../../src/client/transport/transport.ts';

const where = 'https://api.example.com';
const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const proxy = { name: 'http://proxy:3128', from: 'HTTPS_PROXY' };

test.each<[string, unknown, string, string, string]>([
  [
    'ECONNREFUSED',
    coded('ECONNREFUSED'),
    'refused',
    `nothing accepts connections at ${where} (ECONNREFUSED)`,
    'is the service running, and is the port right?',
  ],
  [
    'of several addresses',
    Object.assign(new AggregateError([coded('ECONNREFUSED')]), {}),
    'refused',
    `nothing accepts connections at ${where} (ECONNREFUSED)`,
    'is the service running, and is the port right?',
  ],
  [
    'wrapped',
    new TypeError('fetch failed', { cause: coded('ENOTFOUND') }),
    'unknown_host',
    `could not resolve the host of ${where} (ENOTFOUND)`,
    'check the base URL and the network',
  ],
  [
    'EAI_AGAIN',
    coded('EAI_AGAIN'),
    'unknown_host',
    `could not resolve the host of ${where} (EAI_AGAIN)`,
    'check the base URL and the network',
  ],
  [
    'EHOSTUNREACH',
    coded('EHOSTUNREACH'),
    'unreachable',
    `${where} cannot be reached (EHOSTUNREACH)`,
    'check the network',
  ],
  [
    'ETIMEDOUT',
    coded('ETIMEDOUT'),
    'no_connection',
    `timed out connecting to ${where} (ETIMEDOUT)`,
    'check the network or a firewall',
  ],
  [
    'ECONNRESET before it was sent',
    coded('ECONNRESET'),
    'no_connection',
    `could not connect to ${where} (ECONNRESET)`,
    'check the network',
  ],
  ['no code', new Error('?'), 'no_connection', `could not connect to ${where} (UNKNOWN)`, 'check the network'],
])('%s', (_, error, fault, message, hint) => {
  expect(networkErrorOf(error, 'no', { where })).toMatchObject({ fault, message, hint, sent: 'no' });
});

test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'it has expired'],
  ['CERT_NOT_YET_VALID', 'it is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'it is of another host'],
])('%s: names %s, and is not tried again', (code, hint) => {
  const error = networkErrorOf(coded(code), 'no', { where });
  expect(error).toMatchObject({ fault: 'untrusted', code, passing: false });
  expect(error.hint).toContain(hint);
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'])('%s: no secure connection', (code) => {
  expect(networkErrorOf(coded(code), 'no', { where })).toMatchObject({ fault: 'tls', passing: false });
});

const HINT = 'HTTPS_PROXY names the proxy; hosts in NO_PROXY bypass it';

test.each([
  ['ECONNREFUSED', 'refused', 'nothing accepts connections at the proxy http://proxy:3128 (ECONNREFUSED)'],
  ['ENOTFOUND', 'unknown_host', 'could not resolve the host of the proxy http://proxy:3128 (ENOTFOUND)'],
  ['ETIMEDOUT', 'no_connection', 'timed out connecting to the proxy http://proxy:3128 (ETIMEDOUT)'],
  ['HPE_INVALID_CONSTANT', 'proxy', 'the response of the proxy http://proxy:3128 is not HTTP (HPE_INVALID_CONSTANT)'],
  ['ECONNRESET', 'no_connection', 'the proxy http://proxy:3128 closed the connection without an answer (ECONNRESET)'],
])('without a tunnel the proxy is named, not the service: %s', (code, fault, message) => {
  const error = networkErrorOf(new ProxyFailure(coded(code)), 'no', { where, proxy });
  expect(error).toMatchObject({ fault, code, message, hint: HINT, sent: 'no' });
});

test('after it was sent, an error of the connection leaves open whether it arrived', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT']) {
    expect(networkErrorOf(coded(code), 'maybe', { where })).toMatchObject({ fault: 'lost', code, sent: 'maybe' });
  }
  expect(connectionLost('the local service')).toMatchObject({
    fault: 'lost',
    code: 'ECONNRESET',
    sent: 'maybe',
    passing: true,
    message: 'the connection to the local service was cut before the answer was complete',
  });
});

test('time-outs say what was waited for, and how long', () => {
  expect(timedOut(where, 'did not answer', 30_000, 'maybe').message).toBe(`${where} did not answer within 30 s`);
  expect(timedOut(where, 'did not answer', 1_500, 'no').message).toBe(`no connection to ${where} within 1.5 s`);
});

test('a cause that is its own cause ends', () => {
  const error = new Error('x');
  error.cause = error;
  expect(codeOf(error)).toBe(undefined);
  expect(codeOf('text')).toBe(undefined);
});
