// Messages of the next days, as far as the steps of a campaign tell: an upper bound, for a dry run.

import type { AnyId } from '../../../contract/ids.ts';
import { mostMessages } from '../../../rules/campaigns/timeline.ts';
import { readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { addedRow, type ChangeRow } from '../undo/change-rows.ts';

const DAYS = 7;

/** `people`: null where their number is not known, for each of them. None where the campaign sends none. */
export function messagesRow(
  id: AnyId,
  {
    name,
    status,
    steps,
  }: {
    readonly name?: string | null | undefined;
    readonly status?: string | null | undefined;
    readonly steps?: unknown;
  },
  people: number | null,
  isStarted = status === 'ACTIVE',
): ChangeRow[] {
  const to = (people ?? 1) * mostMessages(readSteps(Problems.none(), steps), DAYS * 86_400_000);
  if (to === 0) return [];
  const each = people === null ? 'for each contact, ' : '';
  const note = `at most, ${each}in the ${isStarted ? `next ${DAYS} days` : `${DAYS} days after it is started`}`;
  return [addedRow({ kind: 'campaign', id, label: name ?? '', change: 'expected', field: 'messages', to, note })];
}
