// The records of a run, where a service tells how many are at which step, and not which.

import type { Run } from '../../contract/workflows/records.ts';
import type { Session } from '../session/session.ts';
import type { View } from '../terminal/formats/cells.ts';
import { NoDocumentedWay } from './documented-way/by-documented-way.ts';

const countView: View = {
  noun: 'count',
  plural: 'counts',
  id: 'stepId',
  columns: [
    { key: 'stepId', title: 'step', kind: 'word' },
    { key: 'status' },
    { key: 'count', title: 'records', kind: 'number' },
  ],
};

interface WantedRunRecords {
  readonly status?: string;
  readonly stepId?: string;
}

/** Prints how many records have which status at which step. Throws NoDocumentedWay for ids, which nothing tells. */
export async function printRunCounts(
  session: Session,
  run: Pick<Run, 'steps'>,
  wanted: WantedRunRecords,
): Promise<void> {
  const { output, fields } = session.settings;
  if (output === 'id' || fields !== null) {
    throw new NoDocumentedWay(
      'it tells how many records of a run are at which step, and not which',
      'leave out -o id and --fields for the counts; reach open run shows the run in the web app',
    );
  }
  const rows = run.steps.flatMap(({ stepId, statusCounts }) =>
    Object.entries(statusCounts).map(([status, count]) => ({ stepId, status, count })),
  );
  const isWanted = (row: { readonly stepId: string; readonly status: string }) =>
    (wanted.stepId ?? row.stepId) === row.stepId && (wanted.status ?? row.status) === row.status;
  await session.print.list(countView, rows.filter(isWanted));
}
