// What an import says behind its last row: the rows that were not imported, the summary, how to go on.

import { counted } from '../../../contract/english.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import type { ImportRun } from '../run.ts';
import { requestsPerMinute } from '../service.ts';
import { storedImports } from '../start/import-folder.ts';
import { doneWord, nounOf, resumeCommand } from '../start/select-import.ts';
import { limitingFactorText, remarkLines, summaryOf, summaryView } from './summary.ts';
import { limitingFactor } from './tally.ts';

const OVERLOOKED =
  'a large workspace: a record whose address is spelled in an unusual way may have been merged without --fill-empty, --only or --keep';

const isoTime = (ms: number): string => new Date(ms).toISOString();

function uncertainText(rows: number, resume: string): string {
  const [are, them] = rows === 1 ? ['row is', 'it'] : ['rows are', 'them'];
  return `${rows} ${are} uncertain: sent without a response, and the service does not show whether ${rows === 1 ? 'it' : 'they'} arrived; look for ${them} there, then send what is missing: ${resume} --resend-uncertain, or import the file of --rejects`;
}

/** Whether the file was imported before, as by a job of each night. */
const isRepeated = ({ session, header }: ImportRun): boolean =>
  storedImports(session.paths).imports.some(({ id, file }) => id !== header.id && file.path === header.file.path);

/** Below this nothing limited it that is worth a word. */
const LIMIT_SHOWN_MS = 1_000;

export async function printReport(run: ImportRun, remarks: FileRemarks): Promise<ExitName> {
  const { session, how, request, header, plan, cancellation, tally, problems, service, startedAt } = run;
  const { displayed } = run.files;
  const { io, settings } = session;
  const isWell = tally.errors + tally.leftOut === 0 && !cancellation.isRequested;
  // With --quiet a job of the night says nothing unless something went wrong.
  const print = settings.quiet && !isWell ? { ...session.print, note: session.print.warn } : session.print;
  const wallMs = io.now() - startedAt;
  for (const line of remarkLines(remarks)) await session.print.note(line);
  if (how === 'finished') {
    const at = isoTime(header.finished?.at ?? header.startedAt);
    const { entriesOf, undoneBy } = await import('../../shared/undo/entries.ts');
    const since = undoneBy(entriesOf(session)).has(header.id) ? ', and undone since' : '';
    await print.note(
      `already ${doneWord(header)} at ${at} (${nounOf(header)} ${header.id})${since}, nothing sent; use --again to send it again`,
    );
  } else for (const line of problems.lines(header.file.shown, displayed.rejects !== null)) await print.note(line);
  // A short file never has as many bulks under way as it might.
  const atOnce = Math.min(request.parallel, Math.ceil(Math.max(1, tally.rows) / plan.bulkItems));
  const limitedBy =
    service === null || wallMs < LIMIT_SHOWN_MS
      ? null
      : limitingFactorText(limitingFactor(wallMs, atOnce, tally), requestsPerMinute(service, plan));
  const state = cancellation.isRequested ? 'stopped' : 'finished';
  const list = plan.list?.name ?? null;
  const { change } = plan;
  const { shown: file, guess } = header.file;
  const about = { id: header.id, state, file, list, limitedBy, guess, ...displayed } as const;
  // A person reads them on stderr.
  const warnings = settings.output === 'table' ? [] : problems.warnings;
  if (!settings.quiet || request.summary)
    await print.record(summaryView(change), summaryOf(about, tally, wallMs, change, warnings));
  if (settings.quiet && tally.errors > 0)
    await print.note(
      `${tally.errors} of ${counted(tally.rows, 'row')} not imported${displayed.rejects === null ? '' : `: see ${displayed.rejects}`}`,
    );
  if (settings.quiet && how === 'new' && plan.merge && remarks.keyless > 0 && isRepeated(run))
    await session.print.warn(
      `${counted(remarks.keyless, 'row')} without a match key: each import of this file creates ${remarks.keyless === 1 ? 'it' : 'them'} again`,
    );
  if (plan.merge && run.settable?.mayHaveMissed === true) await print.warn(OVERLOOKED);
  const uncertain = tally.count('uncertain');
  if (uncertain > 0) await print.note(uncertainText(uncertain, resumeCommand(header)));
  if (cancellation.isRequested) {
    await print.note(`stopped; resume with: ${resumeCommand(header)}`);
    throw cancellation.reason;
  }
  return tally.errors + tally.leftOut > 0 && how !== 'finished' ? 'bad' : 'done';
}
