// Carries out what was decided: group by group, several at once, each in the journal; a resumed merge goes through all of
// them again and asks the journal what is done.

import type { Client } from '../../client/api.ts';
import { counted } from '../../contract/english.ts';
import { lockedError, takeLock } from '../files/lock.ts';
import { ImportJournal } from '../import/recover/journal.ts';
import type { RowResult } from '../import/report/row-result.ts';
import { stopAtInterrupt } from '../import/run.ts';
import { waitReason } from '../session/connect.ts';
import type { Session } from '../session/session.ts';
import { Cancellation, parallelMap } from '../shared/parallel-map.ts';
import { mergeView } from '../shared/views/records.ts';
import { CliError, type ExitName } from '../terminal/exit.ts';
import { openProgress, type Progress } from '../terminal/progress.ts';
import { ContactReader, isMerge, type MergeGroup, type PlannedGroup } from './contacts.ts';
import { type MergeHeader, mergeFolders, storedGroups } from './merge-folder.ts';
import { type MergeContext, mergeGroup, missingHolders } from './merge-group.ts';
import { contactable } from './propose.ts';

const PARALLEL = 4;
const RESUME = 'reach duplicates resolve --resume';

async function resultOf(journal: ImportJournal, { group }: MergeGroup): Promise<RowResult> {
  const [result] = await journal.results(group);
  if (result !== undefined) return result;
  throw new CliError('later', 'journal_damaged', `the journal of this merge has no result of group ${group}`);
}

/** Of each group what became of it: null while nothing is known. */
function deliverer(host: MergeContext) {
  const { journal, cancellation } = host;
  return async (
    group: PlannedGroup,
  ): Promise<{ group: PlannedGroup; result: RowResult | null; isReplayed: boolean }> => {
    const isReplayed = isMerge(group) && journal.state(group.group).is === 'done';
    try {
      if (!isMerge(group)) return { group, result: null, isReplayed };
      const result = isReplayed ? await resultOf(journal, group) : await mergeGroup(host, group);
      return { group, result, isReplayed };
    } catch (error) {
      cancellation.request(error);
      return { group, result: null, isReplayed };
    }
  };
}

/** Throws what stopped it; the groups that were done have been printed. */
export async function carryOut(
  session: Session,
  client: Client,
  header: MergeHeader,
  canDelete: boolean,
): Promise<ExitName> {
  const { io, paths, settings } = session;
  const lock = await takeLock(mergeFolders(paths).lock(header.id), io);
  if (!('release' in lock)) throw lockedError('conflict', 'this merge of duplicates is already running', lock);
  session.history.entry({ id: header.id });
  let journal: ImportJournal | null = null;
  try {
    journal = await ImportJournal.open(mergeFolders(paths).journal(header.id));
    const quiet = settings.quiet || !io.stderr.isTTY;
    const words = { unit: 'groups', failed: 'not merged' };
    const progress = openProgress({ io, quiet, words });
    const cancellation = new Cancellation();
    const host: MergeContext = {
      client,
      reader: new ContactReader(client, header, header.options.holders, io.interrupt),
      journal,
      editable: header.editable,
      cancellation,
      canDelete,
      now: io.now,
      contactable: (group) => contactable(session, group),
      onWait: (wait) => progress.wait(waitReason(wait), wait.waitMs, wait.reason === 'pace'),
    };
    const sums = await printAll(session, header, host, progress);
    if (cancellation.isRequested) {
      await session.print.note(`stopped; resume with: ${RESUME}`);
      throw cancellation.reason;
    }
    return await finish(session, header, journal, sums, canDelete);
  } finally {
    await journal?.close();
    lock.release();
  }
}

interface Sums {
  merged: number;
  deleted: number;
  others: number;
}

async function printAll(session: Session, header: MergeHeader, host: MergeContext, progress: Progress): Promise<Sums> {
  const { io, paths } = session;
  const { cancellation } = host;
  const text = `finishing requests (press Ctrl-C again to quit at once); resume with: ${RESUME}`;
  const stopListening = stopAtInterrupt(session, { cancellation, progress }, () => text);
  const sums: Sums = { merged: 0, deleted: 0, others: 0 };
  const delivered = parallelMap(storedGroups(paths, header.id), {
    parallel: PARALLEL,
    window: PARALLEL * 8,
    work: deliverer(host),
    isCancelled: () => cancellation.isRequested,
  });
  let replayed = 0;
  const rows = (async function* () {
    for await (const { group, result, isReplayed } of delivered) {
      if (isMerge(group) && result === null) continue;
      if (isReplayed) replayed += 1;
      if (result?.status === 'merged') sums.merged += 1;
      else sums.others += 1;
      sums.deleted += result === null ? 0 : deletedIds(result).length;
      const of = header.counts.groups;
      progress.update({ rows: sums.merged + sums.others, of, errors: sums.others, replayed });
      yield groupRow(group, result);
    }
  })();
  try {
    // A reader that goes away stops nothing that was approved.
    await session.print.list(mergeView, io.stdout.closed ? [] : rows);
    for await (const _ of rows);
  } finally {
    stopListening();
    await progress.end();
  }
  return sums;
}

async function finish(
  session: Session,
  header: MergeHeader,
  journal: ImportJournal,
  { merged, deleted, others }: Sums,
  isDeleting: boolean,
): Promise<ExitName> {
  const finished = journal.finished ?? { at: session.io.now(), counts: { merged, deleted, others } };
  if (journal.finished === null) await journal.finish(finished);
  await mergeFolders(session.paths).write({ ...header, finished });
  const { print } = session;
  await print.note(`${counted(merged, 'group')} merged: ${counted(deleted, 'contact')} deleted`);
  if (others > 0) await print.note(`${counted(others, 'group')} not merged: see why in the column note`);
  if (deleted > 0 && (await session.history.undoText()) !== null)
    await print.note(`to create them again: reach undo ${header.id}`);
  if (isDeleting || merged === 0) return others > 0 ? 'bad' : 'done';
  await print.note('the others are as they were: delete them in the app (reach open contact ID), see the column note');
  return 'bad';
}

/** `result`: null in a dry run. */
export function groupRow(planned: PlannedGroup, result: RowResult | null, isDeleting = true) {
  const { group, shared } = planned;
  const nothing = { updated: [], set: {}, deleted: [], lists: [], campaigns: [] };
  if (!isMerge(planned)) return { group, status: 'skipped', shared, keep: null, ...nothing, note: planned.why };
  const { keep, remove, set, note } = planned;
  const row = { group, status: result?.status ?? 'planned', shared, keep: keep.id };
  if (result?.status === 'skipped') return { ...row, ...nothing, note: result.error };
  return {
    ...row,
    updated: Object.keys(set),
    set,
    deleted: result !== null ? deletedIds(result) : isDeleting ? remove.map(({ id }) => id) : [],
    lists: missingHolders(planned, 'lists').map(({ name }) => name),
    campaigns: missingHolders(planned, 'campaigns').map(({ name }) => name),
    note: result?.error ?? note,
  };
}

const deletedIds = ({ outcome }: Pick<RowResult, 'outcome'>): number[] =>
  outcome === '' ? [] : outcome.split(',').map(Number);
