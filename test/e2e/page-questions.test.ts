// The questions of a person who rehearses a campaign, each answered within two clicks from the first page; a picture of each answer
// is kept where REACH_PAGES_PICTURES names a folder.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../service/resources/workflows/bodies.ts';
import { openHome, type Served, serve } from './binary.ts';

const CHROMIUM = [process.env['REACH_TEST_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path): path is string => path !== undefined && existsSync(path),
);

const home = openHome();
let served: Served;
let browser: Browser;
let page: Page;

const send = async (method: string, path: string, body: object) => {
  const headers = { 'x-api-key': served.key, 'x-admin-token': served.adminToken, 'content-type': 'application/json' };
  const answer = await fetch(`${served.url}${path}`, { method, headers, body: JSON.stringify(body) });
  expect([path, answer.status]).toEqual([path, 200]);
  return Object(await answer.json()).data;
};

const stepsAfter = (days: number) => [
  { type: 'email', subject: 'Your invoice', content: 'Dear {firstName}, about the invoice' },
  { type: 'email', delay: { value: days, unit: 'days' }, subject: 'Again', content: 'Still there, {firstName}?' },
];

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  served = await serve(home, ['--ephemeral', '--empty', '--rate-limits', 'off']);
  const named = (firstName: string) => ({ firstName, professionalEmail: `${firstName}@x.example` });
  const adaPage = 'https://www.linkedin.com/in/ada';
  const contacts = [
    { ...named('Ada'), networkProfileUrl: adaPage },
    { firstName: 'Lars', lastName: 'Berg' },
    named('Eve'),
    named('Bo'),
    named('Cy'),
  ];
  await send('POST', '/v1/contacts/bulk', { contacts });
  for (const [name, days] of [
    ['A launch', 4],
    ['B launch', 2],
  ] as const)
    await send('POST', '/v1/campaigns', { name, identityId: 1, steps: stepsAfter(days) });
  for (const contactId of [1, 2, 3]) await send('POST', '/v1/add-contact-to-campaign', { campaignId: 1, contactId });
  for (const contactId of [4, 5]) await send('POST', '/v1/add-contact-to-campaign', { campaignId: 2, contactId });
  for (const id of [1, 2]) await send('POST', `/v1/campaign/${id}/status`, { status: 'ACTIVE' });
  const nodes = [
    block('from', 'SELECT_LEADS', { leadIds: [1] }, 'ask'),
    block('ask', 'WAIT_FOR_APPROVAL', {}, 'end', 'end'),
    block('end', 'END', {}),
  ];
  await send('POST', '/v1/workflows', { name: 'Review', plan: { nodes }, publish: true });
  await send('POST', '/v1/workflow/1/run', {});
  await send('POST', '/v1/workflow/1/run', {});
  await send('POST', '/_local/clock', { advance: '3d' });
  await send('POST', '/v1/workflow-runs/2/cancel', {});
  await send('POST', '/_local/emit', { kind: 'reply', contactId: 4, text: 'Yes, please' });
  writeFileSync(join(home.folder, 'leads.csv'), `LinkedIn URL,Job title\n${adaPage},Countess\n`);
  const imported = await home.run(['contacts', 'import', join(home.folder, 'leads.csv'), '--yes'], { env: served.env });
  expect([imported.stderr, imported.code]).toEqual([expect.anything(), 0]);
  await fetch(`${served.url}/v1/contacts/3`, { method: 'DELETE', headers: { 'x-api-key': served.key } });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(JSON.parse(served.running.stdout()).pages);
  await page.waitForURL(`${served.url}/app`);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  home.remove();
});

const main = (): ReturnType<Page['locator']> => page.locator('main');
const link = (name: string | RegExp) => main().getByRole('link', { name }).first().click();
const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** The clicks, and what is then read. */
const QUESTIONS: readonly (readonly [question: string, clicks: readonly (() => Promise<unknown>)[], answer: RegExp])[] =
  [
    [
      'what goes out tomorrow',
      [() => link('A launch'), () => link(/^\d+ due$/)],
      /Day: .*Ada.*Email.*in \d+ (?:hours|day)/s,
    ],
    [
      'why Lars got nothing',
      [
        () =>
          page
            .locator('header input[type=search]')
            .fill('Lars')
            .then(() => page.keyboard.press('Enter')),
        () => link('Lars Berg'),
      ],
      /A launch.*Skipped.*no email address/s,
    ],
    [
      'who waits at the second email',
      [
        () => link('A launch'),
        () =>
          main()
            .locator('#steps')
            .getByRole('link', { name: /waiting/ })
            .last()
            .click(),
      ],
      /Step: 2\. Email.*Ada/s,
    ],
    [
      'which messages mention invoice',
      [
        () => menu('Outbox'),
        () =>
          page
            .locator('main input[type=search]')
            .fill('invoice')
            .then(() => page.keyboard.press('Enter')),
      ],
      /Search: invoice.*Your invoice/s,
    ],
    ['how A and B compare', [() => menu('Campaigns')], /A launch.*B launch.*50 %/s],
    [
      'what my import changed',
      [() => menu('History'), () => link(/contacts import/)],
      /1 contact updated.*reach undo \S+.*Ada.*jobTitle: – → Countess/s,
    ],
    ['what advancing 3 days did', [], /What the last move of the clock did.*messages? sent by B launch/s],
    ['what needs me', [], /Needs you.*waits for approval.*reach workflow approve 1 ask/s],
    ['which replies came today', [() => menu('Inbox')], /Bo.*From them: Yes, please/s],
    [
      'what Ada will read next',
      [() => link('A launch'), () => main().locator('#who').getByRole('link', { name: 'Ada' }).click()],
      /What one of them reads.*Again.*Still there, Ada\?/s,
    ],
    ['why run 2 stopped', [() => menu('Workflows'), () => link('Review')], /Run 2.*Cancelled.*cancelled by admin/s],
    [
      'what was sent to a contact that is deleted',
      [
        () => menu('Outbox'),
        () =>
          page
            .locator('main input[type=search]')
            .fill('Eve@x')
            .then(() => page.keyboard.press('Enter')),
      ],
      /Eve.*contact deleted.*Dear Eve, about the invoice/s,
    ],
  ];

test.skipIf(CHROMIUM === undefined).each(QUESTIONS)(
  '%s is answered within two clicks',
  async (question, clicks, answer) => {
    expect(clicks.length).toBeLessThanOrEqual(2);
    await page.goto(`${served.url}/app`);
    for (const click of clicks) {
      await click();
      await page.waitForLoadState();
    }
    await expect.poll(async () => answer.test((await main().textContent()) ?? '')).toBe(true);
    const folder = process.env['REACH_PAGES_PICTURES'];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${question.replaceAll(' ', '-')}.png`), fullPage: true });
  },
);

test.skipIf(CHROMIUM === undefined)('the graph of a workflow is read as sentences', async () => {
  await page.goto(`${served.url}/app/workflows/1`);
  expect(await main().locator('figure.graph').ariaSnapshot()).toBe(`- figure "The nodes of Review":
  - text: The nodes of Review
  - list:
    - listitem: "Contacts by id: Contact IDs: 1 (from). Then number 2."
    - listitem: "Wait for approval (ask). Then approved: number 3; rejected: number 3."
    - listitem: End (end). The end.`);
});

/** Presses Tab until this has the focus, which must be seen. */
async function tabTo(selector: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const [isThere, outline] = await page.evaluate<[boolean, string]>(
      `[document.activeElement.matches(${JSON.stringify(selector)}), getComputedStyle(document.activeElement).outlineStyle]`,
    );
    expect(outline).not.toBe('none');
    if (isThere) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}

test.skipIf(CHROMIUM === undefined)(
  'with the keyboard alone: past the navigation, to a contact, to its message, into a filter',
  async () => {
    await page.goto(`${served.url}/app/campaigns/1`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await tabTo('#who td a');
    const name = await page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Enter');
    await page.waitForURL(/contact=\d+#message$/);
    await page.locator('#message', { hasText: name }).waitFor();
    await page.goto(`${served.url}/app/campaigns/1`);
    await tabTo('.figures a:nth-of-type(2)');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/outbox\?campaignId=1$/);
    await tabTo('main input[type=search]');
    await page.keyboard.type('nothing has this');
    await page.keyboard.press('Enter');
    await page.getByText('No message matches').waitFor();
  },
);
