import { expect, test } from 'vitest';
import { masking, maskOf } from '../../src/client/observe.ts';

const KEY = 'gsk_secret-0123';
const HOOK = 'whsec_0123456789';
const escaped = KEY.replace(/[_-]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

const echoed = async (body: string, headers: Record<string, string> = {}) =>
  await masking(async () => ({ status: 200, headers, body }), [KEY, null])(
    { method: 'GET', path: '/', headers: { 'x-webhook-secret': HOOK }, body: null },
    { timeoutMs: 1 },
  );

test.each([
  [`{"message":"your key is ${KEY}"}`, '{"message":"your key is [key]"}'],
  [`{"${KEY}":1}`, '{"[key]":1}'],
  [`{"message":"${escaped}"}`, '{"message":"[key]"}'],
  [`<p>${KEY} and ${HOOK}</p>`, '<p>[key] and [key]</p>'],
  [`{"message":"${HOOK}"}`, '{"message":"[key]"}'],
  // Nothing to mask: to the byte.
  ['{ "a\\u002db":1 }', '{ "a\\u002db":1 }'],
])('%s', async (body, wanted) => expect((await echoed(body)).body).toBe(wanted));

test('headers', async () => {
  expect((await echoed('', { 'x-request-id': `req ${KEY}`, 'x-echo': HOOK })).headers).toEqual({
    'x-request-id': 'req [key]',
    'x-echo': '[key]',
  });
});

test('words that are too short for a secret are not taken for one', () => {
  expect(maskOf(['k', 'gsk_', undefined])('keys of gsk_')).toBe('keys of gsk_');
});
