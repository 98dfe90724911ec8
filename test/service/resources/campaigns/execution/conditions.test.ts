// Every condition type, carried out (the interface: Condition types).

import { describe, expect, test } from 'vitest';
import { hasWhatsapp } from '../../../../../src/service/stand-ins/engagement.ts';
import { days } from '../bodies.ts';
import { add, goTo, REACHABLE, type Story, status, storyForTest, tell, timelineOf } from './timeline.ts';

const email = { type: 'email', subject: 'S', content: 'C' };
const message = { type: 'network_message', content: 'Hi' };
const visit = { type: 'network_visit_profile' };
const like = { type: 'network_like_last_post' };
const task = { type: 'task', taskType: 'CALL', title: 'Call' };

/** True leads to a visit, false to a like, and both to a task at the end. */
const asked = (condition: unknown) => [{ type: 'condition', condition, onTrue: [visit], onFalse: [like] }, task];
const whenTrue = ['0h condition TRUE', '0h network_visit_profile DONE', '0h task DONE', 'COMPLETED'];
const whenFalse = ['0h condition FALSE', '0h network_like_last_post DONE', '0h task DONE', 'COMPLETED'];

/** A number without a WhatsApp account. */
const plainPhone = Array.from({ length: 50 }, (_, n) => `+44 20 1000 ${1000 + n}`).find((phone) => !hasWhatsapp(phone));

describe('decided at once', () => {
  const without = (field: string) => ({ ...REACHABLE, [field]: undefined });
  const field = (operator: string, name: string, value?: unknown) => ({
    type: 'lead_field',
    field: name,
    operator,
    ...(value !== undefined && { value }),
  });

  test.each<[string, unknown, Story['contact'], boolean]>([
    ['has_network_profile', { type: 'has_network_profile' }, REACHABLE, true],
    ['has_professional_email', { type: 'has_professional_email' }, REACHABLE, true],
    ['has_professional_email: none', { type: 'has_professional_email' }, without('professionalEmail'), false],
    ['has_been_contacted: not yet', { type: 'has_been_contacted' }, REACHABLE, false],
    ['is_already_connected: not yet', { type: 'is_already_connected' }, REACHABLE, false],
    ['has_whatsapp_account', { type: 'has_whatsapp_account' }, REACHABLE, true],
    ['has_whatsapp_account: no phone', { type: 'has_whatsapp_account' }, without('mobilePhone'), false],
    ['has_whatsapp_account: none', { type: 'has_whatsapp_account' }, { ...REACHABLE, mobilePhone: plainPhone }, false],
    ['EQUALS', field('EQUALS', 'jobTitle', 'engineer'), REACHABLE, true],
    ['CONTAINS, of the company', field('CONTAINS', 'companyName', 'engines'), REACHABLE, true],
    ['GREATER_THAN', field('GREATER_THAN', 'Score', 9), { ...REACHABLE, Score: '10' }, true],
    ['LESS_THAN', field('LESS_THAN', 'Score', 9), { ...REACHABLE, Score: '10' }, false],
    ['LESS_THAN a day', field('LESS_THAN', 'createdAt', '2026-12-01'), REACHABLE, true],
    [
      'GREATER_THAN a day, in text',
      field('GREATER_THAN', 'Since', '2020-01-01'),
      { ...REACHABLE, Since: '2021-05-05' },
      true,
    ],
    ['GREATER_THAN, contacts of the company', field('GREATER_THAN', 'leadsCount', 0), REACHABLE, true],
    ['IS_EMPTY', field('IS_EMPTY', 'contactCountry'), REACHABLE, true],
  ])('%s', async (_, condition, contact, holds) => {
    const story = contact === undefined ? { steps: asked(condition) } : { steps: asked(condition), contact };
    expect(await tell(story)).toEqual(holds ? whenTrue : whenFalse);
  });

  test('has_network_profile: none', async () => {
    const contact = without('networkProfileUrl');
    expect(await tell({ steps: asked({ type: 'has_network_profile' }), contact })).toEqual([
      '0h condition FALSE',
      '0h network_like_last_post SKIPPED: no network profile',
      '0h task DONE',
      'COMPLETED',
    ]);
  });

  test('is_already_connected: after an accepted request; has_been_contacted: after a message, not after a task', async () => {
    const ask = (type: string) => ({ type: 'condition', condition: { type }, onTrue: [visit] });
    const steps = [task, ask('has_been_contacted'), { type: 'network_connection' }, ask('has_been_contacted')];
    const later = { ...task, delay: days(2) };
    expect(
      await tell({ steps: [...steps, later, ask('is_already_connected')], happens: { 5: { kind: 'accept' } } }),
    ).toEqual([
      '0h task DONE',
      '0h condition FALSE',
      '0h network_connection DONE',
      '0h condition TRUE',
      '0h network_visit_profile DONE',
      '48h task DONE',
      '48h condition TRUE',
      '48h network_visit_profile DONE',
      'COMPLETED',
    ]);
  });
});

test('is_already_connected: who knew the sender before gets no request, and has accepted', async () => {
  const steps = [
    { type: 'network_connection', waitForAcceptance: days(2), onAccepted: [visit], onNotAccepted: [like] },
    ...asked({ type: 'is_already_connected' }),
  ];
  const world = await storyForTest({ steps });
  const contacts = Array.from({ length: 15 }, (_, n) => ({
    ...REACHABLE,
    firstName: `P${n}`,
    mergeWithExisting: false,
  }));
  await world.done('POST', '/v1/contacts/bulk', { body: { contacts } });
  for (let id = 1; id <= 16; id += 1) await add(world, id);
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  const input = await Promise.all(Array.from({ length: 16 }, (_, n) => timelineOf(world, n + 1)));
  // One pair in sixteen.
  expect(input.filter((timeline) => timeline.length > 1)).toEqual([
    [
      '0h network_connection SKIPPED: already connected',
      '0h network_connection TRUE',
      '0h network_visit_profile DONE',
      '0h condition TRUE',
      '0h network_visit_profile DONE',
      '0h task DONE',
    ],
  ]);
});

describe('waited for', () => {
  const waitFor = days(2);

  test.each<[string, unknown, string]>([
    ['email_opened', email, 'open'],
    ['email_clicked', { ...email, content: 'See https://outreach.example' }, 'click'],
    ['network_message_viewed', message, 'view'],
    [
      'network_message_viewed',
      { type: 'network_message_bundle', messages: [{ content: '1' }, { content: '2' }] },
      'view',
    ],
    ['network_message_viewed', { type: 'network_voice_message', attachment: 'a.mp3' }, 'view'],
    ['network_message_viewed', { type: 'network_inmail', subject: 'S', content: 'C' }, 'view'],
    ['task_completed', task, 'complete'],
    ['connection_accepted', { type: 'network_connection' }, 'accept'],
  ])('%s after %o', async (type, step, kind) => {
    const steps = [step, ...asked({ type, waitFor })];
    const [first] = await tell({ steps: [step] });
    const story = (hour: number) => tell({ steps, happens: { [hour]: { kind } } });
    // The event, at any moment of the wait, is heard at once.
    expect(await story(30)).toEqual([
      first,
      '30h condition TRUE',
      '30h network_visit_profile DONE',
      '30h task DONE',
      'COMPLETED',
    ]);
    // Its absence is known at the end, and what comes later changes nothing.
    const absent = [first, '48h condition FALSE', '48h network_like_last_post DONE', '48h task DONE', 'COMPLETED'];
    expect(await story(50)).toEqual(absent);
    expect(await tell({ steps })).toEqual(absent);
  });

  test.each<[string, { value: number; unit: string }, string]>([
    ['seconds', { value: 1800, unit: 'seconds' }, '0.5h'],
    ['minutes', { value: 90, unit: 'minutes' }, '1.5h'],
    ['hours', { value: 0.25, unit: 'hours' }, '0.25h'],
    ['days', { value: 1.5, unit: 'days' }, '36h'],
    ['thirds of a day', { value: 1 / 3, unit: 'days' }, '8h'],
    ['less than a millisecond', { value: 0.0001, unit: 'seconds' }, '0h'],
  ])('waitFor in %s', async (_, span, at) => {
    const input = await tell({ steps: [email, ...asked({ type: 'email_opened', waitFor: span })] });
    expect(input[1]).toBe(`${at} condition FALSE`);
  });

  test('a click is an opening', async () => {
    const steps = [email, ...asked({ type: 'email_opened', waitFor })];
    expect((await tell({ steps, happens: { 3: { kind: 'click' } } }))[1]).toBe('3h condition TRUE');
  });

  test('another event does not end the wait, nor does an earlier message that is opened', async () => {
    const steps = [email, { ...email, subject: 'Second', delay: days(1) }, ...asked({ type: 'email_opened', waitFor })];
    // Opened before the second went out: it was the first that was opened.
    expect((await tell({ steps, happens: { 3: { kind: 'open' }, 30: { kind: 'visit' } } }))[2]).toBe(
      '72h condition FALSE',
    );
    expect((await tell({ steps, happens: { 3: { kind: 'open' }, 30: { kind: 'open' } } }))[2]).toBe(
      '30h condition TRUE',
    );
  });

  test('where nothing was sent there is nothing to wait for', async () => {
    const steps = [email, ...asked({ type: 'email_opened', waitFor })];
    expect(await tell({ steps, contact: { ...REACHABLE, professionalEmail: undefined } })).toEqual([
      '0h email SKIPPED: no email address',
      '0h condition FALSE',
      '0h network_like_last_post DONE',
      '0h task DONE',
      'COMPLETED',
    ]);
  });

  test('connection_accepted: an earlier request that was accepted meanwhile is enough', async () => {
    const steps = [
      { type: 'network_connection' },
      { ...visit, delay: days(3) },
      ...asked({ type: 'connection_accepted', waitFor }),
    ];
    expect((await tell({ steps, happens: { 3: { kind: 'accept' } } })).slice(1, 3)).toEqual([
      '72h network_visit_profile DONE',
      '72h condition TRUE',
    ]);
  });
});

test('branches in branches come back to the steps they share', async () => {
  const inner = { type: 'condition', condition: { type: 'has_professional_email' }, onFalse: [{ type: 'end' }] };
  const steps = [
    email,
    {
      type: 'condition',
      condition: { type: 'email_opened', waitFor: days(1) },
      onTrue: [inner, like],
      onFalse: [{ ...email, delay: days(1) }],
    },
    visit,
  ];
  expect(await tell({ steps, happens: { 2: { kind: 'open' } } })).toEqual([
    '0h email DONE',
    '2h condition TRUE',
    '2h condition TRUE',
    '2h network_like_last_post DONE',
    '2h network_visit_profile DONE',
    'COMPLETED',
  ]);
  expect(await tell({ steps })).toEqual([
    '0h email DONE',
    '24h condition FALSE',
    '48h email DONE',
    '48h network_visit_profile DONE',
    'COMPLETED',
  ]);
});
