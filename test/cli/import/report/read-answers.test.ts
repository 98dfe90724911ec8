import { describe, expect, test } from 'vitest';
import {
  decodeResult,
  encodeResult,
  type RowResult,
  readAnswers,
} from '../../../../src/cli/import/report/row-result.ts';

const record = { id: 7, appUrl: 'https://app.example/7', createdAt: '2026-11-21T09:00:00.000Z', companyId: 3 };
const contact = (more: object) => ({ success: true, contact: { ...record, ...more } });

/** The answers in one line each. */
const input = (data: unknown, items: number, entity: 'CONTACT' | 'COMPANY' = 'CONTACT') =>
  readAnswers(entity, data, items)?.map(
    ({ status, id, outcome, matchedBy, companyId, error }) =>
      `${status} ${id} ${outcome} ${matchedBy} ${companyId} ${error}`,
  ) ?? null;

describe('what a bulk was answered', () => {
  test.each<[string, unknown, string[] | null]>([
    ['created', { results: [{ index: 0, ...contact({ contactOutcome: 'CREATED' }) }] }, ['created 7 CREATED  3 ']],
    [
      'merged',
      { results: [{ index: 0, ...contact({ contactOutcome: 'MERGED_UPDATED', contactMatchedBy: 'NETWORK_URL' }) }] },
      ['merged 7 MERGED_UPDATED NETWORK_URL 3 '],
    ],
    [
      'unchanged',
      { results: [{ index: 0, ...contact({ contactOutcome: 'MERGED_NOOP', contactMatchedBy: 'NAME_COMPANY' }) }] },
      ['unchanged 7 MERGED_NOOP NAME_COMPANY 3 '],
    ],
    [
      'a new word of the service',
      { results: [{ index: 0, ...contact({ contactOutcome: 'MERGED_LATER' }) }] },
      ['merged 7 MERGED_LATER  3 '],
    ],
    ['no word at all', { results: [{ index: 0, success: true }] }, ['created null   null ']],
    [
      'failed',
      { results: [{ index: 0, success: false, error: { message: 'no list', details: {} } }] },
      ['failed null   null no list'],
    ],
    [
      'failed for several reasons',
      {
        results: [
          {
            index: 0,
            success: false,
            error: {
              message: 'a: x (and 1 more)',
              details: {
                issues: [
                  { path: 'a', message: 'x' },
                  { path: 'b', message: 'y' },
                ],
              },
            },
          },
        ],
      },
      ['failed null   null a: x; b: y'],
    ],
    [
      'without an index, in order',
      { results: [contact({ id: 1 }), contact({ id: 2 })] },
      ['created 1   3 ', 'created 2   3 '],
    ],
    [
      'in another order, by index',
      {
        results: [
          { index: 1, ...contact({ id: 1 }) },
          { index: 0, ...contact({ id: 2 }) },
        ],
      },
      ['created 2   3 ', 'created 1   3 '],
    ],
    [
      'an index twice',
      {
        results: [
          { index: 0, ...contact({}) },
          { index: 0, ...contact({}) },
        ],
      },
      null,
    ],
    ['an index that is none', { results: [{ index: 5, ...contact({}) }] }, null],
    ['something else', { summary: {} }, null],
    ['nothing', null, null],
  ])('%s', (_, data, wanted) => {
    expect(input(data, Array.isArray(wanted) ? wanted.length : 1)).toEqual(wanted);
  });

  test('fewer results than items are no answer', () => {
    expect(input({ results: [contact({})] }, 2)).toBe(null);
  });

  test('companies have words of their own', () => {
    const company = { success: true, company: { ...record, outcome: 'MERGED_NOOP', matchedBy: 'DOMAIN' } };
    expect(input({ results: [company] }, 1, 'COMPANY')).toEqual(['unchanged 7 MERGED_NOOP DOMAIN null ']);
  });
});

test('a result kept in the journal comes back the same', () => {
  const results: RowResult[] = [
    {
      status: 'created',
      id: 1,
      outcome: 'CREATED',
      matchedBy: '',
      companyId: 2,
      appUrl: 'https://app.example/1',
      error: '',
    },
    { status: 'failed', id: null, outcome: '', matchedBy: '', companyId: null, appUrl: '', error: 'because' },
    { status: 'created', id: 5, outcome: '', matchedBy: '', companyId: null, appUrl: '', error: '' },
    {
      ...{ status: 'updated', id: 5, outcome: '', matchedBy: '', companyId: null, appUrl: '', error: '' },
      kept: ['mobilePhone', 'phones'],
    },
  ];
  expect(results.map((result) => decodeResult(JSON.parse(JSON.stringify(encodeResult(result)))))).toEqual(results);
  // As earlier versions wrote it.
  expect(decodeResult(['updated', 5])).toEqual({ ...results[3], kept: undefined });
  expect([decodeResult(['nonsense']), decodeResult(7), decodeResult([])]).toEqual([null, null, null]);
});
