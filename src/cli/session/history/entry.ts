// An entry of the history: a folder with what the command was (entry.json) and what it sent and changed (journal.ndjson), both
// readable by the user alone. entry.json is written again when the command ends, with its counts.

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { append } from '../../../contract/append.ts';
import { isObject } from '../../../contract/json.ts';
import type { ByteRange } from '../../files/appended-lines.ts';
import { keptText } from '../../files/bounded-read.ts';
import { isDatedId } from '../../files/dated-id.ts';
import { Journal, type JournalKind } from '../../files/journal.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import { CliError, diskError } from '../../terminal/exit.ts';
import type { Paths } from '../paths.ts';
import { Creations } from './creations.ts';
import { damagedHeader, type EntryHeader, headerOf, readHeader } from './entry-header.ts';
import { type Change, combined, isChange, keyOf } from './recorded-route.ts';

/** A request that was sent: what it changes, as far as that was known before its answer. */
export interface SentRequest {
  readonly sent: number;
  /** Our clock, epoch ms. */
  readonly at: number;
  /** `contacts.update` */
  readonly route: string;
  readonly changes: readonly Change[];
}

/** `refused`: certainly nothing was changed. Changes of a record replace those that were foreseen. */
export interface AnsweredRequest {
  readonly done: number;
  readonly is: 'done' | 'refused';
  readonly changes?: readonly Change[];
}

export const historyFolder = (paths: Paths) => join(paths.state, 'history');
const profileHistory = (paths: Paths, profile: string) => join(historyFolder(paths), encodeURIComponent(profile));
const entryFolder = (paths: Paths, { profile, id }: Pick<EntryHeader, 'profile' | 'id'>) =>
  join(profileHistory(paths, profile), id);
const journalOf = (folder: string) => join(folder, 'journal.ndjson');

interface KnownContents {
  last: number;
  readonly creations?: Creations;
  later: Change[];
  settledBefore: number;
  onRange?: (entry: SentRequest | AnsweredRequest, range: ByteRange) => void;
}

const areChanges = (value: unknown): value is readonly Change[] => Array.isArray(value) && value.every(isChange);

const kindOf = (known: KnownContents): JournalKind<SentRequest, AnsweredRequest> => ({
  header: null,
  isSent: (value): value is SentRequest =>
    isObject(value) &&
    typeof value['sent'] === 'number' &&
    typeof value['route'] === 'string' &&
    areChanges(value['changes']),
  isDone: (value): value is AnsweredRequest =>
    isObject(value) && typeof value['done'] === 'number' && 'is' in value && areChanges(value['changes'] ?? []),
  onEntry: (entry, range) => {
    if ('sent' in entry) {
      known.last = Math.max(known.last, entry.sent);
      known.creations?.sent(entry.sent, entry.changes);
    } else known.creations?.answered(entry.done, entry.is);
    known.onRange?.(entry, range);
  },
  onNote: ({ later, isSettled }) => {
    if (!areChanges(later)) return false;
    append(known.later, later);
    if (isSettled === true) known.settledBefore = known.last;
    return true;
  },
  startOverHint: 'this entry of the history cannot be undone; reach history prune removes it when its time is over',
});

/** Greater than that of every entry before, also where the clock went back since. */
function nextOrder(folder: string, at: number): number {
  const latest = join(folder, 'latest');
  const order = Math.max(at, (Number(keptText(latest)) || 0) + 1);
  replacePrivateFile(latest, String(order));
  return order;
}

const orderOf = ({ header: { order, at } }: HistoryEntry): number => order ?? at;

/** As they were written. */
export const inOrder = (one: HistoryEntry, other: HistoryEntry): number =>
  orderOf(one) - orderOf(other) || (one.header.id < other.header.id ? -1 : 1);

export class EntryWriter {
  readonly header: EntryHeader;
  readonly #folder: string;
  readonly #journal: Journal<SentRequest, AnsweredRequest>;
  readonly #known: KnownContents;
  readonly creations: Creations;
  /** Whether an earlier process has written some of it. */
  readonly #isContinued: boolean;

  private constructor(
    header: EntryHeader,
    folder: string,
    journal: Journal<SentRequest, AnsweredRequest>,
    known: KnownContents & { readonly creations: Creations },
  ) {
    this.header = header;
    this.creations = known.creations;
    this.#isContinued = known.last > 0;
    this.#folder = folder;
    this.#journal = journal;
    this.#known = known;
  }

  /** Makes the entry, or continues the one that is there: of an import or an undo that was interrupted. */
  static async open(paths: Paths, header: EntryHeader): Promise<EntryWriter> {
    const folder = entryFolder(paths, header);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = readHeader(folder);
      const {
        counts: _,
        endedAt: __,
        process: ___,
        ...kept
      } = before ?? {
        ...header,
        order: nextOrder(dirname(folder), header.at),
      };
      const started: EntryHeader = { ...kept, ...(header.process && { process: header.process }) };
      replacePrivateFile(headerOf(folder), `${JSON.stringify(started)}\n`);
      const known = { last: 0, later: [], settledBefore: 0, creations: new Creations() };
      return new EntryWriter(started, folder, await Journal.open(journalOf(folder), kindOf(known)), known);
    } catch (error) {
      if (error instanceof CliError) throw error;
      const hint = 'make room, or make it writable; --no-history works without it. Nothing was sent';
      throw diskError('history', `cannot write the history in ${folder}`, error, hint);
    }
  }

  /**
   * Resolves with the number of the request when it is written; nothing may be sent before. On the disk it is where the service
   * is elsewhere: what ends this system ends the one in the process, too.
   */
  async sent(route: string, at: number, changes: readonly Change[]): Promise<number> {
    const number = this.#known.last + 1;
    this.#known.last = number;
    this.creations.sent(number, changes);
    await this.#journal.sent({ sent: number, at, route, changes }, this.header.baseUrl !== null);
    return number;
  }

  async answered(entry: AnsweredRequest): Promise<void> {
    this.creations.answered(entry.done, entry.is);
    // What an import created is in its own journal as well: that one must not be on the disk before this.
    await this.#journal.answered(entry, (entry.changes?.length ?? 0) > 0);
  }

  /** Changes that the command found out about later. */
  async later(changes: readonly Change[], isSettled: boolean): Promise<void> {
    await this.#journal.note({ later: changes, isSettled } satisfies {
      readonly later: readonly Change[];
      readonly isSettled?: boolean;
    });
    if (isSettled) this.#known.settledBefore = this.#known.last;
  }

  /** Says in entry.json what was done. */
  async finish(at: number, counts: EntryHeader['counts'], isComplete: boolean | undefined): Promise<void> {
    const open = this.#journal.unanswered.filter((number) => number > this.#known.settledBefore).length;
    await this.#journal.close();
    const all = this.#isContinued ? await countsIn(this.#folder) : counts;
    // All of it was refused, or changed nothing.
    const isEmpty = open === 0 && Object.keys(all ?? {}).length === 0 && this.header.undoes === undefined;
    if (isEmpty) return removeEntry({ folder: this.#folder });
    const ended: EntryHeader = {
      ...this.header,
      endedAt: at,
      ...(all && { counts: all }),
      ...(open > 0 && { unanswered: open }),
      ...(isComplete !== undefined && { isComplete }),
    };
    replacePrivateFile(headerOf(this.#folder), `${JSON.stringify(ended)}\n`);
  }
}

/** `contact updated` → how many. */
export function addCount(counts: Map<string, number>, { kind, id, is, count = 1 }: Change): void {
  const name = `${kind} ${is}`;
  // Of one record it counts the members that were added.
  counts.set(name, (counts.get(name) ?? 0) + (is === 'updated' && id !== null ? 1 : count));
}

/** With the counts of an entry that was killed: they are in its journal alone. */
export async function countedEntry(entry: HistoryEntry): Promise<HistoryEntry> {
  const { header, folder } = entry;
  return header.counts === undefined ? { ...entry, header: { ...header, counts: await countsIn(folder) } } : entry;
}

async function countsIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const counts = new Map<string, number>();
  // What was killed before its answer is done again where it had not arrived: it counts once.
  const unanswered = new Set<string>();
  for await (const { change, is } of recordedChanges({ folder })) {
    if (is === 'refused') continue;
    const id = change.was ?? change.id;
    const name = `${change.is} ${keyOf({ ...change, id })}`;
    if (!unanswered.delete(name)) addCount(counts, change);
    if (is === 'unanswered' && id !== null) unanswered.add(name);
  }
  return Object.fromEntries(counts);
}

export const hasEntry = (paths: Paths, of: Pick<EntryHeader, 'profile' | 'id'>): boolean =>
  readHeader(entryFolder(paths, of)) !== null;

export interface HistoryEntry {
  readonly header: EntryHeader;
  readonly folder: string;
  readonly bytes: number;
}

/** The entries of a profile, oldest first. */
export function storedEntries(paths: Paths, profile: string): readonly HistoryEntry[] {
  const parent = profileHistory(paths, profile);
  const found = idsIn(parent).flatMap((id): HistoryEntry[] => {
    const folder = join(parent, id);
    const journal = statSync(journalOf(folder), { throwIfNoEntry: false });
    if (journal === undefined) return [];
    const header = readHeader(folder) ?? damagedHeader(id, profile, journal.mtimeMs);
    return [{ header, folder, bytes: journal.size }];
  });
  return found.toSorted(inOrder);
}

function idsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isDatedId);
  } catch {
    return [];
  }
}

export const removeEntry = ({ folder }: Pick<HistoryEntry, 'folder'>): void =>
  rmSync(folder, { recursive: true, force: true });

interface RecordedChange {
  readonly change: Change;
  readonly is: 'done' | 'refused' | 'unanswered';
  /** When its request was sent, epoch ms; null for what the command found out later. */
  readonly sentAt: number | null;
}

/** A folder comes before what it held, which moves back into it. */
const placeOf = ({ kind }: Change): string => (kind === 'AI folder' ? '~' : kind);

const byKind = (one: Change, other: Change): number => {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a < b ? 1 : a > b ? -1 : 0;
};

/**
 * The changes of an entry, which another process may be writing: read from the disk one by one, a million of them are never held.
 * From the newest, those of a request are sorted by kind, so that undo sends full batches.
 */
export async function* recordedChanges(
  { folder }: Pick<HistoryEntry, 'folder'>,
  order: 'oldest' | 'newest' = 'oldest',
): AsyncGenerator<RecordedChange> {
  const ranges: [number, ByteRange][] = [];
  const onRange: KnownContents['onRange'] = (entry, range) => {
    if ('sent' in entry) ranges.push([entry.sent, range]);
  };
  const known: KnownContents = { last: 0, later: [], settledBefore: 0, onRange };
  const journal = await Journal.read(journalOf(folder), kindOf(known));
  const later = known.later.map((change): RecordedChange => ({ change, is: 'done', sentAt: null }));
  const isNewestFirst = order === 'newest';
  try {
    if (isNewestFirst) yield* later.reverse();
    for (const [number, range] of isNewestFirst ? ranges.reverse() : ranges) {
      const { at: sentAt, changes: foreseen } = await journal.request(range);
      const answer = journal.state(number).is === 'done' ? await journal.answer(number) : null;
      const is = answer?.is ?? (number <= known.settledBefore ? 'done' : 'unanswered');
      const changes = is === 'unanswered' ? foreseen : combined(foreseen, answer?.changes ?? []);
      for (const change of isNewestFirst ? changes.toReversed().toSorted(byKind) : changes)
        yield { change, is, sentAt };
    }
    if (!isNewestFirst) yield* later;
  } finally {
    await journal.close();
  }
}
