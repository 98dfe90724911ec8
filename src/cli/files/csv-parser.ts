// Text in, rows out, in pieces of any size. The hot path of every import: whole lines without a quote are cut by indexOf.

import { CsvError, type CsvErrorCode } from './csv-error.ts';

/** One record: its cells exactly as they stand between delimiters and quotes, and the physical line on which it begins. */
export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface Dialect {
  /** One character. */
  readonly delimiter: string;
  /** `\n` and `\r\n` read the same: both end a record, and a lone CR is data. With `\r` all three end a record. */
  readonly newline: '\n' | '\r\n' | '\r';
}

/** Characters. Far above what a contact holds, and low enough that a forgotten quote cannot fill the memory. */
export interface CsvLimits {
  readonly cell: number;
  readonly record: number;
}

export const CSV_LIMITS: CsvLimits = { cell: 1_000_000, record: 4_000_000 };

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/**
 * A push parser: `push` and `end` return the rows that are complete. Empty lines are skipped, and counted; ragged rows
 * come as they are; a quote inside a cell that does not begin with one is data; a last CR counts as a line end.
 * After a `failure` no more rows come; the rows before it were returned, however the text was cut into pieces.
 */
export class CsvParser {
  readonly #delimiter: string;
  readonly #delimiterCode: number;
  readonly #endsAtCr: boolean;
  readonly #limits: CsvLimits;
  #rest = '';
  #line: number;
  #failure: CsvError | null = null;
  // Of the text being read: the next delimiter, kept so that a text with few of them is not searched again for every line.
  #delimiterAt = 0;
  // Where the line that #lineEnd looked at is followed by the next.
  #nextLine = 0;

  constructor(dialect: Dialect, startLine = 1, limits: CsvLimits = CSV_LIMITS) {
    this.#delimiter = dialect.delimiter;
    this.#delimiterCode = dialect.delimiter.charCodeAt(0);
    this.#endsAtCr = dialect.newline === '\r';
    this.#limits = limits;
    this.#line = startLine;
  }

  get failure(): CsvError | null {
    return this.#failure;
  }

  push(text: string): Row[] {
    return this.#read(this.#rest === '' ? text : this.#rest + text, false);
  }

  end(): Row[] {
    return this.#read(this.#rest, true);
  }

  /** The physical line on which the text given so far ends. */
  get lastLine(): number {
    return this.#line + this.#countLines(this.#rest, 0, this.#rest.length);
  }

  #read(text: string, last: boolean): Row[] {
    const rows: Row[] = [];
    if (this.#failure !== null) return rows;
    const delimiter = this.#delimiter;
    let at = 0;
    let width = 0;
    let quoteAt = indexFrom(text, '"', 0);
    this.#delimiterAt = indexFrom(text, delimiter, 0);
    while (at < text.length) {
      const end = this.#lineEnd(text, at, last);
      if (end < 0 && text.length - at <= this.#limits.cell) break;
      if (quoteAt < at) quoteAt = indexFrom(text, '"', at);
      if (end < 0 || quoteAt < end || end - at > this.#limits.cell) {
        const next = this.#readRecord(text, at, last, rows);
        if (next < 0) break;
        at = next;
        continue;
      }
      if (end > at) {
        const cells: string[] = [];
        let delimiterAt = this.#delimiterAt;
        if (delimiterAt < at) delimiterAt = indexFrom(text, delimiter, at);
        let from = at;
        while (delimiterAt < end) {
          cells.push(text.slice(from, delimiterAt));
          from = delimiterAt + 1;
          delimiterAt = indexFrom(text, delimiter, from);
        }
        cells.push(text.slice(from, end));
        this.#delimiterAt = delimiterAt;
        rows.push({ cells, line: this.#line });
      }
      this.#line += 1;
      at = this.#nextLine;
    }
    this.#rest = this.#failure === null ? text.slice(at) : '';
    return rows;
  }

  /** Where the line's own characters end, and in #nextLine where the next begins; -1 when more text is needed to tell. */
  #lineEnd(text: string, from: number, last: boolean): number {
    if (this.#endsAtCr) return this.#lineEndAtCr(text, from, last);
    let end = text.indexOf('\n', from);
    if (end < 0) {
      if (!last) return -1;
      end = text.length;
    }
    this.#nextLine = end + 1;
    return end > from && text.charCodeAt(end - 1) === CR ? end - 1 : end;
  }

  #lineEndAtCr(text: string, from: number, last: boolean): number {
    let end = from;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === CR || code === LF) break;
    }
    if (!last && end >= text.length - 1) return -1;
    this.#nextLine = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
    return end;
  }

  /** One record, cell by cell, into `rows`. Returns where the next one begins, or -1: more text is needed, or it failed. */
  #readRecord(text: string, start: number, last: boolean, rows: Row[]): number {
    const cells: string[] = [];
    let line = this.#line;
    let at = start;
    let end = -1;
    for (;;) {
      if (at - start > this.#limits.record) return this.#failRecord();
      let next: number;
      if (text.charCodeAt(at) === QUOTE) {
        const close = closingQuote(text, at);
        const length = (close < 0 ? text.length : close) - at - 1;
        if (length > this.#limits.cell) return this.#failCell(text, at, line, cells.length, true);
        if (close < 0) return last ? this.#failUnclosed(text, at, line, cells.length) : -1;
        const raw = text.slice(at + 1, close);
        cells.push(raw.includes('"') ? raw.replaceAll('""', '"') : raw);
        next = close + 1;
        if (next === text.length && !last) return -1;
        const openLine = line;
        line += this.#countLines(text, at, close);
        end = next;
        if (text.charCodeAt(next) !== this.#delimiterCode) {
          end = this.#lineEnd(text, next, last);
          if (end < 0) {
            const mayBeCrLf = text.charCodeAt(next) === CR && next === text.length - 1;
            return mayBeCrLf ? -1 : this.#failAfterQuote(text, at, openLine, line, cells.length);
          }
          if (end !== next) return this.#failAfterQuote(text, at, openLine, line, cells.length);
        }
      } else {
        if (end < at) end = this.#lineEnd(text, at, last);
        if (this.#delimiterAt < at) this.#delimiterAt = indexFrom(text, this.#delimiter, at);
        next = end < 0 ? this.#delimiterAt : Math.min(end, this.#delimiterAt);
        if (Math.min(next, text.length) - at > this.#limits.cell) {
          return this.#failCell(text, at, line, cells.length, false);
        }
        if (next > text.length) return this.#unfinished(text, start);
        cells.push(text.slice(at, next));
      }
      if (text.charCodeAt(next) === this.#delimiterCode) {
        at = next + 1;
        continue;
      }
    }
  }
}
