// Property tests take the same road on every run, so that a failure is the change's; REACH_TEST_SEED=random explores others.

import * as fc from 'fast-check';
import { beforeEach } from 'vitest';
import { sqliteOnly } from './service/sqlite-only.ts';

const wanted = process.env['REACH_TEST_SEED'];

if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted ?? 20_261_121) });

if (process.env['REACH_TEST_ENGINE'] === 'postgres') {
  beforeEach(({ skip, task }) => {
    const reason = sqliteOnly(task.name);
    if (reason !== undefined) skip(reason);
  });
}
