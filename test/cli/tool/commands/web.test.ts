// --web of each command that shows one record, and reach open for the same: one page, opened or printed.

import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests({ empty: false });

beforeAll(async () => {
  await reach.clock.run(reach.run('workflow run 1 --yes'));
  await reach.run('ai folder create contacts Research');
});

const UNSHOWN = 'no server shows this page: reach open does, and links lead there while reach serve runs\n';

test.each([
  ['contacts show 3', 'contact 3', '/contacts/3'],
  ['companies show 1', 'company 1', '/companies/1'],
  ['list show Newsletter', 'list Newsletter', '/lists/'],
  ['campaign show 1', 'campaign 1', '/campaigns/1'],
  ['workflow show 1', 'workflow 1', '/workflows/1'],
  ['workflow status 1', 'run 1', '/workflow-runs/1'],
  ['identity show 1', 'identity 1', '/identities/1'],
  ['social show 1', 'post 1', '/social-selling/posts/1'],
  ['inbox messages 3', 'thread 3', '/inbox'],
  ['ai variable show 1', 'ai-variable 1', '/ai-variables/1'],
  ['ai message show 1', 'ai-message 1', '/ai-messages/1'],
  ['ai snippet show 1', 'ai-snippet 1', '/ai-snippets/1'],
  ['ai template show 1', 'template 1', '/message-templates/1'],
  ['ai folder show contacts Research', null, '/'],
])('%s --web', async (show, open, path) => {
  const printed = await reach.run(`${show} --web`);
  expect([printed.code, printed.stderr]).toEqual([0, UNSHOWN]);
  const link = new URL(printed.stdout.trim());
  expect([link.protocol, link.pathname]).toEqual(['https:', expect.stringContaining(path)]);
  const before = reach.opened.length;
  const displayed = await reach.run(`${show} --web`, { tty: true });
  expect(displayed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^opened .+ in the browser\n$/) });
  const displayedAt = `http://127.0.0.1:8080/app/open?to=${link.pathname}${link.search}`;
  expect(reach.opened.slice(before)).toEqual([displayedAt]);
  expect(JSON.parse((await reach.run(`${show} --web --json`)).stdout)).toMatchObject({ appUrl: link.href });
  if (open !== null) expect((await reach.run(`open ${open} --print`)).stdout).toBe(`${displayedAt}\n`);
});

test('a record that is not there opens nothing', async () => {
  const before = reach.opened.length;
  for (const line of ['contacts show 99999 --web', 'open ai-message Nothing', 'open thread 99999'])
    expect([line, (await reach.run(line, { tty: true })).code]).toEqual([line, EXIT.notFound]);
  expect(reach.opened.length).toBe(before);
});
