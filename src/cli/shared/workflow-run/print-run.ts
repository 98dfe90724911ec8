// A run as commands print it.

import type { Run } from '../../../contract/workflows/records.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { runLine, stepTable } from '../job-summary/run-text.ts';
import { runView } from '../views/workflows.ts';

/** A line and the table of its steps for a person at a terminal, the record for a program. */
export async function printRun(session: Session, run: Run): Promise<void> {
  const { settings, print, io } = session;
  if (settings.output !== 'table' || settings.fields !== null || !io.stdout.isTTY) {
    return await print.record(runView, run);
  }
  const paint = print.paint.stdout;
  const reason = run.reason == null ? '' : `${harmless(run.reason)}\n`;
  const table = await stepTable(run, { room: io.stdout.columns, now: session.now(), paint });
  await print.text(`${runLine(run, paint)}\n${reason}${table}`);
}
