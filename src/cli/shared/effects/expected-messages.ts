// Messages of the next days, as far as the steps of a campaign tell: an upper bound, for a dry run.

import { counted } from '../../../contract/english.ts';
import { mostMessages } from '../../../rules/campaigns/timeline.ts';
import { readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';

const DAYS = 7;

/** `up to 12 messages in the next 7 days`; null where there are none. */
export function messagesText(people: number, steps: unknown, isActive = true): string | null {
  const count = people * mostMessages(readSteps(Problems.none(), steps), DAYS * 86_400_000);
  if (count === 0) return null;
  const when = isActive ? `in the next ${DAYS} days` : `in the ${DAYS} days after it is started`;
  return `up to ${counted(count, 'message')} ${when}`;
}
