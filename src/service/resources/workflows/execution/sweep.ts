// An ended run keeps its counts; where each of its records was is forgotten, batch by batch.

import type { Performer } from '../../../jobs/performer.ts';
import { sweepRecords } from '../queries/run-records.ts';

const SWEPT = 2_000;

export const sweepPerformer: Performer = {
  perform: async ({ payload }, { tx, now }) =>
    (await sweepRecords(tx, Number(payload['runId']), SWEPT)) ? { resumeAt: now } : undefined,
};
