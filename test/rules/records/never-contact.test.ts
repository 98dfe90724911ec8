import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesOf, NeverContact, readNeverContact } from '../../../src/rules/records/never-contact.ts';

describe('what an entry covers', () => {
  test.each([
    ['ada@engines.example', 'email', 'ada@engines.example'],
    ['  Ada@ENGINES.example ', 'email', 'ada@engines.example'],
    ['mailto:ada@engines.example', 'email', 'ada@engines.example'],
    ['Ada Lovelace <ada@engines.example>', 'email', 'ada@engines.example'],
    ['ada+news@engines.example', 'email', 'ada+news@engines.example'],
    ['jörg@größe.example', 'email', 'jörg@xn--gre-6ka8i.example'],
    ['engines.example', 'domain', 'engines.example'],
    ['HTTPS://www.Engines.example/', 'domain', 'engines.example'],
    ['@engines.example', 'domain', 'engines.example'],
    ['*.engines.example', 'domain', 'engines.example'],
    ['größe.example', 'domain', 'xn--gre-6ka8i.example'],
    ['https://de.network.example/in/Ada/?trk=1', 'profile', 'network.example/in/ada'],
    ['network.example/in/ada/details', 'profile', 'network.example/in/ada'],
    ['https://x.com/ada', 'profile', 'x.com/ada'],
    ['+49 (0)30 123-4567', 'phone', '+49301234567'],
    ['0049 30 1234567', 'phone', '+49301234567'],
    ['030 / 123 45 67', 'phone', '301234567'],
    ['tel:+1-555-123-4567 ext. 12', 'phone', '+15551234567'],
  ])('%s', (text, kind, key) => expect(readNeverContact(text)).toEqual({ kind, key }));

  test.each([
    ['', 'it is not an email address, a domain, a profile URL or a phone number'],
    ['Ada', 'it is not an email address, a domain, a profile URL or a phone number'],
    ['ada@', 'it is not an email address'],
    ['ada lovelace@engines.example', 'it is not an email address'],
    [
      'https://engines.example/about',
      'it is not a profile of a person; for the company give its domain, engines.example',
    ],
    ['https://network.example/company/engines', 'it is not a profile of a person; for a company give its own domain'],
  ])('"%s" covers no one', (text, problem) => expect(readNeverContact(text)).toEqual({ problem }));
});

const never = (...texts: string[]) =>
  new NeverContact(
    texts.flatMap((text) => {
      const entry = readNeverContact(text);
      return 'problem' in entry ? [] : [{ entry, text }];
    }),
  );
const covering = (text: string, contact: Record<string, unknown>) => never(text).covering(addressesOf(contact));

const ADA = {
  ...{ id: 1, appUrl: 'https://app.example/contacts/1', professionalEmail: 'ada@mail.engines.example' },
  ...{ personalEmails: ['ada@home.example'], networkProfileUrl: 'https://www.network.example/in/ada/' },
  ...{ mobilePhone: '+49 30 1234567', phones: '0171 7654321, 12345' },
  emailVerificationStatus: 'engines.test',
  ...{ company: { id: 7, name: 'Engines', domain: 'engines.example' } },
};

test.each<[string, string, boolean]>([
  ['ada@mail.engines.example', 'her address', true],
  ['ADA@home.example', 'another address of hers', true],
  ['ada+x@mail.engines.example', 'a plus address is another one', false],
  ['engines.example', 'the domain of her company, and above that of her address', true],
  ['mail.engines.example', 'the domain of her address', true],
  ['home.example', 'the domain of her other address', true],
  ['gines.example', 'the end of a name is not a domain above it', false],
  ['sub.mail.engines.example', 'a domain does not cover those above it', false],
  ['app.example', 'the web app is not her company', false],
  ['m.network.example/in/ada', 'her profile', true],
  ['network.example/in/ada2', 'another profile', false],
  ['030 1234567', 'the national form of her number', true],
  ['+49 171 7654321', 'the international form of another number', true],
  ['+43 30 1234567', 'another country', false],
  ['12345', 'a short number, whole', true],
  ['2345', 'a part of a number', false],
])('%s: %s', (text, _, isCovered) => expect(covering(text, ADA)).toBe(isCovered ? text : null));

const MESSY = {
  personalEmails: 'bob@home.example ada@home.example',
  Email2: 'ada@x.example / bob@x.example',
  LinkedIn: 'https://www.network.example/in/ada/',
  'Company LinkedIn': 'https://www.network.example/company/engines',
  phones: '030 7654321 / 0171 7654399, Tel. +49 40 1112223 (home)',
  Telefon: '030 / 123 45 67',
  mobilePhone: '8 916 123-45-67',
};

test.each<[string, boolean]>([
  ['ada@home.example', true],
  ['ada@x.example', true],
  ['ada@y.example', false],
  ['network.example/in/ada', true],
  ['+49 30 7654321', true],
  ['+49 171 7654399', true],
  ['+49 40 1112223', true],
  ['+49 30 1234567', true],
  ['+43 1 1234567', false],
  ['+7 916 123 45 67', true],
])('%s, where several stand in one value, or in a field of the workspace: %s', (text, isCovered) =>
  expect(covering(text, MESSY)).toBe(isCovered ? text : null),
);

test('an entry and an address that differ in case, spaces and form only are the same, and no others', () => {
  const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const host = fc.tuple(label, label, fc.constantFrom('example', 'test')).map((parts) => parts.join('.'));
  const local = fc.stringMatching(/^[a-z0-9]{1,8}(\+[a-z0-9]{1,4})?$/);
  const form = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => `  ${text} `,
    (text) => `${text} `,
  );
  fc.assert(
    fc.property(local, host, local, host, form, form, (name, at, otherName, otherAt, one, other) => {
      const contact = { professionalEmail: other(`${name}@${at}`), networkProfileUrl: null };
      const isSame = name === otherName && at === otherAt;
      expect(covering(one(`${name}@${at}`), contact)).not.toBeNull();
      expect(covering(`${otherName}@${otherAt}`, contact) !== null).toBe(isSame);
      expect(covering(one(at), contact)).not.toBeNull();
      expect(covering(`https://www.${at.split('.').slice(1).join('.')}/`, contact)).not.toBeNull();
      expect(covering(otherAt, contact) !== null).toBe(`.${at}`.endsWith(`.${otherAt}`));
      const profile = { networkProfileUrl: `https://de.${at}/in/${name.replace('+', '-')}?x=1` };
      expect(covering(one(`${at}/in/${name.replace('+', '-')}`), profile)).not.toBeNull();
    }),
    { numRuns: 500 },
  );
});
