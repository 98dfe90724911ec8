import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswerBytes } from '../../../../src/cli/import/report/answer-bytes.ts';
import { type ItemAnswer, readAnswers } from '../../../../src/cli/import/report/row-result.ts';
import { expectedOf } from '../../../../src/client/answers/fit.ts';
import { readReply } from '../../../../src/client/answers/reply.ts';
import { routes } from '../../../../src/client/routes/routes.ts';

type Entity = Parameters<typeof readAnswers>[0];

/** What the answer says where it is parsed and fitted; null: nothing certain. */
function parsedAnswers(entity: Entity, body: string, items: number): readonly ItemAnswer[] | null {
  const route = entity === 'CONTACT' ? routes.contacts.bulkCreate : routes.companies.bulkCreate;
  try {
    const expected = expectedOf(route);
    const { data } = readReply(route, { status: 200, headers: {}, body }, 0, { expected });
    return readAnswers(entity, data, items);
  } catch {
    return null;
  }
}

const contact = (index: number, more: object = {}) => ({
  index,
  success: true,
  contact: {
    id: 70 + index,
    appUrl: `https://app.example/contacts/${70 + index}`,
    firstName: `Zoë ${'x'.repeat(index)}`,
    companyId: 3,
    createdAt: '2026-11-21T09:00:00.000Z',
    contactOutcome: 'CREATED',
    ...more,
  },
});

const bodyOf = (results: unknown, space?: number) =>
  JSON.stringify({ status: 'success', data: { results, summary: { total: 2 } }, message: 'ok' }, null, space);

test('most answers are read from their bytes, as if they were parsed', () => {
  const merged = { contactOutcome: 'MERGED_UPDATED', contactMatchedBy: 'NETWORK_URL', warnings: [], companyId: null };
  const results = [contact(0), contact(1), contact(2, merged), contact(3, merged), contact(4), contact(12)];
  const placed = results.map((result, index) => ({ ...result, index }));
  for (const [items, space] of [
    [placed, undefined],
    [placed, 2],
    [placed.toReversed(), undefined],
    [placed.map(({ index: _, ...rest }) => rest), undefined],
  ] as const) {
    const body = bodyOf(items, space);
    const read = readAnswerBytes('CONTACT', Buffer.from(body), items.length);
    expect(read).toHaveLength(6);
    expect(read).toEqual(parsedAnswers('CONTACT', body, items.length));
  }
});

test('of a company, too', () => {
  const company = { id: 9, companyId: 4, appUrl: '', createdAt: 'x', outcome: 'MERGED_NOOP', matchedBy: 'DOMAIN' };
  const body = bodyOf([{ success: true, company }]);
  const read = readAnswerBytes('COMPANY', Buffer.from(body), 1);
  expect(read).toMatchObject([{ status: 'unchanged', id: 9, companyId: null, matchedBy: 'DOMAIN' }]);
  expect(read).toEqual(parsedAnswers('COMPANY', body, 1));
});

test.each([
  ['a row that failed', bodyOf([contact(0), { index: 1, success: false, error: { message: 'no' } }])],
  ['an index twice', bodyOf([contact(0), contact(0)])],
  ['one result too many', bodyOf([contact(0), contact(1), contact(2)])],
  ['an escape', bodyOf([contact(0), contact(1, { appUrl: 'a"b' })])],
  ['a text that is not ASCII', bodyOf([contact(0), contact(1, { appUrl: 'https://app.example/é' })])],
  ['an id as a text', bodyOf([contact(0), contact(1, { id: '7' })])],
  ['cut off', bodyOf([contact(0), contact(1)]).slice(0, -1)],
  ['text behind it', `${bodyOf([contact(0), contact(1)])}x`],
])('%s is left to the parser', (_, body) => {
  expect(readAnswerBytes('CONTACT', Buffer.from(body), 2)).toBeNull();
});

const value = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    1,
    7.5,
    -1,
    1e21,
    '',
    'CREATED',
    'a"b',
    'é',
    'https://app.example/1',
    [],
    {},
    [1],
    ['a'],
  ),
  fc.nat(),
);
const record = fc.dictionary(
  fc.constantFrom(
    'id',
    'appUrl',
    'companyId',
    'createdAt',
    'contactOutcome',
    'contactMatchedBy',
    'firstName',
    'warnings',
  ),
  value,
);
const result = fc.oneof(
  fc.record(
    { index: fc.nat(3), success: fc.constant(true), contact: record },
    { requiredKeys: ['success', 'contact'] },
  ),
  fc.record({ index: value, success: value, contact: fc.oneof(record, value), error: value }, { requiredKeys: [] }),
);
const results = fc.oneof(
  fc.array(result, { maxLength: 3 }),
  fc
    .tuple(record, fc.nat(3))
    .map(([one, more]) => Array.from({ length: more + 1 }, () => ({ success: true, contact: one }))),
);

test('whatever it is, it says nothing else than the parser', () => {
  fc.assert(
    fc.property(
      results,
      fc.constantFrom(undefined, 1),
      fc.nat(),
      fc.nat(255),
      fc.boolean(),
      (all, space, at, code, isCut) => {
        const bytes = Buffer.from(bodyOf(all, space));
        const place = at % bytes.length;
        if (isCut) bytes[place] = code;
        const read = readAnswerBytes('CONTACT', bytes, all.length);
        if (read !== null) expect(read).toEqual(parsedAnswers('CONTACT', bytes.toString(), all.length));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a byte changed anywhere in an answer is noticed as the parser notices it', () => {
  const body = Buffer.from(bodyOf([contact(0), contact(1), contact(2)]));
  fc.assert(
    fc.property(
      fc.nat(body.length - 1),
      fc.constantFrom(...Buffer.from('"\\,:{}[]0129 -.eatx\0\xff', 'latin1')),
      (at, code) => {
        const bytes = Buffer.from(body);
        bytes[at] = code;
        const read = readAnswerBytes('CONTACT', bytes, 3);
        if (read !== null) expect(read).toEqual(parsedAnswers('CONTACT', bytes.toString(), 3));
      },
    ),
    { numRuns: 3_000 },
  );
});
