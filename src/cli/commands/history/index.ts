import { append } from '../../../contract/append.ts';
import { counted } from '../../../contract/english.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import { isDay, momentOf } from '../../../rules/days.ts';
import { type BuildGroup, does, reads, withDryRun, writesFile } from '../../session/command.ts';
import { countedEntry, type HistoryEntry, recordedChanges, removeEntry } from '../../session/history/entry.ts';
import { entriesBeyond, KEPT_BYTES, KEPT_DAYS } from '../../session/history/prune.ts';
import { CHANGED_KINDS, type Change, type ChangedKind } from '../../session/history/recorded-route.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText, readsList } from '../../shared/limit.ts';
import { type ChangeRow, changeRows, changeView } from '../../shared/undo/change-rows.ts';
import { entriesOf, entryOf, entryRow, undoneBy } from '../../shared/undo/entries.ts';
import { RecordIds } from '../../shared/undo/undo-kind.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { columnsOf, harmless, type View, viewOf } from '../../terminal/formats/cells.ts';
import { durationMs, wholeNumber } from '../../terminal/settings.ts';
import { changedIdOf } from './record-id.ts';

const entryView = viewOf('entry', 'entries', 'id:word at:time command:excerpt changed:excerpt state', {
  alsoHas: 'undoes undoneBy user host profile baseUrl counts unanswered endedAt bytes',
});

const declareList = () =>
  readsList('history', {
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
  })
    .option('--since <day|time>', 'not before')
    .option('--until <day|time>', 'not after')
    .option('--command <text>', 'whose command line has this text')
    .option('--kind <kind>', `that changed such a record: ${CHANGED_KINDS.slice(0, 4).join(', ')} …`)
    .option('--id <id>', 'that changed this record, by id or name; with --kind');

function timeOf(option: string, text: string): number {
  const at = momentOf(text.replace(' ', 'T'));
  if (at === null) throw new UsageError(`${option} ${text}: not a day or time`, { hint: 'such as 2026-11-26' });
  // A day alone ends with its last millisecond.
  return option === '--until' && isDay(text) ? at + 86_399_999 : at;
}

function kindOf(text: string): ChangedKind {
  const wanted = text.toLowerCase();
  const found = CHANGED_KINDS.find((kind) => [kind, `${kind}s`].some((name) => name.toLowerCase() === wanted));
  if (found !== undefined) return found;
  if (wanted === 'companies') return 'company';
  if (wanted === 'identities') return 'identity';
  throw new UsageError(`"${text}" is not a kind of record`, { hint: `one of ${CHANGED_KINDS.join(', ')}` });
}

/** What cannot be read of one entry is named, and hides no other one. */
async function unlessDamaged<T>(session: Session, work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await session.print.warn(harmless(error.message));
    return otherwise;
  }
}

async function hasChanged(entry: HistoryEntry, kind: ChangedKind, id: AnyId | null): Promise<boolean> {
  const { counts } = entry.header;
  const isOf = (of: ChangedKind) => Object.keys(counts ?? {}).some((name) => name.startsWith(`${of} `));
  if (counts !== undefined && ![kind, ...HOLDERS.keys()].some(isOf)) return false;
  if (id === null && counts !== undefined) return isOf(kind);
  const isSame = (one: AnyId) => String(one) === String(id);
  for await (const { change } of recordedChanges(entry)) {
    if (change.kind === kind && (id === null || (change.id !== null && isSame(change.id)))) return true;
    if (id !== null && placeRows(change, kind, isSame).length > 0) return true;
  }
  return false;
}

/** What has contacts or companies as members, and how a record calls these places. */
const HOLDERS = new Map<ChangedKind, string>([
  ['list', 'lists'],
  ['campaign', 'campaigns'],
]);

/** Of a list or campaign that gained or lost a record: the same as a change of the record. */
function placeRows(change: Change, kind: ChangedKind, isSame: (id: AnyId) => boolean): ChangeRow[] {
  const field = HOLDERS.get(change.kind);
  const members = getOwn(change.members ?? {}, kind === 'company' ? 'companies' : `${kind}s`);
  if (field === undefined || members === undefined) return [];
  const { id: place, lasting = '' } = change;
  const row = (id: AnyId) => ({ kind, id, label: '', field, from: null, to: null, note: lasting });
  return [
    ...(members.added ?? []).filter(isSame).map((id) => ({ ...row(id), change: 'added', to: place })),
    ...(members.removed ?? []).filter(isSame).map((id) => ({ ...row(id), change: 'removed', from: place })),
  ];
}

const historyCommand = does(declareList, async (session, options) => {
  const { since, until, command, kind: kindText, id: idText } = options;
  if (idText !== undefined && kindText === undefined) throw new UsageError('--id needs --kind');
  const from = since === undefined ? -Infinity : timeOf('--since', since);
  const to = until === undefined ? Infinity : timeOf('--until', until);
  const kind = kindText === undefined ? null : kindOf(kindText);
  const id = kind === null || idText === undefined ? null : await changedIdOf(session, kind, idText);
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
    if (kind !== null && !(await unlessDamaged(session, hasChanged(entry, kind, id), true))) continue;
    isMore = rows.length === limit;
    if (isMore) break;
    rows.push(entryRow(await unlessDamaged(session, countedEntry(entry), entry), undone));
  }
  await session.print.list(entryView, rows);
  if (isMore) await session.print.note(moreText(rows.length, null, entryView));
});

const recordView: View = {
  ...changeView,
  alsoHas: ['kind', 'label'],
  columns: [
    ...columnsOf('at:time user entry:word'),
    ...changeView.columns.filter(({ key }) => key !== 'kind' && key !== 'label'),
    ...columnsOf('command:excerpt:extra'),
  ],
};

const declareOf = () =>
  reads('of', {
    summary: 'What was changed in one record from this machine, oldest first',
    description:
      'With the lists and campaigns that a contact or company came to or left. A contact that was deleted and came back under a new id is followed.',
    view: recordView,
    output: 'one row per change: when, who, by which entry, the field, from, to',
    exits: ['notFound'],
    examples: [
      ['reach history of contacts 74', 'one contact'],
      ['reach history of campaign "Newsletter welcome" -o json', 'one campaign'],
    ],
  })
    .argument('<kind>', 'contacts, companies, list, campaign, workflow, …')
    .argument('<id>', 'id or name of the record');

/** Rows of the record, under each id that it had. */
async function* rowsOf(session: Session, kindText: string, idText: string) {
  const kind = kindOf(kindText);
  const entries = entriesOf(session);
  const undone = undoneBy(entries);
  const ids = await RecordIds.from(entries);
  const now = (id: AnyId | null) => String(ids.current({ kind, id }));
  const wanted = now(await changedIdOf(session, kind, idText));
  for (const entry of entries) {
    const { at, user, command } = entryRow(entry, undone);
    const isSame = (id: AnyId | null | undefined) => id != null && now(id) === wanted;
    const found: ChangeRow[] = [];
    const read = async () => {
      for await (const { is, change } of recordedChanges(entry)) {
        if (is === 'refused') continue;
        const isOne = change.kind === kind && (isSame(change.id) || isSame(change.was));
        append(found, isOne ? [...changeRows(change)] : placeRows(change, kind, isSame));
      }
    };
    await unlessDamaged(session, read(), undefined);
    for (const row of found) yield { at, user, entry: entry.header.id, command, ...row };
  }
}

const ofCommand = does(declareOf, async (session, kind, id) => {
  await session.print.list(recordView, rowsOf(session, kind, id));
});

const prunedView = viewOf('entry', 'entries', 'entries:number bytes:number');

const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

const declarePrune = () =>
  withDryRun(
    writesFile('prune', {
      summary: 'Remove old entries of the history, of all profiles',
      description: `Without options: those older than ${KEPT_DAYS} days, and the oldest beyond 1 GB. That is also done by itself, once a day. What is removed cannot be undone any more.`,
      view: prunedView,
      json: 'record',
      output: 'how many entries and bytes were removed, or would be',
      examples: [
        ['reach history prune', 'what is beyond the bounds'],
        ['reach history prune --older-than 7d --dry-run', 'all but the last week: how many are those?'],
      ],
    }),
    'how many entries it would remove',
  )
    .option('--older-than <duration>', `entries older than this (${KEPT_DAYS}d)`)
    .option('--max-size <mb>', 'keep at most so many megabytes, the newest (1024)');

const pruneCommand = does(declarePrune, async ({ paths, io, print }, options) => {
  const days = options.olderThan === undefined ? KEPT_DAYS : durationMs(options.olderThan, '--older-than') / DAY_MS;
  const bytes =
    options.maxSize === undefined ? KEPT_BYTES : wholeNumber(options.maxSize, '--max-size', 0, 1_000_000) * MB;
  const beyond = entriesBeyond(paths, io.now(), { days, bytes });
  if (options.dryRun !== true) for (const entry of beyond) removeEntry(entry);
  const sum = beyond.reduce((total, entry) => total + entry.bytes, 0);
  await print.record(prunedView, { entries: beyond.length, bytes: sum });
  await print.note(
    `${counted(beyond.length, 'entry', 'entries')} ${options.dryRun === true ? 'would be removed' : 'removed'}`,
  );
});

const declareShow = () =>
  reads('show', {
    summary: 'The changes of one entry, field by field',
    view: changeView,
    output: 'one row per field that was changed: kind and id of the record, the field, from, to',
    exits: ['notFound'],
    examples: [
      ['reach history show 20261126-ab12c', 'every change'],
      ['reach history show 20261126-ab12c -o csv', 'for a spreadsheet'],
    ],
  }).argument('<id>', 'id of the entry');

const showCommand = does(declareShow, async (session, id) => {
  const entry = await countedEntry(entryOf(session, id));
  const { command, at, user, host, changed } = entryRow(entry, new Map());
  await session.print.note(`${command} · ${at} · ${user}@${host}${changed === '' ? '' : ` · ${changed}`}`);
  const rows = (async function* () {
    for await (const { is, change } of recordedChanges(entry)) {
      const note = is === 'done' ? {} : { note: is === 'refused' ? 'refused by the service' : 'never answered' };
      for (const row of changeRows(change)) yield { ...row, ...note };
    }
  })();
  await session.print.list(changeView, rows);
});

export const history: BuildGroup = (deps) =>
  historyCommand(deps).addCommand(showCommand(deps)).addCommand(ofCommand(deps)).addCommand(pruneCommand(deps));
