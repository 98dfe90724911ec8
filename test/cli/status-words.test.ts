// The words that say how things are stand in their colour, whatever the command.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';
import { writeFiles } from './every-command.ts';

const COLOURS = { green: 32, red: 31, yellow: 33, dim: 2 } as const;
const terminal = { tty: true, columns: 120, env: { NO_COLOR: '', REACH_NO_INPUT: '1' } };

const reach = reachForAllTests({ empty: false });
const go = (argv: string) => reach.run(argv, { ...terminal, meanwhile: async () => void (await reach.world.work()) });

beforeAll(async () => {
  writeFiles(reach.home);
  await go('workflow publish 1 --if-changed');
  await go('workflow run 1 --yes');
  await go('action run --type VERIFY_LEAD_EMAIL --contacts 3');
  await go('action watch 1');
});

type Row = readonly [argv: string, word: string, colour: keyof typeof COLOURS];

test.each<Row>([
  ['campaign list', 'Active', 'green'],
  ['campaign list', 'Draft', 'dim'],
  ['campaign show 2', 'Active', 'green'],
  ['campaign contacts 2', 'Active', 'green'],
  ['campaign status 2 paused', 'Paused', 'yellow'],
  ['campaign add-contact 2 3 --yes', 'Already present', 'dim'],
  ['workflow list', 'Published', 'green'],
  ['workflow list', 'Draft', 'dim'],
  ['workflow show 1', 'Published', 'green'],
  ['workflow runs 1', 'Succeeded', 'green'],
  ['workflow status 1', 'Succeeded', 'green'],
  ['workflow watch 1', 'Succeeded', 'green'],
  ['workflow run-records 1', 'Succeeded', 'green'],
  ['action status 1', 'Completed', 'green'],
  ['action watch 1', 'Completed', 'green'],
  ['action run-records 1', 'Completed', 'green'],
  ['contacts create -f firstName=Ada', 'Created', 'green'],
  ['contacts import people.csv', 'finished', 'green'],
  ['inbox messages 1', 'Completed', 'green'],
  ['inbox threads --fields status', 'Completed', 'green'],
  ['identity mailboxes list 2', 'Healthy', 'green'],
  ['doctor', 'ok', 'green'],
])('%s: %s is %s', async (argv, word, colour) => {
  const { stdout } = await go(argv);
  expect(stdout).toMatch(new RegExp(`\\u001b\\[${COLOURS[colour]}m ?${word}`));
});

test.each<Row>([
  ['action watch 1', 'COMPLETED', 'green'],
  ['workflow watch 1', 'Succeeded', 'green'],
])('while it is watched, %s: %s is %s', async (argv, word, colour) => {
  expect((await go(argv)).stderr).toContain(`\u001b[${COLOURS[colour]}m${word}`);
});
