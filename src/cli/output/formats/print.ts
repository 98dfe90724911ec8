// The only way out: a command host data here, and here it becomes a table, JSON, CSV or YAML. Data goes to stdout;
// everything said to a person goes to stderr.

import { UsageError } from '../../app/exit.ts';
import type { Io } from '../../app/io.ts';
import type { Settings } from '../../app/settings.ts';
import { NO_SPINNER, type Spinner } from '../progress/spinner.ts';
import { type Column, harmless, pick, plainCell, titleOf, type View, valueAt } from './cells.ts';
import { type Paint, paintFor } from './colour.ts';
import { pipedRow, shownTable } from './table.ts';

export interface Printer {
  /** One record. */
  record(view: View, data: unknown): Promise<void>;
  /** Records as they come, in constant memory (a table on a terminal is gathered first). Gives their number. */
  list(view: View, rows: AsyncIterable<unknown> | Iterable<unknown>): Promise<number>;
  /** Text that is itself the data: a script, a help topic. */
  text(text: string): Promise<void>;
  /** Text made of what the service holds: every character of it in a file or a pipe, cleaned on a terminal. */
  foreign(text: string): Promise<void>;
  /** A remark for a person; silent with --quiet. */
  note(text: string): Promise<void>;
  /** Keeps a secret that is about to be printed out of the log of a GitHub Actions job, which everybody may read. */
  hide(secret: string): Promise<void>;
  /** A remark that --quiet does not silence. */
  warn(text: string): Promise<void>;
  readonly paint: { readonly stdout: Paint; readonly stderr: Paint };
}

/** JSON keeps every character; marks that reorder text or control a terminal are written as escapes. */
function json(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function columnsFor(view: View, fields: readonly string[] | null): readonly Column[] {
  if (fields === null) return view.columns;
  return fields.map((key) => {
    const column: Column = view.columns.find((one) => one.key === key) ?? { key };
    // What was asked for is shown, cut if need be.
    return column.kind === 'link' ? { ...column, kind: 'text' } : column;
  });
}

/** A field that the first record does not have is a typing error: better told than an empty column. */
function checkFields(view: View, fields: readonly string[] | null, first: unknown): void {
  if (fields === null || typeof first !== 'object' || first === null) return;
  const unknown = fields.filter(
    (field) => valueAt(first, field) === undefined && !view.columns.some(({ key }) => key === field),
  );
  if (unknown.length === 0) return;
  const known = [...new Set([...view.columns.map(({ key }) => key), ...Object.keys(first)])].sort();
  throw new UsageError(`--fields: ${view.noun} has no ${unknown.join(', ')}`, { hint: `known: ${known.join(', ')}` });
}

async function* withCheck(
  view: View,
  fields: readonly string[] | null,
  rows: AsyncIterable<unknown> | Iterable<unknown>,
) {
  let first = true;
  for await (const row of rows) {
    if (first) checkFields(view, fields, row);
    first = false;
    yield row;
  }
}

/** A card: one line a key, the keys aligned. */
async function card(
  view: View,
  data: unknown,
  fields: readonly string[] | null,
  io: Io,
  { paint, now }: { readonly paint: Paint; readonly now: () => number },
): Promise<string> {
  const record = typeof data === 'object' && data !== null ? data : {};
  const keys = fields ?? Object.keys(record);
  const columns = new Map(view.columns.map((column) => [column.key, column]));
  const { cardText } = await import('./card.ts');
  return await cardText(
    keys.map((key) => ({ column: columns.get(key) ?? { key }, value: valueAt(record, key) })),
    { room: io.stdout.columns, now: now(), paint },
  );
}

/** Text on its way out, in large pieces where rows come fast; where they come slowly each goes as soon as it is there. */
interface RowPipe {
  add(text: string): void;
  readonly isFull: boolean;
  flush(): Promise<void>;
  /** The last of it; `dropped`: it is left out. */
  end(dropped?: boolean): Promise<void>;
}

const PIECE = 16_384;

/** `isEager`: rows that have to be waited for are written meanwhile. */
function pipeTo({ stdout }: Io, isEager: boolean): RowPipe {
  let text = '';
  let underWay = 0;
  let written = Promise.resolve();
  let isArmed = false;
  const flush = () => {
    const piece = text;
    text = '';
    if (piece === '') return written;
    underWay += piece.length;
    written = written.then(async () => {
      await stdout.write(piece);
      underWay -= piece.length;
    });
    return written;
  };
  return {
    add(more) {
      text += more;
      if (!isEager || isArmed || text === '') return;
      isArmed = true;
      // Runs when nothing is left to do but to wait: for another page, or for a place under the rate.
      setImmediate(() => {
        isArmed = false;
        // Whoever adds or ends hears of it.
        flush().catch(() => {});
      });
    },
    get isFull() {
      // What a slow reader has not taken counts too: it bounds our memory.
      return text.length + underWay > PIECE;
    },
    flush,
    end(dropped = false) {
      if (dropped) text = '';
      return flush();
    },
  };
}

/** `now`: what relative times count from. */
export function printerOf(
  io: Io,
  settings: Settings,
  paint: { stdout: Paint; stderr: Paint },
  { now = io.now, spinner = NO_SPINNER }: { readonly now?: () => number; readonly spinner?: Spinner } = {},
): Printer {
  const { output, fields } = settings;
  const kept = (row: unknown) => (fields === null ? row : pick(row, fields));
  const indent = io.stdout.isTTY ? 2 : undefined;
  const shown = (text: string) => (io.stdout.isTTY ? harmless(text) : text);

  async function list(view: View, given: AsyncIterable<unknown> | Iterable<unknown>): Promise<number> {
    const rows = withCheck(view, fields, given);
    const columns = columnsFor(view, fields);
    if (output === 'table' && io.stdout.isTTY) {
      const all: unknown[] = [];
      const end = spinner.phase(() => (all.length === 0 ? '' : `${all.length} ${view.plural} so far`));
      try {
        for await (const row of rows) all.push(row);
      } finally {
        end();
      }
      if (all.length === 0) await note(`no ${view.plural}`);
      else {
        await io.stdout.write(
          await shownTable(columns, all, { room: io.stdout.columns, now: now(), paint: paint.stdout }),
        );
      }
      return all.length;
    }
    const write = await rowWriter(view, columns);
    const pipe = pipeTo(io, output !== 'json');
    let count = 0;
    try {
      for await (const row of rows) {
        pipe.add(count === 0 ? write.head + write.row(row, 0) : write.row(row, count));
        count += 1;
        if (pipe.isFull) await pipe.flush();
        if (io.stdout.closed) {
          // Nobody reads any more, which is no failure; a full disk is one, and is thrown here.
          await pipe.end(true);
          return count;
        }
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

  interface RowWriter {
    readonly head: string;
    row(row: unknown, index: number): string;
    tail(count: number): string;
  }

  async function rowWriter(view: View, columns: readonly Column[]): Promise<RowWriter> {
    const none = { head: '', tail: () => '' };
    switch (output) {
      case 'json':
        return {
          head: '[',
          row: (row, index) => `${index === 0 ? (indent ? '\n' : '') : ',\n'}${json(kept(row), indent)}`,
          tail: (count) => (count > 0 && indent ? '\n]\n' : ']\n'),
        };
      case 'ndjson':
        return { ...none, row: (row) => `${json(kept(row))}\n` };
      case 'id':
        return { ...none, row: (row) => `${harmless(plainCell(valueAt(row, view.id ?? 'id')))}\n` };
      case 'yaml': {
        const { stringify } = await import('yaml');
        return { head: '', row: (row) => shown(stringify([kept(row)])), tail: (count) => (count === 0 ? '[]\n' : '') };
      }
      case 'csv': {
        const { csvLine } = await import('../../files/csv/write.ts');
        const cells = (row: unknown) => columns.map((column) => plainCell(valueAt(row, column.key)));
        return {
          ...none,
          head: csvLine(columns.map((column) => column.key)),
          row: (row) => shown(csvLine(cells(row), { guard: true })),
        };
      }
      case 'markdown': {
        const { markdownHead, markdownRow } = await import('./markdown.ts');
        const cells = (row: unknown) => columns.map((column) => plainCell(valueAt(row, column.key)));
        return {
          ...none,
          head: markdownHead(columns.map(titleOf)),
          row: (row) => markdownRow(cells(row)),
        };
      }
      case 'table':
        return { ...none, row: (row) => pipedRow(columns, row) };
    }
  }

  async function record(view: View, data: unknown): Promise<void> {
    checkFields(view, fields, data);
    switch (output) {
      case 'json':
        return io.stdout.write(`${json(kept(data), indent)}\n`);
      case 'ndjson':
        return io.stdout.write(`${json(kept(data))}\n`);
      case 'yaml':
        return io.stdout.write(shown((await import('yaml')).stringify(kept(data))));
      case 'markdown': {
        const { markdownHead, markdownRow } = await import('./markdown.ts');
        const keys = fields ?? (typeof data === 'object' && data !== null ? Object.keys(data) : []);
        const rows = keys.map((key) => markdownRow([key, plainCell(valueAt(data, key))]));
        return io.stdout.write(`${markdownHead(['field', 'value'])}${rows.join('')}`);
      }
      case 'id':
      case 'csv':
        await list(view, [data]);
        return;
      case 'table': {
        if (io.stdout.isTTY) return io.stdout.write(await card(view, data, fields, io, { paint: paint.stdout, now }));
        const keys = fields ?? (typeof data === 'object' && data !== null ? Object.keys(data) : []);
        const rows = keys.map((key) => `${key}\t${harmless(plainCell(valueAt(data, key))).replace(/[\t\n]/g, ' ')}\n`);
        return io.stdout.write(rows.join(''));
      }
    }
  }

  async function note(text: string): Promise<void> {
    if (!settings.quiet) await io.stderr.write(`${text}\n`);
  }

  return {
    record,
    list,
    note,
    text: (text) => io.stdout.write(text),
    foreign: (text) => io.stdout.write(shown(text)),
    hide: async (secret) => {
      if (io.env['GITHUB_ACTIONS'] === 'true') await io.stderr.write(`::add-mask::${secret}\n`);
    },
    warn: (text) => io.stderr.write(`${paint.stderr.yellow('warning:')} ${text}\n`),
    paint,
  };
}

/** A printer for these streams and settings. */
export async function openPrinter(
  io: Io,
  settings: Settings,
  now: () => number,
  spinner: Spinner = NO_SPINNER,
): Promise<Printer> {
  const [stdout, stderr] = [await paintFor(settings.colour.stdout), await paintFor(settings.colour.stderr)];
  return printerOf(io, settings, { stdout, stderr }, { now, spinner });
}
