// The entries of a profile: which was taken back, and which one undo takes by itself.

import { counted } from '../../../contract/english.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { type HistoryEntry, recordedChanges, storedEntries } from '../../session/history/entry.ts';
import { commandText, type EntryHeader } from '../../session/history/entry-header.ts';
import { allEntries } from '../../session/history/prune.ts';
import type { Paths } from '../../session/paths.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { UNDO_KINDS } from './kinds.ts';

/** Entry → the undo that took it back, and was not taken back itself. An undo that was interrupted does not count. */
export function undoneBy(entries: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  const done = new Map<string, string>();
  // From the newest: whether an undo counts depends on those after it.
  for (const { header } of entries.toReversed()) {
    if (header.undoes !== undefined && header.isComplete === true && !done.has(header.id))
      done.set(header.undoes, header.id);
  }
  return done;
}

/** An undo of the entry that was interrupted. */
export const interruptedUndo = (entries: readonly HistoryEntry[], id: string): HistoryEntry | undefined =>
  entries.findLast(({ header }) => header.undoes === id && header.isComplete !== true);

/** `3 contacts updated, 1 list created`. */
export function countsText(counts: EntryHeader['counts']): string {
  if (counts === undefined) return '';
  const texts = Object.entries(counts).map(([name, count]) => {
    const [, kind = name, act = ''] = /^(.*) (\w+)$/.exec(name) ?? [];
    if (kind === 'service') return 'the local service';
    return `${counted(count, kind)}${act === 'done' ? '' : ` ${act}`}`;
  });
  return texts.join(', ');
}

/** Of these, what stays: records that the API cannot delete, and what was sent or started. */
export function stayingText(counts: EntryHeader['counts'] = {}): string {
  const lasting = Object.entries(counts).filter(([name]) => {
    const [, kind = '', act = ''] = /^(.*) (\w+)$/.exec(name) ?? [];
    const undoKind = getOwn<unknown>(UNDO_KINDS, kind);
    return act === 'done' || (act === 'created' && !(isObject(undoKind) && 'remove' in undoKind));
  });
  return countsText(Object.fromEntries(lasting));
}

type EntryState = 'done' | 'undone' | 'interrupted' | 'unanswered' | 'damaged';

export function entryRow({ header, bytes }: HistoryEntry, undone: ReadonlyMap<string, string>) {
  const { id, at, command, counts, undoes, endedAt, unanswered, isComplete } = header;
  // An undo that came to its end has looked at everything.
  const ended = endedAt === undefined ? 'interrupted' : unanswered && isComplete !== true ? 'unanswered' : 'done';
  const state: EntryState = header.isDamaged === true ? 'damaged' : undone.has(id) ? 'undone' : ended;
  return {
    id,
    at: new Date(at).toISOString(),
    command: `reach ${commandText(command)}`,
    changed: countsText(counts),
    state,
    undoes: undoes ?? null,
    undoneBy: undone.get(id) ?? null,
    user: header.user,
    host: header.host,
    profile: header.profile,
    baseUrl: header.baseUrl,
    counts: counts ?? null,
    unanswered: unanswered ?? 0,
    endedAt: endedAt === undefined ? null : new Date(endedAt).toISOString(),
    bytes,
  };
}

export const entriesOf = ({ paths, profile }: Pick<Session, 'paths' | 'profile'>): readonly HistoryEntry[] =>
  storedEntries(paths, profile().name);

/**
 * What commands of this machine changed in one store, whichever profile they used, for its pages. `isOf`: by the mark of its key,
 * or of the store.
 */
export const storeHistory = (paths: Paths, isOf: (mark: string) => boolean) => ({
  entries: () => {
    const entries = allEntries(paths).filter(({ header: { keyMark } }) => keyMark !== null && isOf(keyMark));
    const undone = undoneBy(entries.toReversed());
    return entries.flatMap((entry) => {
      const { state, ...row } = entryRow(entry, undone);
      return state === 'damaged' ? [] : { ...row, state, folder: entry.folder };
    });
  },
  changes: recordedChanges,
});

/** Throws CliError where it is not known of which workspace it is. */
export function assertWhole({ header: { id, isDamaged }, folder }: HistoryEntry): void {
  if (isDamaged !== true) return;
  throw new CliError('conflict', 'entry_damaged', `${folder}/entry.json cannot be read: entry ${id} cannot be undone`, {
    hint: `reach history show ${id} shows what was changed; reach undo ID takes another entry back`,
  });
}

/** The entry of this id. Throws CliError. */
export function entryOf(session: Session, id: string): HistoryEntry {
  const found = entriesOf(session).find(({ header }) => header.id === id);
  if (found !== undefined) return found;
  throw new CliError('notFound', 'no_entry', `the history of profile ${session.profile().name} has no entry ${id}`, {
    hint: 'reach history lists the entries; another profile has its own: --profile NAME',
  });
}

/** The latest entry that is neither an undo nor undone. Throws CliError where there is none. */
export function latestEntry(session: Session): HistoryEntry {
  const entries = entriesOf(session);
  const undone = undoneBy(entries);
  const found = entries.findLast(({ header: { id, undoes } }) => undoes === undefined && !undone.has(id));
  if (found !== undefined) return found;
  throw new CliError('notFound', 'nothing_to_undo', `there is nothing to undo in profile ${session.profile().name}`, {
    hint: 'reach history lists what was changed; reach undo ID takes back an undo, too',
  });
}
