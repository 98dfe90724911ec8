// The short form of `npm run soak -- duplicates`: the process dies at a request, again and again, until it is through.

import { expect, test } from 'vitest';
import { openReach } from '../../world.ts';
import { contactsOf, groupsOf, lossesOf, NOTHING_LOST, seedDuplicates, valuesOf } from './duplicates-world.ts';

const COMMAND = 'duplicates resolve --keep most-complete --all --yes --json --max-retries 0';
const GROUPS = 40;
const env = { REACH_NO_HISTORY: '' };

test('killed at its 1st, 2nd, 3rd … request, before and after it was done: nothing lost, nothing doubled', async () => {
  const reach = await openReach();
  try {
    const before = await seedDuplicates(reach.world, GROUPS);
    let at = 0;
    for (let code = -1; code !== 0; ) {
      at += 1;
      const ran = await reach.clock.run(reach.run(COMMAND, { env, dies: { at, after: at % 2 === 0 } }));
      code = ran.code;
      if (code !== 0) expect([ran.code, ran.stderr]).toEqual([7, expect.stringContaining('ECONNRESET')]);
      else
        expect(JSON.parse(ran.stdout).map(({ status }: { status: string }) => status)).toEqual(
          Array(GROUPS).fill('merged'),
        );
    }
    expect(at).toBeGreaterThan(20);
    const after = await contactsOf(reach.world);
    expect(lossesOf(before, after)).toEqual(NOTHING_LOST);
    const members = await reach.run('contacts list --list Openers --all -o id');
    const listed = groupsOf(after.filter(({ id }) => members.stdout.split('\n').includes(String(id))));
    expect(listed.size).toBe(members.stdout.trim().split('\n').length);
    const history = await reach.run('history --json --fields command', { env });
    expect(JSON.parse(history.stdout)).toHaveLength(1);
    const back = await reach.run('undo --yes --json --fields created,failed', { env });
    expect(back.stdout).toBe(`{"created":${before.length - GROUPS},"failed":0}\n`);
    expect(valuesOf(await contactsOf(reach.world))).toEqual(valuesOf(before));
    expect(reach.world.bugs).toEqual([]);
  } finally {
    await reach.close();
  }
});
