// Contacts of a campaign: /_local/campaigns/{campaignId}/contacts, and `reach local campaign`.

import { expect, test } from 'vitest';
import { reachForTest } from '../../../../opened.ts';
import { EPOCH } from '../../../world.ts';
import { days } from '../bodies.ts';
import { add, goTo, HOUR, REACHABLE, status, storyForTest } from './timeline.ts';

const email = { type: 'email', subject: 'S', content: 'For {jobTitle}' };
const visit = { type: 'network_visit_profile' };
const at = (hour: number): string => new Date(EPOCH + hour * HOUR).toISOString();

test('before the start, in a delay, in a wait, and after the end with the reason', async () => {
  const waiting = {
    type: 'condition',
    condition: { type: 'email_opened', waitFor: days(2) },
    onTrue: [{ ...visit, delay: days(1) }],
  };
  const world = await storyForTest({ steps: [email, waiting] });
  const others = [
    { ...REACHABLE, firstName: 'Bo', networkProfileUrl: 'https://network.example/in/bo', jobTitle: undefined },
    { ...REACHABLE, firstName: 'Cy', networkProfileUrl: 'https://network.example/in/cy' },
  ];
  await world.done('POST', '/v1/contacts/bulk', { body: { contacts: others } });
  for (const id of [1, 2, 3]) await add(world, id);
  const ask = (query = '') => world.control('GET', `/_local/campaigns/1/contacts${query}`);
  const nothing = { reason: null, lastStep: null, lastAt: null, nextStep: null, waitsFor: null, dueAt: null };
  const professionalEmail = REACHABLE.professionalEmail;
  const ada = { contactId: 1, firstName: 'Ada', lastName: 'Lovelace', professionalEmail, status: 'ACTIVE' };
  expect((await ask()).contacts[0]).toEqual({ ...ada, ...nothing });
  await status(world, 'ACTIVE');
  expect((await ask()).contacts[0]).toEqual({ ...ada, ...nothing, dueAt: at(0) });
  await goTo(world, 1);
  await world.control('POST', '/_local/emit', { kind: 'open', contactId: 1 });
  await goTo(world, 2);
  const bo = { ...ada, contactId: 2, firstName: 'Bo', status: 'FAILED', reason: 'no value for {jobTitle}' };
  const input = await ask();
  expect(input).toMatchObject({ page: 1, total: 3, hasNextPage: false });
  expect(input.contacts).toEqual([
    { ...ada, ...nothing, lastStep: 'condition', lastAt: at(1), nextStep: 'network_visit_profile', dueAt: at(25) },
    { ...nothing, ...bo, lastStep: 'email', lastAt: at(0) },
    {
      ...nothing,
      ...ada,
      contactId: 3,
      firstName: 'Cy',
      lastStep: 'email',
      lastAt: at(0),
      nextStep: 'condition',
      waitsFor: 'open',
      dueAt: at(48),
    },
  ]);
  await status(world, 'PAUSED');
  expect((await ask('?status=ACTIVE')).contacts.map((one: { dueAt: unknown }) => one.dueAt)).toEqual([null, null]);
  await goTo(world, 10);
  await status(world, 'ACTIVE');
  await goTo(world, 11);
  expect((await ask('?status=ACTIVE')).contacts.map((one: { dueAt: unknown }) => one.dueAt)).toEqual([at(33), at(56)]);
  await expect(world.control('GET', '/_local/campaigns/9/contacts')).rejects.toThrow('There is no campaign 9');
});

test('who got nothing is SKIPPED with the reason, and counted', async () => {
  const mail = { type: 'email', subject: 'S', content: 'C' };
  const others = [
    { type: 'network_message', content: 'C' },
    { type: 'whatsapp_message', content: 'C' },
  ];
  const ends = { type: 'condition', condition: { type: 'has_network_profile' }, onTrue: [{ type: 'end' }] };
  const first = { type: 'condition', condition: { type: 'has_professional_email' }, onTrue: [mail, ...others] };
  const world = await storyForTest({ steps: [{ ...first, onFalse: [{ ...ends, onFalse: [mail] }] }] });
  const contacts = [
    { firstName: 'Bo', networkProfileUrl: 'https://network.example/in/bo' },
    { firstName: 'Cy', mobilePhone: '+4915100000001' },
    { firstName: 'Di', professionalEmail: 'di@acme.example' },
  ];
  await world.done('POST', '/v1/contacts/bulk', { body: { contacts } });
  for (const id of [1, 2, 3, 4]) await add(world, id);
  await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = 4'));
  await status(world, 'ACTIVE');
  await goTo(world, 1);
  const ask = async (query = '') => {
    const { contacts: rows, sent } = await world.control('GET', `/_local/campaigns/1/contacts${query}`);
    const row = (one: { firstName: string; status: string; reason: string }) =>
      `${one.firstName} ${one.status} ${one.reason}`;
    return [rows.map(row), sent];
  };
  const without = ['blocklisted or opted out', 'branch ended', 'no email address'].map((reason) => ({
    reason,
    contacts: 1,
  }));
  const sent = { messages: 3, contacts: 1, without };
  const skipped = ['Bo SKIPPED branch ended', 'Cy SKIPPED no email address'];
  expect(await ask()).toEqual([['Ada COMPLETED null', ...skipped, 'Di STOPPED blocklisted or opted out'], sent]);
  expect(await ask('?status=SKIPPED')).toEqual([skipped, sent]);
  expect(await ask('?status=COMPLETED')).toEqual([['Ada COMPLETED null'], sent]);
});

test('reach local campaign: a table that fits 80 columns, by name, with its filter', async () => {
  const reach = await reachForTest({ empty: false });
  await reach.run('local clock --advance 3d');
  const { stdout } = await reach.run('local campaign "Decision makers, first contact" --limit 2', {
    tty: true,
    columns: 80,
  });
  const [heading, , first] = stdout.split('\n');
  expect(heading).toMatch(/^ID {2}First name {2}Last name {2}Status {2}Next step +Due +Reason$/);
  expect(first).toMatch(/^ *3 {2}\w+ +Sweeney {4}Active {2}Network connection {2}2026-11-27 \d\d:00$/);
  await reach.run('local emit reply 4 --text Yes');
  expect((await reach.run('local campaign 2 --status replied -o id')).stdout).toBe('4\n');
  expect((await reach.run('local campaign 2 --status gone')).code).toBe(2);
  expect((await reach.run('local campaign Nothing')).code).toBe(5);
});
