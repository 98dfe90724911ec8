// Writes files atomically: readers see the old text or the new one, never a part. Every file that a command writes whole is
// written here: under a name of its own that no one can foresee, which no link can stand at, and renamed when it is complete.

import { closeSync, constants, mkdirSync, openSync, promises, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskError, UsageError } from '../terminal/exit.ts';
import { endFile, startFile } from '../terminal/io.ts';
import { isSystemError } from '../terminal/system-error.ts';
import { strangeKind } from './bounded-read.ts';

const PRIVATE = 0o600;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Where text is written before it gets its name. Nothing is imported for it: every command that connects loads this file. */
const partOf = (path: string) => `${path}.${crypto.randomUUID().slice(-12)}.part`;

/** Whether a file of this name was to become that one. */
export const isPartOf = (name: string, file: string): boolean =>
  name.startsWith(`${file}.`) && /^[0-9a-f]{12}\.part$/.test(name.slice(file.length + 1));

/**
 * Throws UsageError for what another file must not take the place of: a directory, a device or pipe, which that would
 * destroy, and a link, which leads to who knows where.
 */
function checkReplaceable(path: string, displayed: string): void {
  const why = strangeKind(path, 'file');
  if (why !== null) throw new UsageError(`cannot write ${displayed}: it is ${why}`);
}

interface AtomicOptions {
  /** 0600 unless given. */
  readonly mode?: number;
  /** Of the errors of the disk. */
  readonly hint?: string;
}

/** A file that is written piece by piece, and there when it is finished. What goes wrong is a CliError, and leaves nothing behind. */
export class AtomicFile {
  readonly path: string;
  readonly #displayed: string;
  readonly #part: string;
  readonly #handle: promises.FileHandle;
  readonly #hint: string | undefined;

  private constructor(path: string, displayed: string, part: string, handle: promises.FileHandle, hint?: string) {
    this.path = path;
    this.#displayed = displayed;
    this.#part = part;
    this.#handle = handle;
    this.#hint = hint;
  }

  /** `displayed`: its name in messages. */
  static async create(
    path: string,
    displayed: string,
    { mode = PRIVATE, hint }: AtomicOptions = {},
  ): Promise<AtomicFile> {
    const part = partOf(path);
    try {
      checkReplaceable(path, displayed);
      startFile(part);
      return new AtomicFile(path, displayed, part, await promises.open(part, NEW, mode), hint);
    } catch (error) {
      endFile(part);
      throw error instanceof UsageError ? error : diskError('write', `cannot write ${displayed}`, error);
    }
  }

  async write(text: string | Uint8Array): Promise<void> {
    await this.#orDrop(() => this.#handle.appendFile(text));
  }

  /** Gives the file its name. `isDurable`: what it says is on the disk first. */
  async finish({ isDurable = false } = {}): Promise<void> {
    await this.#orDrop(async () => {
      if (isDurable) await this.#handle.sync();
      await this.#handle.close();
      checkReplaceable(this.path, this.#displayed);
      await promises.rename(this.#part, this.path);
    });
    endFile(this.#part);
  }

  /** Leaves nothing behind. */
  async drop(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await promises.rm(this.#part, { force: true }).catch(() => {});
    endFile(this.#part);
  }

  async #orDrop(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.drop();
      throw error instanceof UsageError
        ? error
        : diskError('write', `cannot write ${this.#displayed}`, error, this.#hint);
    }
  }
}

/** Replaces the file. `displayed`: its name in messages. Throws CliError, and then leaves nothing behind. */
export async function writeWhole(path: string, text: string, displayed: string, mode = 0o666): Promise<void> {
  const file = await AtomicFile.create(path, displayed, { mode });
  await file.write(text);
  await file.finish();
}

/** The same for files that only their user reads; makes their folder. Throws what the file system throws, with the path. */
export function replacePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = partOf(path);
  try {
    const file = openSync(part, NEW, PRIVATE);
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    if (isSystemError(error)) error.path = path;
    throw error;
  }
}
