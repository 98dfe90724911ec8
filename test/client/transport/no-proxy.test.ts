import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/client/base-url.ts';
import { decideProxy } from '../../../src/client/transport/proxy.ts';

const NAME = 'https://api.example.com';
const IPV4 = 'https://192.0.2.7';
const IPV6 = 'https://[2001:db8::7]:8443';

/** The base URL, NO_PROXY, and the entry that keeps the proxy out. */
test.each<[string, string, string | null]>([
  // What curl documents.
  [NAME, '', null],
  [NAME, '*', '*'],
  [NAME, 'api.example.com', 'api.example.com'],
  [NAME, 'example.com', 'example.com'],
  [NAME, '.example.com', '.example.com'],
  [NAME, 'local, EXAMPLE.com', 'EXAMPLE.com'],
  [NAME, 'local EXAMPLE.com', 'EXAMPLE.com'],
  [NAME, ' ,, example.com\t', 'example.com'],
  [NAME, 'example.com.', 'example.com.'],
  ['https://api.example.com.', 'example.com', 'example.com'],
  ['https://API.example.COM', 'example.com', 'example.com'],
  [NAME, 'ample.com', null],
  [NAME, 'www.api.example.com', null],
  [NAME, 'com.', 'com.'],
  [NAME, '.', null],
  [IPV4, '192.0.2.7', '192.0.2.7'],
  [IPV4, '192.0.2.0/24', '192.0.2.0/24'],
  [IPV4, '192.0.2.7/32', '192.0.2.7/32'],
  [IPV4, '192.0.3.0/24', null],
  [IPV4, '192.0.2.0/33', null],
  [IPV4, '192.0.2/24', null],
  [IPV4, '0.2.7', null],
  [IPV4, '0.0.0.0/0', '0.0.0.0/0'],
  [IPV6, '2001:db8::7', '2001:db8::7'],
  [IPV6, '[2001:db8::7]', '[2001:db8::7]'],
  [IPV6, '2001:DB8:0:0::7', '2001:DB8:0:0::7'],
  [IPV6, '2001:db8::/32', '2001:db8::/32'],
  [IPV6, '2001:db8::8', null],
  [IPV6, '2001:db9::/32', null],
  [IPV6, '2001:db8::/129', null],
  [NAME, '192.0.2.0/24', null],
  // What Go and Node understand as well.
  [NAME, 'local,*', '*'],
  [NAME, '*.example.com', '*.example.com'],
  [NAME, 'example.com:443', 'example.com:443'],
  [NAME, 'example.com:8443', null],
  [IPV4, '192.0.2.7:443', '192.0.2.7:443'],
  [IPV4, '192.0.2.7:80', null],
  [IPV6, '[2001:db8::7]:8443', '[2001:db8::7]:8443'],
  [IPV6, '[2001:db8::7]:443', null],
])('%s with NO_PROXY=%j', (baseUrl, exceptions, entry) => {
  const decided = decideProxy(parseBaseUrl(baseUrl), { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: exceptions });
  const bypassedBy = entry === null ? null : `NO_PROXY contains ${entry}`;
  expect(decided).toMatchObject({ variable: 'HTTPS_PROXY', bypassedBy });
  expect(decided.route === null).toBe(entry !== null);
});

test('no_proxy wins where it is not empty', () => {
  const env = { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'other.example' };
  const bypassedBy = (lower: string) => decideProxy(parseBaseUrl(NAME), { ...env, no_proxy: lower }).bypassedBy;
  expect([bypassedBy('example.com'), bypassedBy('')]).toEqual(['no_proxy contains example.com', null]);
});

test('a service on this machine has no proxy, whatever the variables hold', () => {
  const decided = { variable: 'HTTPS_PROXY', route: null, bypassedBy: 'the service is on this machine' };
  for (const local of [null, parseBaseUrl('http://localhost:4010')]) {
    expect(decideProxy(local, { HTTPS_PROXY: 'socks5h://nowhere' })).toEqual(decided);
  }
});
