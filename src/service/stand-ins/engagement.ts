// Stand-in for the people campaigns write to: whether and when they open, click, look, accept, and whether tasks get done.
// A pure function of contact and step; rates are those of a campaign that goes well.

import type { Deed } from '../../contract/campaigns/enums.ts';
import { chanceOf } from './chance.ts';

/** A step that was carried out. */
export interface Sent {
  readonly channel: 'EMAIL' | 'NETWORK' | 'INVITATION' | 'TASK';
  readonly contactId: number;
  readonly stepId: number;
  /** How often the contact had started the campaign. */
  readonly entry: number;
  /** Whether there is anything to click. */
  readonly hasLink: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How likely, and how long it takes. */
const HABITS = {
  open: { rate: 0.48, leastMs: 0.1 * HOUR_MS, mostMs: 40 * HOUR_MS },
  click: { rate: 0.3, leastMs: 0.01 * HOUR_MS, mostMs: 0.3 * HOUR_MS },
  view: { rate: 0.7, leastMs: 0.1 * HOUR_MS, mostMs: 60 * HOUR_MS },
  accept: { rate: 0.38, leastMs: 2 * HOUR_MS, mostMs: 8 * DAY_MS },
  complete: { rate: 0.85, leastMs: 2 * HOUR_MS, mostMs: 3 * DAY_MS },
} as const satisfies Readonly<Record<Deed, { rate: number; leastMs: number; mostMs: number }>>;

/** Milliseconds until it happens; null for never. More often soon than late. */
function waitOf(deed: Deed, { contactId, stepId, entry }: Sent): number | null {
  const { rate, leastMs, mostMs } = HABITS[deed];
  if (chanceOf(deed, contactId, stepId, entry) >= rate) return null;
  const share = chanceOf(deed, 'when', contactId, stepId, entry) ** 2;
  return Math.round(leastMs + (mostMs - leastMs) * share);
}

/** What follows, in the order in which it happens, milliseconds after the step. Who clicks has opened. */
export function expectedDeeds(sent: Sent): readonly (readonly [Deed, number])[] {
  switch (sent.channel) {
    case 'EMAIL': {
      const opened = waitOf('open', sent);
      if (opened === null) return [];
      const clicked = sent.hasLink ? waitOf('click', sent) : null;
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

function one(deed: Deed, sent: Sent): readonly (readonly [Deed, number])[] {
  const wait = waitOf(deed, sent);
  return wait === null ? [] : [[deed, wait]];
}

/** Whether there is a WhatsApp account behind a phone number. */
export function hasWhatsapp(phone: string): boolean {
  return chanceOf('whatsapp', phone.replace(/\D/g, '')) < 0.7;
}

/** Whether somebody has ever posted anything that could be liked. */
export function hasPosted(contactId: number): boolean {
  return chanceOf('posted', contactId) < 0.8;
}
