// Jobs that take several commands, line by line in a shell, with the built tool.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, type Served, serve } from './binary.ts';

const home = openHome();
let served: Served;
/** What it prints; its exit status where that is not 0. */
async function shell(line: string, env = served.env): Promise<string> {
  const { code, stdout, stderr } = await home.shell(line, { env });
  return code === 0 ? stdout : `${code}: ${stderr}`;
}

beforeAll(async () => {
  served = await serve(home, ['--ephemeral', '--rate-limits', 'off']);
});
afterAll(async () => {
  await served.stop();
  home.remove();
});

test('what waits for a decision is listed over all runs, and decided as it says', async () => {
  const select = '{ id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [21, 22] }, next: [ask] }';
  const ask = '{ id: ask, kind: BLOCK, blockId: WAIT_FOR_APPROVAL, next: [end, end] }';
  const nodes = [select, ask, '{ id: end, kind: BLOCK, blockId: END, next: [] }'].join('\n  - ');
  writeFileSync(join(home.folder, 'ask.yaml'), `name: Ask\npublish: true\nnodes:\n  - ${nodes}\n`);
  await shell(
    'reach workflow create ask.yaml --yes && reach workflow run Ask --yes; reach workflow watch 1 --timeout 2s',
  );
  expect(await shell('reach workflow runs -o id; reach approvals --fields who,approve')).toBe(
    '1\nCharlotte Harrow, Edmund Pike\treach workflow approve 1 ask\n',
  );
  expect(await shell('$(reach approvals --fields approve) --ids 21 --yes --json')).toContain('"decided":1,"waiting":1');
  expect(await shell('reach workflow approve 1 ask --reject --yes --json')).toContain('"decision":"REJECTED"');
  expect(await shell('reach approvals')).toBe('');
});

test('who replied is exported with the address', async () => {
  const replied = 'reach campaign contacts 2 --status replied -o id';
  const lines = await shell(
    `reach local emit reply 3 --text Yes > sent.txt; ${replied} | reach contacts export --contacts -`,
  );
  expect(lines.split('\n')[1]).toMatch(/^3,Niamh,Sweeney,niamh\.sweeney@alderbrook\.example,/);
  expect(await shell(`reach contacts export --ids 3,4 --fields firstName`)).toBe('firstName\nNiamh\nJonas\n');
});

test('a contact cannot be taken out of a campaign: the answer leads on', async () => {
  const refused = await shell('reach campaign remove-contact 2 5');
  expect(refused).toContain('the API cannot take contacts out of a campaign; nothing was changed');
  expect(refused).toContain('reach campaign status "2" paused');
});

test('conversations become replies: shown first, sent once', async () => {
  const all = 'reach inbox threads --all -o ndjson | reach inbox reply --to - "Hi {firstName}"';
  const dry = await shell(`${all} --dry-run`);
  expect(dry).toMatch(/WOULD_SEND\t\tHi Aoife\n/);
  const count = dry.trimEnd().split('\n').length;
  expect((await shell(`${all} --yes`)).match(/\tSENT\t/g)).toHaveLength(count);
  expect(await shell(`${all} --yes`)).not.toContain('\tSENT\t');
});

test('a key that may only read contacts is stored, with what could not be checked', async () => {
  const { key } = JSON.parse(await shell('reach local key create --scopes CONTACTS_READ --json --fields key'));
  const login = `echo ${key} | reach auth login --key-stdin --base-url ${served.url} --profile`;
  const both = await shell(
    `${login} first 2>&1 && ${login} second 2>&1; reach contacts list --limit 1 -o id --profile second`,
    {},
  );
  expect(both.match(/scopes and workspace were not checked/g)).toHaveLength(2);
  expect(both).toContain('first is the current profile');
  expect(both).toContain('second is stored; reach profile use second makes it the current one');
  expect(both.trimEnd().split('\n').at(-1)).toBe('1');
});
