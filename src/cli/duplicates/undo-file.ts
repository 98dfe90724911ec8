// The undo file: a CSV of every contact that was removed, with all of its values, that `contacts import` takes. It is on the
// disk before a contact is deleted. Columns that begin with _ are left out by the import.

import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { own } from '../../contract/dictionary.ts';
import { EDITABLE_FIELDS } from '../../rules/records/fields.ts';
import { syncFolder, writeDurably } from '../files/durable.ts';
import { CONTACT_COLUMNS, exportKey } from '../shared/records/columns.ts';
import { diskError, UsageError } from '../terminal/exit.ts';
import { plainCell, valueAt } from '../terminal/formats/cells.ts';
import { csvLine } from '../terminal/formats/csv.ts';
import { isSystemError } from '../terminal/system-error.ts';
import type { DisplayedContact, ListOrCampaign, MergeGroup } from './group.ts';

/** Columns of our own, before the values. */
const OWN = ['_id', '_mergedInto', '_lists', '_campaigns'];
const FORMAT = { guard: true } as const;

const isColumn = (key: string): boolean => (CONTACT_COLUMNS as readonly string[]).includes(key);

/** Gathers which values the removed contacts have, so that the file has a column for each. */
export class UndoColumns {
  readonly #custom = new Set<string>();
  readonly #others = new Set<string>();

  add({ remove }: Pick<MergeGroup, 'remove'>, editable: ReadonlySet<string>): void {
    for (const { record } of remove) {
      for (const key of Object.keys(record)) {
        if (isColumn(key) || key === 'id' || plainCell(own(record, key)) === '') continue;
        if (editable.has(key) && !EDITABLE_FIELDS.CONTACT.has(key)) this.#custom.add(key);
        else this.#others.add(key);
      }
    }
  }

  /** Keys of a record, in the order of the columns. */
  get keys(): { readonly custom: readonly string[]; readonly others: readonly string[] } {
    return { custom: [...this.#custom], others: [...this.#others].sort() };
  }
}

export type UndoKeys = UndoColumns['keys'];

const names = (holders: readonly ListOrCampaign[]): string => holders.map(({ name }) => name).join('; ');

function headerLine({ custom, others }: UndoKeys): string {
  return csvLine([...OWN, ...CONTACT_COLUMNS, ...custom, ...others.map((key) => `_${key}`)], FORMAT);
}

function lineOf({ id, record, holders }: DisplayedContact, mergedInto: number, { custom, others }: UndoKeys): string {
  const cells = [String(id), String(mergedInto), names(holders.lists), names(holders.campaigns)];
  for (const column of CONTACT_COLUMNS) cells.push(plainCell(valueAt(record, exportKey(column))));
  for (const key of [...custom, ...others]) cells.push(plainCell(own(record, key)));
  return csvLine(cells, FORMAT);
}

/** Lines of the contacts of a group; all of them, or those of `ids`. */
export function undoLines({ keep, remove }: MergeGroup, keys: UndoKeys, ids?: ReadonlySet<number>): string {
  const wanted = remove.filter(({ id }) => ids === undefined || ids.has(id));
  return wanted.map((contact) => lineOf(contact, keep.id, keys)).join('');
}

export class UndoFile {
  readonly path: string;
  readonly #keys: UndoKeys;
  #handle: FileHandle | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, keys: UndoKeys) {
    this.path = path;
    this.#keys = keys;
  }

  /** Writes the file again, with these lines, and keeps it open for more. Throws CliError. */
  async begin(lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const header = headerLine(this.#keys);
    await this.#saving(async () => {
      await writeDurably(
        this.path,
        (async function* () {
          yield header;
          yield* lines;
        })(),
      );
      this.#handle = await open(this.path, 'a', 0o600);
    });
  }

  /** Resolves when the contacts are on the disk; nothing may be deleted before. Throws CliError. */
  add(group: MergeGroup): Promise<void> {
    const text = undoLines(group, this.#keys);
    // Groups that are under way together write one after the other.
    const mine = this.#last.then(() =>
      this.#saving(async () => {
        await this.#handle?.appendFile(text);
        await this.#handle?.sync();
      }),
    );
    this.#last = mine.catch(() => {});
    return mine;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#handle?.close();
    this.#handle = null;
  }

  async #saving(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const hint =
        'nothing is deleted that is not saved: make room or make it writable, and run the same command again';
      throw diskError('undo', `cannot write the undo file ${this.path}`, error, hint);
    }
  }
}

/** Makes the file, so that none that is there is overwritten; an empty one may be left of a run that was killed here. Throws UsageError. */
export async function claimUndoFile(path: string, displayed: string): Promise<void> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.close();
    await syncFolder(dirname(path));
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isFile() && found.size === 0) return;
      throw new UsageError(`--undo ${displayed}: there is such a file already`, {
        hint: 'name one that does not exist',
      });
    }
    throw diskError('undo', `cannot write --undo ${displayed}`, error);
  }
}
