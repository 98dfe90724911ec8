// The pages in a real browser: each from its appUrl, without an error on the console and without a finding of axe, light
// and dark, on a phone as well; a run that is watched to its end; back and forward; 1,000 contacts, page by page.

import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../service/resources/workflows/bodies.ts';
import { openHome, type Served, serve } from './binary.ts';

/** Where Debian and others put it; REACH_TEST_CHROMIUM names another. */
const CHROMIUM = [process.env['REACH_TEST_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path): path is string => path !== undefined && existsSync(path),
);
if (CHROMIUM === undefined) console.warn('WITHOUT CHROMIUM: the pages are not tested in a browser here');

const home = openHome();
let served: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What a browser complains of, a violation of the content security policy among it. */
const complaints: string[] = [];

const api = async (method: string, path: string, body?: unknown) => {
  const headers = { 'x-api-key': served.key, 'content-type': 'application/json' };
  const answer = await fetch(`${served.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return Object(await answer.json()).data;
};

/** With those of the sample workspace. */
const CONTACTS = 1_000;
const SAMPLE_CONTACTS = 60;
const PER_BULK = 100;

async function addContacts(count: number): Promise<void> {
  for (let from = 0; from < count; from += PER_BULK) {
    const contacts = Array.from({ length: Math.min(PER_BULK, count - from) }, (_, at) => ({
      firstName: `Person ${from + at + 1}`,
      professionalEmail: `person.${from + at + 1}@many.example`,
    }));
    await api('POST', '/v1/contacts/bulk', { contacts });
  }
}

const control = (path: string, body: object) =>
  fetch(`${served.url}${path}`, {
    method: 'POST',
    headers: { 'x-admin-token': served.adminToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
  await home.run(['local', 'clock', '--advance', '3d'], { env: served.env });
  [browser] = await Promise.all([
    chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }),
    addContacts(CONTACTS - SAMPLE_CONTACTS),
  ]);
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('request', (request) => void (request.url().startsWith(served.url) || complaints.push(request.url())));
  await page.goto(JSON.parse(served.running.stdout()).pages);
  await page.waitForURL(`${served.url}/app`);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  home.remove();
});

const inBrowser = test.skipIf(CHROMIUM === undefined);

/** Findings of axe; `runOnly`: of these rules. */
const findings = (runOnly?: readonly string[]): Promise<unknown> =>
  page.evaluate(`axe.run(${JSON.stringify({ resultTypes: ['violations'], runOnly })}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);

/** Goes to a page, and waits until it follows what changes. */
async function look(path: string): Promise<void> {
  const answer = await page.goto(`${served.url}${path}`);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await page.locator('#live', { hasText: 'Live' }).waitFor();
}

/** Pages that no record leads to. */
const LISTS = [
  ...['', '/contacts', '/companies', '/lists', '/campaigns', '/workflows', '/outbox', '/inbox', '/identities'],
  ...[
    '/social-selling/posts',
    '/playbook',
    '/ai',
    '/finder',
    '/actions',
    '/actions/1',
    '/queue',
    '/log',
    '/outbox/1',
    '/history',
  ],
];

/** What the API lists, and where; the first of each leads to its page. */
const RECORDS = [
  ['/v1/contacts', 'contacts'],
  ['/v1/companies', 'companies'],
  ['/v1/lists', 'lists'],
  ['/v1/campaigns', 'campaigns'],
  ['/v1/workflows', 'workflows'],
  ['/v1/identities', 'identities'],
  ['/v1/inboxes', 'inboxes'],
  ['/v1/social-selling/posts', 'posts'],
  ['/v1/ai-variables', 'aiVariables'],
  ['/v1/ai-variables/ai-messages', 'aiMessages'],
  ['/v1/ai-variables/ai-snippets', 'aiSnippets'],
  ['/v1/ai-variables/message-templates', 'messageTemplates'],
  ['/v1/ai-variables/folders/contacts', 'folders'],
] as const;

/** Makes what the sample workspace lacks; a page of each kind. */
async function everyPage(): Promise<string[]> {
  await api('POST', '/v1/workflow/1/run', {});
  await api('POST', '/v1/ai-finder/previews', { text: 'marketing managers in Germany', provider: 'AUTO' });
  await api('POST', '/v1/actions', { actions: [{ type: 'VERIFY_LEAD_EMAIL' }], contactIds: [1, 2, 3] });
  await api('POST', '/v1/ai-variables/folders/contacts', { name: 'Research' });
  await api('POST', '/v1/social-selling/posts/1/reactions', { amount: 1 });
  const records = await Promise.all(
    RECORDS.map(async ([path, key]) => new URL((await api('GET', `${path}?pageSize=1`))[key][0].appUrl).pathname),
  );
  // Of a run and a schedule of reactions, the answer to their making has the link.
  const others = ['/app/workflow-runs/1', '/app/social-selling/publishing/1', '/app/campaigns/2'];
  expect((await home.run(['contact', 'update', '2', '-f', 'jobTitle=Chief'], { env: served.env })).code).toBe(0);
  await look('/app/history');
  const entry = (await page.getByRole('link', { name: /contact update/ }).getAttribute('href')) ?? '';
  return [...LISTS.map((one) => `/app${one}`), ...records, ...others, entry];
}

const COLOURS = ['color-contrast', 'link-in-text-block'];

inBrowser('each page from its appUrl, 1280 and 360 px wide, light and dark: no complaint, no finding', async () => {
  for (const path of await everyPage()) {
    await look(path);
    // Not as a script of the page: its policy allows none from elsewhere.
    await page.evaluate(axe.source);
    const { length } = await page.content();
    expect([path, length < 200 * 1024]).toEqual([path, true]);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, width, wide, await findings()]).toEqual([path, width, 0, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([path, width, 'dark', await findings(COLOURS)]).toEqual([path, width, 'dark', []]);
    }
  }
  expect(complaints).toEqual([]);
});

inBrowser('a page follows what changes, and keeps its place', async () => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await look('/app/lists');
  await api('POST', '/v1/lists', { name: '<b>Live</b>', entity: 'CONTACT' });
  await page.getByRole('link', { name: '<b>Live</b>' }).waitFor();
  await look('/app/contacts');
  await page.mouse.wheel(0, 600);
  await page.waitForFunction('scrollY > 300');
  const place = await page.evaluate('scrollY');
  const delays: number[] = [];
  for (const jobTitle of ['Changed just now', 'Changed again', 'Changed at last']) {
    const began = performance.now();
    await api('PATCH', '/v1/contacts/20', { jobTitle });
    await page.getByText(jobTitle).waitFor();
    delays.push(performance.now() - began);
  }
  // The best of three: a busy machine may delay any of them.
  expect(Math.min(...delays)).toBeLessThan(1_000);
  expect(await page.evaluate('scrollY')).toBe(place);
  expect(complaints).toEqual([]);
});

inBrowser('a run is watched to its end', async () => {
  const nodes = [
    block('from', 'SELECT_LEADS', { leadIds: [1, 2, 3] }, 'wait'),
    block('wait', 'WAIT', { duration: { value: 2, unit: 'days' } }, 'end'),
    block('end', 'END', {}),
  ];
  const { id } = await api('POST', '/v1/workflows', { name: 'Slow', plan: { nodes }, publish: true });
  const { runId } = await api('POST', `/v1/workflow/${id}/run`, {});
  await look(`/app/workflow-runs/${runId}`);
  const rows = page.locator('main table tbody tr');
  await rows.filter({ hasText: 'Waiting' }).nth(2).waitFor();
  await page.locator('h1 + p .badge', { hasText: 'Running' }).waitFor();
  await control('/_local/clock', { advance: '3d' });
  await page.locator('h1 + p .badge', { hasText: 'Succeeded' }).waitFor();
  await rows.filter({ hasText: 'Succeeded' }).nth(2).waitFor();
  expect(complaints).toEqual([]);
});

inBrowser(
  'keys lead to search and pages; back and forward lead where they should; lists go on page by page',
  async () => {
    await look('/app');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL(`${served.url}/app/contacts`);
    await page.keyboard.press('/');
    await page.keyboard.type('brennan');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/contacts?search=brennan*');
    await page.getByRole('link', { name: 'Aoife Brennan' }).click();
    await page.waitForURL(`${served.url}/app/contacts/1`);
    await page.goBack();
    await page.waitForURL('**/app/contacts?search=brennan*');
    await page.goForward();
    await page.getByRole('heading', { name: 'Aoife Brennan' }).waitFor();
    await look('/app/contacts');
    const displayed = (range: string) => page.getByText(`${range} of 1,000`).waitFor();
    const first = () => page.locator('tbody tr a').first().textContent();
    await displayed('1–50');
    expect(await first()).toBe('Aoife Brennan');
    for (const [link, range, name] of [
      ['Next', '51–100', /./],
      ['Next', '101–150', 'Person 41'],
      ['Last', '951–1,000', 'Person 891'],
      ['Previous', '901–950', 'Person 841'],
      ['First', '1–50', 'Aoife Brennan'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await displayed(range);
      expect([range, await first()]).toEqual([range, expect.stringMatching(name)]);
    }
    await page.goBack();
    await displayed('901–950');
    await page.goForward();
    await displayed('1–50');
    expect(complaints).toEqual([]);
  },
);

inBrowser('what strangers wrote runs nowhere, and a message in a frame can do nothing', async () => {
  const script = `<p><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;
  await api('POST', '/v1/inbox/messages', { contactId: 1, senderIdentityId: 1, message: script, type: 'NETWORK' });
  await api('PATCH', '/v1/contacts/1', { lastName: `Brennan${script}`, networkHeadline: 'javascript:alert(1)' });
  for (const path of ['/app/contacts/1', '/app/outbox', '/app/contacts']) await look(path);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.locator('iframe.mail').waitFor();
  expect(await page.title()).not.toBe('taken');
  // The frame blocks what is in it, and says so: that is what it is for.
  expect(complaints.filter((text) => !/sandbox|Content Security Policy|blocked/i.test(text))).toEqual([]);
  complaints.length = 0;
});

inBrowser('without script, pages are read and searched all the same', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const still = await plain.newPage();
  await still.goto(`${served.url}/app/companies`);
  await still.locator('main input[type=search]').fill('alderbrook');
  await still.getByRole('button', { name: 'Show' }).click();
  await still.getByRole('link', { name: 'Alderbrook Foods' }).waitFor();
  await plain.close();
});

/** `REACH_PAGES_PICTURE=.github/pages.png` draws the picture of README and guide again. */
const isDrawn = CHROMIUM !== undefined && process.env['REACH_PAGES_PICTURE'] !== undefined;
test.runIf(isDrawn)('the picture of README and guide', async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1100, height: 760 });
  await look('/app/campaigns/2');
  await page.screenshot({ path: process.env['REACH_PAGES_PICTURE'] ?? '' });
});
