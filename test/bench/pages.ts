// The pages of a store with very many contacts, all of them in one list, one campaign and one run: how long the server takes to its
// first byte, which is when the page is whole, and how large it is.

import { join } from 'node:path';
import { linksTo } from '../../src/service/core/context.ts';
import { pagesOf } from '../../src/service/pages/pages.ts';
import { runCampaign } from '../../src/service/resources/campaigns/execution/run.ts';
import type { Service } from '../../src/service/start.ts';
import { post, startOn } from '../service/start-on.ts';
import type { Area, Place } from './area.ts';
import { atMost, type Figure, median, milliseconds, shortNumber } from './figures.ts';
import { contactItem } from './rows.ts';

const FIRST_BYTE_MS = 50;
const PAGE_KB = 200;
const ITEMS = 100;
const ROUNDS = 7;
const HOUR_MS = 3_600_000;

const STEPS = [
  { type: 'network_visit_profile' },
  {
    type: 'email',
    subject: 'Hello {firstName}',
    content: 'How does {companyName} buy?',
    delay: { value: 1, unit: 'hours' },
  },
  {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } },
    onTrue: [{ type: 'network_message', content: 'Thank you, {firstName}' }],
    onFalse: [{ type: 'email', content: 'Did you see my email?' }],
  },
];
const block = (id: string, blockId: string, inputs: object, ...next: string[]) => ({
  ...{ id, kind: 'BLOCK', blockId, inputs, next },
});
const PLAN = {
  nodes: [
    block('from', 'SELECT_LEADS_FROM_LIST', { leadsGroupId: 1 }, 'verify'),
    block('verify', 'VERIFY_LEAD_EMAIL', {}, 'end'),
    block('end', 'END', {}),
  ],
};

/** `last`: the number of the last page of fifty. */
const pagesIn = (last: number): readonly string[] => [
  ...['', '/contacts', `/contacts?page=${last}`, '/contacts?search=Lovelace7', '/contacts?search=example'],
  ...['/contacts?listId=1', '/contacts/50000', '/companies', `/companies?page=${last}`, '/companies/1'],
  ...['/lists', '/lists/1', `/lists/1?page=${last}`, '/campaigns', '/campaigns/1', `/campaigns/1?page=${last}`],
  ...['/campaigns/1?status=REPLIED', '/campaigns/1?status=ACTIVE', '/campaigns/1?count=messages', '/workflows'],
  ...['/workflows/1', '/workflow-runs/1', '/workflow-runs/1?status=FAILED', '/outbox', '/outbox?channel=EMAIL'],
  ...[
    '/outbox?campaignId=1',
    '/outbox?contactId=1',
    '/outbox?identityId=1',
    '/outbox/1',
    '/inbox',
    '/inbox?search=Ada',
  ],
  ...['/inbox/1', '/identities', '/identities/1', '/social-selling/posts', '/playbook', '/ai', '/finder', '/actions'],
  ...['/actions/1', '/queue', '/log'],
];

/** Everybody is visited, gets an email, and opens it or does not. */
async function fill(service: Service, count: number, say: Place['say']): Promise<void> {
  await post(service, '/v1/lists', { name: 'All', entity: 'CONTACT' });
  for (let from = 0; from < count; from += ITEMS) {
    const contacts = Array.from({ length: ITEMS }, (_, at) => ({ ...contactItem(from + at), listId: 1 }));
    await post(service, '/v1/contacts/bulk', { contacts });
  }
  say('the campaign');
  await post(service, '/v1/campaigns', { name: 'All of them', identityId: 1, steps: STEPS });
  await post(service, '/v1/add-contact-group-to-campaign', { campaignId: 1, contactGroupId: 1 });
  await post(service, '/v1/campaign/1/status', { status: 'ACTIVE' });
  const principal = { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 0, keyName: 'bench', scopes: ['ALL'] } as const;
  const start = Date.now();
  for (const hours of [0, 1, 20]) {
    const now = start + hours * HOUR_MS + 1_000;
    for (let next: number | null = 0; next !== null && next <= now; )
      next = await service.store.write((tx) => runCampaign({ tx, principal, now, ...linksTo() }, 1));
  }
  say('the run');
  await post(service, '/v1/workflows', { name: 'Verify all', plan: PLAN, publish: true });
  await post(service, '/v1/workflow/1/run', {});
  await post(service, '/v1/actions', { contactIds: [1, 2, 3], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
  await service.work();
}

async function* measure({ sizes, folder, root, say }: Place): AsyncGenerator<Figure> {
  const count = sizes.scaleContacts;
  const service = await startOn(join(folder, 'data'));
  say(`${count.toLocaleString('en-US')} contacts`);
  await fill(service, count, say);
  const site = pagesOf({
    operator: service.operator,
    assets: join(root, 'src/service/pages/assets'),
    origin: 'http://127.0.0.1:1',
    onBug: (error) => say(String(error)),
  });
  const host = { host: '127.0.0.1:1' };
  const get = async (path: string, headers: Readonly<Record<string, string>>) => {
    const began = performance.now();
    const answer = await site.handle({ method: 'GET', path, headers, body: null });
    return { answer, ms: performance.now() - began };
  };
  const { pathname, search } = new URL(await site.link());
  const { answer } = await get(`${pathname}${search}`, host);
  const headers = { ...host, cookie: answer.headers['set-cookie']?.split(';')[0] ?? '' };
  for (const path of pagesIn(Math.ceil(count / 50))) {
    const first = await get(`/app${path}`, headers);
    const took: number[] = [];
    while (took.length < ROUNDS) took.push((await get(`/app${path}`, headers)).ms);
    const size = 'body' in first.answer ? Buffer.byteLength(first.answer.body) / 1024 : Number.NaN;
    const worst = Math.max(...took);
    yield {
      what: `/app${path}${first.answer.status === 200 ? '' : ` is ${first.answer.status}`}, ${shortNumber(size)} KB`,
      figure: milliseconds(median(took)),
      baseline: `${milliseconds(Math.min(...took))} to ${milliseconds(worst)}`,
      budget: size > PAGE_KB ? atMost(PAGE_KB, 'KB', size) : atMost(FIRST_BYTE_MS, 'ms', median(took)),
    };
  }
  site.close();
  await service.close();
}

export const pages: Area = { title: 'Pages, in-process, on disk: time to the first byte', measure };
