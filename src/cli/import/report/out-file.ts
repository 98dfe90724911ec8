// A file that an import writes beside its work: rows gathered into larger pieces, and there when it is complete.

import { AtomicFile } from '../../files/write-atomic.ts';

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

  /** Keeps it until there is enough for a `flushIfMuch`. */
  add(text: string): void {
    this.#text += text;
  }

  async flushIfMuch(): Promise<void> {
    if (this.#text.length >= FLUSH_CHARACTERS) await this.#flush();
  }

  /** Puts the rest on the disk and gives the file its name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#file.finish();
  }

  /** Leaves nothing behind. */
  async drop(): Promise<void> {
    await this.#file.drop();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '') await this.#file.write(text);
  }
}
