// Every command on a terminal of 80 columns: no line is wider, and sentences break between words.

import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';
import { ROWS, writeFiles } from './every-command.ts';

const COLUMNS = 80;

const reach = reachForAllTests({ empty: false });
beforeAll(() => writeFiles(reach.home));

const at = (columns: number) => ({ tty: true, columns, env: { REACH_NO_INPUT: '1' } });

/** Text for a file or a program is written as that needs it. */
const FOR_PROGRAMS = /^(schema|api|\S+ export)\b/;

const linesOf = (displayed: string): string[] =>
  // What a spinner erases is drawn over.
  displayed.split('\n').map((line) => stripVTControlCharacters(line.slice(line.lastIndexOf('\r') + 1)));

test.each(ROWS)('$argv', async ({ argv }) => {
  const meanwhile = async () => void (await reach.world.work());
  const { code, stdout, stderr } = await reach.run(argv.split(' '), { ...at(COLUMNS), meanwhile });
  expect(code).toBe(0);
  const lines = linesOf(FOR_PROGRAMS.test(argv) ? stderr : `${stdout}\n${stderr}`);
  expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
});

test.each([
  'ai variable show 1',
  'ai snippet show 1',
  'ai message show 1',
  'ai template show 1',
  'campaign preview campaign.yaml --contact 1',
  'inbox messages 1',
  'identity show 2',
  'social show 1',
  'playbook diff playbook.yaml',
  'action types',
  'campaign show Nobody',
  'contacts list --fields nonsense',
])('%s: the same words as on a wide terminal', async (argv) => {
  const words = async (columns: number) => {
    const { stdout, stderr } = await reach.run(argv, at(columns));
    return linesOf(`${stdout}\n${stderr}`)
      .join(' ')
      .split(/[\s│]+/);
  };
  expect(await words(COLUMNS)).toEqual(await words(500));
});
