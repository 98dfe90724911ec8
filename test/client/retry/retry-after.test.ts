import { expect, test } from 'vitest';
import { retryAfterMsOf } from '../../../src/client/retry/retry.ts';

const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
const now = Date.parse(date);

test.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '120' }, 120_000],
  ['0', { 'retry-after': '0' }, 0],
  ['parts of a second', { 'retry-after': '1.5' }, 1500],
  ['blanks around', { 'retry-after': ' 3 ' }, 3000],
  ['a date, by our clock', { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
  [
    'a date, by the clock of the answer',
    { 'retry-after': 'Thu, 01 Jan 2015 00:01:00 GMT', date: 'Thu, 01 Jan 2015 00:00:00 GMT' },
    60_000,
  ],
  ['a date in the past', { 'retry-after': 'Wed, 21 Oct 2026 07:00:00 GMT' }, 0],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['a number with a unit', { 'retry-after': '12s' }, undefined],
  ['a fraction in full', { 'retry-after': '1.25' }, 1250],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
  ['empty', { 'retry-after': '' }, undefined],
  ['none', {}, undefined],
])('%s', (_, headers, ms) => expect(retryAfterMsOf({ status: 429, headers, body: '' }, now)).toBe(ms));
