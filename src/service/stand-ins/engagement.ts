// Stand-in for the recipients of campaigns: whether and when they open, click, view or accept, and whether tasks are
// completed. A pure function of contact and step, with the rates of a successful campaign.

import type { EngagementEvent } from '../../contract/campaigns/enums.ts';
import { chanceOf } from './chance.ts';

/** An executed step. */
export interface SentStep {
  readonly channel: 'EMAIL' | 'NETWORK' | 'INVITATION' | 'TASK';
  readonly contactId: number;
  readonly stepId: number;
  /** How often the contact had been added to the campaign before. */
  readonly entry: number;
  readonly hasLink: boolean;
  /** Another seed, other people. */
  readonly seed?: string | null;
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
} as const satisfies Readonly<Record<EngagementEvent, { rate: number; leastMs: number; mostMs: number }>>;

/** Milliseconds until the event, skewed towards early; null if it does not happen. */
function delayOf(event: EngagementEvent, { contactId, stepId, entry, seed = null }: SentStep): number | null {
  const { rate, leastMs, mostMs } = BEHAVIOUR[event];
  const who = [contactId, stepId, entry, ...(seed === null ? [] : [seed])];
  if (chanceOf(event, ...who) >= rate) return null;
  const share = chanceOf(event, 'when', ...who) ** 2;
  return Math.round(leastMs + (mostMs - leastMs) * share);
}

/** The events that follow, in order, in milliseconds after the step. A click implies an open. */
export function expectedEvents(sent: SentStep): readonly (readonly [EngagementEvent, number])[] {
  switch (sent.channel) {
    case 'EMAIL': {
      const opened = delayOf('open', sent);
      if (opened === null) return [];
      const clicked = sent.hasLink ? delayOf('click', sent) : null;
      return [['open', opened], ...(clicked === null ? [] : [['click', opened + clicked] as const])];
    }
    case 'NETWORK':
      return one('view', sent);
    case 'INVITATION':
      return one('accept', sent);
    case 'TASK':
      return one('complete', sent);
  }
}

function one(event: EngagementEvent, sent: SentStep): readonly (readonly [EngagementEvent, number])[] {
  const delayMs = delayOf(event, sent);
  return delayMs === null ? [] : [[event, delayMs]];
}

export function hasWhatsapp(phone: string): boolean {
  return chanceOf('whatsapp', phone.replace(/\D/g, '')) < 0.7;
}

/** Whether the contact has posts that can be liked. */
export function hasPosted(contactId: number): boolean {
  return chanceOf('posted', contactId) < 0.8;
}
