import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/client/base-url.ts';
import { proxyOf } from '../../src/client/transport/proxy.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com', 'api.example.com', 443, '', false],
  [' https://API.example.com/ ', 'https://api.example.com', 'api.example.com', 443, '', false],
  ['https://example.com:8443/outreach/', 'https://example.com:8443/outreach', 'example.com', 8443, '/outreach', false],
  ['https://example.com/v1', 'https://example.com', 'example.com', 443, '', false],
  ['https://example.com/outreach/v1/', 'https://example.com/outreach', 'example.com', 443, '/outreach', false],
  ['https://example.com/api-v1', 'https://example.com/api-v1', 'example.com', 443, '/api-v1', false],
  ['http://localhost:4010', 'http://localhost:4010', 'localhost', 4010, '', true],
  ['http://api.localhost', 'http://api.localhost', 'api.localhost', 80, '', true],
  ['http://127.0.0.1:80', 'http://127.0.0.1', '127.0.0.1', 80, '', true],
  ['http://127.1:80', 'http://127.0.0.1', '127.0.0.1', 80, '', true],
  ['http://[::1]:4010/', 'http://[::1]:4010', '::1', 4010, '', true],
  ['https://localhost', 'https://localhost', 'localhost', 443, '', true],
])('%s', (text, href, host, port, prefix, loopback) => {
  const { origin } = new URL(href);
  const secure = href.startsWith('https');
  expect(parseBaseUrl(text)).toEqual({ href, origin, secure, host, port, prefix, loopback });
});

const NOT_VALID = 'the base URL is not a valid address';

test.each([
  ['', NOT_VALID],
  ['api.example.com', NOT_VALID],
  ['ftp://example.com', NOT_VALID],
  ['https://', NOT_VALID],
  ['https://me:secret@exa mple.com', NOT_VALID],
  ['https://me:80/secret@example.com', NOT_VALID],
  ['https://me:80?secret@example.com', NOT_VALID],
  ['https://me:80#secret%40example.com', NOT_VALID],
  ['http://api.example.com', 'http://api.example.com would carry the key unencrypted'],
  ['http://127.0.0.1.example.com', 'http://127.0.0.1.example.com would carry the key unencrypted'],
  ['http://localhost.example.com', 'http://localhost.example.com would carry the key unencrypted'],
  ['http://128.0.0.1', 'http://128.0.0.1 would carry the key unencrypted'],
  ['http://0.0.0.0:4010', 'http://0.0.0.0:4010 would carry the key unencrypted'],
  ['https://me:secret@example.com', 'the base URL of example.com contains a user name'],
  ['https://example.com/?key=1', 'the base URL of example.com has a query or a fragment'],
  ['https://example.com/#x', 'the base URL of example.com has a query or a fragment'],
])('refused: %j', (text, message) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ name: 'SetupError', message }));
});

const away = parseBaseUrl('https://api.example.com');
const PROXY = 'http://proxy.example.com:3128';

test.each<[string, Record<string, string>, ReturnType<typeof proxyOf>]>([
  ['none', {}, null],
  ['empty', { HTTPS_PROXY: '', http_proxy: '' }, null],
  ['HTTPS_PROXY', { HTTPS_PROXY: PROXY }, { uri: PROXY, from: 'HTTPS_PROXY', name: PROXY }],
  [
    'lower case wins',
    { HTTPS_PROXY: 'http://other:1', https_proxy: PROXY },
    { uri: PROXY, from: 'https_proxy', name: PROXY },
  ],
  ['HTTP_PROXY serves too', { HTTP_PROXY: PROXY }, { uri: PROXY, from: 'HTTP_PROXY', name: PROXY }],
  [
    'no scheme; the password is not shown',
    { HTTPS_PROXY: 'me:secret@proxy:3128' },
    { uri: 'http://me:secret@proxy:3128', from: 'HTTPS_PROXY', name: 'http://proxy:3128' },
  ],
])('proxy: %s', (_, env, proxy) => expect(proxyOf(away, env)).toEqual(proxy));

test('on loopback no proxy is asked: the key would leave this machine unencrypted', () => {
  expect(proxyOf(parseBaseUrl('http://localhost:4010'), { HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY })).toBe(null);
});
