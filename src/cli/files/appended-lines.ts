// A file of JSON lines that only ever grows: a line counts once it is on the disk. What was cut short at its end by a crash
// is taken off when it is opened. Each line ends with its checksum, and a file beside it holds the size that is on the disk:
// any other change is damage.

import { constants, fdatasync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { startIdleTimer, type Timer } from '../../contract/timers.ts';
import { type CliError, diskError } from '../terminal/exit.ts';

/** Puts bytes at the end of the file; `isLasting`: and on the disk. Replaced in tests, to fail. */
export type Append = (handle: FileHandle, bytes: Buffer, isLasting: boolean) => Promise<void>;

/** Without a sync it is a copy in memory: handing it to another thread would take longer. */
const append: Append = async ({ fd }, bytes, isLasting) => {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
  if (isLasting) await synced(fd);
};

const synced = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fdatasync(fd, (error) => (error === null ? resolve() : reject(error))));

/** So long a line that need not last at once waits for one that must: one sync is for both. */
const SYNC_WITHIN_MS = 50;

/** Where the JSON of a line is, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

interface WaitingLine {
  readonly bytes: Buffer;
  readonly isLasting: boolean;
  readonly settle: (error: CliError | null) => void;
}

export interface LinesOptions {
  /** Called with each line that is there, in order; false for one that is none of ours. */
  readonly learn: (text: string, span: ByteRange) => boolean;
  /** The error for a file that is damaged; `where` is such as `line 3`. */
  readonly damaged: (where: string) => CliError;
  readonly append?: Append;
  /** Another process may be writing it: what is cut short at its end is left alone, and nothing can be written. */
  readonly isReadOnly?: boolean;
}

export class AppendedLines {
  readonly #path: string;
  readonly #handle: FileHandle;
  /** What is on the disk for certain; a power cut may leave an older number, which only says less. */
  readonly #sizeFile: FileHandle;
  readonly #append: Append;
  #size = 0;
  /** What was written, and what of it is on the disk. */
  #sizeWritten = 0;
  #sizeOnDisk = 0;
  #failure: CliError | null = null;
  #queue: WaitingLine[] = [];
  #writing: Promise<void> | null = null;
  #syncLater: Timer | null = null;

  private constructor(path: string, handle: FileHandle, sizeFile: FileHandle, append: Append) {
    this.#path = path;
    this.#handle = handle;
    this.#sizeFile = sizeFile;
    this.#append = append;
  }

  /** Opens or makes the file, readable by the user alone. Throws what `damaged` makes, and what the file system throws. */
  static async open(path: string, options: LinesOptions): Promise<AppendedLines> {
    const access = options.isReadOnly === true ? constants.O_RDONLY : constants.O_RDWR;
    const handle = await open(path, options.isReadOnly === true ? 'r' : 'a+', 0o600);
    try {
      const sizeFile = await open(sizePath(path), access | constants.O_CREAT, 0o600);
      try {
        const lines = new AppendedLines(path, handle, sizeFile, options.append ?? append);
        await lines.#read(options);
        return lines;
      } catch (error) {
        await sizeFile.close();
        throw error;
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  static remove(path: string): void {
    rmSync(path, { force: true });
    rmSync(sizePath(path), { force: true });
  }

  /** The text of a line, as it stands on the disk. */
  async read({ offset, length }: ByteRange): Promise<string> {
    const { buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.toString('utf8');
  }

  /**
   * Resolves when the line is written: no end of the process loses it, but the end of the system within a moment may.
   * `isLasting`: resolves when it is on the disk. Throws CliError `journal` when it cannot be; then nothing is written any more.
   */
  write(line: object, isLasting: boolean): Promise<ByteRange> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const bytes = lineOf(Buffer.from(JSON.stringify(line)));
      const range = { offset: this.#size, length: bytes.length - END_BYTES };
      this.#size += bytes.length;
      this.#queue.push({
        bytes,
        isLasting,
        settle: (error) => (error === null ? resolve(range) : reject(error)),
      });
      this.#writing ??= this.#flush();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    if (this.#isBehind) await this.#flush();
    await this.#handle.close();
    await this.#sizeFile.close();
  }

  /** Whether there are lines that are not on the disk yet. */
  get #isBehind(): boolean {
    return this.#failure === null && this.#sizeOnDisk < this.#sizeWritten;
  }

  /** Lines that come while the disk is busy go together, with one sync for all of them. Without a line it is a sync alone. */
  async #flush(): Promise<void> {
    this.#syncLater?.stop();
    this.#syncLater = null;
    do {
      const batch = this.#queue;
      this.#queue = [];
      await this.#put(batch);
      for (const { settle } of batch) settle(this.#failure);
    } while (this.#queue.length > 0);
    this.#writing = null;
    if (!this.#isBehind) return;
    this.#syncLater = startIdleTimer(SYNC_WITHIN_MS, () => {
      this.#writing ??= this.#flush();
    });
  }

  async #put(batch: readonly WaitingLine[]): Promise<void> {
    if (this.#failure !== null) return;
    const [first, ...more] = batch;
    const isLasting = first === undefined || batch.some((line) => line.isLasting);
    try {
      const bytes =
        first === undefined || more.length > 0 ? Buffer.concat(batch.map((line) => line.bytes)) : first.bytes;
      this.#sizeWritten += bytes.length;
      await this.#append(this.#handle, bytes, isLasting);
      if (!isLasting) return;
      this.#sizeOnDisk = this.#sizeWritten;
      writeSync(this.#sizeFile.fd, String(this.#sizeOnDisk).padStart(SIZE_DIGITS, '0'), 0);
    } catch (error) {
      // Half a line may stand at the end now: nothing may follow it.
      const hint = 'make it writable or make room; then run the same command again: it goes on where it was';
      this.#failure = diskError('journal', `cannot write ${this.#path}`, error, hint);
    }
  }

  async #read({ learn, damaged, isReadOnly }: LinesOptions): Promise<void> {
    let number = 0;
    let torn: number | null = null;
    // Before the lines, which only become more meanwhile.
    const { buffer, bytesRead } = await this.#sizeFile.read(Buffer.alloc(SIZE_DIGITS), 0, SIZE_DIGITS, 0);
    const recorded = bytesRead === SIZE_DIGITS ? Number(buffer.toString('latin1')) : 0;
    for await (const { text, offset, length, isWhole } of linesOf(this.#handle)) {
      number += 1;
      const { json, isSound } = checked(text);
      // A line that was cut short has not all of its checksum.
      if (isWhole ? !isSound || !learn(json, { offset, length: Buffer.byteLength(json) }) : WITH_CHECKSUM.test(text))
        throw damaged(`line ${number}`);
      if (isWhole) this.#size = offset + length + 1;
      else torn = offset;
    }
    if (this.#size < recorded) throw damaged(`${this.#size} of ${recorded} bytes are left`);
    this.#sizeOnDisk = this.#size;
    this.#sizeWritten = this.#size;
    if (torn !== null && isReadOnly !== true) await this.#handle.truncate(torn);
  }
}

const sizePath = (path: string) => `${path}.size`;
const SIZE_DIGITS = 16;

/** Of the JSON alone, as eight digits. */
const checksum = (json: string | Uint8Array) => crc32(json).toString(16).padStart(8, '0');
/** Tab, checksum, line feed. */
const END_BYTES = 10;
/** JSON holds no tab of its own. */
const WITH_CHECKSUM = /\t[0-9a-f]{8}.$/s;

const lineOf = (json: Buffer): Buffer => Buffer.concat([json, Buffer.from(`\t${checksum(json)}\n`)]);

/** Lines of older versions have no checksum. */
function checked(text: string): { readonly json: string; readonly isSound: boolean } {
  if (text.at(-9) !== '\t') return { json: text, isSound: true };
  const json = text.slice(0, -9);
  return { json, isSound: checksum(json) === text.slice(-8) };
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file with their places; the last may lack its end. */
async function* linesOf(
  handle: FileHandle,
): AsyncGenerator<ByteRange & { readonly text: string; readonly isWhole: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  let offset = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, offset + held.length);
    if (bytesRead === 0) break;
    const bytes =
      held.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([held, chunk.subarray(0, bytesRead)]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      yield { text: bytes.toString('utf8', from, end), offset: offset + from, length: end - from, isWhole: true };
      from = end + 1;
    }
    held = bytes.subarray(from);
    offset += from;
  }
  if (held.length > 0) yield { text: held.toString('utf8'), offset, length: held.length, isWhole: false };
}
