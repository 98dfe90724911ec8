import { join } from 'node:path';
import { counted, firstOf } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { processState } from '../../../contract/processes.ts';
import { lockedError, withLock } from '../../files/lock.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import { countedEntry, type HistoryEntry } from '../../session/history/entry.ts';
import type { Change } from '../../session/history/recorded-route.ts';
import { Turns } from '../../session/history/recorder.ts';
import type { Session } from '../../session/session.ts';
import { approveAt, assertSameWorkspace } from '../../shared/approval.ts';
import { touchedBy } from '../../shared/effects/effects.ts';
import { assertTouched, expectedOf, withExpect } from '../../shared/effects/expected.ts';
import { assertPublishable } from '../../shared/never-contact/workflow-audience.ts';
import { type ChangeRow, changeView, undoRows } from '../../shared/undo/change-rows.ts';
import {
  assertWhole,
  countsText,
  entriesOf,
  entryOf,
  entryRow,
  interruptedUndo,
  latestEntry,
  stayingText,
} from '../../shared/undo/entries.ts';
import { customFieldsOf } from '../../shared/undo/records.ts';
import { RecordIds, type UndoHost } from '../../shared/undo/undo-kind.ts';
import type { UndoneStep } from '../../shared/undo/undo-plan.ts';
import { undone } from '../../shared/undo/undo-run.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const undoView = viewOf(
  'undo',
  'undos',
  `undoes:word command:excerpt restored:number deleted:number created:number unchanged:number
    kept:number lasting:number failed:number`,
  { id: 'undoes', alsoHas: 'details', titles: { lasting: 'not undone' } },
);

const declare = () =>
  withExpect(
    asksFirst('undo', {
      summary: 'Take back what a command changed',
      description: [
        'Without an id: the latest entry of the history that is neither an undo nor undone. Fields get their values of before;',
        'what was created is deleted, what was deleted is created again, where the API allows it. A value that someone changed',
        'since is kept and listed. An undo is an entry, too: reach undo ID of it does everything again. One that is interrupted',
        'is continued by the same command.',
      ].join('\n'),
      view: undoView,
      json: 'record',
      output:
        'one record: how much was restored, deleted, created, kept, not undone, failed; with --dry-run one row per change',
      exits: ['bad', 'notFound', 'conflict'],
      replaces: true,
      hidesRequests: true,
      dryRun: 'show what would be changed back; send nothing',
      examples: [
        ['reach undo', 'the latest change; asks first'],
        ['reach undo 20261126-ab12c --dry-run', 'what would be changed back'],
        ['reach undo 20261126-ab12c --yes --overwrite', 'also what someone changed since'],
      ],
    }),
  )
    .argument('[id]', 'id of the entry, from reach history')
    .option('--overwrite', 'take back also what someone changed since')
    .option('--other-key', 'the key or the local store is another one now, with the same records');

/** Requests under way together: in the process they share the syncs of the disk. */
const PARALLEL = { local: 100, remote: 4 } as const;

type Counts = Record<'restored' | 'deleted' | 'created' | 'unchanged' | 'kept' | 'lasting' | 'failed', number>;

function count(counts: Counts, { act, kept, lasting, error }: UndoneStep): void {
  if (error !== undefined) counts.failed += 1;
  else if (act === 'remove') counts.deleted += 1;
  else if (act === 'create') counts.created += 1;
  else if (act === 'change') counts.restored += 1;
  else if (lasting !== null) counts.lasting += 1;
  else if (kept.length === 0) counts.unchanged += 1;
  if (kept.length > 0) counts.kept += 1;
}

/** What is sent for a step, as a change. */
const sentBy = ({ change: { kind }, id, members }: UndoneStep): Change => ({
  ...{ kind, id, is: 'updated' },
  members: Object.fromEntries(members.map(({ of, add, remove }) => [of, { added: add, removed: remove }])),
});

const REMARKED: ReadonlySet<string> = new Set(['kept', 'failed', 'not undone']);
const SHOWN = 20;

const NAMED = 3;

const nameOf = ({ id, label }: Pick<Change, 'id' | 'label'>): string =>
  [id, label && `"${label}"`].filter((part) => part !== null && part !== '').join(' ');

/** Lists what is not simply as it was before: values one by one, records that stay for one reason together. */
async function printRemarks({ print }: Session, remarks: readonly ChangeRow[]): Promise<void> {
  const groups = groupBy(remarks, ({ change, kind, id, field, note }) =>
    JSON.stringify(field === '' ? [change, kind, note] : [change, kind, id, field]),
  );
  for (const rows of [...groups.values()].slice(0, SHOWN)) {
    const [first] = rows;
    if (first === undefined) continue;
    const { change, kind, field, from, to, note } = first;
    const why = note === '' ? '' : ` (${note})`;
    const value = field === '' ? '' : `, ${field}: ${JSON.stringify(from)}, was ${JSON.stringify(to)}`;
    const names = firstOf(rows.map(nameOf), NAMED);
    await print.warn(
      rows.length === 1
        ? `${change}: ${`${kind} ${names}`.trim()}${value}${why}`
        : `${change}: ${counted(rows.length, kind)}${why}: ${names}`,
    );
  }
  if (groups.size > SHOWN) await print.warn(`and ${groups.size - SHOWN} more: see "details" with -o json`);
}

async function carriedOut(session: Session, id: string, steps: AsyncIterable<UndoneStep>) {
  const counts: Counts = { restored: 0, deleted: 0, created: 0, unchanged: 0, kept: 0, lasting: 0, failed: 0 };
  const remarks: ChangeRow[] = [];
  const renamed: string[] = [];
  await session.progress(`Undoing ${id}`, async (report) => {
    let done = 0;
    for await (const step of steps) {
      count(counts, step);
      for (const row of undoRows(step)) if (REMARKED.has(row.change)) remarks.push(row);
      if (step.newId !== undefined && step.newId !== step.change.id)
        renamed.push(`${nameOf(step.change)} is ${step.newId}`);
      done += 1;
      report(`Undoing ${id}: ${counted(done, 'change')}`);
    }
  });
  return { counts, remarks, renamed };
}

export const undoCommand = does(declare, async (session, text, options) => {
  if (!options.dryRun && !session.history.isWanted)
    throw new UsageError('an undo is always remembered: the next one would create again what it created', {
      hint: 'without --no-history, and with REACH_NO_HISTORY unset',
    });
  const found = text === undefined ? latestEntry(session) : entryOf(session, text);
  assertWhole(found);
  const entry = await countedEntry(found);
  await assertSameWorkspace(session, entry.header, {
    what: 'this was changed',
    hint: 'choose the key or snapshot of then; --other-key where both have the same records',
    isOtherKey: options.otherKey === true,
  });
  const { id, endedAt, process: writer } = entry.header;
  if (endedAt === undefined && writer !== undefined && processState(writer, session.io, false) === 'running')
    throw new CliError('conflict', 'locked', `entry ${id} is still written by process ${writer.pid}`, {
      hint: 'wait until it ends, or stop it',
    });
  if (options.dryRun) return await undoEntry(session, entry, options);
  return await withLock(
    join(entry.folder, 'undo.lock'),
    session.io,
    async () => {
      // Another process may have undone it meanwhile.
      if (text === undefined && latestEntry(session).header.id !== id)
        throw new CliError('conflict', 'conflict', `entry ${id} was undone meanwhile; nothing undone`, {
          hint: 'reach history lists the entries',
        });
      return await undoEntry(session, entry, options).finally(() => session.history.close());
    },
    (holder) => lockedError('conflict', `entry ${id} is being undone by another process`, holder),
  );
});

async function hostOf(session: Session, entries: readonly HistoryEntry[]): Promise<UndoHost> {
  const client = await session.client();
  let customFields: ReturnType<typeof customFieldsOf> | undefined;
  return {
    client,
    call: client.call,
    signal: session.io.interrupt,
    parallel: session.profile().baseUrl === null ? PARALLEL.local : PARALLEL.remote,
    ids: await RecordIds.from(entries),
    turns: new Turns(),
    customFields: () => (customFields ??= customFieldsOf(client.call)),
    assertPublishable: async (workflowId: AnyId, version: number) => {
      const { workflows } = await session.api();
      await assertPublishable(session, () => workflows.get({ params: { workflowId }, query: { version } }));
    },
    found: (change: Change) => session.history.later([change], false),
  };
}

async function undoEntry(
  session: Session,
  entry: HistoryEntry,
  options: OptionsOf<typeof declare>,
): Promise<ExitName | void> {
  const { id, counts: changed } = entry.header;
  const { command, at } = entryRow(entry, new Map());
  const what = `"${command}" of ${at}${changed === undefined ? '' : `: ${countsText(changed)}`}`;
  const stays = stayingText(changed);
  const question = `Undo ${what}${stays === '' ? '' : `; ${stays} cannot be taken back`}`;
  const entries = entriesOf(session);
  const started = interruptedUndo(entries, id);
  session.history.entry({ undoes: id, ...(started && { id: started.header.id }) });
  const host = await hostOf(session, entries);
  const how = { overwrites: options.overwrite === true, interrupted: started };
  const stepsOf = (isDry: boolean) => undone(host, entry, { ...how, isDry });
  const expected = expectedOf(options);
  const touched: Change[] = [];
  let isWhole = true;
  const rows = async function* () {
    for await (const step of stepsOf(true)) {
      if (expected !== null && step.act !== 'nothing') touched.push(sentBy(step));
      isWhole &&= step.kept.length === 0 && step.error === undefined;
      yield* undoRows(step);
    }
  };
  if (options.dryRun) {
    await session.print.note(`dry run: nothing is sent; undo of ${what}`);
    await session.print.list(changeView, rows());
  } else if (expected !== null) for await (const _ of rows());
  assertTouched(expected, touchedBy(touched));
  if (options.dryRun) return isWhole ? 'done' : 'bad';
  if (!options.yes) await approveAt(session, question, { declined: 'nothing undone' });
  const { counts, remarks, renamed } = await carriedOut(session, id, stepsOf(false)).catch(async (error: unknown) => {
    const flag = options.overwrite === true ? ' --overwrite' : '';
    if (session.io.interrupt.aborted) await session.print.note(`stopped; continue with: reach undo ${id}${flag}`);
    throw error;
  });
  session.history.entry({ isComplete: counts.failed === 0 });
  await printRemarks(session, remarks);
  if (renamed.length > 0) await session.print.note(`under a new id: ${firstOf(renamed, NAMED)}`);
  if (counts.kept > 0)
    await session.print.note(`reach undo ${id} --overwrite takes back also what someone changed since`);
  // A person reads them above.
  const details = session.settings.output === 'table' ? {} : { details: remarks };
  await session.print.record(undoView, { undoes: id, command, ...counts, ...details });
  return counts.failed + counts.kept > 0 ? 'bad' : 'done';
}
