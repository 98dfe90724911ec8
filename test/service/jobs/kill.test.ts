import { once } from 'node:events';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { enqueueJob } from '../../../src/service/jobs/queries/jobs.ts';
import { withBundled } from '../bundled.ts';
import { openWorld, seededNumbers } from '../world.ts';
import { queueOf } from './performing.ts';

const JOBS = 120;
const TIMES = 4;
const KILLS = 6;

test('two processes share a queue and are killed again and again: nothing is lost, nothing doubled', async () => {
  await withBundled({ worker: 'test/service/programs/worker.ts' }, async (folder) => {
    const data = join(folder, 'data');
    const world = await openWorld({ data });
    await world.service.store.write(async (tx) => {
      await tx.run('create table effects (n integer, turn integer, worker text)');
      for (let n = 0; n < JOBS; n += 1) await enqueueJob(queueOf(tx), { kind: 'count', payload: { n, times: TIMES } });
    });
    const random = seededNumbers();
    const program = join(folder, 'worker.js');
    const begin = (name: string) =>
      execa(process.execPath, [program, data, name], { stderr: 'inherit', buffer: false, reject: false });
    const pair = [begin('a0'), begin('b0')];
    // Together: one alone would be done before the other has started.
    await Promise.all(pair.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of pair) stdin.end();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const place = kill % 2;
      const victim = pair[place];
      if (victim === undefined) throw new Error('there are two');
      const lines = 2 + Math.floor(random() * 20);
      for (let received = 0; received < lines && victim.exitCode === null; received += 1) {
        await Promise.race([once(victim.stdout, 'data'), victim]);
      }
      victim.kill('SIGKILL');
      await victim;
      const next = begin(`${'ab'[place]}${kill}`);
      next.stdin.end();
      pair[place] = next;
    }
    for (const child of pair) {
      child.stdout.resume();
      await child;
    }
    const [message] = await world.service.store.read((tx) =>
      tx.all<{ effects: number; different: number; workers: number }>(
        'select count(*) as effects, count(distinct n * 100 + turn) as different, count(distinct worker) as workers from effects',
      ),
    );
    expect(message).toMatchObject({ effects: JOBS * TIMES, different: JOBS * TIMES });
    expect(message?.workers).toBeGreaterThan(1);
    expect(await world.service.store.read((tx) => tx.all('select id from jobs'))).toEqual([]);
    await world.close();
  });
});
