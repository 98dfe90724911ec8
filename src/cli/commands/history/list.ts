import { type AnyId, anyIdOf } from '../../../contract/ids.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import { CHANGED_KINDS, type ChangedKind } from '../../session/history/change.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText, withLimit } from '../../shared/limit/limit.ts';
import { entriesOf, entryRow, undoneBy } from '../../shared/undo/entries.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';

const entryView: View = {
  noun: 'entry',
  plural: 'entries',
  alsoHas: ['undoes', 'undoneBy', 'user', 'host', 'profile', 'baseUrl', 'counts', 'unanswered', 'endedAt', 'bytes'],
  columns: [
    { key: 'id', kind: 'word' },
    { key: 'at', title: 'time', kind: 'time' },
    { key: 'command', kind: 'excerpt' },
    { key: 'changed', kind: 'excerpt' },
    { key: 'state' },
  ],
};

const declare = () =>
  withLimit(
    reads('history', {
      summary: 'What was changed from this machine, newest first',
      description: [
        'Every command that changed something in the workspace of the profile leaves an entry: when, who, the command line',
        'without secrets, and the values before and after of each field. reach undo takes an entry back.',
      ].join(' '),
      view: entryView,
      output: 'one row per entry: id, time, command, what it changed, whether it was undone or interrupted',
      exits: ['notFound'],
      examples: [
        ['reach history', 'the latest 100 entries'],
        ['reach history --since 2026-11-01 --command import', 'imports since a day'],
        ['reach history --kind contact --id 74 -o json', 'entries that changed one contact'],
      ],
    }),
  )
    .option('--since <day|time>', 'not before')
    .option('--until <day|time>', 'not after')
    .option('--command <text>', 'whose command line has this text')
    .option('--kind <kind>', `that changed such a record: ${CHANGED_KINDS.slice(0, 4).join(', ')} …`)
    .option('--id <id>', 'that changed this record; with --kind');

function momentOf(option: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${option} ${text}: not a day or time`, { hint: 'such as 2026-11-26' });
  // A day alone ends with its last millisecond.
  return option === '--until' && /^\d{4}-\d\d-\d\d$/.test(text) ? at + 86_399_999 : at;
}

export function kindOf(text: string): ChangedKind {
  const wanted = text.toLowerCase();
  const found = CHANGED_KINDS.find((kind) => [kind, `${kind}s`].some((name) => name.toLowerCase() === wanted));
  if (found !== undefined) return found;
  if (wanted === 'companies') return 'company';
  if (wanted === 'identities') return 'identity';
  throw new UsageError(`"${text}" is not a kind of record`, { hint: `one of ${CHANGED_KINDS.join(', ')}` });
}

/** Whether the entry changed a record of this kind, or this very one. */
async function hasChanged(entry: HistoryEntry, kind: ChangedKind, id: AnyId | null): Promise<boolean> {
  const { counts } = entry.header;
  if (counts !== undefined && !Object.keys(counts).some((name) => name.startsWith(`${kind} `))) return false;
  if (id === null && counts !== undefined) return true;
  for await (const { change } of recordedChanges(entry))
    if (change.kind === kind && (id === null || String(change.id) === String(id))) return true;
  return false;
}

async function printHistory(session: Session, options: OptionsOf<typeof declare>): Promise<void> {
  const { since, until, command, kind: kindText, id: idText } = options;
  if (idText !== undefined && kindText === undefined) throw new UsageError('--id needs --kind');
  const from = since === undefined ? -Infinity : momentOf('--since', since);
  const to = until === undefined ? Infinity : momentOf('--until', until);
  const kind = kindText === undefined ? null : kindOf(kindText);
  const id = idText === undefined ? null : anyIdOf(idText);
  const entries = entriesOf(session);
  const undone = undoneBy(entries);
  const limit = limitOf(options);
  const rows: ReturnType<typeof entryRow>[] = [];
  let isMore = false;
  for (const entry of entries.toReversed()) {
    const { at } = entry.header;
    if (at < from || at > to) continue;
    const row = entryRow(entry, undone);
    if (command !== undefined && !row.command.includes(command)) continue;
    if (kind !== null && !(await hasChanged(entry, kind, id))) continue;
    isMore = rows.length === limit;
    if (isMore) break;
    rows.push(row);
  }
  await session.print.list(entryView, rows);
  if (isMore) await session.print.note(moreText(rows.length, null, entryView));
}

export const historyCommand = does(declare, printHistory);
