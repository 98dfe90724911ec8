import { describe, expect, test } from 'vitest';
import { companyItem, contactItem } from '../../../src/rules/records/items.ts';
import { companyKeys, contactKeys, hasMatchKey } from '../../../src/rules/records/matching.ts';

const PROFILE = 'https://www.network.example/in/ada/';
const PROFILE_KEY = 'network.example/in/ada';

describe('a contact matches by normalised profile URL, or exact first name + last name + company name', () => {
  test.each([
    [{ networkProfileUrl: PROFILE }, [PROFILE_KEY, null]],
    [{ firstName: 'Ada', lastName: 'L', companyName: 'Acme' }, [null, 'Ada␟L␟Acme']],
    [{ firstName: ' Ada ', lastName: 'L', company: { name: 'Acme ' } }, [null, 'Ada␟L␟Acme']],
    [{ firstName: 'Ada', lastName: 'L', companyName: 'Acme', networkProfileUrl: PROFILE }, [PROFILE_KEY, 'Ada␟L␟Acme']],
    [{ firstName: 'Ada', lastName: 'L', companyDomain: 'acme.com' }, [null, null]],
    [{ firstName: 'Ada', companyName: 'Acme' }, [null, null]],
    [{ professionalEmail: 'ada@example.com' }, [null, null]],
    [{}, [null, null]],
  ])('%j', (input, [network, person]) => {
    const keys = contactKeys(contactItem(input));
    expect([keys.NETWORK_URL, keys.NAME_COMPANY?.replaceAll('\u001f', '␟') ?? null]).toEqual([network, person]);
    expect(hasMatchKey(keys)).toBe(network !== null || person !== null);
  });
});

describe('a company matches by normalised network URL, domain, website, or exact name', () => {
  const none = { NETWORK_URL: null, DOMAIN: null, WEBSITE: null, NAME: null };
  test.each([
    [
      { companyNetworkUrl: 'https://de.network.example/company/Acme/about' },
      { NETWORK_URL: 'network.example/company/acme' },
    ],
    [{ domain: 'www.Acme.com' }, { DOMAIN: 'acme.com' }],
    [{ website: 'https://www.acme.com/' }, { WEBSITE: 'acme.com' }],
    [{ name: ' Acme ' }, { NAME: 'Acme' }],
    [{ domain: 'n/a', name: 'acme' }, { NAME: 'acme' }],
    [{ industry: 'Software' }, {}],
  ])('%j', (input, keys) => {
    expect(companyKeys(companyItem(input).standard)).toEqual({ ...none, ...keys });
  });
});
