// --expect of a file: what its rows would touch is predicted before the first of them is sent.

import type { Session } from '../../session/session.ts';
import { assertTouched } from '../../shared/effects/expected.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { segmentsOf } from '../send/pipeline.ts';
import type { ImportRequest } from '../start/flags.ts';
import { predicted } from './dry-run.ts';
import { lookedUpRows } from './dry-run-change.ts';
import { READ_WHOLE_MAX } from './known-workspace.ts';
import { openPreview } from './open-preview.ts';
import { Prediction } from './predict.ts';
import { RowPreview } from './preview-rows.ts';

/** Exit 6 where other than the expected number of records would be created, changed or deleted. `path`: of the file. */
export async function assertExpectedRows(
  session: Session,
  entity: Entity,
  request: ImportRequest,
  path: string,
): Promise<void> {
  const { expect } = request;
  if (expect === null) return;
  const quiet: Session = { ...session, print: { ...session.print, note: async () => {} } };
  const asked = { ...request, file: path, dryRun: 'current', results: null, rejects: null, changes: null } as const;
  const opened = await openPreview(quiet, entity, asked, 'current');
  try {
    assertTouched(expect, await touchedRows(session, entity, request, opened));
  } finally {
    await opened.close();
  }
}

/** How many records the rows would create, change or delete. */
async function touchedRows(
  { io }: Session,
  entity: Entity,
  request: ImportRequest,
  opened: Awaited<ReturnType<typeof openPreview>>,
): Promise<number> {
  const { csv, segmenter, plan, online } = opened;
  const preview = new RowPreview();
  const { change } = request.options;
  const host = online && { entity, plan, ...online, readWholeMax: READ_WHOLE_MAX, signal: io.interrupt };
  await opened.run(
    change === undefined
      ? predicted(segmentsOf(csv, segmenter), host && new Prediction(host))
      : lookedUpRows(entity, opened, request, change, io.interrupt),
    preview,
  );
  return preview.tally.touched;
}
