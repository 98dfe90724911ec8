// Issue 4, point 3: schedules over daylight saving, carried out on the virtual clock, fire at exactly these moments.

import { beforeAll, describe, expect, test } from 'vitest';
import { worldForAllTests } from '../../../../opened.ts';
import { TABLES } from '../../../../rules/workflows/triggers/schedules.ts';
import { end, from, peopled, publish } from './running.ts';

// Before every start.
const world = worldForAllTests({ now: () => Date.parse('2025-01-01T00:00:00Z') });
/** Workflow of each row, by zone and definition. */
const ids = new Map<string, number>();

beforeAll(async () => {
  await peopled(world, 1);
  for (const [timezone, rows] of TABLES) {
    for (const [definition, startsAt, recurrence] of rows) {
      const trigger = { type: 'SCHEDULE', definition, startsAt, timezone, recurrence };
      ids.set(`${timezone} ${definition}`, await publish(world, [from('stop'), end('stop')], { trigger }));
    }
  }
  await world.control('POST', '/_local/clock', { set: '2031-01-01T00:00:00Z' });
});

describe.each(TABLES)('%s', (timezone, rows) => {
  test.each(rows)('%s from %s, %j', async (definition, _startsAt, _recurrence, instants) => {
    const path = `/v1/workflow/${ids.get(`${timezone} ${definition}`)}/runs`;
    const { runs } = await world.done('GET', path, { query: { pageSize: 100 } });
    const started = runs.map((run: { startedAt: string }) => `${run.startedAt.slice(0, 16)}Z`).toReversed();
    expect(started).toEqual(instants);
    for (const run of runs) expect(run).toMatchObject({ triggerType: 'SCHEDULE', status: 'SUCCEEDED' });
  });
});
