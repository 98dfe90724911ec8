// Pieces of a file in, rows out: what is UTF-8 is scanned as bytes, and all else, and whatever is irregular, parsed as text.

import { Blocks } from './blocks.ts';
import { ByteScanner, isScannable } from './byte-scanner.ts';
import type { CsvError } from './error.ts';
import { mayHoldGuarded, unguardCell } from './guard.ts';
import { type CsvLimits, CsvParser, type CsvRow, type Dialect } from './parser.ts';

export interface CutterOptions {
  readonly dialect: Dialect;
  readonly firstLine: number;
  readonly limits: CsvLimits;
  /** Takes the apostrophe off cells that our export guarded. */
  readonly isUnguarded: boolean;
  /** See `CsvReadOptions`. */
  readonly reusesBlocks: boolean;
}

/** A piece of a file: bytes of complete UTF-8 characters, or a text. */
export type FilePiece = Uint8Array | string;

const NONE = Buffer.alloc(0);
const APOSTROPHE = 0x27;

/** A push parser as `CsvParser`, over whatever the file is decoded to. */
export class RowCutter {
  readonly #parser: CsvParser;
  readonly #scanner: ByteScanner | null;
  readonly #blocks: Blocks;
  readonly #isUnguarded: boolean;
  readonly #delimiter: string;
  /** While bytes are scanned: the record that the next ones complete, and its line. */
  #carry: Buffer = NONE;
  #line: number;
  /** Whether the parser holds what is left, in place of the two. */
  #isParsing = false;
  /** What is left of a text is read with the next one. */
  #mayBeGuarded = false;

  constructor({ dialect, firstLine, limits, isUnguarded, reusesBlocks }: CutterOptions) {
    this.#parser = new CsvParser(dialect, firstLine, limits);
    this.#scanner = isScannable(dialect) ? new ByteScanner(dialect, limits.cell) : null;
    this.#blocks = new Blocks(isUnguarded, reusesBlocks);
    this.#isUnguarded = isUnguarded;
    this.#delimiter = dialect.delimiter;
    this.#line = firstLine;
  }

  get failure(): CsvError | null {
    return this.#parser.failure;
  }

  /** The physical line in which what was given so far ends. */
  get lastLine(): number {
    this.#parse('');
    return this.#parser.lastLine;
  }

  push(piece: FilePiece): readonly CsvRow[] {
    if (typeof piece === 'string') return this.#parse(piece);
    return this.#scanner === null ? this.#parse(utf8(piece)) : this.#scan(this.#scanner, piece);
  }

  end(): readonly CsvRow[] {
    const rows = this.#parse('');
    return [...rows, ...this.#unguarded(this.#parser.end())];
  }

  #scan(scanner: ByteScanner, piece: Uint8Array): readonly CsvRow[] {
    if (this.#parser.failure !== null) return [];
    if (this.#isParsing) this.#takeFromParser();
    const length = this.#carry.length + piece.length;
    const block = this.#blocks.filled(this.#carry, piece);
    const rows = scanner.scan(block, length, this.#line);
    this.#blocks.scanned(block, scanner.places);
    this.#line = scanner.line;
    this.#carry = block.bytes.subarray(scanner.at, length);
    return scanner.isIrregular ? [...rows, ...this.#parse('')] : rows;
  }

  /** What is carried becomes a text, too. */
  #parse(piece: string): readonly CsvRow[] {
    const text = this.#isParsing ? piece : utf8(this.#carry) + piece;
    if (!this.#isParsing) this.#parser.continueAt(this.#line);
    this.#isParsing = true;
    this.#carry = NONE;
    const isMarked = this.#isUnguarded && mayHoldGuarded(text, this.#delimiter);
    this.#mayBeGuarded ||= isMarked;
    const rows = this.#parser.push(text);
    if (rows.length === 0) return rows;
    const finished = this.#unguarded(rows);
    this.#mayBeGuarded = isMarked;
    return finished;
  }

  #unguarded(rows: readonly CsvRow[]): readonly CsvRow[] {
    return this.#mayBeGuarded ? rows.map(unguarded) : rows;
  }

  #takeFromParser(): void {
    const { text, line } = this.#parser.takeRest();
    this.#carry = Buffer.from(text);
    this.#line = line;
    this.#isParsing = false;
  }
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

function unguarded(row: CsvRow): CsvRow {
  const { cells, line } = row;
  for (const cell of cells) if (cell.charCodeAt(0) === APOSTROPHE) return { cells: cells.map(unguardCell), line };
  return row;
}
