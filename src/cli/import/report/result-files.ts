// The files an import writes: one line of results per row, and the rows that were not imported, ready to be fixed.

import { isFormula } from '../../../rules/records/spreadsheet-damage.ts';
import type { CsvRow, Dialect } from '../../files/csv/parser.ts';
import { namedPath, realPath } from '../../files/is-file.ts';
import type { RowSource } from '../../files/rows/source.ts';
import { AtomicFile } from '../../files/write-atomic.ts';
import { UsageError } from '../../terminal/exit.ts';
import { csvLine, guardCell, unguardCell } from '../../terminal/formats/csv.ts';
import type { Io } from '../../terminal/io.ts';
import { leftOutText } from '../rows/cell-counts.ts';
import type { RowResult, RowStatus } from './row-result.ts';

const FLUSH_CHARACTERS = 256 * 1024;
const HINT = 'the import itself is safe: free some space and run the same command again to write the complete file';

export class OutFile {
  readonly #file: AtomicFile;
  #text = '';

  private constructor(file: AtomicFile) {
    this.#file = file;
  }

  /** `flag`: the option that names the file. Throws CliError if it cannot be created, before anything is sent. */
  static async create(path: string, flag: string, displayed: string): Promise<OutFile> {
    return new OutFile(await AtomicFile.create(path, `${flag} ${displayed}`, { hint: HINT }));
  }

  /** Keeps it until there is enough for a `flush`. */
  add(text: string): void {
    this.#text += text;
  }

  /** Writes what was added, once that is much. */
  async flush(least = FLUSH_CHARACTERS): Promise<void> {
    if (this.#text.length < least) return;
    const text = this.#text;
    this.#text = '';
    await this.#file.write(text);
  }

  /** Puts the rest on the disk and gives the file its name. */
  async finish(): Promise<void> {
    await this.flush(1);
    await this.#file.finish();
  }

  /** Leaves nothing behind. */
  async drop(): Promise<void> {
    await this.#file.drop();
  }
}

const RESULT_COLUMNS = ['line', 'status', 'id', 'outcome', 'matchedBy', 'companyId', 'appUrl', 'error', 'warnings'];

interface RowFile {
  readonly file: OutFile;
  /** Kept in memory until the file is flushed, which is done for every few rows. */
  add(row: CsvRow, result: RowResult): void;
}

const warningsOf = ({ leftOut = [], contradiction = '' }: RowResult): string[] => [
  ...leftOut.map(leftOutText),
  ...(contradiction === '' ? [] : [contradiction]),
];

/** In the order of the columns. */
function resultRow(line: number, result: RowResult) {
  const { status, id, outcome, matchedBy, companyId, appUrl, error } = result;
  return { line, status, id, outcome, matchedBy, companyId, appUrl, error, warnings: warningsOf(result) };
}

const resultCells = (row: ReturnType<typeof resultRow>): string[] =>
  Object.values(row).map((value) => (Array.isArray(value) ? value.join('; ') : String(value ?? '')));

/** Results, ndjson where the name ends in .ndjson or .jsonl, csv otherwise. In the order of the file. */
async function openResults(path: string, displayed: string): Promise<RowFile> {
  const file = await OutFile.create(path, '--results', displayed);
  const isJson = LINES_OF_JSON.test(path);
  if (!isJson) file.add(csvLine(RESULT_COLUMNS));
  const add: RowFile['add'] = ({ line }, result) => {
    const row = resultRow(line, result);
    file.add(isJson ? `${JSON.stringify(row)}\n` : csvLine(resultCells(row), { guard: true }));
  };
  return { file, add };
}

/** Guarded as it was, or for the first time; what stands in the file as a formula would pass for a text. */
const guardAgain = (cell: string): string => (isFormula(cell) ? cell : guardCell(unguardCell(cell)));

const NOT_IMPORTED: ReadonlySet<RowStatus> = new Set(['rejected', 'failed', 'uncertain']);
const OWN_COLUMNS = ['_line', '_error'];
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Rows that were rejected, failed or are uncertain, or of which something contradicts an earlier row, as they stand in the file, with why. Importing it again ignores the two columns;
 * cells that the header does not name come behind them, so that such a row still differs from a good one.
 */
async function openRejects(
  path: string,
  displayed: string,
  header: readonly string[],
  dialect: Dialect,
): Promise<RowFile> {
  const file = await OutFile.create(path, '--rejects', displayed);
  const { delimiter } = dialect;
  const format = { delimiter, newline: dialect.newline === '\r\n' ? '\r\n' : '\n' } as const;
  const kept = header.flatMap((name, index) => (OWN_COLUMNS.includes(name.trim()) ? [] : [index]));
  // Semicolons are the mark of spreadsheets, which read UTF-8 only behind this mark.
  if (delimiter === ';') file.add(BYTE_ORDER_MARK);
  file.add(csvLine([...kept.map((index) => guardCell(header[index] ?? '')), ...OWN_COLUMNS], format));
  const add: RowFile['add'] = ({ cells, line }, { status, error, contradiction = '' }) => {
    if (!NOT_IMPORTED.has(status) && contradiction === '') return;
    const own = kept.map((index) => guardAgain(cells[index] ?? ''));
    const beyond = cells.slice(header.length).map(guardAgain);
    file.add(csvLine([...own, String(line), guardCell(error || contradiction), ...beyond], format));
  };
  return { file, add };
}

export interface RowFiles {
  readonly results: RowFile | null;
  readonly rejects: RowFile | null;
  /** As they were named. */
  readonly displayed: { readonly results: string | null; readonly rejects: string | null };
}

/** Of files that are no CSV, and could not be read again by that name. */
const OTHER_FORMAT = /\.(?:json|ndjson|jsonl|xlsx?|ods|ya?ml|gz|zip)$/i;
const LINES_OF_JSON = /\.(?:ndjson|jsonl)$/i;

/**
 * Throws UsageError where a file that is written, by the option that names it, would overwrite the input or another of them, or has the
 * name of another format.
 */
export function assertApart(io: Io, source: string, written: Readonly<Record<string, string | null>>): void {
  const taken = new Map<string | null, string>();
  for (const [option, name] of Object.entries(written)) {
    if (name === null) continue;
    const path = realPath(namedPath(io, name));
    if (path === realPath(source)) throw new UsageError(`--${option} ${name} is the file being imported`);
    const other = taken.get(path);
    if (other !== undefined) throw new UsageError(`--${other} and --${option} name the same file: ${name}`);
    taken.set(path, option);
    if (OTHER_FORMAT.test(name) && !(option === 'results' && LINES_OF_JSON.test(name)))
      throw new UsageError(`--${option} ${name}: it is written as CSV, which its name does not say`, {
        hint: `--${option} ${option}.csv${option === 'results' ? ', or results.ndjson' : ''}`,
      });
  }
}

/** Opens those that are wanted; `source`: the file that is read. */
export async function openRowFiles(
  io: Io,
  displayed: RowFiles['displayed'],
  { header: { cells: header }, dialect }: Pick<RowSource, 'header' | 'dialect'>,
): Promise<RowFiles> {
  const { results, rejects } = displayed;
  const resultsFile = results === null ? null : await openResults(namedPath(io, results), results);
  try {
    const rejectsFile = rejects === null ? null : await openRejects(namedPath(io, rejects), rejects, header, dialect);
    return { results: resultsFile, rejects: rejectsFile, displayed };
  } catch (error) {
    await resultsFile?.file.drop();
    throw error;
  }
}

export const filesOf = ({ results, rejects }: RowFiles): readonly RowFile[] =>
  [results, rejects].filter((file) => file !== null);
