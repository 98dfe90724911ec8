// --quiet: no remark of any command reaches stderr. Warnings do, of what may be lost or is not as it was meant.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';
import { ROWS, writeFiles } from './every-command.ts';

const reach = reachForAllTests({ empty: false });
beforeAll(() => writeFiles(reach.home));

/** Those that say nothing without it say nothing with it: `json-output.test.ts`. Workflows need what was made before. */
const REMARKING = ROWS.filter(({ argv, remark }) => remark !== undefined || argv.startsWith('workflow '));

test.each(REMARKING)('$argv', async ({ argv }) => {
  const meanwhile = async () => void (await reach.world.work());
  const { code, stderr } = await reach.run([...argv.split(' '), '--quiet'], { meanwhile });
  expect([code, stderr.split('\n').filter((line) => line !== '' && !line.startsWith('warning: '))]).toEqual([0, []]);
});

test('errors are reported all the same', async () => {
  const ran = await reach.run('contacts show 999999 --quiet');
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([5, '', expect.stringMatching(/^error: /)]);
});
