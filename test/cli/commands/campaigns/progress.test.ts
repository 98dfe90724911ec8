// How far a campaign is, as a person reads it and as a program does.

import { expect, test } from 'vitest';
import { progressText } from '../../../../src/cli/commands/campaigns/view.ts';
import { reachForTest } from '../../../opened.ts';

const none = {
  ...{ contacts: 0, active: 0, completed: 0, replied: 0, failed: 0, stopped: 0 },
  ...{ sent: 0, opened: 0, clicked: 0, viewed: 0 },
};

test.each([
  [none, '0 contacts'],
  [{ ...none, contacts: 1, active: 1 }, '1 contact: 1 in progress'],
  [
    {
      ...{ contacts: 12_345, active: 12_000, completed: 300, replied: 40, failed: 4, stopped: 1, sent: 1 },
      ...{ opened: 1, clicked: 1, viewed: 0 },
    },
    '12,345 contacts: 12,000 in progress, 300 completed, 40 replied, 4 failed, 1 stopped; 1 message: 1 opened, 1 clicked',
  ],
])('%o', (progress, text) => expect(progressText(progress)).toBe(text));

test('a campaign set ACTIVE goes through its steps when the clock is advanced, and the inbox has its messages', async () => {
  const reach = await reachForTest({ empty: false });
  const name = 'Newsletter welcome';
  const input = async () => (await reach.run(['campaign', 'show', name], { tty: true })).stdout;
  expect(await input()).not.toContain('Progress');
  expect((await reach.run(['campaign', 'add-list', name, 'Newsletter', '--json'])).stdout).toContain('"added":19');
  expect((await reach.run(['campaign', 'status', name, 'active', '--yes'])).code).toBe(0);
  await reach.run('local clock --advance 1h');
  expect(await input()).toMatch(/\nProgress +│ 19 contacts: 1\d in progress.*; \d+ messages/);
  await reach.run('local clock --advance 4d');
  expect(await input()).toMatch(/Status +│ Completed\n/);
  const piped = await reach.run([
    'campaign',
    'show',
    name,
    '--json',
    '--fields',
    'status,progress.contacts,progress.active',
  ]);
  expect(piped.stdout).toBe('{"status":"COMPLETED","progress":{"contacts":19,"active":0}}\n');
  const { inboxes } = (await reach.world.call('GET', '/v1/inboxes', { query: { search: 'good to have you' } })).body
    .data;
  expect(inboxes).toHaveLength(19);
  expect(inboxes[0]).toMatchObject({ channel: 'EMAIL', senderIdentityName: 'Sasha Brandt' });
  expect(reach.world.bugs).toEqual([]);
});
