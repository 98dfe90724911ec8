// What a person who rehearses a campaign reads on the pages: who is where, what was sent, and why something was not.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendMessage } from '../../../src/service/resources/inbox/queries/messages.ts';
import { block } from '../resources/workflows/bodies.ts';
import { end, from, publish, start } from '../resources/workflows/execution/running.ts';
import { openSite, type Site } from './site.ts';

let site: Site;

const STEPS = [
  { type: 'email', subject: 'Invoice 7', content: 'Dear {firstName}' },
  {
    type: 'condition',
    condition: { type: 'has_professional_email' },
    onTrue: [{ type: 'email', delay: { value: 2, unit: 'days' }, subject: 'Again', content: 'Still there?' }],
    onFalse: [{ type: 'network_message', content: 'No mail, {firstName}' }],
  },
];

const call = (method: string, path: string, body?: object) => site.world.done(method, path, { ...(body && { body }) });
const words = (path: string) => site.words(path);

beforeAll(async () => {
  site = await openSite();
  const contacts = [
    { firstName: 'Ada', lastName: 'Byron', professionalEmail: 'ada@x.example' },
    { firstName: 'Lars', lastName: 'Berg' },
    { firstName: 'Eve', lastName: 'Gone', professionalEmail: 'eve@x.example' },
  ];
  await call('POST', '/v1/contacts/bulk', { contacts });
  const [{ id: identityId }] = (await call('GET', '/v1/identities')).identities;
  await call('PATCH', `/v1/identities/${identityId}`, { name: 'Robin', signature: '<p>Robin Hale</p>' });
  await call('POST', '/v1/campaigns', { name: 'Launch', identityId, steps: STEPS });
  for (const contactId of [1, 2, 3]) await call('POST', '/v1/add-contact-to-campaign', { campaignId: 1, contactId });
  await call('POST', '/v1/campaigns', { name: 'Chat', steps: [{ type: 'whatsapp_message', content: 'Not taken' }] });
  await call('POST', '/v1/add-contact-to-campaign', { campaignId: 2, contactId: 1 });
});
afterAll(() => site.close());

test('in a draft nothing is active: the page says what comes first, and what starts it', async () => {
  expect(await words('/app/contacts/1')).toContain('Launch : Draft nothing is sent; Email comes first');
  expect(await words('/app/campaigns/1')).toContain('Nothing is sent until reach campaign status 1 active');
});

test('a contact reads its own way: the branch that it takes, what it is skipped for, and the signature', async () => {
  const ada = await words('/app/campaigns/1?contact=1');
  expect(ada).toContain('1. day 1 Email next');
  expect(ada).toContain('Invoice 7 Dear Ada Robin Hale');
  expect(ada).toContain('3. day 3 Email planned because Has a professional email? → yes');
  expect(ada.slice(ada.indexOf('reads'), ada.indexOf('as a picture'))).not.toContain('No mail');
  const lars = await words('/app/campaigns/1?contact=2');
  expect(lars).toContain('1. day 1 Email skipped no email address');
  expect(lars).toContain('4. day 1 Network message skipped no network profile because Has a professional email? → no');
});

test('what was sent stays as it was sent: text, signature, names and addresses, without its contact as well', async () => {
  await call('POST', '/v1/campaign/1/status', { status: 'ACTIVE' });
  await site.world.work();
  await call('PATCH', '/v1/contacts/3', { firstName: 'Evelyn', professionalEmail: 'new@x.example' });
  await call('DELETE', '/v1/contacts/3');
  const list = await words('/app/outbox?search=eve@x');
  expect(list).toContain('Eve Gone contact deleted');
  expect(await words('/app/outbox?search=invoice')).toContain('Ada Byron');
  const message = await words('/app/outbox/2');
  expect(message).toContain('To Eve Gone contact deleted eve@x.example');
  expect((await site.get('/app/outbox/2/frame')).body).toBe(
    '<!doctype html><meta charset="utf-8"><base target="_blank"><div style="white-space: pre-wrap">Dear Eve</div><p>Robin Hale</p>',
  );
  const { messages } = await call('GET', '/v1/inboxes/1/messages');
  expect(messages[0].message).toBe('Dear Ada');
  expect(await words('/app/campaigns/1')).toContain('2 sent');
  expect((await site.get('/app/campaigns/1?show=sent')).main).toContain(
    '<a href="/app/outbox?contactId=3">contact 3 (gone)',
  );
  expect(await words('/app/campaigns/1?search=nobody')).toContain('A contact that is chosen is shown here');
});

test('a page of a deleted record says so, keeps the navigation, and leads to what was sent to it', async () => {
  const { status, main, body } = await site.get('/app/contacts/3');
  expect([status, main]).toEqual([
    404,
    '<h1>Not found</h1><p>There is no contact 3: it was deleted, or never existed. <a href="/app/outbox?contactId=3">Messages that were sent to it</a> are kept.</p>',
  ]);
  expect(body).toContain('<nav class="main"');
});

test.each([
  [{}, 'No reply yet', 'From us: Dear Ada'],
  [{ folder: 'sent', channel: ['EMAIL', 'NETWORK'] }, 'Ada', 'Channel: Email'],
  [{ folder: 'sent', channel: ['NETWORK'] }, 'No conversation matches', 'Channel: Network'],
  [{ folder: 'sent', leadIds: [1, 2] }, 'Ada', 'Contact: 2'],
  [{ folder: 'sent', leadId: 2 }, 'No conversation matches', 'Contact: 2'],
  [{ folder: 'sent', campaignIds: [1] }, 'Ada', 'Campaign: Launch'],
  [{ folder: 'sent', campaignIds: [2] }, 'No conversation matches', 'Campaign: Chat'],
  [{ folder: 'sent', companyIds: [4] }, 'No conversation matches', 'Company: 4'],
  [{ folder: 'sent', icpRatings: ['MISSING_DATA'] }, 'Ada', 'ICP rating: Missing data'],
  [{ folder: 'sent', icpRatings: ['HIGH'] }, 'No conversation matches', 'ICP rating: High'],
  [{ folder: 'sent', startDate: '2026-11-22' }, 'No conversation matches', 'Since: 2026-11-22'],
  [{ folder: 'sent', endDate: '2026-11-21' }, 'Ada', 'Until: 2026-11-21'],
  [{ folder: 'tags' }, 'No conversation matches', 'Folder: tags'],
  [{ folder: 'scheduled' }, 'No conversation matches', 'Folder: scheduled'],
])(
  'the link into the inbox with %j opens that part of it, and every filter can be removed',
  async (filter, text, chip) => {
    const { url } = await call('POST', '/v1/inbox/link', filter);
    const found = await words(new URL(url).pathname + (Object.keys(filter).length === 0 ? '' : new URL(url).search));
    expect(found).toContain(text);
    expect(found).toContain(chip);
  },
);

test('a link with tags takes the untagged along where it says so', async () => {
  await call('POST', '/v1/inbox/tags', { name: 'Hot', color: '#ff0000' });
  const query = async (more: string) => words(`/app/inbox?folder=sent&tagIds=1${more}`);
  expect([(await query('')).includes('Ada'), (await query('&includeUntagged=true')).includes('Ada')]).toEqual([
    false,
    true,
  ]);
});

test('a search counts by day whatever it finds; very many messages are counted from the newest on, which is said', async () => {
  const { realNow, store } = site.world.service.operator;
  const thread = { workspaceId: 1, contactId: 1, identityId: 1, channel: 'EMAIL' } as const;
  await store.write(async (tx) => {
    for (let n = 0; n < 101; n += 1)
      await appendMessage(tx, { ...thread, direction: 'OUTBOUND', status: 'SENT', body: 'Many', now: realNow() });
  });
  const found = await words('/app/outbox?search=many');
  expect([found.includes(' 101 sent'), found.includes('Counted by day')]).toEqual([true, false]);
  expect(await words('/app/outbox?search=eve@x')).toContain(' 1 sent');
  await store.write((tx) =>
    tx.run(`insert into messages (workspace_id, thread_id, direction, status, body, at, created_at)
      select a.workspace_id, a.thread_id, a.direction, a.status, 'Much', a.at, a.created_at
      from messages as a join (select id from messages limit 100) as b on a.body = 'Many'`),
  );
  const note = 'Counted by day: the newest 10,000 messages. Earlier days may have more.';
  expect(await words('/app/outbox')).toContain(`10,000 or more sent ${note}`);
});

test('times are of one zone, which the header sets', async () => {
  const { main } = await site.get('/app/lists');
  expect(main).not.toContain('undefined');
  const set = await site.get('/app/zone?zone=Europe/Berlin&to=/lists');
  expect([set.headers['set-cookie'], set.body.includes('url=/app/lists')]).toEqual([
    'reach_zone=Europe/Berlin; Path=/app; SameSite=Strict; Max-Age=31536000',
    true,
  ]);
  const cookie = `${(await site.signIn(await site.pages.link())).cookie.split(';')[0]}; reach_zone=Europe/Berlin`;
  expect((await site.get('/app/contacts/1', { cookie })).main).toContain('2026-11-21 10:00 UTC+1');
  const wrong = { cookie: cookie.replace('Europe/Berlin', '../../x') };
  expect((await site.get('/app/contacts/1', wrong)).status).toBe(200);
});

test('the days show what is due, and what follows if no one reacts, up to a condition that depends on the contact', async () => {
  const days = (value: number) => ({ delay: { value, unit: 'days' } });
  const opened = { type: 'email_opened', waitFor: { value: 2, unit: 'days' } };
  const steps = [
    { type: 'email', subject: 'One', content: 'x', ...days(1) },
    { type: 'condition', condition: opened, onFalse: [{ type: 'email', subject: 'Two', content: 'x' }] },
    { type: 'email', subject: 'Three', content: 'x', ...days(3) },
    { type: 'condition', condition: { type: 'has_professional_email' }, onTrue: [{ type: 'email', content: 'x' }] },
    { type: 'email', subject: 'Five', content: 'x', ...days(9) },
  ];
  const [{ id: identityId }] = (await call('GET', '/v1/identities')).identities;
  const { id } = await call('POST', '/v1/campaigns', { name: 'Ahead', identityId, steps });
  await call('POST', '/v1/add-contact-to-campaign', { campaignId: id, contactId: 1 });
  expect(await words(`/app/campaigns/${id}`)).not.toContain('Planned:');
  await call('POST', `/v1/campaign/${id}/status`, { status: 'ACTIVE' });
  await site.world.work();
  const text = await words(`/app/campaigns/${id}`);
  expect(text).toContain('Next: Email for Ada Byron 2026-11-22 09:00 UTC in 1 day');
  expect(text.slice(text.indexOf('in 1 day') + 9, text.indexOf('Planned'))).toBe(
    '11-22 1 due 11-23 11-24 1 planned 11-25 11-26 11-27 1 planned ',
  );
  expect(text).toContain('1 waiting due 2026-11-22 09:00 UTC in 1 day');
});

test('a contact knows the workflows that it is in, and what to type for an approval', async () => {
  await call('POST', '/v1/lists', { name: 'All of them', entity: 'CONTACT' });
  await call('POST', '/v1/lists/1/members', { contactIds: [1] });
  await start(
    site.world,
    await publish(site.world, [from('ask'), block('ask', 'WAIT_FOR_APPROVAL', {}, 'stop', 'stop'), end('stop')]),
  );
  await site.world.work();
  expect(await words('/app/contacts/1')).toContain('ask: waits for approval reach workflow approve 1 ask');
  expect(await words('/app/workflows/1')).toContain('List: All of them');
});

test('runs have days as well: what was done and failed when, and what continues when, each a filter', async () => {
  const contactIds = [1, 2];
  const actions = [{ type: 'VERIFY_LEAD_EMAIL' }];
  const { actionsId } = await call('POST', '/v1/actions', { actions, contactIds });
  const wait = block('wait', 'WAIT', { duration: { value: 2, unit: 'days' } }, 'end');
  const run = await start(site.world, await publish(site.world, [from('wait'), wait, end('end')]));
  await site.world.work();
  const links = async (path: string) =>
    [...(await site.get(path)).main.matchAll(/<a class="figure[^>]*href="([^"]*day=[^"]*)">([^<]*)</g)].map(
      ([, to = '', text]) => [text, to.replaceAll('&amp;', '&')] as const,
    );
  const ofAction = await links(`/app/actions/${actionsId}`);
  expect(ofAction.map(([text]) => text)).toEqual(['1 failed']);
  expect(await words(ofAction[0]?.[1] ?? '')).toMatch(
    /Day: 2026-11-21 × .* Ada Byron Verify lead email Failed No answer/,
  );
  for (const none of ['day=2026-11-22', 'action=2'])
    expect(await words(`/app/actions/${actionsId}?${none}`)).toContain('No record matches');
  expect((await links(`/app/workflow-runs/${run}`)).map(([text]) => text)).toEqual(['1 done', '1 due']);
  await site.world.control('POST', '/_local/clock', { advance: '2d' });
  const later = await links(`/app/workflow-runs/${run}`);
  expect(later.map(([text]) => text)).toEqual(['1 done', '2 done']);
  const [first, second] = await Promise.all(later.map(async ([, to]) => (await words(to)).split('What was done')[0]));
  expect([first?.includes('Succeeded from'), first?.includes('Succeeded wait')]).toEqual([true, false]);
  expect([second?.includes('Succeeded from'), second?.includes('Succeeded wait')]).toEqual([false, true]);
  await site.world.control('POST', '/_local/clock', { advance: '8d' });
  expect((await words(`/app/workflow-runs/${run}`)).match(/these are gone/g)).toHaveLength(2);
});

test('the log marks what a fault changed, and is narrowed by endpoint and status', async () => {
  await site.world.control('POST', '/_local/faults', { endpoint: 'lists.list', times: 1, status: 503 });
  await site.world.call('GET', '/v1/lists');
  const faulty = await words('/app/log?status=fault');
  expect(faulty).toMatch(/503 fault .* GET \/v1\/lists lists\.list/);
  expect(await words('/app/log?search=lists.list&status=4')).toContain('No request matches');
});

test('bodies are logged only where that was asked for, without their secrets', async () => {
  const keeping = await openSite({ keepBodies: true });
  await keeping.world.call('POST', '/v1/lists', { body: { name: 'Kept', entity: 'CONTACT', password: 'hunter2' } });
  const list = (await keeping.get('/app/log')).main;
  const { main } = await keeping.get(/href="([^"]*)">show</.exec(list)?.[1] ?? '');
  expect([main.includes('Kept'), main.includes('hunter2'), main.includes('***')]).toEqual([true, false, true]);
  await keeping.close();
  expect((await site.get('/app/log')).main).not.toContain('>show<');
});

test('an empty list of companies is filled with companies', async () => {
  const { id } = await call('POST', '/v1/lists', { name: 'Firms', entity: 'COMPANY' });
  expect(await words(`/app/lists/${id}`)).toContain(`The list is empty. reach list add ${id} --companies NAMES`);
});

test('each figure opens as many rows as it says: tasks are no messages, a wait is no message that comes', async () => {
  const steps = [
    { type: 'task', taskType: 'CALL', title: 'Call' },
    { type: 'email', subject: 'One', content: 'Dear {firstName}' },
    { type: 'condition', condition: { type: 'email_opened', waitFor: { value: 2, unit: 'days' } } },
    { type: 'email', delay: { value: 3, unit: 'days' }, content: 'Two' },
  ];
  const [{ id: identityId }] = (await call('GET', '/v1/identities')).identities;
  const { id } = await call('POST', '/v1/campaigns', { name: 'Counted', identityId, steps });
  const mails = [null, '1@x.example', '2@x.example', null];
  const ids: number[] = [];
  for (const professionalEmail of mails) {
    ids.push((await call('POST', '/v1/contact', { firstName: 'Cy', professionalEmail })).id);
    await call('POST', '/v1/add-contact-to-campaign', { campaignId: id, contactId: ids.at(-1) });
  }
  expect(await words(`/app/campaigns/${id}`)).toContain('Task: call next 2. day 1 Email skipped');
  await call('POST', `/v1/campaign/${id}/status`, { status: 'ACTIVE' });
  await site.world.work();
  await call('DELETE', `/v1/contacts/${ids.pop()}`);
  const home = (await site.get('/app')).main;
  expect(home).toContain(`">3 open tasks</a> of <a href="/app/campaigns/${id}">Counted</a>`);
  expect(home).toMatch(/>2 contacts<\/a>, the first .*, unless it is opened before/);
  const sheet = (await site.get(`/app/campaigns/${id}`)).main;
  const figures = [...`${home}${sheet}`.matchAll(/href="([^"]*)">(\d+ [a-z ]+)</g)].filter(([, to]) =>
    to?.includes(`ampaigns/${id}?`),
  );
  for (const [, to = '', text = ''] of figures) {
    const { main } = await site.get(to.replaceAll('&amp;', '&'));
    expect([text, main.match(/<tr data-key/g)?.length]).toEqual([text, Number.parseInt(text, 10)]);
  }
  expect(figures.map(([, , text]) => text)).toEqual(
    expect.arrayContaining(['2 contacts', '2 sent', '2 done', '4 added', '3 contacts', '3 open tasks']),
  );
});

test('what was sent is read as it was sent, also on the sheet', async () => {
  await call('PATCH', '/v1/contacts/1', { firstName: 'Augusta' });
  expect((await words('/app/campaigns/1?contact=1')).match(/Dear A\w+/g)).toEqual(['Dear Ada', 'Dear Ada']);
});

test('the conversations that got a reply during the last move are counted once each, and are those that its figure opens', async () => {
  await site.world.control('POST', '/_local/clock', { advance: '1d' });
  for (const contactId of [1, 1, 2])
    await site.world.control('POST', '/_local/emit', { kind: 'reply', contactId, text: 'Yes' });
  const [, to = '', text] = /<a href="([^"]*replied[^"]*)">([^<]*)/.exec((await site.get('/app')).main) ?? [];
  const { main } = await site.get(to.replaceAll('&amp;', '&'));
  expect([text, main.match(/<tr data-key/g)?.length]).toEqual(['2 conversations', 2]);
  expect(await words('/app/inbox?repliedSince=2027-05-05')).toContain('No conversation matches');
  expect(await words('/app/inbox')).not.toContain('Task Robin');
});
