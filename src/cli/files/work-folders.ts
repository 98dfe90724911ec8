// Where work that can be resumed is kept: a folder each, with what was planned (its header), the journal and a lock.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, diskError } from '../terminal/exit.ts';
import { isSystemError } from '../terminal/system-error.ts';
import { keptText } from './bounded-read.ts';
import { isDatedId } from './dated-id.ts';
import { syncFolder, writeDurably } from './durable.ts';

export interface WorkKind<H> {
  readonly noun: 'import' | 'merge';
  /** What a folder that cannot be written leaves as it is. */
  readonly unharmed: string;
  /** Whether it is what `write` wrote: another version's is not. */
  readonly isHeader: (value: unknown) => value is H;
  /** What to do about a folder whose header cannot be read. */
  readonly damagedHint: (folder: string) => string;
}

export class WorkFolders<H extends { readonly id: string; readonly startedAt: number }> {
  readonly root: string;
  readonly #kind: WorkKind<H>;

  constructor(root: string, kind: WorkKind<H>) {
    this.root = root;
    this.#kind = kind;
  }

  file = (id: string, name: string): string => join(this.root, id, name);
  journal = (id: string): string => this.file(id, 'journal.ndjson');
  lock = (id: string): string => this.file(id, 'lock');
  #header = (id: string): string => this.file(id, `${this.#kind.noun}.json`);

  /** What to throw where the folder, or that of one work, cannot be written. */
  cannotSave(error: unknown, folder = this.root): unknown {
    if (!isSystemError(error)) return error;
    const { noun, unharmed } = this.#kind;
    const hint = `free some space or make the folder writable, or set REACH_HOME to another one; ${unharmed}`;
    return diskError(
      'state',
      `cannot save the state of ${noun === 'import' ? 'an' : 'a'} ${noun} in ${folder}`,
      error,
      hint,
    );
  }

  make(id: string): void {
    try {
      mkdirSync(join(this.root, id), { recursive: true, mode: 0o700 });
    } catch (error) {
      throw this.cannotSave(error);
    }
  }

  remove(id: string): void {
    rmSync(join(this.root, id), { recursive: true, force: true });
  }

  /** Writes a header atomically and durably. */
  async write(header: H): Promise<void> {
    try {
      await writeDurably(this.#header(header.id), [`${JSON.stringify(header)}\n`]);
      await syncFolder(this.root);
    } catch (error) {
      throw this.cannotSave(error, join(this.root, header.id));
    }
  }

  /** Oldest first; and folders whose header cannot be read: they may be of any work. */
  stored(): { readonly headers: readonly H[]; readonly unreadable: readonly string[] } {
    let names: string[];
    try {
      names = readdirSync(this.root);
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOENT') return { headers: [], unreadable: [] };
      throw diskError('state', `cannot read ${this.root}`, error);
    }
    const headers: H[] = [];
    const unreadable: string[] = [];
    // Nothing is sent before there is a journal, and there is none before the header.
    const isStarted = (id: string) => existsSync(this.#header(id)) || existsSync(this.journal(id));
    for (const id of names.filter((name) => isDatedId(name) && isStarted(name))) {
      const header = this.#read(id);
      if (header === null) unreadable.push(join(this.root, id));
      else headers.push(header);
    }
    return { headers: headers.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)), unreadable };
  }

  /** All headers, oldest first. Throws if one of them cannot be read: it may be the one that is looked for. */
  all(): readonly H[] {
    const { headers, unreadable } = this.stored();
    const [folder] = unreadable;
    if (folder === undefined) return headers;
    const { noun, damagedHint } = this.#kind;
    const message = `the state of an earlier ${noun} is damaged: ${folder}/${noun}.json`;
    throw new CliError('later', `${noun}_damaged`, message, { hint: damagedHint(folder) });
  }

  #read(id: string): H | null {
    try {
      const value: unknown = JSON.parse(keptText(this.#header(id)) ?? '');
      return this.#kind.isHeader(value) ? value : null;
    } catch {
      return null;
    }
  }
}
