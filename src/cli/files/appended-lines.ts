// A file of JSON lines that only ever grows: a line counts once it is on the disk. What was cut short at its end by a crash
// is taken off when it is opened. Each line ends with its checksum, and a file beside it holds the size that is on the disk:
// any other change is damage.

import { constants, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type CliError, diskError } from '../app/exit.ts';

/** Puts text at the end of the file and on the disk. Replaced in tests, to fail. */
export type Append = (handle: FileHandle, text: string) => Promise<void>;

const appendAndSync: Append = async (handle, text) => {
  await handle.appendFile(text);
  await handle.datasync();
};

/** Where the JSON of a line is, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

interface WaitingLine {
  readonly text: string;
  readonly settle: (error: CliError | null) => void;
}

export interface LinesOptions {
  /** Told of each line that is there, in order; false for one that is none of ours. */
  readonly learn: (text: string, span: ByteRange) => boolean;
  /** The error for a file that is damaged; `where` is such as `line 3`. */
  readonly damaged: (where: string) => CliError;
  readonly append?: Append;
}

export class AppendedLines {
  readonly #path: string;
  readonly #handle: FileHandle;
  /** What is on the disk for certain; a power cut may leave an older number, which only says less. */
  readonly #sizeFile: FileHandle;
  readonly #append: Append;
  #size = 0;
  #sizeOnDisk = 0;
  #failure: CliError | null = null;
  #queue: WaitingLine[] = [];
  #writing: Promise<void> | null = null;

  private constructor(path: string, handle: FileHandle, sizeFile: FileHandle, append: Append) {
    this.#path = path;
    this.#handle = handle;
    this.#sizeFile = sizeFile;
    this.#append = append;
  }

  /** Opens or makes the file, readable by the user alone. Throws what `damaged` makes, and what the file system throws. */
  static async open(path: string, options: LinesOptions): Promise<AppendedLines> {
    const handle = await open(path, 'a+', 0o600);
    try {
      const sizeFile = await open(sizePath(path), constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        const lines = new AppendedLines(path, handle, sizeFile, options.append ?? appendAndSync);
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

  /** Resolves when the line is on the disk. Throws CliError `journal` when it cannot be; then nothing is written any more. */
  write(line: object): Promise<ByteRange> {
    const json = JSON.stringify(line);
    const text = `${json}\t${checksum(json)}\n`;
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure);
      const offset = this.#size;
      const length = Buffer.byteLength(text);
      this.#size += length;
      this.#queue.push({
        text,
        settle: (error) => (error === null ? resolve({ offset, length: length - END_BYTES }) : reject(error)),
      });
      this.#writing ??= this.#flush();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#handle.close();
    await this.#sizeFile.close();
  }

  /** Lines that come while the disk is busy go together, with one sync for all of them. */
  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        const text = batch.map((one) => one.text).join('');
        if (this.#failure === null) {
          await this.#append(this.#handle, text);
          this.#sizeOnDisk += Buffer.byteLength(text);
          // Without a sync it is a copy in memory: handing it to another thread would take longer.
          writeSync(this.#sizeFile.fd, String(this.#sizeOnDisk).padStart(SIZE_DIGITS, '0'), 0);
        }
      } catch (error) {
        // Half a line may stand at the end now: nothing may follow it.
        const hint = 'make it writable or make room; then run the same command again: it goes on where it was';
        this.#failure = diskError('journal', `cannot write ${this.#path}`, error, hint);
      }
      for (const { settle } of batch) settle(this.#failure);
    }
    this.#writing = null;
  }

  async #read({ learn, damaged }: LinesOptions): Promise<void> {
    let number = 0;
    let torn: number | null = null;
    for await (const { text, offset, length, isWhole } of linesOf(this.#handle)) {
      number += 1;
      const { json, isSound } = checked(text);
      // A line that was cut short has not all of its checksum.
      if (isWhole ? !isSound || !learn(json, { offset, length: Buffer.byteLength(json) }) : WITH_CHECKSUM.test(text))
        throw damaged(`line ${number}`);
      if (isWhole) this.#size = offset + length + 1;
      else torn = offset;
    }
    const { buffer, bytesRead } = await this.#sizeFile.read(Buffer.alloc(SIZE_DIGITS), 0, SIZE_DIGITS, 0);
    const recorded = bytesRead === SIZE_DIGITS ? Number(buffer.toString('latin1')) : 0;
    if (this.#size < recorded) throw damaged(`${this.#size} of ${recorded} bytes are left`);
    this.#sizeOnDisk = this.#size;
    if (torn !== null) await this.#handle.truncate(torn);
  }
}

const sizePath = (path: string) => `${path}.size`;
const SIZE_DIGITS = 16;

/** Of the JSON alone, as eight digits. */
const checksum = (json: string) => crc32(json).toString(16).padStart(8, '0');
/** Tab, checksum, line feed. */
const END_BYTES = 10;
/** JSON holds no tab of its own. */
const WITH_CHECKSUM = /\t[0-9a-f]{8}.$/s;

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
    const chunk = Buffer.alloc(CHUNK_BYTES);
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
