// Several workspaces in a store: each has its pages, and a link to a record leads to those of its workspace.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, openSite, type Site } from './site.ts';

let site: Site;
let key: string;

/** As the second workspace. */
const call = async (method: string, path: string, body?: object) =>
  (await site.world.call(method, path, { key, ...(body && { body }) })).body.data;

beforeAll(async () => {
  site = await openSite({ empty: false });
  const made = await site.world.control('POST', '/_local/keys', {
    scopes: ['ALL'],
    name: 'b',
    workspace: 'Second <b>',
  });
  ({ key } = Object(made));
  const contact = {
    ...{ firstName: 'Ines', lastName: 'Other', companyName: 'Others Ltd' },
    networkProfileUrl: 'https://network.example/in/ines',
  };
  await call('POST', '/v1/contact', contact);
  const { id: listId } = await call('POST', '/v1/lists', { name: 'Of the second', entity: 'CONTACT' });
  const [{ id: contactId }] = (await call('GET', '/v1/contacts')).contacts;
  await call('POST', `/v1/lists/${listId}/members`, { contactIds: [contactId] });
  const [{ id: identityId }] = (await call('GET', '/v1/identities')).identities;
  await call('POST', '/v1/inbox/messages', {
    ...{ contactId, senderIdentityId: identityId, type: 'NETWORK' },
    message: '<p>see /app/contacts and href="/app/contacts"',
  });
  await call('POST', '/v1/campaigns', {
    name: 'Second campaign',
    identityId,
    steps: [{ type: 'network_visit_profile' }],
  });
});
afterAll(() => site.close());

const KINDS = [
  ['/v1/contacts', 'contacts'],
  ['/v1/companies', 'companies'],
  ['/v1/lists', 'lists'],
  ['/v1/identities', 'identities'],
  ['/v1/inboxes', 'inboxes'],
  ['/v1/campaigns', 'campaigns'],
] as const;

test.each(KINDS)('appUrl of another workspace leads to its page there: %s', async (path, name) => {
  const [record] = (await call('GET', path))[name];
  const address = new URL(record.appUrl).pathname;
  const moved = await site.get(`${address}?page=1`);
  const place = address.replace(/^\/app/, '/app/w/2');
  expect([moved.status, moved.headers['location'], moved.body]).toEqual([302, `${place}?page=1`, '']);
  const { status, body } = await site.get(place);
  expect(status).toBe(200);
  // Whatever leads on stays in the workspace, but the files of style and script, and the way to another workspace.
  const links = [...body.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, to]) => to ?? '');
  expect(links.filter((to) => !/^\/app\/(?:w\/|assets\/|zone$)/.test(to))).toEqual(['/app']);
});

test('lists show their own workspace, and no other', async () => {
  const [first, second] = [await site.get('/app/contacts'), await site.get('/app/w/2/contacts')];
  expect([first.main.includes('Ines'), first.main.includes('Brennan')]).toEqual([false, true]);
  expect([second.main.includes('Ines'), second.main.includes('Brennan')]).toEqual([true, false]);
  expect((await site.get('/app/w/2/contacts/1')).status).toBe(404);
});

test('the first page counts what the workspace has, and names the others', async () => {
  const { main, body } = await site.get('/app/w/2');
  expect(main).toContain('<h1>Second &lt;b&gt;</h1>');
  expect(main).toContain('<dt>Contacts</dt><dd><a href="/app/w/2/contacts">1</a></dd>');
  expect(main).toContain('<li><a href="/app/w/1">My workspace</a></li>');
  expect(body).toContain(
    '<details class="workspaces"><summary>Second &lt;b&gt;</summary><ul class="plain"><li><a href="/app">My workspace</a></li><li><a href="/app/w/2" aria-current="true">Second &lt;b&gt;</a></li></ul></details>',
  );
  expect((await site.get('/app')).main).toContain('<li><a href="/app/w/2">Second &lt;b&gt;</a></li>');
});

test('links into the inbox name the workspace', async () => {
  const { url } = await call('POST', '/v1/inbox/link', { folder: 'sent' });
  expect(url).toBe(`${ORIGIN}/app/w/2/inbox?folder=sent`);
  expect((await site.get(url.slice(ORIGIN.length))).main).toContain('Ines Other');
});

test('what others wrote is no link', async () => {
  const { main } = await site.get('/app/w/2/outbox');
  expect(main).toContain('href=&quot;/app/contacts&quot;');
});

test.each(['/w/9', '/w/9/contacts', '/w/0', '/w/2x', '/w/2/none', `/w/${'9'.repeat(15)}`])(
  'there is nothing at /app%s',
  async (path) => {
    expect((await site.get(`/app${path}`)).status).toBe(404);
  },
);

test('a store with one workspace has no way to another', async () => {
  const other = await openSite();
  expect((await other.get('/app')).body).not.toContain('workspaces');
  await other.close();
});
