// Stand-in for the recipients of campaigns: whether and when they open, click, view, accept or reply, and whether tasks are
// completed. A pure function of contact and step, with the rates of a successful campaign unless others are set.

import type { ContactReaction } from '../../contract/campaigns/enums.ts';
import { chanceOf } from './draw.ts';

export interface SentStep {
  readonly channel: 'EMAIL' | 'NETWORK' | 'INVITATION' | 'TASK';
  readonly contactId: number;
  readonly stepId: number;
  /** How often the contact had been added to the campaign before. */
  readonly entry: number;
  readonly hasLink: boolean;
  /** Another seed, other people. */
  readonly seed?: string | null;
  /** In place of those below. */
  readonly rates?: Readonly<Partial<Record<ContactReaction, number>>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Probability, and how long it takes. */
const BEHAVIOUR = {
  open: { rate: 0.48, leastMs: 0.1 * HOUR_MS, mostMs: 40 * HOUR_MS },
  click: { rate: 0.3, leastMs: 0.01 * HOUR_MS, mostMs: 0.3 * HOUR_MS },
  view: { rate: 0.7, leastMs: 0.1 * HOUR_MS, mostMs: 60 * HOUR_MS },
  accept: { rate: 0.38, leastMs: 2 * HOUR_MS, mostMs: 8 * DAY_MS },
  complete: { rate: 0.85, leastMs: 2 * HOUR_MS, mostMs: 3 * DAY_MS },
  reply: { rate: 0, leastMs: 1 * HOUR_MS, mostMs: 3 * DAY_MS },
} as const satisfies Readonly<Record<ContactReaction, { rate: number; leastMs: number; mostMs: number }>>;

export const ratesWith = (
  rates: Readonly<Partial<Record<ContactReaction, number>>>,
): Record<ContactReaction, number> => {
  const { open, click, view, accept, complete, reply } = BEHAVIOUR;
  return {
    ...{ open: open.rate, click: click.rate, view: view.rate, accept: accept.rate, complete: complete.rate },
    ...{ reply: reply.rate, ...rates },
  };
};

/** Milliseconds until the event, skewed towards early; null if it does not happen. */
function delayOf(event: ContactReaction, { contactId, stepId, entry, seed = null, rates = {} }: SentStep) {
  const { leastMs, mostMs, rate: usual } = BEHAVIOUR[event];
  const rate = rates[event] ?? usual;
  const who = [contactId, stepId, entry, ...(seed === null ? [] : [seed])];
  if (chanceOf(event, ...who) >= rate) return null;
  const share = chanceOf(event, 'when', ...who) ** 2;
  return Math.round(leastMs + (mostMs - leastMs) * share);
}

type EventDelays = readonly (readonly [ContactReaction, number])[];

/** The events that follow, in order, in milliseconds after the step. A click implies an open. */
export function expectedEvents(sent: SentStep): EventDelays {
  switch (sent.channel) {
    case 'EMAIL': {
      const [opened] = one('open', sent);
      const clicked = opened === undefined || !sent.hasLink ? [] : one('click', sent);
      const read = [opened, ...clicked.map(([event, ms]) => [event, (opened?.[1] ?? 0) + ms] as const)];
      return withReply(
        sent,
        read.filter((event) => event !== undefined),
      );
    }
    case 'NETWORK':
      return withReply(sent, one('view', sent));
    case 'INVITATION':
      return one('accept', sent);
    case 'TASK':
      return one('complete', sent);
  }
}

const withReply = (sent: SentStep, events: EventDelays): EventDelays =>
  [...events, ...one('reply', sent)].toSorted(([, a], [, b]) => a - b);

function one(event: ContactReaction, sent: SentStep): EventDelays {
  const delayMs = delayOf(event, sent);
  return delayMs === null ? [] : [[event, delayMs]];
}

export function hasWhatsapp(phone: string): boolean {
  return chanceOf('whatsapp', phone.replace(/\D/g, '')) < 0.7;
}

export function hasPosted(contactId: number): boolean {
  return chanceOf('posted', contactId) < 0.8;
}
