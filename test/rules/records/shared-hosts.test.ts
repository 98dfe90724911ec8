import { describe, expect, test } from 'vitest';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../src/rules/records/addresses.ts';

describe('hosts that many companies share are no key', () => {
  test.each([
    ['gmail.com', null],
    ['HTTPS://www.GMail.com/', null],
    ['hotmail.co.uk', null],
    ['yahoo.fr', null],
    ['gmx.net', null],
    ['mail.de', null],
    ['privaterelay.appleid.com', null],
    ['facebook.com/gamacafe', null],
    ['https://de-de.facebook.com/deltacafe', null],
    ['m.facebook.com', null],
    ['https://linktr.ee/acme', null],
    ['instagram.com/acme', null],
    ['https://sites.google.com/view/acme', null],
    ['wordpress.com', null],
    ['acme.wordpress.com', 'acme.wordpress.com'],
    ['mygmail.com', 'mygmail.com'],
    ['gmail.acme.com', 'gmail.acme.com'],
    ['live.nation.example', 'live.nation.example'],
    ['acme.com', 'acme.com'],
  ])('%s: %s', (address, key) => expect([companyDomainKey(address), companyWebsiteKey(address)]).toEqual([key, key]));
});

describe('pages that name no one, or the other kind of record, are no key', () => {
  const COMPANY = 'network.example/company/acme';
  test.each([
    ['/in/ada', 'network.example/in/ada', null],
    ['/comm/in/ada', 'network.example/in/ada', null],
    ['/m/in/ada/', 'network.example/in/ada', null],
    ['/mwlite/in/ada?trk=1', 'network.example/in/ada', null],
    ['/comm/feed/', null, null],
    ['/in/me', null, null],
    ['/in/null', null, null],
    ['/in/N-A', 'network.example/in/n-a', null],
    ['/in/n%2Fa', null, null],
    ['/in/%23N%2FA', null, null],
    ['/in/not-available', null, null],
    ['/in/loading...', null, null],
    ['/in/ada%20', 'network.example/in/ada', null],
    ['/in/linkedin-member', null, null],
    ['/in/{{slug}}', null, null],
    ['/in/%7B%7Bslug%7D%7D', null, null],
    ['/in/%20', null, null],
    ['/sales/lead/undefined,NAME_SEARCH', null, null],
    ['/profile.php', null, null],
    ['/profile.php?id=7', 'network.example/profile.php?id=7', 'network.example/profile.php?id=7'],
    [
      '/team/member.aspx?utm_x=1&memberId=7',
      'network.example/team/member.aspx?id=7',
      'network.example/team/member.aspx?id=7',
    ],
    ['/ada?fbclid=7', 'network.example/ada', 'network.example/ada'],
    ['/company/acme', null, COMPANY],
    ['/comm/company/acme/about', null, COMPANY],
    ['/school/acme', null, 'network.example/school/acme'],
    ['/showcase/acme', null, 'network.example/showcase/acme'],
    ['/sales/company/7', null, 'network.example/sales/company/7'],
    ['/sales/lead/ACw,x', 'network.example/sales/lead/acw', null],
    ['/pub/ada/1/2/3', 'network.example/pub/ada/1/2/3', null],
    ['/feed/', null, null],
    ['/authwall?trk=x&sessionRedirect=https%3A%2F%2Fnetwork.example%2Fin%2Fada', null, null],
    ['/search?q=ada', null, null],
    ['/search/results/people/?keywords=ada', null, null],
    ['/redir/redirect?url=x', null, null],
    ['/ada', 'network.example/ada', 'network.example/ada'],
    ['/', null, null],
  ])('%s: contact %s, company %s', (path, contact, company) => {
    const url = `https://www.network.example${path}`;
    expect([networkPageKey('CONTACT', url), networkPageKey('COMPANY', url)]).toEqual([contact, company]);
  });
});
