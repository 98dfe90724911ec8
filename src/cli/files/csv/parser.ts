// Text in, rows out, in pieces of any size. The hot path of every import: lines without a quote are cut by indexOf alone.

import { withoutEndOfFile } from './end-of-file.ts';
import { type CsvError, type CsvPlace, cellTooLong, recordTooLong, textAfterQuote, unclosedQuote } from './error.ts';

/** One record: its cells exactly as they stand between delimiters and quotes, and the physical line where it begins. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
  /** The file ends in it, without a line end. */
  readonly isUnended?: true;
}

export interface Dialect {
  /** One character. */
  readonly delimiter: string;
  /** `\n` and `\r\n` read the same: both end a record, and a lone CR is data. With `\r` all three end a record. */
  readonly newline: '\n' | '\r\n' | '\r';
  /** Of what is read; what is written has double quotes. */
  readonly quote?: '"' | "'" | undefined;
}

/** In characters. Far above what a contact holds, and low enough that a forgotten quote cannot fill the memory. */
export interface CsvLimits {
  readonly cell: number;
  readonly record: number;
}

export const CSV_LIMITS: CsvLimits = { cell: 1_000_000, record: 4_000_000 };

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
// Beyond every index into a string, and a small integer to the engine, which Infinity is not.
const NOWHERE = 0x3fff_ffff;

/**
 * A push parser: `push` and `end` return the rows that are complete. Empty lines are skipped, and counted; ragged rows
 * come as they are; a quote inside a cell that does not begin with one is data; a CR at the very end ends the last line.
 * After a `failure` no more rows come; the rows before it were returned, however the text was cut into pieces.
 */
export class CsvParser {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  readonly #quote: string;
  readonly #quoteCode: number;
  readonly #crEndsLine: boolean;
  readonly #limits: CsvLimits;
  #rest = '';
  #line: number;
  #failure: CsvError | null = null;
  // The text being read, whether more follows it, and where in it the next delimiter and the next line are. The places
  // are kept so that a text with few delimiters or a record with many cells is not searched again from every cell.
  #text = '';
  #isLast = false;
  #delimiterAt = 0;
  #nextLineAt = 0;
  // How much of the text surely belongs to cells: a CR at its end may turn out to be half a line break.
  #surelyTo = 0;

  constructor(dialect: Dialect, firstLine = 1, limits: CsvLimits = CSV_LIMITS) {
    this.#delimiter = dialect.delimiter;
    this.#delimiterCode = dialect.delimiter.charCodeAt(0);
    this.#quote = dialect.quote ?? '"';
    this.#quoteCode = this.#quote.charCodeAt(0);
    this.#crEndsLine = dialect.newline === '\r';
    this.#limits = limits;
    this.#line = firstLine;
  }

  /** What is wrong with the text, with the line where the cell or record begins. */
  get failure(): CsvError | null {
    return this.#failure;
  }

  /** The physical line in which the text given so far ends, and the column behind it. */
  get endPlace(): CsvPlace {
    return { line: this.#line + this.#breaksIn(this.#rest), column: this.#columnAfter(this.#rest) };
  }

  push(text: string): CsvRow[] {
    return this.#read(this.#rest === '' ? text : this.#rest + text, false);
  }

  end(): CsvRow[] {
    const isEnded = /[\r\n]$/.test(this.#rest);
    const rows = this.#read(withoutEndOfFile(this.#rest), true);
    const last = isEnded ? undefined : rows.pop();
    return last === undefined ? rows : [...rows, { ...last, isUnended: true }];
  }

  #read(text: string, isLast: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    if (this.#failure !== null) return rows;
    this.#text = text;
    this.#isLast = isLast;
    this.#surelyTo = text.endsWith('\r') ? text.length - 1 : text.length;
    this.#delimiterAt = this.#find(this.#delimiter, 0);
    let quoteAt = this.#find(this.#quote, 0);
    let at = 0;
    while (at < text.length) {
      const end = this.#lineEnd(at);
      if (quoteAt < at) quoteAt = this.#find(this.#quote, at);
      if (quoteAt < end || end - at > this.#limits.cell) {
        const next = this.#readRecord(at, rows);
        if (next < 0) break;
        at = next;
      } else {
        if (end > at) rows.push({ cells: this.#plainCells(at, end), line: this.#line });
        this.#line += 1;
        at = this.#nextLineAt;
      }
    }
    this.#text = '';
    this.#rest = this.#failure === null ? text.slice(at) : '';
    return rows;
  }

  #plainCells(start: number, end: number): string[] {
    const text = this.#text;
    const delimiter = this.#delimiter;
    const cells: string[] = [];
    let from = start;
    let to = this.#delimiterAt;
    if (to < from) to = this.#find(delimiter, from);
    while (to < end) {
      cells.push(text.slice(from, to));
      from = to + 1;
      to = text.indexOf(delimiter, from);
      if (to < 0) to = NOWHERE;
    }
    this.#delimiterAt = to;
    cells.push(text.slice(from, end));
    return cells;
  }

  /** One record with quotes, cell by cell. Returns where the next begins; -1 when more text is needed or it failed. */
  #readRecord(start: number, rows: CsvRow[]): number {
    const text = this.#text;
    const cells: string[] = [];
    let line = this.#line;
    let end = this.#lineEnd(start);
    for (let at = start; ; at += 1) {
      if (at - start > this.#limits.record) return this.#failRecord();
      if (end < at) end = this.#lineEnd(at);
      let next: number;
      at = this.#quoteBehindSpaces(at, end);
      if (at < 0) return this.#needMore(start);
      if (text.charCodeAt(at) === this.#quoteCode) {
        const close = this.#closingQuote(at);
        const where = { start, at, line, cell: cells.length + 1 };
        if ((close < 0 ? this.#surelyTo : close) - at - 1 > this.#limits.cell) return this.#failCell(where);
        if (close < 0)
          return this.#isLast ? this.#fail(unclosedQuote(where.cell, this.#place(where))) : this.#needMore(start);
        const value = text.slice(at + 1, close);
        cells.push(value.includes(this.#quote) ? value.replaceAll(this.#quote + this.#quote, this.#quote) : value);
        if (end < close) line += this.#breaksIn(value);
        at = this.#behindSpaces(close + 1);
        if (text.charCodeAt(at) === this.#delimiterCode) continue;
        next = this.#afterBreak(at);
        if (next < 0) return this.#needMore(start);
        if (next === at) return this.#fail(textAfterQuote(where.cell, line, this.#place(where)));
      } else {
        if (this.#delimiterAt < at) this.#delimiterAt = this.#find(this.#delimiter, at);
        const to = Math.min(this.#delimiterAt, end);
        if (Math.min(to, this.#surelyTo) - at > this.#limits.cell) {
          return this.#failCell({ start, at, line, cell: cells.length + 1 });
        }
        if (to === NOWHERE) return this.#needMore(start);
        cells.push(text.slice(at, to));
        at = to;
        if (to < end) continue;
        next = this.#nextLineAt;
      }
      if (at - start > this.#limits.record) return this.#failRecord();
      rows.push({ cells, line: this.#line });
      this.#line = line + 1;
      return next;
    }
  }

  #find(what: string, from: number): number {
    const at = this.#text.indexOf(what, from);
    return at < 0 ? NOWHERE : at;
  }

  /** Where the characters of this line end, and in #nextLineAt where the next begins. NOWHERE: more text must tell. */
  #lineEnd(from: number): number {
    if (this.#crEndsLine) return this.#lineEndAtCr(from);
    const text = this.#text;
    let end = text.indexOf('\n', from);
    if (end < 0) {
      if (!this.#isLast) return NOWHERE;
      end = text.length;
    }
    this.#nextLineAt = end + 1;
    while (end > from && text.charCodeAt(end - 1) === CR) end -= 1;
    return end;
  }

  #lineEndAtCr(from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== CR && code !== LF) continue;
      const next = this.#afterBreak(at);
      if (next < 0) return NOWHERE;
      this.#nextLineAt = next;
      return at;
    }
    if (!this.#isLast) return NOWHERE;
    this.#nextLineAt = text.length + 1;
    return text.length;
  }

  /** Where the text goes on after the line break (or the end) at `at`: `at` when there is none, -1: more text must tell. */
  #afterBreak(at: number): number {
    const text = this.#text;
    if (at >= text.length) return this.#isLast ? at + 1 : -1;
    const code = text.charCodeAt(at);
    if (code === LF) return at + 1;
    if (code !== CR) return at;
    // Several before a LF are one line break: a file that was written as text twice.
    let next = at + 1;
    while (!this.#crEndsLine && text.charCodeAt(next) === CR) next += 1;
    if (next === text.length) return this.#isLast ? next : -1;
    if (text.charCodeAt(next) === LF) return next + 1;
    return this.#crEndsLine ? next : at;
  }

  #behindSpaces(from: number): number {
    let at = from;
    for (let code = this.#text.charCodeAt(at); code === SPACE || code === TAB; code = this.#text.charCodeAt(at)) {
      if (code === this.#delimiterCode) break;
      at += 1;
    }
    return at;
  }

  /** Some programs write a space before the quote: it opens a cell whose closing quote is the end of the cell, in the same line. -1: more text must tell. */
  #quoteBehindSpaces(from: number, lineEnd: number): number {
    const at = this.#behindSpaces(from);
    if (at === from || this.#text.charCodeAt(at) !== this.#quoteCode) return from;
    if (lineEnd === NOWHERE) return -1;
    const close = this.#closingQuote(at);
    if (close < 0 || close > lineEnd) return from;
    const next = this.#behindSpaces(close + 1);
    return next >= lineEnd || this.#text.charCodeAt(next) === this.#delimiterCode ? at : from;
  }

  #closingQuote(open: number): number {
    let at = this.#text.indexOf(this.#quote, open + 1);
    while (at >= 0 && this.#text.charCodeAt(at + 1) === this.#quoteCode) at = this.#text.indexOf(this.#quote, at + 2);
    return at;
  }

  #breaksIn(text: string): number {
    if (this.#crEndsLine) return text.match(/\r\n|\r|\n/g)?.length ?? 0;
    let count = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
    return count;
  }

  #needMore(start: number): -1 {
    return this.#surelyTo - start > this.#limits.record ? this.#failRecord() : -1;
  }

  #place({ start, at, line }: CellPlace): CsvPlace {
    return { line, column: this.#columnAfter(this.#text.slice(start, at)) };
  }

  #failCell(cell: CellPlace): -1 {
    const isQuoted = this.#text.charCodeAt(cell.at) === this.#quoteCode;
    return this.#fail(cellTooLong(cell.cell, this.#limits.cell, isQuoted, this.#place(cell)));
  }

  #failRecord(): -1 {
    return this.#fail(recordTooLong(this.#limits.record, this.#line));
  }

  #fail(failure: CsvError): -1 {
    this.#failure = failure;
    return -1;
  }

  #columnAfter(before: string): number {
    const breakAt = Math.max(before.lastIndexOf('\n'), this.#crEndsLine ? before.lastIndexOf('\r') : -1);
    return before.length - breakAt;
  }
}

interface CellPlace {
  /** Where the record and the cell begin in the text. */
  readonly start: number;
  readonly at: number;
  readonly line: number;
  /** Counted from 1. */
  readonly cell: number;
}
