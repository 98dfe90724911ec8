// Whom another campaign has contacted lately, by the conversations of the inbox. The interface shows no endpoint for them: a
// service without it is said to be one, and nothing is guessed.

import type { Command, OptionValues } from 'commander';
import { everyThread, listPages } from '../../../client/answers/pages.ts';
import { durationMs, parseDuration } from '../../../contract/durations.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import type { Message } from '../../../contract/inbox/endpoints.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { whyUnreadable } from '../answer.ts';

const CONTACTED_WITHIN = '--contacted-within <time>';

/** The option, declared once. */
export const withContactedWithin = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command.option(CONTACTED_WITHIN, 'leave out whom another campaign contacted within it, such as 90d; allow: no one');

/** Throws UsageError for text that is neither a duration nor `allow`. */
export function checkWithin(text: string): string {
  if (text === 'allow' || parseDuration(text) !== null) return text;
  throw new UsageError(`--contacted-within: "${text}" is not a duration`, { hint: 'such as 90d or 2 weeks; or allow' });
}

/** The option, else the default of the profile; null for no limit. */
export function withinOf(session: Session, option: string | undefined): number | null {
  const text = option === undefined ? session.profile().contactedWithin : checkWithin(option);
  const duration = text === null ? null : parseDuration(text);
  return duration === null ? null : durationMs(duration);
}

/** More contacts than these are found by reading all conversations. */
const ASKED_ONE_BY_ONE = 20;

const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '');

/** Contacts with a conversation whose last message may be as new as that. */
async function candidates(session: Session, ids: ReadonlySet<number>, since: number): Promise<Set<number>> {
  const { call } = await session.client();
  const found = new Set<number>();
  const one = [...ids].map((contactId) => ({ contactId }));
  for (const query of ids.size <= ASKED_ONE_BY_ONE ? one : [{}]) {
    for await (const { contactId, lastMessageAt } of everyThread(call, query, { signal: session.io.interrupt })) {
      const isOlder = timeOf(lastMessageAt) < since;
      if (contactId !== undefined && ids.has(contactId) && !isOlder) found.add(contactId);
    }
  }
  return found;
}

function isOfAnother({ direction, status, channel, campaignId }: Message, campaign: AnyId | undefined): boolean {
  if (direction !== 'OUTBOUND' || channel === 'TASK' || (status !== undefined && status !== 'SENT')) return false;
  // A message that does not say its campaign may be of another.
  return (
    campaignId === undefined || (campaignId !== null && !(campaign !== undefined && isSameId(campaignId, campaign)))
  );
}

/** Contact → when another campaign last contacted it, of those it did since then. */
export async function contactedSince(
  session: Session,
  ids: readonly number[],
  since: number,
  campaignId: AnyId | undefined,
): Promise<Map<number, string>> {
  const { call } = await session.client();
  const found = new Map<number, string>();
  try {
    for (const contactId of await candidates(session, new Set(ids), since)) {
      const listing = listPages(call, 'inbox', 'messages', { params: { contactId } }, { signal: session.io.interrupt });
      for await (const message of listing) {
        const { at } = message;
        if (at == null || timeOf(at) < since || !isOfAnother(message, campaignId)) continue;
        const known = found.get(contactId);
        if (known === undefined || timeOf(at) > timeOf(known)) found.set(contactId, at);
      }
    }
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    const message = `who was contacted lately cannot be read: ${why}; nothing was sent`;
    throw new CliError('refused', 'unknown_contacts', message, { hint: '--contacted-within allow does without it' });
  }
  return found;
}
