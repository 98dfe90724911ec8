// Every step type, carried out (the interface: Campaigns: step types and step rules).

import { expect, test } from 'vitest';
import { hasPosted, hasWhatsapp } from '../../../../../src/service/stand-ins/engagement.ts';
import { days } from '../bodies.ts';
import {
  add,
  enrolmentOf,
  goTo,
  messagesOf,
  REACHABLE,
  type Story,
  status,
  storyForTest,
  tell,
  timelineOf,
} from './timeline.ts';

const email = { type: 'email', subject: 'Hello {firstName}', content: 'From {identity.name} to {companyName}' };
const visit = { type: 'network_visit_profile' };
const hours = (value: number) => ({ value, unit: 'hours' });

test('the stand-in knows the contact of these tests', () => {
  expect([hasWhatsapp(REACHABLE.mobilePhone), hasPosted(1)]).toEqual([true, true]);
});

test.each<{ type: string; [field: string]: unknown }>([
  email,
  { type: 'network_message', content: 'Hi' },
  { type: 'network_message_bundle', messages: [{ content: 'One' }, { attachment: 'a.pdf' }] },
  { type: 'network_voice_message', attachment: 'hello.mp3' },
  { type: 'network_inmail', subject: 'S', content: 'C' },
  visit,
  { type: 'network_like_last_post', reactionType: 'PRAISE' },
  { type: 'whatsapp_message', content: 'Hi' },
  { type: 'task', taskType: 'CALL', title: 'Call' },
])('$type is carried out', async (step) => {
  expect(await tell({ steps: [step] })).toEqual([`0h ${step.type} DONE`, 'COMPLETED']);
  expect(await tell({ steps: [{ ...step, delay: hours(5) }] })).toEqual([`5h ${step.type} DONE`, 'COMPLETED']);
});

test.each<[string, Story, string[]]>([
  ['end', { steps: [visit, { type: 'end' }] }, ['0h network_visit_profile DONE', 'COMPLETED']],
  [
    'email: a follow-up may have no subject (rule 1)',
    { steps: [email, { type: 'email', content: 'Again', delay: days(2) }] },
    ['0h email DONE', '48h email DONE', 'COMPLETED'],
  ],
  [
    'delays add up, each from the step before',
    { steps: [visit, { ...visit, delay: { value: 30, unit: 'minutes' } }, { ...visit, delay: hours(2) }] },
    [
      '0h network_visit_profile DONE',
      '0.5h network_visit_profile DONE',
      '2.5h network_visit_profile DONE',
      'COMPLETED',
    ],
  ],
  [
    'network_connection without waitForAcceptance sends the invite and continues (rule 2)',
    { steps: [{ type: 'network_connection', content: 'Hi' }, visit] },
    ['0h network_connection DONE', '0h network_visit_profile DONE', 'COMPLETED'],
  ],
])('%s', async (_, story, timeline) => expect(await tell(story)).toEqual(timeline));

const connection = {
  type: 'network_connection',
  waitForAcceptance: days(3),
  onAccepted: [{ type: 'network_message', content: 'Thank you' }],
  onNotAccepted: [email],
};

test.each<[string, Story, string[]]>([
  [
    'accepted: on from the moment it is, then the step both branches share',
    { steps: [connection, visit], happens: { 30: { kind: 'accept' } } },
    [
      '0h network_connection DONE',
      '30h network_connection TRUE',
      '30h network_message DONE',
      '30h network_visit_profile DONE',
      'COMPLETED',
    ],
  ],
  [
    'not accepted: on when the wait is over',
    { steps: [connection, visit] },
    [
      '0h network_connection DONE',
      '72h network_connection FALSE',
      '72h email DONE',
      '72h network_visit_profile DONE',
      'COMPLETED',
    ],
  ],
  [
    'accepted too late',
    { steps: [connection], happens: { 73: { kind: 'accept' } } },
    ['0h network_connection DONE', '72h network_connection FALSE', '72h email DONE', 'COMPLETED'],
  ],
  [
    'a branch that is not written goes on after the step',
    { steps: [{ type: 'network_connection', waitForAcceptance: days(1), onNotAccepted: [{ type: 'end' }] }, visit] },
    ['0h network_connection DONE', '24h network_connection FALSE', 'COMPLETED'],
  ],
  [
    'nobody without a profile can accept',
    { steps: [connection], contact: { ...REACHABLE, networkProfileUrl: undefined } },
    ['0h network_connection SKIPPED: no network profile', '0h network_connection FALSE', '0h email DONE', 'COMPLETED'],
  ],
  [
    'who has accepted before gets no second request',
    {
      steps: [connection, { ...connection, delay: days(1), onNotAccepted: [{ type: 'end' }] }],
      happens: { 1: { kind: 'accept' } },
    },
    [
      '0h network_connection DONE',
      '1h network_connection TRUE',
      '1h network_message DONE',
      '25h network_connection SKIPPED: already connected',
      '25h network_connection TRUE',
      '25h network_message DONE',
      'COMPLETED',
    ],
  ],
])('network_connection: %s', async (_, story, timeline) => expect(await tell(story)).toEqual(timeline));

test('a step that cannot reach the contact is skipped, and the sequence continues', async () => {
  const steps = [
    email,
    { type: 'network_message', content: 'Hi' },
    { type: 'network_message_bundle', messages: [{ content: 'One' }] },
    { type: 'network_voice_message', attachment: 'hello.mp3' },
    { type: 'network_inmail', subject: 'S', content: 'C' },
    visit,
    { type: 'network_like_last_post' },
    { type: 'whatsapp_message', content: 'Hi' },
    { type: 'network_connection' },
    { type: 'task', taskType: 'TODO', title: 'Look for an address' },
  ];
  const profile = 'SKIPPED: no network profile';
  expect(await tell({ steps, contact: { firstName: 'Ada', lastName: 'L', companyName: 'X' } })).toEqual([
    '0h email SKIPPED: no email address',
    `0h network_message ${profile}`,
    `0h network_message_bundle ${profile}`,
    `0h network_voice_message ${profile}`,
    `0h network_inmail ${profile}`,
    `0h network_visit_profile ${profile}`,
    `0h network_like_last_post ${profile}`,
    '0h whatsapp_message SKIPPED: no phone number',
    `0h network_connection ${profile}`,
    '0h task DONE',
    'COMPLETED',
  ]);
});

test('a message that would have a hole in it is not sent: the sequence ends, and says why', async () => {
  const steps = [visit, { ...email, content: 'As {jobTitle} in {contactCountry}, {firstName}', delay: days(1) }, visit];
  expect(await tell({ steps, contact: { ...REACHABLE, jobTitle: undefined } })).toEqual([
    '0h network_visit_profile DONE',
    '24h email FAILED: no value for {jobTitle}, {contactCountry}',
    'FAILED: no value for {jobTitle}, {contactCountry}',
  ]);
});

test('messages are in the threads of contact and sender, filled in, with what they carry', async () => {
  const world = await storyForTest({
    steps: [
      { ...email, content: 'Hello {firstName} of {companyName} ({companyDomain}), {identity.firstName}' },
      {
        type: 'network_message_bundle',
        messages: [{ content: 'One' }, { attachment: 'a.pdf', attachmentName: 'A', contentType: 'FILE' }],
      },
      { type: 'network_voice_message', content: 'Hello {firstName}', voiceId: 'sys-alto' },
      { type: 'network_inmail', subject: 'For {jobTitle}', content: 'C' },
      { type: 'whatsapp_message', content: 'W' },
      { type: 'task', taskType: 'CALL', title: 'Call her', note: 'In the morning' },
    ],
    contact: { ...REACHABLE, companyDomain: 'analytical.example' },
  });
  await add(world);
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  const input = (await messagesOf(world)).map(({ channel, subject, message, attachments, campaignId }) => [
    channel,
    subject,
    message,
    attachments.map((one: { attachment: string }) => one.attachment),
    campaignId,
  ]);
  expect(input).toEqual([
    ['EMAIL', 'Hello Ada', 'Hello Ada of Analytical Engines (analytical.example), Robin', [], 1],
    ['NETWORK', null, 'One', [], 1],
    ['NETWORK', null, '', ['a.pdf'], 1],
    ['NETWORK', null, 'Hello Ada', [expect.stringContaining('voices/sys-alto/')], 1],
    ['NETWORK', 'For Engineer', 'C', [], 1],
    ['WHATSAPP', null, 'W', [], 1],
    ['TASK', 'CALL: Call her', 'In the morning', [], 1],
  ]);
  const { inboxes } = await world.done('GET', '/v1/inboxes');
  // Nothing more comes by itself.
  expect(new Set(inboxes.map((one: { status: string }) => one.status))).toEqual(new Set(['COMPLETED']));
});

test('AI messages are written by the stand-in, the same for the same contact, and say so', async () => {
  const steps = [
    { type: 'email', aiMessageId: 'lib-email-first' },
    { type: 'network_message', aiMessageId: 'lib-network-message' },
  ];
  const texts: string[][] = [];
  for (let time = 0; time < 2; time += 1) {
    const world = await storyForTest({ steps });
    await add(world);
    await status(world, 'ACTIVE');
    await goTo(world, 1);
    const [message, second] = await messagesOf(world);
    expect(message).toMatchObject({ channel: 'EMAIL', subject: 'A question about Analytical Engines' });
    expect(message.message).toMatch(/^Hello Ada, .*stand-in for text generation/s);
    expect(second).toMatchObject({ channel: 'NETWORK', subject: null });
    texts.push([message.message, second.message]);
  }
  expect(texts[0]).toEqual(texts[1]);
});

test('add_to_another_campaign: the contact goes through both; where the other cannot take it, the step is skipped', async () => {
  const world = await storyForTest({ steps: [{ type: 'task', taskType: 'CALL', title: 'Call' }] });
  await status(world, 'ACTIVE');
  const steps = [
    visit,
    { type: 'add_to_another_campaign', campaignId: 1, delay: hours(1) },
    { ...visit, delay: hours(1) },
  ];
  await world.done('POST', '/v1/campaigns', { body: { name: 'Second', identityId: 1, steps } });
  await add(world, 1, 2);
  await status(world, 'ACTIVE', 2);
  await goTo(world, 5);
  expect(await timelineOf(world)).toEqual([
    '0h network_visit_profile DONE',
    '1h add_to_another_campaign DONE',
    '1h task DONE',
    '2h network_visit_profile DONE',
  ]);
  expect([await enrolmentOf(world, 1, 1), await enrolmentOf(world, 1, 2)]).toEqual(['COMPLETED', 'COMPLETED']);
  await status(world, 'ACTIVE');
  await status(world, 'COMPLETED');
  await add(world, 1, 2);
  await goTo(world, 9);
  expect((await timelineOf(world)).slice(4)).toEqual([
    '5h network_visit_profile DONE',
    expect.stringContaining('6h add_to_another_campaign SKIPPED: Campaign 1 is COMPLETED and accepts no contacts'),
    '7h network_visit_profile DONE',
  ]);
});
