// Every command with --json: what stands on stdout is JSON, and stderr is empty unless a remark is due.

import { beforeAll, expect, test } from 'vitest';
import { everyCommand } from '../../src/cli/session/about.ts';
import { readTree } from '../../src/cli/tool/tree/read.ts';
import { reachForAllTests } from '../opened.ts';
import { ROWS, writeFiles } from './every-command.ts';

const reach = reachForAllTests({ empty: false });

beforeAll(() => writeFiles(reach.home));

/** Tested in serve.test.ts, setup.test.ts, mcp.test.ts, doctor.test.ts, and those of the commands themselves. */
const ELSEWHERE = [
  'test',
  'contacts duplicates resolve',
  'duplicates resolve',
  'mcp',
  'profile sync',
  'serve',
  'demo',
  'auth login',
  'auth logout',
  'auth token',
  'profile use',
  'profile set',
  'profile remove',
  // Tested in commands/contacts/resolve.test.ts.
  'contacts duplicates resolve',
  'duplicates resolve',
  // Tested in commands/history.
  'history show',
  'history of',
  'history prune',
  'undo',
  'run-plan',
  'approvals',
  'local clone',
  'local compare',
  // Tested in app/aliases.test.ts.
  'alias set',
  'alias remove',
];

/** Text has no fields. */
const TEXT = /^(schema|ai lint|lint|(campaign|workflow|action|playbook) (lint|graph|export|validate .*\.yaml))\b/;
/** Records may have fields of the workspace's own: only the one that is written tells. */
const WRITTEN_FIRST = /^((contacts|companies) (create|update|import)|api)\b/;

test.each(ROWS)('$argv', async ({ argv, stdout, remark }) => {
  const meanwhile = async () => void (await reach.world.work());
  if (!TEXT.test(argv) && !WRITTEN_FIRST.test(argv)) {
    const refused = await reach.run([...argv.split(' '), '--json', '--fields', 'nope'], { meanwhile });
    const reported = refused.stderr.trimEnd().split('\n').at(-1) ?? '';
    expect([refused.code, refused.stdout, reported]).toEqual([2, '', expect.stringContaining('"--fields: ')]);
  }
  const ran = await reach.run([...argv.split(' '), '--json'], { meanwhile });
  expect(ran.stderr).toMatch(remark ?? /^$/);
  expect(ran.code).toBe(0);
  if (stdout === 'csv') expect(ran.stdout).toMatch(/^[a-zA-Z]+,/);
  else if (stdout === 'lines')
    expect(() =>
      ran.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).not.toThrow();
  else expect(() => JSON.parse(ran.stdout)).not.toThrow();
});

test.each([
  ['contacts show 999999', 'not_found'],
  ['contacts create -f firstName=A -f lastName=B -f professionalEmail=nonsense', 'invalid'],
  ['contacts list --nonsense', 'usage'],
  ['profile show --profile nobody', 'usage'],
])('%s: stdout is empty, stderr is one JSON object', async (argv, code) => {
  const ran = await reach.run([...argv.split(' '), '--json']);
  expect(ran.stdout).toBe('');
  expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code, message: expect.any(String) } });
});

test('every command of the tree is here', async () => {
  const leaves = [...everyCommand(await readTree('1.2.3'))]
    .filter(({ commands }) => commands.length === 0)
    .map(({ path }) => path);
  const known = new Set(ELSEWHERE);
  for (const shell of ['bash', 'zsh', 'fish', 'powershell', 'install']) known.add(`completion ${shell}`);
  for (const { argv } of ROWS) {
    const words = argv.split(' ');
    for (const count of [1, 2, 3]) known.add(words.slice(0, count).join(' '));
  }
  expect(leaves.length).toBeGreaterThan(40);
  expect(leaves.filter((leaf) => !known.has(leaf))).toEqual([]);
});
