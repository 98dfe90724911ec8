// Which delimiter and which line ends a file has, detected from its head.

import { getOwn } from '../../../contract/json.ts';
import { DELIMITERS } from '../../terminal/formats/csv.ts';
import { CsvError } from './error.ts';
import type { Dialect } from './parser.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  bar: '|',
  pipe: '|',
  space: ' ',
};

/** The delimiter that `--delimiter TEXT` means: a single character or its name. */
export function namedDelimiter(text: string): string {
  const named = getOwn(DELIMITER_NAMES, text.toLowerCase()) ?? text;
  if (named.length === 1 && !'"\r\n'.includes(named)) return named;
  throw new CsvError(
    'bad_option',
    `${JSON.stringify(text)} cannot be a delimiter`,
    'use one character that is not a quote, or comma, semicolon, tab, bar',
  );
}

/**
 * Detects from the first characters of a file (`isWhole`: from all of it). Candidates are compared by how evenly they cut
 * the records into as many cells as the header has; a file that none of them cuts has one column. `delimiter` overrides;
 * `skipLines` are left out above the header, without it a text that an empty line parts from a table. Gives where in the head the
 * records begin, on which physical line, and how many lines are left out above. Throws CsvError.
 */
export function detectDialect(head: string, isWhole: boolean, delimiter?: string, skipLines?: number) {
  const announced = /^sep=([^"\r\n])(?:\r\n|\n|\r|$)/i.exec(head);
  const from = announced?.[0].length ?? 0;
  const known = delimiter ?? announced?.[1];
  const detect = (text: string) =>
    known === undefined ? bestSurvey(text, isWhole) : surveyRecords(text, known, isWhole, quoteOf(text, [known]));
  const recordsAt =
    skipLines === undefined ? endOfPreamble(head, from, isWhole, detect) : endOfLines(head, from, skipLines);
  const { delimiter: chosen, newline, quote } = detect(head.slice(recordsAt));
  const skippedLines = linesIn(head.slice(from, recordsAt));
  const firstLine = (announced === null ? 1 : 2) + skippedLines;
  const dialect: Dialect = { delimiter: chosen, newline, ...(quote === "'" && { quote }) };
  return { dialect, recordsAt, firstLine, skippedLines };
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function endOfLines(head: string, from: number, lines: number): number {
  const pattern = /\r\n|\n|\r/g;
  pattern.lastIndex = from;
  for (let line = 0; line < lines; line += 1) {
    if (pattern.exec(head) === null)
      throw new CsvError('bad_option', `there are no ${lines} lines to skip`, 'give a smaller --skip-lines');
  }
  return lines === 0 ? from : pattern.lastIndex;
}

const PREAMBLE_CHARACTERS = 8_000;
/** A table below a text has at least this many columns; fewer might be chance. */
const TABLE_COLUMNS = 3;

/** Behind a text above the header, as some exports have it: records of one cell, an empty line, then an even table. */
function endOfPreamble(head: string, from: number, isWhole: boolean, detect: (text: string) => DialectSurvey): number {
  // A CRLF is one line break, never a CR and an LF with an empty line between them.
  const emptyLines = /(?:\r\n|\n|\r(?!\n)){2}/g;
  emptyLines.lastIndex = from;
  for (let found = emptyLines.exec(head); found !== null; found = emptyLines.exec(head)) {
    const at = emptyLines.lastIndex;
    if (at - from > PREAMBLE_CHARACTERS) break;
    const table = detect(head.slice(at));
    const columns = table.widths[0] ?? 1;
    if (columns < TABLE_COLUMNS || !table.widths.every((width) => width === columns)) continue;
    const above = surveyRecords(head.slice(from, at), table.delimiter, isWhole, table.quote);
    if (!above.isBroken && above.widths.every((width) => width === 1)) return at;
  }
  return from;
}

type Quote = NonNullable<Dialect['quote']>;

/** Single quotes where every cell of the first line, or of the second, has them. */
function quoteOf(text: string, delimiters: readonly string[]): Quote {
  const isQuoted = (line: string) =>
    delimiters.some((delimiter) => {
      const inner = line.trim().slice(1, -1).split(`'${delimiter}'`);
      const isTight = inner.length > 1 && inner.every((cell) => !/(?<!')'(?!')/.test(cell));
      const spaced = line.split(delimiter).map((cell) => cell.trim());
      const isSpaced = spaced.length > 1 && spaced.every((cell) => /^'[^']*'$/.test(cell));
      return /^'.+'$/.test(line.trim()) && (isTight || isSpaced);
    });
  return text.split(/\r\n?|\n/, 2).some(isQuoted) ? "'" : '"';
}

interface DialectSurvey {
  readonly delimiter: string;
  readonly quote: Quote;
  readonly newline: Dialect['newline'];
  /** Cells of each record, the header first; empty lines left out. */
  readonly widths: readonly number[];
  /** Signs of a wrong delimiter: quotes in unquoted cells, cells that begin with a space, text after a closing quote. */
  readonly strayQuotes: number;
  readonly spacedCells: number;
  readonly isBroken: boolean;
}

function bestSurvey(records: string, isWhole: boolean): DialectSurvey {
  const quote = quoteOf(records, DELIMITERS);
  const surveys = DELIMITERS.map((delimiter) => surveyRecords(records, delimiter, isWhole, quote));
  const best = surveys.reduce((one, other) => (fitness(other) > fitness(one) ? other : one));
  if (fitness(best) > 0) return best;
  // One column. A delimiter that occurs nowhere keeps values such as "Acme, Inc." in one piece.
  return surveys.find((survey) => survey.widths.every((width) => width === 1)) ?? best;
}

/** 0 when the header is not cut at all. Evenness counts most, then the number of columns. */
function fitness({ widths, strayQuotes, spacedCells, isBroken }: DialectSurvey): number {
  const columns = widths[0] ?? 1;
  if (columns === 1) return 0;
  const even = widths.filter((width) => width === columns).length / widths.length;
  const cuts = widths.reduce((sum, width) => sum + width - 1, 0);
  const spaced = spacedCells / Math.max(cuts, 1);
  return even ** 2 * Math.log2(columns) * (1 - spaced / 2) * (strayQuotes > 0 ? 0.1 : 1) * (isBroken ? 0.01 : 1);
}

const MOST_RECORDS = 500;

/** Walks the records as the parser would; every kind of line break counts until it is clear which the file has. */
function surveyRecords(text: string, delimiter: string, isWhole: boolean, quote: Quote): DialectSurvey {
  const bare = bareCell(delimiter);
  const records: { width: number; byCr: boolean }[] = [];
  const breaks = { '\n': 0, '\r\n': 0, '\r': 0 };
  const doubts = { strayQuotes: 0, spacedCells: 0, isBroken: false };
  let recordAt = 0;
  let width = 1;
  for (let at = 0; at < text.length && records.length < MOST_RECORDS; ) {
    const cell = cellAt(text, at, delimiter, bare, quote);
    if (cell.isStray) doubts.strayQuotes += 1;
    // A space before a quote is how some programs write; before other text it is a sign.
    if (width > 1 && /^ [^"']/.test(text.slice(at, at + 2))) doubts.spacedCells += 1;
    doubts.isBroken = cell.isBroken || (cell.isOpen && isWhole);
    if (doubts.isBroken || cell.isOpen) break;
    at = cell.end;
    const ending = breakAt(text, at, isWhole);
    if (ending === null) {
      if (text.charAt(at) === delimiter) width += 1;
      at += 1;
      continue;
    }
    breaks[ending] += 1;
    if (at > recordAt) records.push({ width, byCr: ending === '\r' });
    at += ending.length;
    recordAt = at;
    width = 1;
  }
  // The record that the end of the head cuts off means nothing, unless it is all there is.
  if (text.length > recordAt && (isWhole || records.length === 0)) records.push({ width, byCr: false });
  // Lone CRs may outnumber the lines of a file whose cells hold them: the header ends as all lines do.
  const isCrFile = breaks['\r'] > breaks['\n'] + breaks['\r\n'] && records[0]?.byCr === true;
  const newline = isCrFile ? '\r' : breaks['\r\n'] > 0 ? '\r\n' : '\n';
  const widths = isCrFile ? records.map((record) => record.width) : joined(records);
  return { delimiter, quote, newline, widths, ...doubts };
}

/** Up to the end of a cell without quotes. A pattern, because a loop over characters is compiled for a file's head alone. */
const bareCell = (delimiter: string): RegExp => new RegExp(`[^${escaped(delimiter)}\\r\\n]*`, 'y');

const escaped = (character: string): string => (/[\\\]^-]/.test(character) ? `\\${character}` : character);

/** `isOpen`: its quote is not closed in this text; `isBroken`: text stands behind that; `isStray`: it holds a quote without being quoted. */
function cellAt(text: string, start: number, delimiter: string, bare: RegExp, quote: Quote) {
  const from = behindSpaces(text, start, delimiter);
  if (text.charAt(from) === quote) {
    let close = text.indexOf(quote, from + 1);
    while (close >= 0 && text.charAt(close + 1) === quote) close = text.indexOf(quote, close + 2);
    const isOpen = close < 0;
    const end = behindSpaces(text, close + 1, delimiter);
    const isBroken = !isOpen && !isEnd(text.charAt(end), delimiter);
    // Behind spaces it may be part of the text.
    if (from === start || !isBroken) return { end, isOpen, isBroken, isStray: false };
  }
  bare.lastIndex = start;
  bare.test(text);
  const end = bare.lastIndex;
  return { end, isOpen: false, isBroken: false, isStray: quote === '"' && text.slice(start, end).includes(quote) };
}

function behindSpaces(text: string, from: number, delimiter: string): number {
  let at = from;
  while (' \t'.includes(text.charAt(at) || '.') && text.charAt(at) !== delimiter) at += 1;
  return at;
}

const isEnd = (character: string, delimiter: string): boolean =>
  character === '' || character === delimiter || character === '\r' || character === '\n';

/** The line break at this place. A CR that ends the head may be half of one, and is none yet. */
function breakAt(text: string, at: number, isWhole: boolean): Dialect['newline'] | null {
  const character = text.charAt(at);
  if (character === '\n') return '\n';
  if (character !== '\r') return null;
  if (text.startsWith('\n', at + 1) || text.startsWith('\r\n', at + 1)) return '\r\n';
  return at + 1 < text.length || isWhole ? '\r' : null;
}

/** In a file whose lines end with LF, what a lone CR parted belongs together. */
function joined(records: readonly { readonly width: number; readonly byCr: boolean }[]): number[] {
  const widths: number[] = [];
  let carried = 0;
  for (const { width, byCr } of records) {
    if (byCr) carried += width - 1;
    else {
      widths.push(carried + width);
      carried = 0;
    }
  }
  return widths;
}
