import { TIMELINE_KINDS } from '../../../contract/local/enums.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { windowOf } from '../../core/sql.ts';
import { isIdle, nextDueAt } from '../../jobs/queries/jobs.ts';
import { type TimelineRow, timelineRows } from './queries/timeline.ts';

export async function timeline({ tx, principal, now }: Context, query: Parsed<'local', 'timeline'>['query']) {
  const { from, contactId = null, page, pageSize } = query;
  const { limit, offset } = windowOf(query);
  const since = from === undefined ? 0 : Date.parse(from);
  const dueAt = await nextDueAt(tx);
  const rows = await timelineRows(tx, principal.workspaceId, { from: since, contactId, limit: limit + 1, offset });
  return {
    ...{ events: inOrder(rows.slice(0, limit)).map(eventOf), page, pageSize, hasNextPage: rows.length > limit },
    ...{ now: isoTime(now), idle: await isIdle(tx, principal.workspaceId) },
    nextDueAt: dueAt === null ? null : isoTime(dueAt),
  };
}

/** Of one moment, a message comes right before the step that sent it, and what the contact does with it right after. */
function inOrder(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  const steps = new Map(
    rows.flatMap((row) => (row.kind === 'step' && row.messageId !== null ? [[row.messageId, row] as const] : [])),
  );
  const place = (row: TimelineRow): readonly [at: number, kind: number, id: number] => {
    const sender = steps.get(row.kind === 'message' ? row.id : (row.messageId ?? -1));
    const step = sender?.at === row.at ? sender : undefined;
    const { kind, id } = step ?? row;
    const shift = step === undefined || step === row ? 0 : row.kind === 'message' ? -0.5 : 0.5;
    return [row.at, TIMELINE_KINDS.indexOf(kind), id + shift];
  };
  return rows
    .map((row) => ({ row, place: place(row) }))
    .toSorted((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1] || a.place[2] - b.place[2])
    .map(({ row }) => row);
}

function eventOf({ id, at, messageId: _, ...row }: TimelineRow): ReplyData<'local', 'timeline'>['events'][number] {
  const whose = row.kind === 'added' || row.kind === 'ended' ? `${id}/${row.contactId}/${at}` : id;
  return { key: `${row.kind}/${whose}`, at: isoTime(at), ...row };
}
