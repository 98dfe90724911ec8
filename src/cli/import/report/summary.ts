// The summary of an import: one record on stdout.

import { counted } from '../../../contract/english.ts';
import type { EncodingGuess } from '../../files/csv/decode.ts';
import type { Session } from '../../session/session.ts';
import { importView } from '../../shared/views/imports.ts';
import type { ExitName } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';
import type { RecordChange } from '../mapping/plan.ts';
import type { FileRemarks } from '../rows/file-remarks.ts';
import type { ImportRun } from '../run.ts';
import { requestsPerMinute } from '../service.ts';
import { importFolders } from '../start/import-folder.ts';
import { doneWord, nounOf, resumeCommand } from '../start/select-import.ts';
import { type LimitingFactor, limitingFactor, type RowTally } from './tally.ts';

/** What an import is, beside its counts. */
interface SummarizedImport {
  readonly id: string;
  readonly state: 'finished' | 'stopped' | 'dry run';
  readonly file: string;
  readonly list: string | null;
  readonly limitedBy: string | null;
  readonly results: string | null;
  readonly rejects: string | null;
  /** Where the encoding of the file was guessed. */
  readonly guess?: EncodingGuess | null | undefined;
}

/** A guess in JSON: what the file was read as, and a word to see whether it is right. */
export const guessFacts = (guess: EncodingGuess | null | undefined) =>
  guess == null ? {} : { encoding: guess.encoding, guessed: true, sample: guess.word };

/** The columns of what created no record. */
const changeColumns = (act: RecordChange['act']) => {
  const done = act === 'update' ? 'updated' : 'deleted';
  const left = new Set([
    'list',
    'created',
    'merged',
    'updated',
    'uncertain',
    ...(act === 'delete' ? ['unchanged'] : []),
  ]);
  const columns = importView.columns.filter(({ key }) => !left.has(key));
  const at = columns.findIndex(({ key }) => key === 'rows') + 1;
  return [{ key: 'id', title: act }, ...columns.slice(1, at), { key: done, title: done }, ...columns.slice(at)];
};

export const summaryView = (change: RecordChange | undefined): View =>
  change === undefined ? importView : { ...importView, columns: changeColumns(change.act) };

/** What kept the import from being faster. */
function limitingFactorText(limit: LimitingFactor, bulksPerMinute: number | null): string {
  if (limit === 'rate') {
    return bulksPerMinute === null ? 'rate limit' : `rate limit (${bulksPerMinute} requests per minute)`;
  }
  return limit === 'service' ? 'response time of the service' : 'reading the file';
}

const round = (value: number): number => Math.round(value * 10) / 10;

export function summaryOf(
  about: SummarizedImport,
  tally: RowTally,
  wallMs: number,
  change?: RecordChange,
  warnings: readonly object[] = [],
) {
  const { id, state, file, list, limitedBy, results, rejects } = about;
  const seconds = wallMs / 1000;
  const { deleted, ...counts } = tally.counts;
  const { updated, unchanged, failed, rejected, skipped } = counts;
  const done = change?.act === 'delete' ? { deleted } : { updated, unchanged };
  return {
    id,
    state,
    file,
    ...(change === undefined && { list }),
    rows: tally.rows,
    ...(change === undefined ? counts : { ...done, failed, rejected, skipped }),
    seconds: round(seconds),
    rowsPerSecond: seconds === 0 ? 0 : round(tally.newRows / seconds),
    limitedBy,
    results,
    rejects,
    ...(tally.leftOut > 0 && { cellsLeftOut: tally.leftOut }),
    ...(warnings.length > 0 && { warnings }),
    ...guessFacts(about.guess),
  };
}

/** Remarks on the file that are no errors of a row. */
export function remarkLines({
  blankRows,
  shortRows,
  noRecords,
  guessedNames,
  unnamedCompanies,
}: FileRemarks): string[] {
  const lines: string[] = [];
  if (unnamedCompanies.count > 0) {
    const rows = unnamedCompanies.count === 1 ? 'row has' : 'rows have';
    const what = `values of a company, but not its name, domain, website or page (first: ${unnamedCompanies.first})`;
    lines.push(`${unnamedCompanies.count} ${rows} ${what}: a contact without a company gets one without a name`);
  }
  if (blankRows > 0) lines.push(`${counted(blankRows, 'blank row')} skipped`);
  if (noRecords.count > 0)
    lines.push(
      `${counted(noRecords.count, 'row')} that ${noRecords.count === 1 ? 'is no record' : 'are no records'} skipped (${noRecords.first})`,
    );
  if (shortRows.count > 0) {
    const rows = shortRows.count === 1 ? 'row has' : 'rows have';
    lines.push(
      `${shortRows.count} ${rows} fewer cells than the header (first: ${shortRows.first}); missing cells count as empty`,
    );
  }
  if (guessedNames.count > 0) {
    const names = guessedNames.count === 1 ? 'name was' : 'names were';
    lines.push(`${guessedNames.count} ${names} divided by a guess (first: ${guessedNames.first})`);
  }
  return lines;
}

/** What a person would want to know also where nothing else is said: a note, with --quiet a warning. */
export const lossNote = ({ print, settings }: Pick<Session, 'print' | 'settings'>): Session['print']['note'] =>
  settings.quiet ? print.warn : print.note;

// What an import says behind its last row: the rows that were not imported, the summary, how to go on.

const OVERLOOKED =
  'a large workspace: a record whose address is spelled in an unusual way may have been merged without --fill-empty, --only or --keep';

function uncertainText(rows: number, resume: string): string {
  const [are, them] = rows === 1 ? ['row is', 'it'] : ['rows are', 'them'];
  return `${rows} ${are} uncertain: sent without a response, and the service does not show whether ${rows === 1 ? 'it' : 'they'} arrived; look for ${them} there, then send what is missing: ${resume} --resend-uncertain, or import the file of --rejects`;
}

/** Whether the file was imported before, as by a job of each night. */
const isRepeated = ({ session, header }: ImportRun): boolean =>
  importFolders(session.paths)
    .stored()
    .headers.some(({ id, file }) => id !== header.id && file.path === header.file.path);

/** Below this nothing limited it that is worth a word. */
const LIMIT_SHOWN_MS = 1_000;

export async function printReport(run: ImportRun, remarks: FileRemarks): Promise<ExitName> {
  const { session, how, request, header, plan, cancellation, tally, problems, service, startedAt } = run;
  const { displayed } = run.files;
  const { io, settings } = session;
  const isWell = tally.errors + tally.leftOut === 0 && !cancellation.isRequested;
  // With --quiet a job of the night says nothing unless something went wrong.
  const print = isWell ? session.print : { ...session.print, note: lossNote(session) };
  const wallMs = io.now() - startedAt;
  for (const line of remarkLines(remarks)) await session.print.note(line);
  if (how === 'finished') {
    const at = new Date(header.finished?.at ?? header.startedAt).toISOString();
    const { entriesOf, undoneBy } = await import('../../shared/undo/entries.ts');
    const since = undoneBy(entriesOf(session)).has(header.id) ? ', and undone since' : '';
    const without = tally.errors === 0 ? '' : `, ${tally.errors} of ${counted(tally.rows, 'row')} not`;
    const again = session.host.guard === undefined ? 'use --again to send it again' : 'make another plan, with --again';
    await print.note(
      `already ${doneWord(header)} at ${at} (${nounOf(header)} ${header.id})${since}${without}, nothing sent; ${again}`,
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
      `${tally.errors} of ${counted(tally.rows, 'row')} not ${doneWord(header)}${displayed.rejects === null ? '' : `: see ${displayed.rejects}`}`,
    );
  if (settings.quiet && how === 'new' && plan.merge && remarks.keyless > 0 && isRepeated(run))
    await session.print.warn(
      `${counted(remarks.keyless, 'row')} without a match key: each import of this file creates ${remarks.keyless === 1 ? 'it' : 'them'} again`,
    );
  if (plan.merge && run.settable?.mayHaveMissed === true) await print.warn(OVERLOOKED);
  const uncertain = tally.counts.uncertain;
  if (uncertain > 0) await print.note(uncertainText(uncertain, resumeCommand(header)));
  if (cancellation.isRequested) {
    await print.note(`stopped; resume with: ${resumeCommand(header)}`);
    throw cancellation.reason;
  }
  return tally.errors + tally.leftOut > 0 && how !== 'finished' ? 'bad' : 'done';
}
