import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainKey, networkUrlKey, websiteKey } from '../../../src/rules/records/addresses.ts';
import { anyCharacter, anyUrl } from '../../any-text.ts';

const ADA = 'network.example/in/ada';

test.each([
  ['https://www.network.example/in/ada', ADA],
  ['http://network.example/in/ada', ADA],
  ['network.example/in/ada', ADA],
  ['//network.example/in/ada', ADA],
  ['HTTPS://WWW.Network.Example/In/ADA', ADA],
  ['https://www.network.example/in/ada/', ADA],
  ['https://www.network.example/in/ada///', ADA],
  ['https://www.network.example//in//ada', ADA],
  ['https://www.network.example/in/ada?trk=people&x=%20', ADA],
  ['https://www.network.example/in/ada/?locale=de_DE#about', ADA],
  ['https://www.network.example/in/ada#a?b', ADA],
  ['https://de.network.example/in/ada', ADA],
  ['https://uk.network.example/in/ada', ADA],
  ['https://pt-br.network.example/in/ada', ADA],
  ['https://m.network.example/in/ada', ADA],
  ['https://www.de.network.example/in/ada', ADA],
  ['https://www.network.example:443/in/ada', ADA],
  ['https://www.network.example./in/ada', ADA],
  ['  https://www.network.example/in/ada  ', ADA],
  ['https://www.network.example/in/%61da', ADA],
  ['https://www.network.example/in/ada/details/experience/', ADA],
  ['https://www.network.example/in/ada/de', ADA],
  ['https://www.network.example/in/zo%C3%AB', 'network.example/in/zoë'],
  ['https://www.network.example/in/zoe\u0308', 'network.example/in/zoë'],
  ['https://www.network.example/in/ZOË', 'network.example/in/zoë'],
  ['https://www.network.example/company/acme/about/', 'network.example/company/acme'],
  ['https://www.network.example/sales/lead/ACwAB,NAME_SEARCH,x1', 'network.example/sales/lead/acwab'],
  ['https://www.network.example/pub/ada/12/345/6', 'network.example/pub/ada/12/345/6'],
  ['https://www.network.example/profile/view?trk=a&id=77', 'network.example/profile/view?id=77'],
])('profile URLs: equal profiles are equal keys: %s', (url, key) => expect(networkUrlKey(url)).toBe(key));

describe('profile URLs: different profiles are different keys', () => {
  test.each([
    ['https://network.example/in/ada', 'https://network.example/in/ada-l'],
    ['https://network.example/in/ada', 'https://network.example/company/ada'],
    ['https://network.example/in/ada', 'https://other.example/in/ada'],
    ['https://network.example/in/ada', 'https://my.own.network.example/in/ada'],
    ['https://network.example/in/a%2Fb', 'https://network.example/in/a/b'],
    ['https://network.example/in/a%3Fb', 'https://network.example/in/a?b'],
    ['https://network.example/in/zoe', 'https://network.example/in/zoë'],
    ['https://network.example/in/%2541', 'https://network.example/in/A'],
    ['https://ab.co.uk/in/ada', 'https://cd.co.uk/in/ada'],
    ['https://de.com/in/ada', 'https://uk.com/in/ada'],
    ['https://network.example/profile/view?id=1', 'https://network.example/profile/view?id=2'],
  ])('%s, %s', (one, other) => expect(networkUrlKey(one)).not.toBe(networkUrlKey(other)));
});

test.each([
  '',
  ' ',
  null,
  undefined,
  ...'n/a - none https://www.network.example/ https://network.example/in/'.split(' '),
])('no key for %j: it names no one', (url) => expect(networkUrlKey(url)).toBeNull());

test.each([
  ['acme.com', 'acme.com'],
  ['ACME.com', 'acme.com'],
  ['www.acme.com', 'acme.com'],
  ['https://www.acme.com/about?x=1#y', 'acme.com'],
  ['http://acme.com:8080', 'acme.com'],
  ['acme.com.', 'acme.com'],
  [' acme.com/ ', 'acme.com'],
  ['sub.acme.com', 'sub.acme.com'],
  ['de.acme.com', 'de.acme.com'],
  ['www.com', 'www.com'],
  ['ada@acme.com', 'acme.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['n/a', null],
  ['Acme Inc.', null],
  ['localhost', null],
  ['-', null],
  ['', null],
  [null, null],
])('domains: %s → %s', (domain, key) => expect(domainKey(domain)).toBe(key));

describe('websites: the path counts, how one came there does not', () => {
  test.each([
    ['https://www.acme.com', 'acme.com'],
    ['http://acme.com/', 'acme.com'],
    ['acme.com', 'acme.com'],
    ['https://ACME.com/?utm_source=x&gclid=y', 'acme.com'],
    ['https://acme.com/#top', 'acme.com'],
    ['https://acme.com/de/', 'acme.com/de'],
    ['https://acme.com/De', 'acme.com/De'],
    ['https://acme.com/?id=5&utm_medium=m', 'acme.com?id=5'],
    ['https://sites.example/acme', 'sites.example/acme'],
    ['https://acme.com/a%20b', 'acme.com/a%20b'],
    ['https://acme.com/%AA ?', 'acme.com/%aa%20'],
    ['https://acme.com/%7Eada', 'acme.com/~ada'],
    ['https://acme.com:8080/', 'acme.com:8080'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['coming soon', null],
  ])('%s → %s', (website, key) => expect(websiteKey(website)).toBe(key));
});

describe('for any text whatever', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc
      .string({ unit: fc.constantFrom(...'aÄ.:/?#%4A2f@\\w- '), maxLength: 20 })
      .map((path) => `https://a.example/${path}`),
    fc.string({ unit: fc.constantFrom(...'dew.mk-co:8'), maxLength: 20 }).map((host) => `http://${host}/in/ada`),
    anyUrl,
  );
  test.each([
    ['networkUrlKey', networkUrlKey],
    ['domainKey', domainKey],
    ['websiteKey', websiteKey],
  ])('%s of a key is that key', (_, keyOf) => {
    fc.assert(
      fc.property(anything, (text) => {
        const key = keyOf(text);
        expect(keyOf(key)).toBe(key);
        expect(key).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  test('two profiles are one exactly when their names are, in whatever dress', () => {
    const slug = fc.string({ unit: fc.constantFrom(...'abcé-1%/?'), minLength: 1, maxLength: 5 });
    const dress = fc.record({
      scheme: fc.constantFrom('https://', 'http://', '//', ''),
      host: fc.constantFrom('', 'www.', 'de.', 'm.', 'uk.', 'www.fr.'),
      tail: fc.constantFrom('', '/', '/?trk=1', '#x', '/details', '?a=b/c'),
    });
    const dressed = (name: string, { scheme, host, tail }: { scheme: string; host: string; tail: string }) =>
      `${scheme}${host}network.example/in/${encodeURIComponent(name)}${tail}`;
    fc.assert(
      fc.property(slug, slug, dress, dress, (one, other, coat, hat) => {
        const isSame = networkUrlKey(dressed(one, coat)) === networkUrlKey(dressed(other, hat));
        expect(isSame).toBe(one === other);
      }),
    );
  });
});
