// Texts from outside on pages: they are text, whatever they look like.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { html, outsideLink } from '../../../src/service/pages/html.ts';
import { block, end, from, publish, start } from '../resources/workflows/execution/running.ts';
import { openSite, type Site } from './site.ts';

const SCRIPT = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;

let site: Site;
beforeAll(async () => {
  site = await openSite();
  const { call, control } = site.world;
  const contact = {
    ...{ firstName: SCRIPT, lastName: SCRIPT, jobTitle: SCRIPT, companyName: SCRIPT },
    ...{ professionalEmail: 'x@y.example', networkProfileUrl: 'https://network.example/in/x', Note: SCRIPT },
    Site: 'javascript:alert(3)',
  };
  expect((await call('POST', '/v1/contact', { body: contact })).body).toMatchObject({ status: 'success' });
  await call('POST', '/v1/lists', { body: { name: SCRIPT, entity: 'CONTACT' } });
  await call('POST', '/v1/lists/1/members', { body: { contactIds: [1] } });
  await call('POST', '/v1/inbox/messages', {
    body: { contactId: 1, senderIdentityId: 1, message: `<p>${SCRIPT}`, type: 'NETWORK' },
  });
  await call('POST', '/v1/inbox/tags', { body: { name: '<b>tag', color: '#ff0000' } });
  await control('POST', '/_local/emit', { kind: 'reply', contactId: 1, text: SCRIPT });
  await call('GET', `/v1/nothing/${encodeURIComponent(SCRIPT)}`);
  const made = async (path: string, body: object) =>
    expect([path, (await call('POST', path, { body })).body]).toMatchObject([path, { status: 'success' }]);
  const steps = [
    { type: 'condition', condition: { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: SCRIPT } },
    {
      type: 'network_message',
      content: `${SCRIPT} {firstName}`,
      attachment: 'https://x.example',
      attachmentName: SCRIPT,
    },
    { type: 'task', taskType: 'CALL', title: SCRIPT, note: SCRIPT },
  ];
  await made('/v1/campaigns', { name: SCRIPT, description: SCRIPT, identityId: 1, steps });
  await made('/v1/add-contact-to-campaign', { campaignId: 1, contactId: 1 });
  await made('/v1/campaign/1/status', { status: 'ACTIVE' });
  const nodes = [from(SCRIPT), block(SCRIPT, 'WAIT_FOR_APPROVAL', {}, 'end', 'end'), end('end')];
  await start(site.world, await publish(site.world, nodes, { name: SCRIPT }));
  await made('/v1/actions', { actions: [{ type: 'VERIFY_LEAD_EMAIL' }], contactIds: [1] });
  await made('/v1/ai-finder/previews', { text: SCRIPT, provider: 'AUTO' });
  await site.world.work();
});
afterAll(() => site.close());

const PAGES = ['', ...'/contacts /contacts/1 /companies /companies/1 /lists /lists/1 /outbox /outbox/1'.split(' ')];
const RUNS = ['/campaigns', '/campaigns/1', '/campaigns/1?show=DONE', '/workflows', '/workflows/1', '/workflow-runs/1'];
const MORE = [
  '/actions',
  '/actions/1',
  '/finder',
  '/inbox',
  '/inbox/1',
  '/identities',
  '/queue',
  '/log',
  `/contacts?search=${encodeURIComponent(SCRIPT)}`,
];

test.each([...PAGES, ...RUNS, ...MORE])('/app%s escapes what others wrote', async (path) => {
  const { status, body } = await site.get(`/app${path}`);
  expect(status).toBe(200);
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img');
  expect(body).not.toContain('<b>tag');
  expect(body).not.toMatch(/(?:href|src)="javascript:/i);
  // One script, and it is ours.
  expect(body.match(/<script/g)).toEqual(['<script']);
});

test('a message that is HTML is shown in a frame that allows it nothing', async () => {
  const page = await site.get('/app/outbox/1');
  expect(page.main).toContain('<iframe class="mail" title="The message" sandbox src="/app/outbox/1/frame"></iframe>');
  const frame = await site.get('/app/outbox/1/frame');
  expect(frame.headers['content-security-policy']).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  );
});

test('text is escaped, in elements and in attributes', () => {
  expect(html`<a title="${SCRIPT}">${SCRIPT}</a>`.toString()).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&#39;">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&#39;</a>',
  );
});

test('no text brings a bracket or a quote into a page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(html`${text}`.toString()).not.toMatch(/[<>"']/);
    }),
  );
});

test.each([
  [
    'https://network.example/in/x',
    '<a href="https://network.example/in/x" rel="noopener noreferrer">https://network.example/in/x</a>',
  ],
  ['mailto:a@b.example', '<a href="mailto:a@b.example" rel="noopener noreferrer">mailto:a@b.example</a>'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['data:text/html,x', 'data:text/html,x'],
  ['JavaScript\t:alert(1)', 'JavaScript\t:alert(1)'],
  [`https://x/${'a'.repeat(3000)}`, `https://x/${'a'.repeat(3000)}`],
])('%.40s leads out only by http, https and mailto', (address, expected) => {
  expect(outsideLink(address).toString()).toBe(expected);
});

test('values of attributes are in quotes in every template', () => {
  const folder = resolve(import.meta.dirname, '../../../src/service/pages');
  const strays = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/html`[^`]*?\s[\w-]+=\$\{/g)].map((match) => `${name}: ${match[0].slice(-40)}`);
    });
  expect(strays).toEqual([]);
});
