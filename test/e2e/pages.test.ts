// The pages in a real browser: each from its appUrl, without an error on the console and without a serious finding of axe;
// a run that is watched to its end; back and forward; many contacts, page by page.

import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
  await home.run(['local', 'clock', '--advance', '3d'], { env: served.env });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('request', (request) => void (request.url().startsWith(served.url) || complaints.push(request.url())));
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  home.remove();
});

const inBrowser = test.skipIf(CHROMIUM === undefined);

/** Findings of axe that are serious or worse. */
async function findings(): Promise<unknown> {
  // Not as a script of the page: its policy allows none from elsewhere.
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** Goes to a page; every one is looked at in light, dark and on a phone. */
async function look(path: string): Promise<void> {
  const answer = await page.goto(`${served.url}${path}`);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await page.locator('#live', { hasText: 'Live' }).waitFor();
}

inBrowser('each page from its appUrl: nothing on the console, nothing from elsewhere, no serious finding', async () => {
  await page.goto(JSON.parse(served.running.stdout()).pages);
  await page.waitForURL(`${served.url}/app`);
  await api('POST', '/v1/workflow/1/run', {});
  await api('POST', '/v1/ai-finder/previews', { text: 'marketing managers in Germany', provider: 'AUTO' });
  const first = async (path: string, key: string): Promise<string> =>
    new URL((await api('GET', `${path}?pageSize=1`))[key][0].appUrl).pathname;
  const records = await Promise.all([
    first('/v1/contacts', 'contacts'),
    first('/v1/workflows', 'workflows'),
    first('/v1/inboxes', 'inboxes'),
    first('/v1/social-selling/posts', 'posts'),
  ]);
  const lists = ['', '/contacts', '/outbox', '/playbook', '/log'];
  for (const [n, path] of [
    ...lists.map((one) => `/app${one}`),
    '/app/campaigns/2',
    '/app/workflow-runs/1',
    ...records,
  ].entries()) {
    await page.emulateMedia({ colorScheme: n % 2 === 0 ? 'light' : 'dark' });
    await page.setViewportSize({ width: n % 3 === 2 ? 360 : 1280, height: 900 });
    await look(path);
    expect([path, await findings()]).toEqual([path, []]);
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([path, wide]).toEqual([path, 0]);
  }
  expect(complaints).toEqual([]);
});

inBrowser('a page follows what changes, and keeps its place', async () => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await look('/app/lists');
  await api('POST', '/v1/lists', { name: '<b>Live</b>', entity: 'CONTACT' });
  await page.getByRole('link', { name: '<b>Live</b>' }).waitFor({ timeout: 5_000 });
  await look('/app/contacts');
  await page.mouse.wheel(0, 600);
  await page.waitForFunction('scrollY > 300');
  const place = await page.evaluate('scrollY');
  await api('PATCH', '/v1/contacts/20', { jobTitle: 'Changed just now' });
  await page.getByText('Changed just now').waitFor({ timeout: 5_000 });
  expect(await page.evaluate('scrollY')).toBe(place);
  // A run, to its end.
  const { runId } = await api('POST', '/v1/workflow/1/run', {});
  await look(`/app/workflow-runs/${runId}`);
  await page.locator('h1 .badge', { hasText: 'Succeeded' }).waitFor({ timeout: 20_000 });
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
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('51–60 of 60').waitFor();
    expect(complaints).toEqual([]);
  },
);

inBrowser('what strangers wrote runs nowhere, and a message in a frame can do nothing', async () => {
  const script = `<p><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`;
  await api('POST', '/v1/inbox/messages', { contactId: 1, senderIdentityId: 1, message: script, type: 'NETWORK' });
  await api('PATCH', '/v1/contacts/1', { lastName: `Brennan${script}`, networkHeadline: 'javascript:alert(1)' });
  for (const path of ['/app/contacts/1', '/app/outbox', '/app/contacts']) await look(path);
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.locator('tbody tr').first().getByRole('link').nth(1).click();
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
