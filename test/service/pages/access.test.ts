// Who sees the pages, and what they let through: no one without a session, no other name, nothing but reading.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ empty: false });
});
afterAll(() => site.close());

const PAGES = [
  ...['', '/contacts', '/contacts/1', '/companies', '/companies/1', '/lists', '/lists/1', '/outbox', '/outbox/1'],
  ...[
    '/outbox/1/frame',
    '/inbox',
    '/inbox/1',
    '/identities',
    '/identities/1',
    '/queue',
    '/log',
    '/events',
    '/none',
    '/zone',
  ],
  ...['/campaigns', '/campaigns/1', '/workflows', '/workflows/1', '/workflow-runs/1', '/playbook', '/ai', '/finder'],
  ...['/actions', '/actions/1', '/social-selling/posts', '/social-selling/posts/1', '/social-selling/publishing/1'],
];

test.each(PAGES)('/app%s without a session is 401, and says nothing of the store', async (path) => {
  for (const headers of [{}, { cookie: 'reach_pages_7411=guess' }, { 'x-api-key': site.world.key }]) {
    const { status, body } = await site.get(`/app${path}`, headers);
    expect([status, body.includes('Open a link first'), body.includes('My workspace')]).toEqual([401, true, false]);
  }
});

test.each(PAGES)('/app%s for another Host is 421, with the session and without', async (path) => {
  expect((await site.get(`/app${path}`, { host: 'evil.example' })).status).toBe(421);
  expect((await site.get(`/app${path}`, { host: 'evil.example:7411', cookie: 'x' })).status).toBe(421);
});

test('a link is good once, for a cookie that no script reads and no other site sends', async () => {
  const link = await site.pages.link('/contacts/3');
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:7411\/app\/open\?link=[\w-]{43}&to=%2Fcontacts%2F3$/);
  const first = await site.signIn(link);
  expect(first.status).toBe(200);
  expect(first.cookie).toMatch(/^reach_pages_7411=[\w-]{43}; Path=\/app; HttpOnly; SameSite=Strict; Max-Age=86400$/);
  expect((await site.signIn(link)).status).toBe(401);
  const { pathname, search } = new URL(await site.pages.link());
  // A look at the address does not use it up.
  expect((await site.get(`${pathname}${search}`, {}, 'HEAD')).status).toBe(401);
  expect((await site.get(`${pathname}${search}`, {})).status).toBe(200);
});

test.each([
  ['/contacts/3', '/app/contacts/3'],
  ['/inbox?folder=received&leadId=3', '/app/inbox?folder=received&amp;leadId=3'],
  ['//evil.example', '/app'],
  ['https://evil.example', '/app'],
  ['/\\evil.example', '/app'],
  ['/a"onclick="x', '/app'],
])('a link that leads to %s goes to %s', async (to, place) => {
  const { pathname, searchParams } = new URL(await site.pages.link());
  searchParams.set('to', to);
  const { body } = await site.get(`${pathname}?${searchParams}`, {});
  expect(body).toContain(`content="0;url=${place}"`);
  expect(body).toContain(`<a href="${place}">Continue</a>`);
});

test('links and sessions end after a day', async () => {
  const other = await openSite();
  const link = await other.pages.link();
  expect((await other.get('/app')).status).toBe(200);
  other.world.clock.advance(24 * 3_600_000);
  expect((await other.get('/app')).status).toBe(401);
  expect((await other.signIn(link)).status).toBe(401);
  await other.close();
});

test('a session outlives a reset of the store', async () => {
  const other = await openSite();
  await other.world.control('POST', '/_local/reset', { empty: true });
  expect((await other.get('/app')).status).toBe(200);
  await other.close();
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the pages have no way to write: %s is 405', async (method) => {
  for (const path of PAGES) expect((await site.get(`/app${path}`, undefined, method)).status).toBe(405);
});

test('the cookie is nothing to the API', async () => {
  const { cookie } = await site.signIn(await site.pages.link());
  const headers = { cookie };
  const refused = await site.world.send('POST', '/v1/lists', {
    key: null,
    headers,
    body: { name: 'x', entity: 'CONTACT' },
  });
  expect(refused).toMatchObject({ status: 401 });
  expect(await site.world.send('GET', '/v1/contacts', { key: null, headers })).toMatchObject({ status: 401 });
  expect(await site.world.send('POST', '/_local/reset', { key: null, headers, body: {} })).toMatchObject({
    status: 401,
  });
});

test('headers let a page do no more than it needs', async () => {
  const { headers } = await site.get('/app');
  expect(headers).toEqual({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
});

test('a page that is the same is 304', async () => {
  const { headers } = await site.get('/app/lists');
  const cookie = (await site.signIn(await site.pages.link())).cookie;
  const again = await site.get('/app/lists', { cookie, 'if-none-match': headers['etag'] ?? '' });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('what is not there is 404; an address that is too large is none', async () => {
  const statuses = ['/contacts/999', '/lists/999', '/outbox/999', '/inbox/999', '/nothing', `/${'9'.repeat(300)}`];
  for (const path of statuses) expect([path, (await site.get(`/app${path}`)).status]).toEqual([path, 404]);
  expect(site.world.bugs).toEqual([]);
});

test('records lead to their page, at the address that is configured', async () => {
  const { body } = await site.world.call('GET', '/v1/contacts', {
    query: { pageSize: 1 },
    headers: { host: 'evil.example' },
  });
  expect(body.data.contacts[0].appUrl).toBe(`${ORIGIN}/app/contacts/1`);
  expect((await site.get(new URL(body.data.contacts[0].appUrl).pathname)).status).toBe(200);
});
