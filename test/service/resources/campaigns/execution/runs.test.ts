// A campaign as it runs: stopped, paused, completed, going on; what its contacts do by themselves; what is known of them.

import { expect, test } from 'vitest';
import { valuesOf } from '../../../../../src/service/resources/workflows/queries/record-values.ts';
import { expectedEvents } from '../../../../../src/service/stand-ins/engagement.ts';
import { EPOCH } from '../../../world.ts';
import { days } from '../bodies.ts';
import { add, enrolmentOf, goTo, HOUR, REACHABLE, status, storyForTest, tell, timelineOf } from './timeline.ts';

const email = { type: 'email', subject: 'S', content: 'See https://outreach.example' };
const visit = { type: 'network_visit_profile' };
const later = { ...email, delay: days(2) };

test('a reply stops the sequence; adding the contact again starts it again', async () => {
  const world = await storyForTest({ steps: [email, later] });
  await add(world);
  await status(world, 'ACTIVE');
  await goTo(world, 5);
  const input = await world.control('POST', '/_local/emit', { kind: 'reply', contactId: 1, text: 'Yes' });
  expect(input.stoppedCampaignIds).toEqual([1]);
  await goTo(world, 100);
  expect([await timelineOf(world), await enrolmentOf(world)]).toEqual([['0h email DONE'], 'REPLIED']);
  expect(await world.done('GET', '/v1/campaign/1')).toMatchObject({
    status: 'COMPLETED',
    progress: { replied: 1, sent: 1 },
  });
  const { steps } = await world.control('GET', '/_local/report?campaignId=1');
  expect(steps).toMatchObject([{ type: 'email', sent: 1, replied: 1 }]);
  expect((await add(world)).outcome).toBe('REACTIVATED');
  await goTo(world, 200);
  expect(await timelineOf(world)).toEqual(['0h email DONE', '100h email DONE', '148h email DONE']);
});

test('PAUSED: nothing is done, and what was left of a delay is left when it continues', async () => {
  const steps = [email, later, visit];
  expect(await tell({ steps, happens: { 10: 'PAUSED', 200: 'ACTIVE' } })).toEqual([
    '0h email DONE',
    '238h email DONE',
    '238h network_visit_profile DONE',
    'COMPLETED',
  ]);
  expect(
    await tell({ steps, happens: { 10: 'PAUSED', 20: 'ACTIVE', 30: 'PAUSED', 40: 'DRAFT', 130: 'ACTIVE' } }),
  ).toEqual(['0h email DONE', '158h email DONE', '158h network_visit_profile DONE', 'COMPLETED']);
});

test('PAUSED: an event that ends a wait is received, and acted on when the campaign continues', async () => {
  const condition = { type: 'condition', condition: { type: 'email_opened', waitFor: days(2) }, onTrue: [visit] };
  const steps = [email, condition];
  expect(await tell({ steps, happens: { 10: 'PAUSED', 100: { kind: 'open' }, 120: 'ACTIVE' } })).toEqual([
    '0h email DONE',
    '120h condition TRUE',
    '120h network_visit_profile DONE',
    'COMPLETED',
  ]);
  expect(await tell({ steps, happens: { 10: 'PAUSED', 100: 'ACTIVE' } })).toEqual([
    '0h email DONE',
    '138h condition FALSE',
    'COMPLETED',
  ]);
});

test('contacts that come while it is paused start when it continues', async () => {
  const world = await storyForTest({ steps: [visit] });
  await add(world);
  await status(world, 'ACTIVE');
  await status(world, 'PAUSED');
  await world.done('POST', '/v1/contact', {
    body: { ...REACHABLE, firstName: 'Bo', networkProfileUrl: 'https://network.example/in/bo' },
  });
  await goTo(world, 10);
  expect((await add(world, 2)).outcome).toBe('ADDED');
  await goTo(world, 20);
  expect([await timelineOf(world), await timelineOf(world, 2)]).toEqual([[], []]);
  await status(world, 'ACTIVE');
  await goTo(world, 21);
  expect([await timelineOf(world), await timelineOf(world, 2)]).toEqual([
    ['20h network_visit_profile DONE'],
    ['20h network_visit_profile DONE'],
  ]);
});

test('COMPLETED by itself when everybody is through: who is added then makes it continue', async () => {
  const world = await storyForTest({ steps: [visit] });
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  // No one was ever in it: it waits for contacts.
  expect((await world.done('GET', '/v1/campaign/1')).status).toBe('ACTIVE');
  await add(world);
  await goTo(world, 2);
  expect(await world.done('GET', '/v1/campaign/1')).toMatchObject({
    status: 'COMPLETED',
    updatedAt: new Date(EPOCH + HOUR).toISOString(),
    progress: { contacts: 1, active: 0, completed: 1 },
  });
  expect((await add(world)).outcome).toBe('REACTIVATED');
  expect((await world.done('GET', '/v1/campaign/1')).status).toBe('ACTIVE');
  await goTo(world, 3);
  expect(await timelineOf(world)).toEqual(['1h network_visit_profile DONE', '2h network_visit_profile DONE']);
});

test('COMPLETED by hand: the sequence is over for everybody', async () => {
  const world = await storyForTest({ steps: [email, later] });
  await add(world);
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  expect((await status(world, 'COMPLETED')).progress).toMatchObject({ active: 0, stopped: 1 });
  await goTo(world, 100);
  expect([await timelineOf(world), await enrolmentOf(world)]).toEqual([
    ['0h email DONE'],
    'STOPPED: the campaign was completed',
  ]);
  const { inboxes } = await world.done('GET', '/v1/inboxes');
  expect(inboxes[0].status).toBe('COMPLETED');
});

test('who is blocklisted on the way gets nothing more; who is deleted is in nothing more', async () => {
  const world = await storyForTest({ steps: [email, later] });
  await world.done('POST', '/v1/contact', {
    body: { ...REACHABLE, firstName: 'Bo', networkProfileUrl: 'https://network.example/in/bo' },
  });
  for (const id of [1, 2]) await add(world, id);
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = 1'));
  await world.done('DELETE', '/v1/contacts/2');
  await goTo(world, 100);
  expect([await timelineOf(world), await enrolmentOf(world)]).toEqual([
    ['0h email DONE'],
    'STOPPED: blocklisted or opted out',
  ]);
  expect([await timelineOf(world, 2), await enrolmentOf(world, 2)]).toEqual([['0h email DONE'], 'NOT THERE']);
  expect((await world.done('GET', '/v1/campaign/1')).status).toBe('COMPLETED');
});

test('work that cannot be done pauses the campaign instead of trying for ever; resumed, it continues', async () => {
  const world = await storyForTest({ steps: [visit] });
  await add(world);
  const change = (sql: string) => world.service.store.write((tx) => tx.run(sql));
  await status(world, 'ACTIVE');
  await change('alter table campaign_actions rename to broken');
  await goTo(world, 1);
  expect(world.bugs.length).toBeGreaterThan(3);
  await change('alter table broken rename to campaign_actions');
  expect((await world.done('GET', '/v1/campaign/1')).status).toBe('PAUSED');
  await status(world, 'ACTIVE');
  await goTo(world, 2);
  expect(await timelineOf(world)).toEqual(['1h network_visit_profile DONE']);
});

test('a draft sends nothing, whoever is in it', async () => {
  const world = await storyForTest({ steps: [visit] });
  await add(world);
  await goTo(world, 100);
  expect(await timelineOf(world)).toEqual([]);
});

test('contacts do things by themselves: the same in every run, counted by the campaign, never what is not tracked', async () => {
  const runs: unknown[] = [];
  for (const trackOpens of [true, true, false]) {
    const world = await storyForTest({
      steps: [email, { ...visit, delay: days(9) }],
      lively: true,
      settings: { trackOpens },
    });
    const contacts = Array.from({ length: 60 }, (_, n) => ({
      firstName: `P${n}`,
      professionalEmail: `p${n}@x.example`,
    }));
    await world.done('POST', '/v1/contacts/bulk', { body: { contacts } });
    for (let id = 2; id <= 61; id += 1) await add(world, id);
    await status(world, 'ACTIVE');
    await goTo(world, 24 * 30);
    expect(world.bugs).toEqual([]);
    const { progress } = await world.done('GET', '/v1/campaign/1');
    runs.push(progress);
  }
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[0]).toMatchObject({ contacts: 60, completed: 60, sent: 60 });
  const [first] = runs.map(Object);
  expect(first.opened).toBeGreaterThan(15);
  expect(first.opened).toBeLessThan(45);
  expect(first.clicked).toBeGreaterThan(0);
  expect(first.clicked).toBeLessThan(first.opened);
  expect(runs[2]).toMatchObject({ sent: 60, clicked: first.clicked });
});

test.each([
  ['EMAIL', 1],
  ['NETWORK', 2],
  ['WHATSAPP', 2],
])('a reply by %s is to the campaign of that conversation, else to the last', async (channel, campaignId) => {
  const world = await storyForTest({ steps: [email] });
  const steps = [{ type: 'network_message', content: 'Hi' }];
  await world.done('POST', '/v1/campaigns', { body: { name: 'Other', identityId: 1, steps } });
  for (const id of [1, 2]) {
    await add(world, 1, id);
    await status(world, 'ACTIVE', id);
    await goTo(world, id);
  }
  await world.control('POST', '/_local/emit', { contactId: 1, kind: 'reply', channel, text: 'Yes' });
  const replies = "select campaign_id from contact_events where kind = 'reply'";
  expect(await world.service.store.read((tx) => tx.values(replies))).toEqual([campaignId]);
});

test.each([
  ['bounce', ['bounce']],
  ['unsubscribe', ['unsubscribe', 'reply', 'open']],
])('after %s the conversation is over; what bounced is not opened', async (kind, events) => {
  const world = await storyForTest({ steps: [email, { ...visit, delay: days(9) }], lively: true });
  await world.control('POST', '/_local/setup', { rates: { open: 1, reply: 1 } });
  await add(world);
  await status(world, 'ACTIVE');
  await goTo(world, 0);
  await world.control('POST', '/_local/emit', { contactId: 1, kind });
  expect((await world.done('GET', '/v1/inboxes')).inboxes).toMatchObject([{ channel: 'EMAIL', status: 'COMPLETED' }]);
  await goTo(world, 24 * 30);
  const kinds = 'select kind from contact_events order by id';
  expect(await world.service.store.read((tx) => tx.values(kinds))).toEqual(events);
});

test('what is expected of a contact depends on contact, step and start alone; links are clicked only where there are any', () => {
  const sent = { channel: 'EMAIL', contactId: 7, stepId: 3, entry: 1, hasLink: true } as const;
  const all = Array.from({ length: 2000 }, (_, contactId) => expectedEvents({ ...sent, contactId }));
  expect(Array.from({ length: 2000 }, (_, contactId) => expectedEvents({ ...sent, contactId }))).toEqual(all);
  const share = (deed: string) => all.filter((deeds) => deeds.some(([kind]) => kind === deed)).length / 2000;
  expect(share('open')).toBeCloseTo(0.48, 1);
  expect(share('click')).toBeCloseTo(0.48 * 0.3, 1);
  for (const deeds of all) for (const [, ms] of deeds) expect(ms).toBeGreaterThan(0);
  const linkless = Array.from({ length: 500 }, (_, contactId) =>
    expectedEvents({ ...sent, contactId, hasLink: false }),
  );
  expect(linkless.flat().some(([kind]) => kind === 'click')).toBe(false);
});

test('engagement of contacts: what workflows ask about them', async () => {
  const world = await storyForTest({ steps: [{ type: 'network_connection' }, { ...email, delay: days(1) }] });
  await world.done('POST', '/v1/contact', { body: { firstName: 'Nobody' } });
  await add(world);
  await status(world, 'ACTIVE');
  const nothing = {
    ...{ 'engagement.hasBeenContacted': 0, 'engagement.lastContactedAt': null },
    ...{ 'engagement.hasReplied': 0, 'engagement.lastRepliedAt': null },
    ...{ 'activity.lastActivityAt': null, 'activity.lastWebsiteVisitAt': null },
    ...{ 'network.isConnected': 0, 'platform.campaignIds': '[]' },
  };
  const ask = () =>
    world.service.store.read(async (tx) => {
      const values = await valuesOf(tx, { workspaceId: 1, entity: 'LEAD', customs: [] }, [1, 2], Object.keys(nothing));
      return [...values].map(([id, of]) => [id, Object.fromEntries(of)]);
    });
  await goTo(world, 1);
  const asked = {
    ...nothing,
    ...{ 'engagement.hasBeenContacted': 1, 'engagement.lastContactedAt': EPOCH },
    'platform.campaignIds': '[1]',
  };
  expect(await ask()).toEqual([
    [1, asked],
    [2, nothing],
  ]);
  for (const [hour, event] of [
    [3, { kind: 'accept' }],
    [30, { kind: 'visit' }],
    [31, { kind: 'reply', text: 'Yes' }],
  ] as const) {
    await goTo(world, hour);
    await world.control('POST', '/_local/emit', { contactId: 1, ...event });
  }
  const known = {
    ...{ 'engagement.hasBeenContacted': 1, 'engagement.lastContactedAt': EPOCH + 24 * HOUR },
    ...{ 'engagement.hasReplied': 1, 'engagement.lastRepliedAt': EPOCH + 31 * HOUR },
    ...{ 'activity.lastActivityAt': EPOCH + 31 * HOUR, 'activity.lastWebsiteVisitAt': EPOCH + 30 * HOUR },
    ...{ 'network.isConnected': 1, 'platform.campaignIds': '[1]' },
  };
  expect((await ask())[0]).toEqual([1, known]);
});
