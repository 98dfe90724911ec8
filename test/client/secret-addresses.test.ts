// Passwords in addresses: whatever characters they contain, nothing that a user sees repeats them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentChecks, profileChecks, proxyChecks } from '../../src/cli/tool/doctor/checks.ts';
import { type BaseUrl, parseBaseUrl } from '../../src/client/base-url.ts';
import { SetupError } from '../../src/client/errors.ts';
import { networkErrorOf, ProxyFailure, timedOut } from '../../src/client/transport/network-error.ts';
import { proxyOf } from '../../src/client/transport/proxy.ts';
import { anyCharacter } from '../any-text.ts';

const baseUrl = parseBaseUrl('https://api.example.com');
/** Digits, so that the first may pass for a port; neither is in any text of ours. */
const FIRST = '47114';
const LAST = '90219';

const displayedOf = (error: unknown): string[] => {
  if (!(error instanceof SetupError)) throw error;
  return [error.message, error.hint];
};

/** All that is shown of a proxy: errors, hints, the line of --debug, the check of doctor. */
function displayedOfProxy(env: Readonly<Record<string, string>>): string[] {
  const displayed = environmentChecks({ env }).map(({ message }) => message);
  try {
    displayed.push(...proxyChecks(baseUrl, { env }).map(({ message }) => message));
    const proxy = proxyOf(baseUrl, env);
    if (proxy === null) return displayed;
    const where = `${baseUrl.origin} through the proxy ${proxy.name}`;
    const errors = [
      networkErrorOf(new ProxyFailure(407), 'no', { where, proxy }),
      networkErrorOf(new ProxyFailure(new Error('x')), 'no', { where, proxy }),
      networkErrorOf(new Error('x'), 'maybe', { where, proxy }),
      timedOut(where, 'did not answer', 1, 'no', proxy),
    ];
    return [...displayed, ...errors.flatMap(({ message, hint }) => [message, hint ?? ''])];
  } catch (error) {
    return [...displayed, ...displayedOf(error)];
  }
}

/** All that is shown of a base URL: it is refused, or contains no password. */
function displayedOfBaseUrl(text: string): string[] {
  try {
    const url: BaseUrl = parseBaseUrl(text);
    const value = { value: url.href, from: 'REACH_BASE_URL' };
    const profile = {
      ...{ name: 'env', namedBy: 'REACH_BASE_URL', baseUrl: value, twin: null, key: null },
      ...{ keychain: null, output: null },
      contactedWithin: null,
    };
    return [url.href, ...profileChecks({ ...profile, sync: null }).map(({ message }) => message)];
  } catch (error) {
    return displayedOf(error);
  }
}

const FORMS = ['jane:', 'jane@corp:', 'CORP\\jane:', ':', 'jane%40corp:'];
const SCHEMES = ['http://', 'https://', 'HTTP://', '', 'socks5h://', 'ftp://', 'http:/', '//', ' http://'];

function leaks(scheme: string, user: string, between: string, after: string): string[] {
  const text = `${scheme}${user}${FIRST}${between}${LAST}${after}@proxy.example:3128`;
  const displayed = [...displayedOfProxy({ HTTPS_PROXY: text }), ...displayedOfBaseUrl(text)];
  return displayed.filter((part) => part.includes(FIRST) || part.includes(LAST));
}

test('no password of any character, in any form of an address, is shown', () => {
  const character = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.string({ unit: anyCharacter, maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...SCHEMES),
      fc.constantFrom(...FORMS),
      character,
      character,
      (scheme, user, ...rest) => {
        expect(leaks(scheme, user, ...rest)).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('each character by itself', () => {
  for (let code = 0; code < 0x250; code += 1) {
    const mark = String.fromCharCode(code);
    for (const scheme of SCHEMES) expect(leaks(scheme, 'jane:', mark, '')).toEqual([]);
  }
});

const FORM = 'write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT';
const OTHER = 'HTTPS_PROXY is not the address of an http or https proxy, and no others are supported';
const NOT_VALID = 'HTTPS_PROXY is not a valid address of a proxy';

test.each([
  ['socks5h://proxy:1080', OTHER],
  ['ftp://proxy', OTHER],
  ['http://CORP\\jane:secret@proxy:3128', NOT_VALID],
  ['CORP\\jane:secret@proxy:3128', NOT_VALID],
  ['http://jane:50%off@proxy:3128', NOT_VALID],
  ['http://me:secret@:port:', NOT_VALID],
  ['http:/proxy:3128', NOT_VALID],
  ['http:proxy:3128', NOT_VALID],
  ['http://proxy:99999', NOT_VALID],
  ['http://proxy:3128/proxy.pac', NOT_VALID],
])('%s cannot be a proxy: the variable is named, and how to write it', (text, message) => {
  const refusal = { name: 'SetupError', message, hint: expect.stringContaining(FORM) };
  expect(() => proxyOf(baseUrl, { HTTPS_PROXY: text })).toThrow(expect.objectContaining(refusal));
});
