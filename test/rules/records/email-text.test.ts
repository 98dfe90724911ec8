import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { googleValues, joinedPhones, readEmail } from '../../../src/rules/records/email-text.ts';

/** The address, or the addresses, or why there is none. */
const read = (cell: string): string => {
  const reading = readEmail(cell);
  if (reading.ok) return reading.email;
  const { problem } = reading;
  return problem.kind === 'several' ? `several: ${[problem.first, ...problem.others].join(' ')}` : `(${problem.why})`;
};

describe('an email cell', () => {
  test.each([
    ...["test.o'neil@x.example", 'ada+tag@x.example', 'ada@müller.example', 'ada@xn--mller-kva.example'].map(
      (email) => [email, email],
    ),
    ...['sören@x.example', 'ada@x.hamburg', 'ADA@X.EXAMPLE', 'ada@sub.sub2.x.co.uk', '$abc*def@x.example'].map(
      (email) => [email, email],
    ),
    ...['ada/dept=x@x.example', 'ada@x.xn--p1ai', '太郎@例え.jp'].map((email) => [email, email]),
    ['mailto:ada@x.example', 'ada@x.example'],
    [' Mailto: ada@x.example\u200b', 'ada@x.example'],
    ['Ada Love <ada@x.example>', '(it has a name or a comment beside the address)'],
    ['ada@x.example (work)', '(it has a name or a comment beside the address)'],
    ['ada@x.example; bob@x.example', 'several: ada@x.example bob@x.example'],
    ['ada@x.example ::: bob@x.example', 'several: ada@x.example bob@x.example'],
    ['ada@x.example bob@x.example', 'several: ada@x.example bob@x.example'],
    ['ada@x.example.', '(a dot is misplaced behind the @)'],
    ['"ada love"@x.example', '(it has a space in it)'],
    ['"ada"@x.example', '(it has quotes)'],
    ["'ada@x.example'", '(it has quotes)'],
    ["'ada@x.example", '(it has quotes)'],
    ['ada@[192.0.2.1]', '(a character of its domain is not allowed)'],
    ['ada@localhost', '(its domain has no dot)'],
    ['a..b@x.example', '(a dot is misplaced before the @)'],
    ['.a@x.example', '(a dot is misplaced before the @)'],
    ['a.@x.example', '(a dot is misplaced before the @)'],
    ['ada@x..example', '(a dot is misplaced behind the @)'],
    ['ada@-x.example', '(a character of its domain is not allowed)'],
    ['ada@x_y.example', '(a character of its domain is not allowed)'],
    ['foo\u2014bar@x.example', '(a character before the @ is not allowed)'],
    ['ada@x.e', '(its domain has no valid ending)'],
    ['ada@x,example', '(its domain has no dot)'],
    ['ada @x.example', '(it has a space in it)'],
    ['ada@x.example ;', 'ada@x.example'],
    ['<ada@x.example>,', 'ada@x.example'],
    ['Ada <ada@x.example>', '(it has a name or a comment beside the address)'],
    ['ada@@x.example', '(it has more than one @)'],
    ['ada@x.123', '(its domain has no valid ending)'],
    ['d@x\u00ad.example', '(it holds the invisible character U+00AD)'],
    ['ada', '(it has no @)'],
    ['', '(it has no @)'],
  ])('%j: %s', (cell, result) => expect(read(cell)).toBe(result));

  test('an address that was read reads as itself', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const reading = readEmail(` ${email}\u200b`);
        if (reading.ok) expect([reading.email, readEmail(reading.email)]).toEqual([email, reading]);
      }),
    );
  });

  test('a very long cell takes no time', () => {
    expect(read('a.'.repeat(1_000_000))).toBe('(it is longer than 1000 characters)');
  });
});

test.each([
  ['+353 86 123 4567 ::: +353 1 234 5678', '+353 86 123 4567, +353 1 234 5678'],
  ['+353 86 123 4567', '+353 86 123 4567'],
  ['a:::b ::: ', 'a, b'],
  ['+353 86 123 4567\r\n+353 1 234 5678', '+353 86 123 4567, +353 1 234 5678'],
  ['+353 86\n123 4567', '+353 86\n123 4567'],
])('the phones of %j: %j', (cell, phones) => expect(joinedPhones(cell)).toBe(phones));

test('several values of a cell: the first, and the others', () => {
  expect([googleValues('a ::: b ::: c'), googleValues('a : b')]).toEqual([{ first: 'a', others: ['b', 'c'] }, null]);
});
