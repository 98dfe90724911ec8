// The mapping of a file: of its header, a look at its first rows, and what was saved or given with it. Of a workbook, of the first
// sheet whose header names a field.

import { counted } from '../../../contract/english.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { RowSource } from '../../files/rows/source.ts';
import { guessLine, ignoredText, type SourceSurvey } from '../../files/rows/source-file.ts';
import type { Session } from '../../session/session.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { assertNaming, mapWithSaved, NO_COLUMN } from '../mapping/build-plan.ts';
import type { Mapping } from '../mapping/map-columns.ts';
import type { ImportOptions } from '../mapping/plan.ts';
import { findMapping, readCellValues, withCellValues } from '../mapping/saved-mappings.ts';
import { lossNote } from '../report/summary.ts';

type HeaderAndSamples = Pick<SourceSurvey, 'header' | 'samples'> & {
  readonly sheet?: RowSource['sheet'] | undefined;
  readonly belowHeader?: RowSource['belowHeader'] | undefined;
};

/** Maps the file; where nothing of a workbook's first sheet means anything, the first of the others of which something does: `sheet`. */
export async function mapFirstSheet<F extends HeaderAndSamples>(
  session: Session,
  first: F,
  wanted: string | undefined,
  open: (sheet: string) => Promise<F>,
  map: (file: F) => Promise<Mapping>,
): Promise<{ readonly file: F; readonly mapping: Mapping; readonly sheet: string | undefined }> {
  const others = wanted === undefined ? (first.sheet?.others ?? []) : [];
  const say = async (read: string | undefined, rest: readonly string[]) => {
    if (rest.length > 0)
      await lossNote(session)(
        `the sheet "${read}" is read, not ${rest.map((name) => `"${name}"`).join(', ')}; see --sheet`,
      );
  };
  try {
    const mapping = await map(first);
    await say(first.sheet?.name, others);
    return { file: first, mapping, sheet: wanted };
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== NO_COLUMN) throw error;
    for (const sheet of others) {
      const found = await mapped(sheet, open, map);
      if (found === null) continue;
      await say(sheet, [first.sheet?.name ?? '', ...others.filter((name) => name !== sheet)]);
      return { ...found, sheet };
    }
    const all = first.sheet?.others ?? [];
    if (all.length === 0) throw error;
    const sheets = (wanted === undefined ? [first.sheet?.name ?? '', ...all] : all)
      .map((name) => `"${name}"`)
      .join(', ');
    const which = wanted === undefined ? 'none of the sheets has such a column' : '--sheet NAME reads another';
    throw new UsageError(error.message, { hint: `${which}: ${sheets}; ${error.hint ?? ''}` });
  }
}

async function mapped<F>(sheet: string, open: (sheet: string) => Promise<F>, map: (file: F) => Promise<Mapping>) {
  try {
    const file = await open(sheet);
    return { file, mapping: await map(file) };
  } catch (error) {
    // One that is empty, or of something else.
    if (error instanceof CliError) return null;
    throw error;
  }
}

export async function mapFile(
  session: Session,
  entity: Entity,
  { header: { cells: header }, samples, belowHeader: below }: HeaderAndSamples,
  options: ImportOptions,
  discovered: readonly FieldDescriptor[] | null,
  isAsked = false,
): Promise<Mapping> {
  const rows = samples.map(({ cells }) => cells);
  const mapping = await mapWithSaved(session, entity, { header, rows, below }, options, discovered);
  // Where a person is asked, the mapping can still be changed.
  if (options.change === undefined && !isAsked) assertNaming(entity, mapping, header);
  const saved = findMapping(session.paths, entity.name, options.mapping, header)?.values ?? [];
  const input = options.values === undefined ? [] : await readCellValues(session.io, options.values);
  return withCellValues(withCellValues(mapping, saved, true), input, false);
}

/** Throws UsageError where a workbook names records to delete that its writer may not see. */
function assertPlainSheet(
  { ignored, sheet }: Pick<SourceSurvey, 'ignored' | 'sheet'>,
  wanted: string | undefined,
): void {
  if (sheet != null && sheet.others.length > 0 && wanted === undefined) {
    const names = [sheet.name, ...sheet.others].map((name) => `"${name}"`).join(', ');
    throw new UsageError(`the workbook has several sheets: ${names}`, { hint: `--sheet NAME says which to delete` });
  }
  const hidden = ignored?.hiddenRows ?? 0;
  if (hidden > 0)
    throw new UsageError(`${counted(hidden, 'hidden row')} would be deleted, too`, {
      hint: 'show the rows, or copy those that are meant into a sheet of their own',
    });
}

/** What cannot be seen from the mapping. Throws UsageError where nothing may be deleted by the file. */
export async function describeFile(
  session: Session,
  found: Pick<SourceSurvey, 'skippedLines' | 'ignored' | 'guess' | 'damaged' | 'sheet'>,
  { skipLines, sheet, change }: Pick<ImportOptions, 'skipLines' | 'sheet' | 'change'>,
): Promise<void> {
  const { print } = session;
  if (change?.act === 'delete') assertPlainSheet(found, sheet);
  if (found.skippedLines > 0 && skipLines === undefined)
    await print.note(`${counted(found.skippedLines, 'line')} above the header left out; see --skip-lines`);
  if (found.ignored !== null) await lossNote(session)(ignoredText(found.ignored));
  if (found.guess !== null) await print.note(guessLine(found.guess));
  if (found.damaged === null) return;
  const { count, first } = found.damaged;
  const them = count === 1 ? 'its row is' : 'their rows are';
  await print.warn(`${counted(count, 'cell')} of damaged text, ${them} not sent; first: ${first}`);
}
