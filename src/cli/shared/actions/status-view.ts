// How far a run of actions is, as it is shown: while it is watched, and at its end.

import type { ActionsStatus } from '../../../contract/actions/endpoints.ts';
import { FINAL_STATUSES, REASONS } from '../../../contract/actions/enums.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { type Paint, PLAIN } from '../../terminal/formats/colour.ts';
import { statusPaint } from '../../terminal/formats/status.ts';
import { displayedTable, type TableOptions } from '../../terminal/formats/table.ts';
import { isWords } from '../../terminal/settings.ts';
import { needed } from '../answer.ts';
import { helpful } from '../approval.ts';
import { actionsView, progressView, startedView } from '../views/actions.ts';
import { unwatched, type Watched, type WatchFlags, watch } from '../watch/watch.ts';

/** Until when the records of the run were kept; null if it has some, or never had any. */
async function keptUntilOf(session: Session, actionsId: AnyId): Promise<string | null> {
  const { actions } = await session.api();
  const { records, keptUntil } = await actions.records({ params: { actionsId }, query: { limit: 1 } });
  if (records === undefined || records.length > 0 || keptUntil == null) return null;
  const { totalActions } = await actions.status({ params: { actionsId } });
  return totalActions === undefined || totalActions === 0 ? null : keptUntil;
}

/** Says so on stderr; call it where none were listed. */
export async function notePurged(session: Session, actionsId: AnyId): Promise<void> {
  const keptUntil = await helpful(keptUntilOf(session, actionsId));
  if (keptUntil === null) return;
  const left = `what is left are the counts: reach action status ${actionsId}`;
  await session.print.note(`the records of this run were kept until ${harmless(keptUntil)}; ${left}`);
}

/** Undocumented: words a newer service adds are not over. */
function isOver({ overallStatus }: ActionsStatus): boolean {
  return overallStatus !== undefined && FINAL_STATUSES.includes(overallStatus);
}

/** A reason as a person reads it; the word itself where this build does not know it. */
export function reasonText(reason: string): string {
  return Object.entries(REASONS).find(([name]) => name === reason)?.[1] ?? reason;
}

/** `3 × no email address …`: the most frequent first. */
function whyText(reasons: Readonly<Record<string, number>> | undefined): string {
  return Object.entries(reasons ?? {})
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} × ${reasonText(reason)}`)
    .join('; ');
}

function rowsOf({ actions }: ActionsStatus) {
  return (actions ?? []).map(({ type = '-', statusCounts, reasons }) => ({
    type,
    ...statusCounts,
    why: whyText(reasons),
  }));
}

/** `actions 7: PROCESSING, 40 of 133 done, 2 failed (30%)` */
function headline(
  { actionsId, overallStatus, progress, totalActions, statusCounts }: ActionsStatus,
  paint: Paint = PLAIN,
): string {
  const counted = Object.entries(statusCounts ?? {}).filter(([status]) => status !== 'PENDING');
  const parts = counted.map(([status, count]) => `${count} ${status.toLowerCase()}`);
  // Other services leave out what the interface does not show.
  const of = parts.length > 0 ? `: ${parts.join(', ')}${totalActions === undefined ? '' : ` of ${totalActions}`}` : '';
  const status = statusPaint(overallStatus, paint)(harmless(String(overallStatus)));
  return `actions ${actionsId} ${status}${of}${progress === undefined ? '' : ` (${progress}%)`}`;
}

async function tableLines(status: ActionsStatus, options: TableOptions): Promise<string[]> {
  const text = await displayedTable(progressView.columns, rowsOf(status), options);
  return text.trimEnd().split('\n');
}

/** The record; as a table its actions as text, at a terminal as a table of their own below. */
export async function printStatus(session: Session, status: ActionsStatus): Promise<void> {
  const { print, settings, io } = session;
  if (!isWords(settings)) return await print.record(actionsView, status);
  const { actions: _, statusCounts: __, ...head } = status;
  if (!io.stdout.isTTY) {
    const actions = rowsOf(status).map(
      ({ type, why, ...counts }) => `${countsText(type, counts)}${why && ` (${why})`}`,
    );
    return await print.record(actionsView, { ...head, actions });
  }
  await print.record(actionsView, head);
  const { paint } = print;
  const lines = await tableLines(status, { room: io.stdout.columns - 1, now: session.now(), paint: paint.stdout });
  await print.text(`\n${lines.join('\n')}\n`);
}

/** `VERIFY_LEAD_EMAIL: 8 completed, 3 skipped` */
function countsText(type: string, counts: Readonly<Record<string, unknown>>): string {
  return `${type}: ${Object.entries(counts)
    .map(([status, count]) => `${String(count)} ${status.toLowerCase()}`)
    .join(', ')}`;
}

function watchedRun(session: Session, actionsId: AnyId): Watched<ActionsStatus> {
  return {
    what: `actions ${actionsId}`,
    resume: `reach action watch ${actionsId}`,
    view: actionsView,
    read: async (signal) => {
      const status = await (await session.api()).actions.status({ params: { actionsId } }, { signal });
      needed(
        status.overallStatus,
        `the status of actions ${actionsId}`,
        `look again: reach action status ${actionsId}`,
      );
      return status;
    },
    isOver,
    table: async (status, columns) => {
      const paint = session.print.paint.stderr;
      const options = { room: columns - 1, now: session.now(), paint };
      return [headline(status, paint), ...(await tableLines(status, options))];
    },
    changes: (_, status) => [headline(status)],
    print: (status) => printStatus(session, status),
  };
}

// A run that was just started: printed, or watched with `--watch`.

export async function printStarted(
  session: Session,
  started: { readonly actionsId?: AnyId | undefined; readonly createdAt?: string | undefined },
  options: WatchFlags & { readonly watch?: true | undefined },
): Promise<ExitName> {
  const { actionsId } = started;
  if (options.watch === true && actionsId !== undefined) return await watchRun(session, actionsId, options);
  await session.print.record(startedView, started);
  if (options.watch === true) throw unwatched('the interface shows no list of such runs: look at their records');
  await session.print.note(
    actionsId === undefined ? 'started, but the answer names no run' : `watch it: reach action watch ${actionsId}`,
  );
  return 'done';
}

/** With --exit-status anything but COMPLETED is exit 1. */
export async function watchRun(session: Session, actionsId: AnyId, options: WatchFlags): Promise<ExitName> {
  const status: ActionsStatus = await watch(session, watchedRun(session, actionsId), options);
  return options.exitStatus === true && status.overallStatus !== 'COMPLETED' ? 'bad' : 'done';
}
