import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskedAnswer } from '../../../src/rules/masking/answers.ts';
import { Masking } from '../../../src/rules/masking/values.ts';
import { fullNameKey } from '../../../src/rules/records/normalize.ts';

const masking = new Masking((text) => createHmac('sha512', 'a secret').update(text).digest());
const again = new Masking((text) => createHmac('sha512', 'a secret').update(text).digest());

const V = '[aeiou]';
const C = '[bcdfghjklmnpqrstvwxyz]';
const low = (pattern: string) => new RegExp(`^${pattern.replaceAll('v', V).replaceAll('c', C)}$`, 'i');

test.each([
  ['words', 'Robin Hale', low('cvcvc cvcv')],
  ['words', 'MARGARET', /^[A-Z]{8}$/],
  ['words', 'Bo', low('cvcvcv')],
  ['words', 'Анна Каренина', /^[А-Яа-яёіїєґъь]{4} [А-Яа-яёіїєґъь]{8}$/],
  ['words', '森健二', /^[\u4e00-\u9fff]{3}$/],
  ['words', 'O’Kafor-Smith', /^[A-Z]\w*’[A-Z][a-z]{4}-[A-Z][a-z]{4}$/],
  ['email', 'Jonas.Reinhardt@basalt.com', /^[A-Z][a-z]{4}\.[A-Z][a-z]{8}@[a-z]{6}-com\.example$/],
  ['email', 'ada.byron@gmail.com', /^[a-z]+\.[a-z]{5}@gmail\.com$/],
  ['domain', 'www.acme.co.uk', /^www\.[a-z]{4}\.[a-z]+-uk\.example$/],
  ['domain', 'acme.com:8080', /^[a-z]{4}-com\.example:8080$/],
  ['address', 'https://acme.com:8080/x', /^https:\/\/[a-z]{4}-com\.example:8080\/[a-z]+$/],
  ['phone', '+49 (30) 1234-567', /^\+49 \(\d\d\) \d{4}-\d{3}$/],
  ['phone', '+1 415 555 0100', /^\+1 \d{3} \d{3} \d{4}$/],
  ['phone', '0664 1234567', /^\d{4} \d{7}$/],
  ['address', 'https://network.example/in/ada-byron-12', /^https:\/\/network\.example\/in\/[a-z]+-[a-z]{5}-\d\d$/],
  ['address', 'https://www.acme.com/about?x=1', /^https:\/\/www\.[a-z]{4}-com\.example\/[a-z]{5}\?[a-z]+=\d$/],
  [
    'text',
    'Call ada@acme.com, see https://acme.com/x',
    /^[A-Z][a-z]{3} [a-z]+@[a-z]{4}-com\.example, [a-z]+ https:\/\/[a-z]{4}-com\.example\/[a-z]+$/,
  ],
] as const)('%s: %s keeps its shape', (kind, original, shape) => {
  const masked = masking[kind](original);
  expect([masked, masked === original]).toEqual([expect.stringMatching(shape), false]);
  expect(again[kind](original)).toBe(masked);
});

test.each([
  ['words', 'Robin', 'robin'],
  ['email', 'Ada.Byron@Acme.com', 'ada.byron@acme.com'],
  ['phone', '+49 30 1234567', '+49301234567'],
] as const)('%s: %s and %s stay the same for a comparison', (kind, one, other) => {
  const plain = (text: string) => text.toLowerCase().replaceAll(' ', '');
  expect(plain(masking[kind](one))).toBe(plain(masking[kind](other)));
});

test('names are the same after masking exactly where they were, however they are spelled', () => {
  const name = fc.stringMatching(/^(?:[aoéßçšœIE]{3,6}|[σνιάω]{3,6}ς?|[бяёй]{3,6})$/);
  const spellings = [String, (text: string) => text.toUpperCase(), (text: string) => text.normalize('NFD')];
  fc.assert(
    fc.property(name, name, fc.constantFrom(...spellings), (one, other, spelled) => {
      const isSame = (a: string, b: string) => fullNameKey(a, 'Hale') === fullNameKey(b, 'Hale');
      for (const next of [spelled(one), other])
        expect(isSame(masking.words(one), masking.words(next)), `${one} ${next}`).toBe(isSame(one, next));
    }),
    { numRuns: 3000 },
  );
});

test('what differs keeps differing: no duplicate is added', () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 50, maxLength: 200 }), (all) => {
      expect(new Set(all.map((one) => masking.words(one))).size).toBe(all.length);
    }),
    { numRuns: 20 },
  );
  const numbers = Array.from({ length: 10_000 }, (_, n) => `+43 ${1_000_000 + n}`);
  expect(new Set(numbers.map((one) => masking.phone(one))).size).toBe(numbers.length);
});

test('values of fields: dates stay dates, numbers keep their digits, flags and nothing stay', () => {
  expect(masking.value({ born: '1980-02-28', seats: 4200, isVip: true, note: null, tags: ['x1'] })).toEqual({
    born: expect.stringMatching(/^19(79|80)-\d\d-\d\d$/),
    seats: expect.toSatisfy((seats: number) => seats >= 1000 && seats <= 9999 && seats !== 4200),
    isVip: true,
    note: null,
    tags: [expect.stringMatching(/^[a-z]\d[a-z]*$/)],
  });
});

test('a contact: what campaigns decide by stays, all else that says something about the person is made up', () => {
  const contact = { id: 7, companyId: 3, jobTitle: 'CEO', contactCountry: 'France', createdAt: '2026-01-01T00:00:00Z' };
  const personal = {
    firstName: 'Ada',
    professionalEmail: 'ada@acme.com',
    Budget: 'about 5000',
    personalEmails: ['a@gmail.com'],
  };
  const page = { contacts: [{ ...contact, ...personal }], page: 1, total: 1 };
  const masked = Object(maskedAnswer(masking, '/v1/contacts', page));
  expect(masked).toMatchObject({ contacts: [contact], page: 1, total: 1 });
  for (const value of ['Ada', 'ada@acme.com', 'about', 'a@gmail.com'])
    expect(JSON.stringify(masked)).not.toContain(value);
});

test('in texts of the user, addresses and the names of senders are replaced, and nothing else', () => {
  const own = new Masking((text) => createHmac('sha512', 'a secret').update(text).digest());
  own.knowNames(['Robin Hale']);
  const masked = Object(
    maskedAnswer(own, '/v1/campaign/{campaignId}', { name: 'Spring', text: 'Hi {firstName}, Robin Hale (r@acme.com)' }),
  );
  expect(masked).toEqual({
    name: 'Spring',
    text: `Hi {firstName}, ${own.words('Robin Hale')} (${own.email('r@acme.com')})`,
  });
});
