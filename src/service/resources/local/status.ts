import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Tx } from '../../core/context.ts';
import { readFeatures } from '../../core/features.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { queueState, storedJobs } from '../../jobs/queries/jobs.ts';
import { countRecords } from './queries/counts.ts';
import { activeFaults } from './queries/faults.ts';

type LocalStatus = ReplyOf<Table['local']['status']>;

export function describeStatus(context: OperatorContext): Promise<LocalStatus> {
  const { store, version, data, now, limitsByDefault } = context;
  return store.read(async (tx) => ({
    version,
    schemaVersion: store.schemaVersion,
    data,
    now: isoTime(now),
    features: await readFeatures(tx, limitsByDefault),
    faults: (await activeFaults(tx)).length,
    counts: await countRecords(tx),
    work: await describeWork(tx),
  }));
}

const FAILURES_LISTED = 5;

async function describeWork(tx: Tx): Promise<LocalStatus['work']> {
  const { lastFailed, ...counts } = await queueState(tx, FAILURES_LISTED);
  const due = await storedJobs.nextDueAt(tx);
  return {
    ...counts,
    nextDueAt: due === null ? null : isoTime(due),
    lastFailed: lastFailed.map(({ kind, at, error }) => ({ kind, at: isoTime(at), error })),
  };
}
