import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { KEPT_MS } from './purge.ts';
import { outcomesAfter } from './queries/outcomes.ts';
import { actionRunOf, typeOf } from './status.ts';

type RecordsRow = Table['actions']['records'];

/** What came of each action on each record of a run. Throws Refusal `not_found`. */
export async function listActionRecords(
  context: Context,
  id: number,
  { status, cursor, limit }: ParsedOf<RecordsRow>['query'],
): Promise<ReplyOf<RecordsRow>> {
  const run = await actionRunOf(context, id);
  const [record = 0, action = -1] = (cursor ?? '0').split('-').map(Number);
  // One more than returned, to know whether there is a next page.
  const rows = await outcomesAfter(context.tx, run, status ?? null, { id: record, action }, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map(({ action: index, credits, name, ...row }) => ({
      ...row,
      entity: run.entity,
      name: name || null,
      action: typeOf(run.actions[index]),
      creditsUsed: credits,
    })),
    nextCursor: rows.length > limit && last ? `${last.id}-${last.action}` : null,
    keptUntil: run.finishedAt === null ? null : isoTime(run.finishedAt + KEPT_MS),
  };
}
