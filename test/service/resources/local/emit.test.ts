// What contacts do, made to happen: /_local/emit.

import { beforeEach, describe, expect, test } from 'vitest';
import { appendMessage } from '../../../../src/service/resources/inbox/queries/messages.ts';
import { setListener } from '../../../../src/service/resources/workflows/queries/triggers.ts';
import { worldForEachTest } from '../../../opened.ts';
import { pendingJobs } from '../../jobs/pending.ts';
import { EPOCH } from '../../world.ts';

const world = worldForEachTest();

beforeEach(async () => {
  const contacts = [{ firstName: 'Ada', professionalEmail: 'ada@x.example' }, { firstName: 'Bo' }];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  const steps = [
    { type: 'email', subject: 'x', content: 'y' },
    { type: 'task', taskType: 'CALL', title: 'Call' },
  ];
  await world.call('PATCH', '/v1/identities/1', { body: { name: 'Robin' } });
  await world.control('PATCH', '/_local/features', { 'task-owners': false });
  await world.call('POST', '/v1/campaigns', { body: { name: 'C', identityId: 1, steps } });
});

const emit = (body: object) => world.control('POST', '/_local/emit', body);
const refused = async (body: object): Promise<string> => {
  const headers = { 'x-admin-token': await world.service.adminToken() };
  const reply = await world.call('POST', '/_local/emit', { key: null, headers, body });
  return `${reply.status} ${reply.body.message}`;
};
const thread = async () => (await world.done('GET', '/v1/inboxes')).inboxes[0];
const start = async () => {
  await world.call('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
  await world.service.store.write(async (tx) => {
    const place = { workspaceId: 1, contactId: 1, identityId: 1, channel: 'EMAIL', direction: 'OUTBOUND' } as const;
    const by = { campaignId: 1, stepId: 1, now: EPOCH };
    await appendMessage(tx, { ...place, ...by, status: 'SENT', body: 'Hello', subject: 'x' });
  });
};

describe('a reply', () => {
  test('is unread, pauses the conversation, and stops the campaign for that contact', async () => {
    await start();
    expect(await thread()).toMatchObject({ status: 'ACTIVE', messageCount: 1 });
    expect(await emit({ kind: 'reply', contactId: 1, text: 'Yes!', subject: 'Re: x' })).toEqual({
      kind: 'reply',
      at: new Date(EPOCH).toISOString(),
      contactId: 1,
      companyId: null,
      senderIdentityId: 1,
      messageId: 2,
      stoppedCampaignIds: [1],
    });
    expect(await thread()).toMatchObject({
      status: 'PAUSED',
      unreadCount: 1,
      messageCount: 2,
      lastMessage: { direction: 'INBOUND', status: 'RECEIVED', subject: 'Re: x', message: 'Yes!' },
    });
    const again = { campaignId: 1, contactId: 1 };
    const added = await world.call('POST', '/v1/add-contact-to-campaign', { body: again });
    expect(added.body.data.outcome).toBe('REACTIVATED');
  });

  test('without a campaign the conversation stays COMPLETED; writing back reads it', async () => {
    await emit({ kind: 'reply', contactId: 1, text: 'Hello?' });
    await emit({ kind: 'reply', contactId: 1, text: 'Anybody?' });
    expect(await thread()).toMatchObject({ status: 'COMPLETED', unreadCount: 2, channel: 'EMAIL' });
    await world.call('POST', '/v1/inbox/messages', { body: { contactId: 1, senderIdentityId: 1, message: 'Yes' } });
    expect(await thread()).toMatchObject({ unreadCount: 0 });
  });

  test('comes where the last conversation was, or where the request says, and out of the archive', async () => {
    const place = { contactId: 1, channel: 'WHATSAPP', senderIdentityId: 1 };
    await emit({ kind: 'reply', text: 'a', ...place });
    await world.service.store.write((tx) => tx.run('update threads set archived = 1'));
    await emit({ kind: 'reply', text: 'b', contactId: 1 });
    expect(await thread()).toMatchObject({ channel: 'WHATSAPP', messageCount: 2, archived: false });
    world.clock.advance(1000);
    const task = { workspaceId: 1, contactId: 1, identityId: 1, channel: 'TASK', now: world.clock.now() } as const;
    await world.service.store.write((tx) =>
      appendMessage(tx, { ...task, direction: 'OUTBOUND', status: 'SENT', body: 'Call' }),
    );
    world.clock.advance(1000);
    await emit({ kind: 'reply', text: 'c', contactId: 1 });
    expect(await thread()).toMatchObject({ channel: 'WHATSAPP', messageCount: 3 });
  });
});

describe('a message is seen', () => {
  const message = async (body: object) => {
    const { messageId } = await emit(body);
    const { messages } = await world.done('GET', '/v1/inboxes/1/messages');
    const found = messages.find(({ id }: { id: number }) => id === messageId);
    return [found.openedAt, found.clickedAt, found.viewedAt].map((at) => at && Date.parse(at) - EPOCH);
  };

  test('opened, then clicked: the first time stays; who clicks has opened', async () => {
    await start();
    world.clock.advance(1000);
    expect(await message({ kind: 'open', contactId: 1 })).toEqual([1000, null, null]);
    world.clock.advance(1000);
    expect(await message({ kind: 'click', contactId: 1 })).toEqual([1000, 2000, null]);
    expect(await message({ kind: 'open', contactId: 1 })).toEqual([1000, 2000, null]);
  });

  test('409 where nothing was sent that could be, or where that is not tracked', async () => {
    expect(await refused({ kind: 'open', contactId: 1 })).toBe('409 No email has been sent to contact 1 yet');
    expect(await refused({ kind: 'view', contactId: 1 })).toBe('409 No network message has been sent to contact 1 yet');
    await start();
    await world.call('PATCH', '/v1/campaign/1', { body: { trackOpens: false } });
    expect(await refused({ kind: 'open', contactId: 1 })).toBe(
      '409 Campaign 1 does not track opens: they are not known',
    );
    expect(await message({ kind: 'click', contactId: 1 })).toEqual([null, 0, null]);
  });
});

test.each([
  [{ kind: 'bounce', contactId: 1 }, 1, 'the email bounced', 0],
  [{ kind: 'unsubscribe', contactId: 1 }, null, 'the contact has unsubscribed', 1],
])('what ends a sequence: %j', async (body, messageId, reason, suppressed) => {
  await start();
  expect(await emit(body)).toMatchObject({ messageId, stoppedCampaignIds: [1] });
  const kept = await world.service.store.read((tx) =>
    tx.all(`select e.outcome, e.reason, c.suppressed from campaign_contacts e join contacts c on c.id = e.contact_id`),
  );
  expect(kept).toEqual([{ outcome: 'STOPPED', reason, suppressed }]);
});

test('what is accepted or completed is what a campaign last asked for, whoever wrote last', async () => {
  const identities = ['Robin', 'Alex'].map((name) => ({ name, email: `${name}@x.example` }));
  await world.control('POST', '/_local/setup', { identities });
  await world.call('PATCH', '/v1/contacts/1', { body: { networkProfileUrl: 'https://network.example/in/a1' } });
  const steps = [
    { type: 'network_connection', waitForAcceptance: { value: 9, unit: 'days' } },
    { type: 'task', taskType: 'CALL', title: 'x' },
  ];
  await world.done('POST', '/v1/campaigns', { body: { name: 'Two', identityId: 2, steps } });
  await world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 2, contactId: 1 } });
  await world.done('POST', '/v1/campaign/2/status', { body: { status: 'ACTIVE' } });
  await world.work();
  await start();
  const senders = [];
  for (const kind of ['accept', 'complete']) {
    senders.push((await emit({ kind, contactId: 1 })).senderIdentityId);
    await world.work();
    await world.call('POST', '/v1/inbox/messages', { body: { contactId: 1, senderIdentityId: 1, message: 'Hi' } });
  }
  const done =
    'select type, outcome, completed_at is null as "open?" from campaign_actions where campaign_id = 2 order by id';
  world.clock.advance(1000);
  const task = { workspaceId: 1, contactId: 1, identityId: 2, channel: 'TASK', now: world.clock.now() } as const;
  await world.service.store.write((tx) =>
    appendMessage(tx, { ...task, direction: 'OUTBOUND', status: 'SENT', body: 'Call' }),
  );
  senders.push((await emit({ kind: 'reply', contactId: 1, text: 'To Robin' })).senderIdentityId);
  expect([senders, await world.service.store.read((tx) => tx.all(done))]).toEqual([
    [2, 2, 1],
    [
      { type: 'network_connection', outcome: 'DONE', open: true },
      { type: 'network_connection', outcome: 'TRUE', open: true },
      { type: 'task', outcome: 'DONE', open: false },
    ],
  ]);
});

test('accepting, completing and visiting are remembered', async () => {
  expect(await emit({ kind: 'accept', contactId: 2 })).toMatchObject({ senderIdentityId: 1, messageId: null });
  expect(await emit({ kind: 'complete', contactId: 2, senderIdentityId: 1 })).toMatchObject({ senderIdentityId: 1 });
  expect(await emit({ kind: 'visit', contactId: 2, url: 'https://x.example/prices' })).toMatchObject({ contactId: 2 });
  const kept = await world.service.store.read((tx) => tx.all('select kind, contact_id as contact from contact_events'));
  expect(kept).toEqual(['accept', 'complete', 'visit'].map((kind) => ({ kind, contact: 2 })));
});

const UPDATED = { kind: 'signal', signal: 'LEAD_PROPERTY_UPDATED', contactId: 1 };

test.each<[object, string]>([
  [{ kind: 'sneeze', contactId: 1 }, '400 kind: must be reply, '],
  [{ kind: 'reply', contactId: 1 }, '400 text: is required: what the contact answers'],
  [{ kind: 'visit' }, '400 contactId: give a contactId, or the companyId of a visit'],
  [{ kind: 'open', companyId: 1 }, '400 companyId: only visits are made by companies'],
  [{ kind: 'bounce', contactId: 2 }, '409 No email has been sent to contact 2 yet'],
  [{ kind: 'open', contactId: 1, text: 'x' }, '400 text: belongs to a reply, not to open'],
  [{ kind: 'visit', contactId: 1, listId: 1 }, '400 listId: belongs to a signal, not to visit'],
  [{ kind: 'signal', contactId: 1 }, '400 signal: is required of a signal'],
  [{ kind: 'signal', signal: 'COMPANY_CREATED', contactId: 1 }, '400 COMPANY_CREATED is not about a LEAD'],
  [{ ...UPDATED, field: 'jobTitel' }, '400 contacts have no field "jobTitel"; did you mean "jobTitle"?'],
  [{ ...UPDATED, listId: 1 }, '400 LEAD_PROPERTY_UPDATED takes no list'],
  [{ ...UPDATED, signal: 'LEAD_CREATED', field: 'jobTitle' }, '400 LEAD_CREATED takes no field'],
  [{ ...UPDATED, signal: 'LEAD_ADDED_TO_LIST', listId: 9 }, '404 There is no list 9'],
  [{ kind: 'reply', contactId: 9, text: 'x' }, '404 There is no contact 9'],
  [{ kind: 'visit', companyId: 9 }, '404 There is no company 9'],
  [{ kind: 'reply', contactId: 1, text: 'x', senderIdentityId: 9 }, '404 There is no identity 9'],
])('%j', async (body, input) => expect((await refused(body)).slice(0, input.length)).toBe(input));

test('never with a key', async () => {
  const reply = await world.call('POST', '/_local/emit', { body: { kind: 'visit', contactId: 1 } });
  expect(reply.status).toBe(403);
});

test('replies and visits are signals that start workflows, where one listens', async () => {
  const signals = () =>
    world.service.store.read(async (tx) => (await pendingJobs(tx, 'signal')).map(({ payload }) => payload));
  await emit({ kind: 'reply', contactId: 1, text: 'x' });
  expect(await signals()).toEqual([]);
  await world.service.store.write(async (tx) => {
    await setListener(tx, 1, 1, 'CONVERSATION_REPLY');
    await setListener(tx, 1, 2, 'WEBSITE_VISITOR');
    await setListener(tx, 1, 3, 'LEAD_PROPERTY_UPDATED');
  });
  await world.call('POST', '/v1/company', { body: { name: 'Engines' } });
  await emit({ kind: 'reply', contactId: 1, text: 'x' });
  await emit({ kind: 'visit', contactId: 2, url: 'https://x.example/prices' });
  await emit({ kind: 'visit', companyId: 1 });
  await emit({ kind: 'open', contactId: 1 }).catch(() => {});
  await emit({ kind: 'signal', signal: 'LEAD_PROPERTY_UPDATED', contactId: 2, field: 'jobTitle' });
  const input = { causedBy: [] };
  expect(await signals()).toEqual([
    {
      kind: 'CONVERSATION_REPLY',
      entity: 'LEAD',
      ids: [1],
      details: { channel: 'EMAIL', senderIdentityId: 1 },
      ...input,
    },
    { kind: 'WEBSITE_VISITOR', entity: 'LEAD', ids: [2], details: { url: 'https://x.example/prices' }, ...input },
    { kind: 'WEBSITE_VISITOR', entity: 'COMPANY', ids: [1], details: {}, ...input },
    { kind: 'LEAD_PROPERTY_UPDATED', entity: 'LEAD', ids: [2], details: { fields: ['jobTitle'] }, ...input },
  ]);
});
