// contacts timeline and show --full, and what people are made to do by local emit.

import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();

beforeEach(async () => {
  const { world } = reach;
  const contacts = [
    { firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@x.example' },
    { firstName: 'Bo' },
  ];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  for (const name of ['One', 'Two', 'Three']) await world.call('POST', '/v1/lists', { body: { name } });
  await world.call('POST', '/v1/lists/2/members', { body: { contactIds: [1] } });
  await world.control('PATCH', '/_local/features', { 'task-owners': false });
  const steps = [{ type: 'task', taskType: 'CALL', title: 'Call' }];
  for (const name of ['Q3', 'Q4']) await world.call('POST', '/v1/campaigns', { body: { name, steps } });
  await world.call('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 2, contactId: 1 } });
});

async function story(): Promise<void> {
  await reach.clock.advance(60_000);
  await reach.run('inbox reply 1 "Hello Ada" --subject Engines --from 1 --yes -q');
  await reach.clock.advance(60_000);
  await reach.run('local emit click 1');
  await reach.clock.advance(60_000);
  await reach.run(['local', 'emit', 'reply', 'ada@x.example', '--text', 'Yes\u001b[2J!', '--subject', 'Re: Engines']);
  await reach.run('inbox tag 1 --tag Hot --create');
}

test('what happened, oldest first, then what holds now', async () => {
  await story();
  expect((await reach.run('contacts timeline "Ada Lovelace"')).stdout).toBe(
    [
      '2026-11-21T09:00:00.000Z\tcreated\tcontact created\t',
      '2026-11-21T09:01:00.000Z\tmessage\temail sent: Engines: Hello Ada\tAdmin',
      '2026-11-21T09:02:00.000Z\tseen\temail opened: Engines: Hello Ada\tAdmin',
      '2026-11-21T09:02:00.000Z\tseen\temail link clicked: Engines: Hello Ada\tAdmin',
      '2026-11-21T09:03:00.000Z\tmessage\temail received: Re: Engines: Yes!\tAdmin',
      '\tlist\tin the list Two\t',
      '\tcampaign\tin the campaign Q4 (DRAFT)\t',
      '\ttag\ttagged Hot\t',
      '',
    ].join('\n'),
  );
  expect((await reach.run('contacts timeline 2')).stdout).toBe(
    '2026-11-21T09:00:00.000Z\tcreated\tcontact created\t\n',
  );
  expect((await reach.run('contacts timeline 9')).code).toBe(5);
});

test('show: with --full, and below the card at a terminal', async () => {
  await story();
  const { stdout } = await reach.run(
    'contacts show 1 --full --json --fields lists,campaigns,conversations.messageCount',
  );
  expect(JSON.parse(stdout)).toEqual({
    lists: [{ id: 2, name: 'Two' }],
    campaigns: [{ id: 2, name: 'Q4', status: 'DRAFT' }],
    conversations: { messageCount: [2] },
  });
  const displayed = await reach.run('contacts show 1', { tty: true });
  expect(displayed.stdout.slice(displayed.stdout.indexOf('\n\n'))).toBe(
    '\n\nLists         │ Two (2)\nCampaigns     │ Q4 (2)\nTags          │ Hot (1)\nConversations │ email with Admin: 2 messages, 1 unread\n',
  );
  expect((await reach.run('contacts show 1 --json')).requests).toEqual(['GET /v1/contacts/1']);
});

test('local emit says what came of it', async () => {
  await reach.run('inbox reply 1 "Hello Ada" --subject Engines --from 1 --yes -q');
  const emitted = await reach.run('local emit reply 1 --text - --json', { stdin: 'Yes, gladly.\n' });
  expect(JSON.parse(emitted.stdout)).toEqual({
    ...{ kind: 'reply', at: '2026-11-21T09:00:00.000Z', contactId: 1, companyId: null, senderIdentityId: 1 },
    ...{ messageId: 2, stoppedCampaignIds: [2] },
  });
  expect((await reach.run('local emit visit 2 --url https://x.example/prices --dry-run --json')).stdout).toBe(
    '{"method":"POST","path":"/_local/emit","body":{"kind":"visit","contactId":2,"url":"https://x.example/prices"}}\n',
  );
});

test.each([
  ['local emit sneeze 1', 2, 'error: <kind> cannot be "sneeze"'],
  ['local emit reply', 2, 'error: give a contact, or --company for a visit or a signal\n'],
  ['local emit open 2', 6, 'error: No email has been sent to contact 2 yet\n'],
  ['local emit reply 1', 3, 'error: text: is required: what the contact answers\n'],
])('%s', async (argv, code, stderr) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stderr.slice(0, stderr.length)]).toEqual([code, stderr]);
});
