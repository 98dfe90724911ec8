// The only way out: commands return data, and here it becomes a table, JSON, CSV or YAML. Data goes to stdout,
// everything meant for a person to stderr.

import { CARRIED_OUT, CliError } from '../exit.ts';
import type { Applied } from '../expression/apply.ts';
import type { Io } from '../io.ts';
import { isInJob, unguarded } from '../job-log.ts';
import type { FileProblem } from '../problems/problem.ts';
import type { Settings } from '../settings.ts';
import { NO_SPINNER, type Spinner } from '../spinner.ts';
import { type Column, harmless, harmlessInColour, pick, plainCell, type View, valueAt } from './cells.ts';
import { type Paint, paintFor } from './colour.ts';
import type { UsedRoute } from './known-fields.ts';
import { pipeTo } from './row-pipe.ts';
import { json, rowWriter } from './rows.ts';

export interface Printer {
  record(view: View, data: unknown): Promise<void>;
  /** Records as they come, in constant memory. Gives their number. */
  list(view: View, rows: AsyncIterable<unknown> | Iterable<unknown>): Promise<number>;
  /** Text that is itself the data: a script, a help topic. */
  text(text: string): Promise<void>;
  /** Text made of what the service holds: every character of it in a file or a pipe, cleaned on a terminal. */
  foreign(text: string): Promise<void>;
  /** The same for sentences, folded at the width of a terminal. */
  prose(text: string): Promise<void>;
  /** A remark for a person; silent with --quiet. */
  note(text: string): Promise<void>;
  /** Keeps a secret that is about to be printed out of the log of a GitHub Actions job, which everybody may read. */
  hide(secret: string): Promise<void>;
  /** Shows problems at their lines in a GitHub Actions job; elsewhere nothing. */
  annotate(problems: readonly FileProblem[]): Promise<void>;
  /** A remark that --quiet does not silence. */
  warn(text: string): Promise<void>;
  readonly paint: { readonly stdout: Paint; readonly stderr: Paint };
}

function columnsFor(view: View, fields: readonly string[] | null): readonly Column[] {
  if (fields === null) return view.columns;
  return fields.map((key) => {
    const column: Column = view.columns.find((one) => one.key === key) ?? { key };
    // What was asked for is shown, cut if need be.
    return column.kind === 'link' ? { ...column, kind: 'text' } : column;
  });
}

async function* withCheck(rows: Listed, check: (first: unknown) => Promise<void>, whenNone: () => Promise<void>) {
  let first = true;
  for await (const row of rows) {
    if (first) await check(row);
    first = false;
    yield row;
  }
  if (first) await whenNone();
}

type Listed = AsyncIterable<unknown> | Iterable<unknown>;

interface Printing {
  readonly io: Io;
  readonly settings: Settings;
  readonly paint: Printer['paint'];
  /** What relative times count from. */
  readonly now: () => number;
  readonly spinner: Spinner;
  /** What prints in place of JSON. */
  readonly applied: Applied | null;
  /** What the command asks of the service. */
  readonly routes: readonly UsedRoute[];
  readonly writes: boolean;
}

/** At a terminal alone: nothing else has a width. */
const folded = async (text: string, room: number) => (await import('./width.ts')).fold(text, room);

/** Whatever a remark quotes, and whoever wrote it. In a pipe a line stays a line. */
async function remark({ io, settings }: Pick<Printing, 'io' | 'settings'>, text: string): Promise<string> {
  const safe = harmlessInColour(text, settings.colour.stderr);
  return io.stderr.isTTY ? await folded(safe, io.stderr.columns) : safe;
}

async function note(printing: Printing, text: string): Promise<void> {
  if (!printing.settings.quiet) await printing.io.stderr.write(`${await remark(printing, text)}\n`);
}

/** As many as a page has: its rows are drawn before the next one is asked for. */
const ROWS_AT_ONCE = 100;

/** Rows of a table on a terminal: the first hundred tell how wide the columns are. */
async function printTable(printing: Printing, view: View, rows: Listed): Promise<number> {
  const { io, settings, paint, now, spinner } = printing;
  const room = settings.isWide ? Number.POSITIVE_INFINITY : io.stdout.columns;
  // While the first answer is on its way: what draws is there when it comes.
  void import('cli-table3').catch(() => {});
  const { tableInParts } = await import('./table.ts');
  let drawn: ReturnType<typeof tableInParts> | null = null;
  let count = 0;
  let part: unknown[] = [];
  const draw = async () => {
    // Not before the first answer, which has the service's time.
    drawn ??= tableInParts(columnsFor(view, settings.fields), { room, now: now(), paint: paint.stdout });
    if (part.length > 0) await io.stdout.write(await drawn(part));
    part = [];
  };
  const end = spinner.phase(() => (count === 0 ? '' : `${count} ${view.plural} so far`));
  try {
    for await (const row of rows) {
      part.push(row);
      count += 1;
      if (part.length === ROWS_AT_ONCE) await draw();
      if (io.stdout.closed && !printing.writes) return count;
    }
  } catch (error) {
    // What came before the failure is not kept back where some of it is on the screen already.
    if (count > part.length) await draw();
    throw error;
  } finally {
    end();
  }
  await draw();
  if (count === 0 && view.isNoneNamed !== true) await note(printing, `no ${view.plural}`);
  return count;
}

function keptOf({ settings: { fields } }: Printing): (row: unknown) => unknown {
  return (row) => (fields === null ? row : pick(row, fields));
}

async function* documentsOf(printing: Printing, rows: Listed): AsyncGenerator<string> {
  const kept = keptOf(printing);
  for await (const row of rows) yield json(kept(row));
}

async function checkRecord({ settings, writes }: Printing, view: View, record: unknown): Promise<void> {
  if (settings.fields === null) return;
  const problem = (await import('./known-fields.ts')).unknownFields(view, settings.fields, record);
  if (problem === null) return;
  if (!writes) throw problem;
  throw new CliError('bad', 'usage', problem.message, { hint: `${CARRIED_OUT}; ${problem.hint ?? ''}` });
}

async function checkNone({ io, settings, paint, routes }: Printing, view: View): Promise<void> {
  if (settings.fields === null) return;
  const unchecked = await (await import('./known-fields.ts')).checkWithoutRecord(view, settings.fields, routes);
  if (unchecked.length === 0) return;
  const text = `--fields: without a ${view.noun} nothing tells whether there is ${unchecked.join(', ')}`;
  await io.stderr.write(`${await remark({ io, settings }, `${paint.stderr.yellow('warning:')} ${text}`)}\n`);
}

async function printList(printing: Printing, view: View, input: Listed): Promise<number> {
  const { io, settings } = printing;
  const { output, fields } = settings;
  const rows = withCheck(
    input,
    (first) => checkRecord(printing, view, first),
    () => checkNone(printing, view),
  );
  if (printing.applied !== null) return await printing.applied.list(documentsOf(printing, rows));
  if (output === 'table' && io.stdout.isTTY) return await printTable(printing, view, rows);
  const format = { output, isTTY: io.stdout.isTTY, kept: keptOf(printing) };
  const write = await rowWriter(view, columnsFor(view, fields), format);
  const pipe = pipeTo(io, output !== 'json');
  let count = 0;
  try {
    for await (const row of rows) {
      pipe.add(count === 0 ? write.head + write.row(row, 0) : write.row(row, count));
      count += 1;
      if (pipe.isFull) await pipe.flush();
      if (!io.stdout.closed) continue;
      // No one reads any more, which is not a failure; a full disk is one, and is thrown here.
      await pipe.end(true);
      // The work of each row is done when the row is asked for.
      if (!printing.writes) return count;
    }
  } catch (error) {
    // What came before the failure is data all the same; an array that never ends is not.
    await pipe.end(output === 'json');
    throw error;
  }
  pipe.add(count === 0 ? write.head + write.tail(0) : write.tail(count));
  await pipe.end();
  return count;
}

/** What one record has, in the order it has it or the one that was asked for. */
function entriesOf({ settings: { fields } }: Printing, data: unknown): [key: string, value: unknown][] {
  const keys = fields ?? (typeof data === 'object' && data !== null ? Object.keys(data) : []);
  return keys.map((key) => [key, valueAt(data, key)]);
}

/** One record as a table: a card on a terminal, a line per field in a pipe. */
async function fieldsText(printing: Printing, view: View, data: unknown): Promise<string> {
  const { io, paint, now } = printing;
  const entries = entriesOf(printing, data);
  if (!io.stdout.isTTY) {
    const value = (input: unknown) => harmless(plainCell(input)).replace(/[\t\n]/g, ' ');
    return entries.map(([key, input]) => `${value(key)}\t${value(input)}\n`).join('');
  }
  const columns = new Map(view.columns.map((column) => [column.key, column]));
  const { cardText } = await import('./card.ts');
  return await cardText(
    entries.map(([key, value]) => ({ column: columns.get(key) ?? { key }, value })),
    { room: io.stdout.columns, now: now(), paint: paint.stdout },
  );
}

/** A view without columns shows what the record has. */
function withOwnColumns(view: View, data: unknown): View {
  if (view.columns.length > 0 || typeof data !== 'object' || data === null) return view;
  return { ...view, columns: Object.keys(data).map((key) => ({ key })) };
}

async function printRecord(printing: Printing, view: View, data: unknown): Promise<void> {
  const { io, settings } = printing;
  await checkRecord(printing, view, data);
  const kept = keptOf(printing);
  if (printing.applied !== null) return await printing.applied.record(json(kept(data)));
  switch (settings.output) {
    case 'json':
      return io.stdout.write(`${json(kept(data), io.stdout.isTTY ? 2 : undefined)}\n`);
    case 'ndjson':
      return io.stdout.write(`${json(kept(data))}\n`);
    case 'yaml': {
      const text = (await import('yaml')).stringify(kept(data));
      return io.stdout.write(io.stdout.isTTY ? harmless(text) : text);
    }
    case 'markdown': {
      const { markdownHead, markdownRow } = await import('./markdown.ts');
      const rows = entriesOf(printing, data).map(([key, value]) => markdownRow([key, plainCell(value)]));
      return io.stdout.write(`${markdownHead(['field', 'value'])}${rows.join('')}`);
    }
    case 'id':
    case 'csv':
      await printList(printing, withOwnColumns(view, data), [data]);
      return;
    case 'table':
      return io.stdout.write(await fieldsText(printing, view, data));
  }
}

export function printerOf(
  io: Io,
  settings: Settings,
  paint: Printer['paint'],
  {
    now = io.now,
    spinner = NO_SPINNER,
    applied = null,
    routes = [],
    writes = false,
  }: Partial<Pick<Printing, 'now' | 'spinner' | 'applied' | 'routes' | 'writes'>> = {},
): Printer {
  const printing: Printing = { io, settings, paint, now, spinner, applied, routes, writes };
  const visible = (written: string) => (io.stdout.isTTY ? harmlessInColour(written, settings.colour.stdout) : written);
  const text = async (line: string) => (applied === null ? io.stdout.write(visible(line)) : applied.text(line));
  return {
    record: (view, data) => printRecord(printing, view, data),
    list: (view, rows) => printList(printing, view, rows),
    note: (text) => note(printing, text),
    text,
    foreign: (foreign) => text(applied === null && io.stdout.isTTY ? harmless(foreign) : foreign),
    prose: async (written) =>
      text(applied === null && io.stdout.isTTY ? await folded(written, io.stdout.columns) : written),
    hide: async (secret) => {
      if (isInJob(io)) await unguarded(io.stderr).write(`::add-mask::${secret}\n`);
    },
    annotate: async (problems) => {
      if (!isInJob(io)) return;
      const { githubText } = await import('../problems/reports.ts');
      await unguarded(io.stderr).write(githubText(problems));
    },
    warn: async (text) => io.stderr.write(`${await remark(printing, `${paint.stderr.yellow('warning:')} ${text}`)}\n`),
    paint,
  };
}

type PrinterOptions = Pick<Printing, 'now' | 'writes'> &
  Partial<Pick<Printing, 'spinner' | 'routes'>> & { readonly jqThread: string | null };

/** A printer for these streams and settings. Throws UsageError for an expression that does not compile. */
export async function openPrinter(
  io: Io,
  settings: Settings,
  { jqThread, ...options }: PrinterOptions,
): Promise<Printer> {
  const [stdout, stderr] = [await paintFor(settings.colour.stdout), await paintFor(settings.colour.stderr)];
  const applied =
    settings.jq === null && settings.template === null
      ? null
      : await (await import('../expression/apply.ts')).openExpression({
          ...{ io, settings, jqThread, writes: options.writes },
        });
  return printerOf(io, settings, { stdout, stderr }, { ...options, applied });
}
