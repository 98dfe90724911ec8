// Work that comes back again and again: one time that failed for good is not the last.

import { expect, test } from 'vitest';
import type { Performers } from '../../../src/service/jobs/work.ts';
import { PERFORMERS } from '../../../src/service/performers.ts';
import { worldForTest } from '../../opened.ts';
import { end, from, peopled, publish } from '../resources/workflows/execution/running.ts';
import { pendingJobs } from './pending.ts';

/** Jobs of this kind fail for as long as `isBroken` says; what follows a failure is what always does. */
function breaking(kind: string, isBroken: () => boolean): Performers {
  return {
    ...PERFORMERS,
    [kind]: async () => {
      const real = await PERFORMERS[kind]?.();
      if (real === undefined) throw new Error(`no performer of ${kind}`);
      return {
        ...real,
        perform: async (job, context) => {
          if (isBroken()) throw new Error('broken');
          return real.perform(job, context);
        },
      };
    },
  };
}

test('a schedule whose firing was given up fires the next time', async () => {
  let isBroken = true;
  const world = await worldForTest({ performers: breaking('workflow.schedule', () => isBroken) });
  await peopled(world, 1);
  const trigger = { type: 'SCHEDULE', definition: 'DAILY', startsAt: '2026-11-21T10:00:00Z', timezone: 'UTC' };
  const id = await publish(world, [from('stop'), end('stop')], { trigger });
  await world.control('POST', '/_local/clock', { set: '2026-11-21T20:00:00Z' });
  isBroken = false;
  await world.control('POST', '/_local/clock', { set: '2026-11-22T20:00:00Z' });
  const { runs } = await world.done('GET', `/v1/workflow/${id}/runs`);
  expect(runs.map((run: { startedAt: string }) => run.startedAt)).toEqual(['2026-11-22T10:00:00.000Z']);
  expect(world.bugs).toHaveLength(5);
});

test('metrics whose refresh was given up are refreshed the next day', async () => {
  const world = await worldForTest({ empty: false, performers: breaking('social-refresh', () => true) });
  await world.control('POST', '/_local/clock', { set: '2026-11-22T12:00:00Z' });
  const waiting = await world.service.store.read((tx) => pendingJobs(tx, 'social-refresh'));
  expect(waiting.map(({ dueAt }) => new Date(dueAt).toISOString())).toEqual(['2026-11-23T04:00:00.000Z']);
});
