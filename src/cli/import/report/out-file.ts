// A file written under a temporary name and renamed when it is complete, so that no one reads half a result.

import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError, diskError } from '../../app/exit.ts';
import { checkReplaceable } from '../../files/write-atomic.ts';

const FLUSH_CHARACTERS = 64 * 1024;

export class OutFile {
  readonly path: string;
  readonly #partPath: string;
  readonly #handle: FileHandle;
  #text = '';

  private constructor(path: string, partPath: string, handle: FileHandle) {
    this.path = path;
    this.#partPath = partPath;
    this.#handle = handle;
  }

  /** `flag`: the option that names the file. Throws UsageError if it cannot be created, before anything is sent. */
  static async create(path: string, flag: string, shown: string): Promise<OutFile> {
    const partPath = `${path}.part`;
    try {
      checkReplaceable(path, `${flag} ${shown}`);
      // Left behind by a process that was killed. A new file is made, so that no link is written through.
      await rm(partPath, { force: true });
      return new OutFile(path, partPath, await open(partPath, 'wx', 0o600));
    } catch (error) {
      throw error instanceof CliError ? error : diskError('write', `cannot write ${flag} ${shown}`, error);
    }
  }

  async write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= FLUSH_CHARACTERS) await this.#flush();
  }

  /** Puts the rest on the disk and gives the file its name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#handle.close();
    try {
      await rename(this.#partPath, this.path);
    } catch (error) {
      await rm(this.#partPath, { force: true });
      throw this.#failed(error);
    }
  }

  /** Leaves nothing behind. */
  async drop(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#partPath, { force: true });
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    try {
      if (text !== '') await this.#handle.appendFile(text);
    } catch (error) {
      await this.drop().catch(() => {});
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): CliError {
    const hint = 'the import itself is safe: free some space and run the same command again to write the complete file';
    return diskError('write', `cannot write ${this.path}`, error, hint);
  }
}
