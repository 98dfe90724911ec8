// Lists of a service that does not page them: every record once, whatever page is asked for.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Seeded, seed } from '../../stranger/seed.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

const opened: Drive[] = [];
const desks: Desk[] = [];
let ids: Seeded;

const CAMPAIGN = 'name: Q3\nsteps:\n  - { type: email, subject: Hi, content: "Hello {firstName}" }\n';

beforeAll(async () => {
  for (const mode of ['minimal', 'unpaged'] as const) {
    const drive = await openDrive({ mode });
    ids = seed(drive.stranger.store);
    opened.push(drive);
    const desk = await drive.desk('env');
    desk.write({ 'q3.yaml': CAMPAIGN });
    desks.push(desk);
  }
});
afterAll(async () => {
  for (const drive of opened) await drive.close();
});

test.each([
  'contacts list --all',
  'contacts list --limit 50',
  'contacts search --include firstName=Ada',
  'contacts export',
  'contacts show "Ada Byron"',
  'contacts timeline {ada}',
  'duplicates --by fullName',
  'companies list --all',
  'companies search acme',
  'list list --all',
  'campaign list --all',
  'campaign lint --online q3.yaml',
  'pull outreach',
  'campaign contacts {campaign}',
  'workflow list --all',
  'workflow runs {workflow}',
  'ai variables list',
  'ai message list',
  'ai snippet list',
  'ai template list',
  'ai folder list contacts',
  'identity list',
  'identity mailboxes list {identity}',
  'inbox threads',
  'inbox messages {ada}',
  'inbox tags',
  'social posts',
  'finder filters',
])('%s', async (line) => {
  const [paged, unpaged] = await Promise.all(desks.map((desk) => desk.run(`${fill(line, ids)} --json`)));
  expect(unpaged).toEqual(paged);
  expect(paged?.code, paged?.stderr).toBe(0);
});

test('--debug says that a list is not paged', async () => {
  const [paged, unpaged] = await Promise.all(desks.map((desk) => desk.run('contacts list --all --debug')));
  const note = 'debug: GET /v1/contacts is not paged';
  expect([paged?.stderr.includes(note), unpaged?.stderr.split(note).length]).toEqual([false, 2]);
});
