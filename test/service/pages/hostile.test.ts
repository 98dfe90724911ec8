// Texts from outside on pages: they are text, whatever they look like.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoreCommand } from '../../../src/service/core/store-history.ts';
import { html, outsideLink } from '../../../src/service/pages/html.ts';
import { ensureIdentity } from '../../../src/service/resources/identities/queries/identities.ts';
import { insertPost } from '../../../src/service/resources/social/queries/posts.ts';
import { anyCharacter } from '../../any-text.ts';
import {
  FOLDERS,
  MESSAGES,
  message,
  SNIPPETS,
  snippet,
  TEMPLATES,
  template,
  VARIABLES,
  variable,
} from '../resources/ai/bodies.ts';
import { block } from '../resources/workflows/bodies.ts';
import { end, from, publish, start } from '../resources/workflows/execution/running.ts';
import { EPOCH } from '../world.ts';
import { openSite, type Site } from './site.ts';

const MARKUP = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;
/** Markup, quotes, a turned direction, a coloured terminal, a bell. */
const SCRIPT = `${MARKUP}\u202ecod\u202c\u001b[31m\u0007`;
/** No page is larger for it. */
const LONG = `${SCRIPT}${'x'.repeat(10_000 - SCRIPT.length)}`;
/** As long as a name may be. */
const NAME = LONG.slice(0, 200);
/** Tokens refer to AI entities by name: none has a control character. */
const TOKEN_NAME = NAME.replace(/\u001b\[31m|\u0007/g, '');

const COMMAND: StoreCommand = {
  ...{ id: 'e1', at: '2026-01-05T10:00:00.000Z', command: `reach contacts import ${LONG}`, changed: LONG },
  state: 'done',
  ...{ undoes: null, undoneBy: null, user: SCRIPT, host: SCRIPT, profile: SCRIPT, folder: '' },
};
const CHANGE = { kind: 'contact', id: 1, label: LONG, lasting: LONG, members: { [SCRIPT]: { added: [LONG] } } };

/** What commands of this machine are said to have done; their words are of whoever typed them and of the workspace. */
const history = () => ({
  entries: () => [COMMAND],
  async *changes() {
    yield {
      is: 'done',
      change: { ...CHANGE, is: 'updated', fields: { [SCRIPT]: [LONG, { [SCRIPT]: LONG }] } },
    } as const;
    yield { is: 'refused', change: { ...CHANGE, kind: SCRIPT, is: SCRIPT, unread: SCRIPT } } as const;
  },
});

let site: Site;
beforeAll(async () => {
  site = await openSite({}, history);
  const { call, control } = site.world;
  const contact = {
    ...{ firstName: SCRIPT, lastName: SCRIPT, jobTitle: SCRIPT, companyName: SCRIPT },
    ...{ professionalEmail: 'x@y.example', networkProfileUrl: 'https://network.example/in/x', Note: LONG },
    Site: 'javascript:alert(3)',
  };
  expect((await call('POST', '/v1/contact', { body: contact })).body).toMatchObject({ status: 'success' });
  await call('POST', '/v1/lists', { body: { name: SCRIPT, entity: 'CONTACT' } });
  await call('POST', '/v1/lists/1/members', { body: { contactIds: [1] } });
  await call('POST', '/v1/inbox/messages', {
    body: { contactId: 1, senderIdentityId: 1, message: `<p>${LONG}`, type: 'NETWORK' },
  });
  await call('POST', '/v1/inbox/tags', { body: { name: '<b>tag', color: '#ff0000' } });
  await control('POST', '/_local/emit', { kind: 'reply', contactId: 1, text: LONG });
  await call('GET', `/v1/nothing/${encodeURIComponent(SCRIPT)}`);
  const sent = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await call(method, path, { body });
    expect([path, status < 300 ? 'done' : answer]).toEqual([path, 'done']);
  };
  const made = (path: string, body: object) => sent('POST', path, body);
  const steps = [
    { type: 'condition', condition: { type: 'lead_field', field: 'jobTitle', operator: 'CONTAINS', value: SCRIPT } },
    {
      type: 'network_message',
      content: `${LONG} {firstName}`,
      attachment: 'https://x.example',
      attachmentName: SCRIPT,
    },
    { type: 'task', taskType: 'CALL', title: SCRIPT, note: LONG },
  ];
  await made('/v1/campaigns', { name: SCRIPT, description: LONG, identityId: 1, steps });
  await made('/v1/add-contact-to-campaign', { campaignId: 1, contactId: 1 });
  await made('/v1/campaign/1/status', { status: 'ACTIVE' });
  const nodes = [from(SCRIPT), block(SCRIPT, 'WAIT_FOR_APPROVAL', {}, 'end', 'end'), end('end')];
  await start(site.world, await publish(site.world, nodes, { name: SCRIPT }));
  await made('/v1/actions', { actions: [{ type: 'VERIFY_LEAD_EMAIL' }], contactIds: [1] });
  await made('/v1/ai-finder/previews', { text: SCRIPT, provider: 'AUTO' });
  await sent('PUT', '/v1/ai-playbook', {
    company: { companyOverview: LONG, companyName: SCRIPT },
    productsServices: { upsert: [{ name: NAME, description: LONG }] },
    idealCustomerProfiles: {
      upsert: [
        { name: NAME, companyIndustry: SCRIPT, companySize: SCRIPT, keyPainPoints: [LONG], jobTitles: [SCRIPT] },
      ],
    },
    competitors: { upsert: [{ name: NAME, productDifferentiator: LONG }] },
    testimonials: { upsert: [{ companyName: NAME, promoterName: SCRIPT, jobPosition: SCRIPT, mainBenefit: LONG }] },
    faqs: { upsert: [{ question: NAME, answer: LONG }] },
  });
  await made(VARIABLES, { ...variable, name: TOKEN_NAME, prompt: LONG, description: SCRIPT });
  await made(`${FOLDERS}/companies`, { name: NAME });
  await made(`${FOLDERS}/companies`, { name: NAME, parentId: 1 });
  await sent('PATCH', `${VARIABLES}/1`, { folderId: 2 });
  await made(MESSAGES, { ...message, name: TOKEN_NAME, prompt: LONG, description: SCRIPT });
  await made(SNIPPETS, { ...snippet, name: TOKEN_NAME, prompt: LONG, description: SCRIPT });
  await made(TEMPLATES, { ...template, name: TOKEN_NAME, messages: [LONG, SCRIPT], description: SCRIPT });
  await sent('PATCH', '/v1/identities/1', { name: NAME, jobTitle: SCRIPT, signature: LONG });
  await site.world.service.store.write(async (tx) => {
    const post = { identityId: 1, text: LONG, topics: [SCRIPT], targetRoles: [LONG], isRepost: false, postedAt: EPOCH };
    await insertPost(tx, 1, post);
    await ensureIdentity(tx, 1, { name: NAME, email: 'other@y.example' }, EPOCH);
  });
  await made('/v1/social-selling/posts/1/reactions', { amount: 1 });
  await site.world.work();
});
afterAll(() => site.close());

const TEXTS = [
  ...'/playbook /ai /ai-variables/1 /ai-folders/1 /ai-folders/2 /ai-messages/1 /ai-snippets/1'.split(' '),
  ...'/message-templates/1 /identities/1 /history /history?entry=e1 /social-selling/posts'.split(' '),
  ...'/social-selling/posts/1 /social-selling/publishing/1'.split(' '),
];
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

test.each([...PAGES, ...RUNS, ...MORE, ...TEXTS])('/app%s escapes what others wrote', async (path) => {
  const { status, body } = await site.get(`/app${path}`);
  expect(status).toBe(200);
  expect(body).not.toContain('<script>alert');
  expect(body).not.toContain('<img');
  expect(body).not.toContain('<b>tag');
  expect(body).not.toMatch(/(?:href|src)="javascript:/i);
  expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/);
  expect(body.length).toBeLessThan(200_000);
  expect(/<title>(.*?)<\/title>/s.exec(body)?.[1]?.length).toBeLessThan(1000);
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
  expect(html`<a title="${MARKUP}">${MARKUP}</a>`.toString()).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&#39;">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&#39;</a>',
  );
});

test('no text brings a bracket or a quote into a page', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
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

test('a command whose changes all last is not said to be taken back by another', async () => {
  const { main } = await site.get('/app/history?entry=e1');
  expect([main.includes('nothing of it can be taken back'), main.includes('reach undo')]).toEqual([true, false]);
});
