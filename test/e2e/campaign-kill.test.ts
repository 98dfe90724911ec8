// A campaign whose process is killed again and again while it works: every contact gets every message once.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killedAfter } from './killed.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const CONTACTS = 600;
const CAMPAIGN = `name: Twice
identityId: 1
steps:
  - type: email
    subject: Hello {firstName}
    content: First, {firstName}
    delay: 1 hour
  - type: condition
    condition:
      type: email_opened
      waitFor: 2 days
    onTrue:
      - type: task
        taskType: CALL
        title: Call
  - type: email
    content: Second, {firstName}
`;

async function input(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await home.here([...args, '--json']);
  expect([code, stdout === '' ? stderr : '']).toEqual([0, '']);
  return JSON.parse(stdout);
}

test('killed while the clock moves: nothing lost, nothing doubled', async () => {
  await home.here(['local', 'reset', '--empty', '--yes']);
  await input('local', 'feature', 'task-owners', 'off');
  const rows = Array.from({ length: CONTACTS }, (_, n) => `P${n},p${n}@x.example`);
  writeFileSync(join(home.folder, 'people.csv'), `First Name,Email\n${rows.join('\n')}\n`);
  writeFileSync(join(home.folder, 'twice.yaml'), CAMPAIGN);
  expect((await home.here(['contacts', 'import', 'people.csv', '--yes', '--list', 'P', '--create-list'])).code).toBe(0);
  await input('campaign', 'create', 'twice.yaml');
  await input('campaign', 'add-list', '1', 'P');
  await input('campaign', 'status', '1', 'active', '--yes');
  let kills = 0;
  // Each run gets a little further than the one before; the first die before they begin.
  for (let ms = 180; kills < 8 && ms < 2_000; ms += 60) {
    if ((await killedAfter(home, ms, ['local', 'clock', '--advance', '3d'])).code !== 137) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(2);
  await input('local', 'clock', '--advance', '30d');
  const campaign = Object(await input('campaign', 'show', '1'));
  const { sent, contacts, completed } = campaign.progress;
  expect([campaign.status, contacts, completed, sent]).toEqual(['COMPLETED', CONTACTS, CONTACTS, 2 * CONTACTS]);
  const threads = await input('inbox', 'threads', '--channel', 'email', '--all', '--fields', 'contactId,messageCount');
  if (!Array.isArray(threads)) throw new Error('no threads');
  expect(threads).toHaveLength(CONTACTS);
  expect(new Set(threads.map((thread) => Object(thread).messageCount))).toEqual(new Set([2]));
});
