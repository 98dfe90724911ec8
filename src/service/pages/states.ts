// What a status means for what happens next, in words, with the command that changes it.

import type { CampaignStatus } from '../../contract/campaigns/enums.ts';
import { fieldLabel } from '../../presentation/labels.ts';
import { isoTime } from '../core/clock.ts';
import type { PageClock } from './clock.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { badge, fullTime } from './parts.ts';

export const command = (text: string): Html => html`<code class="command">${text}</code>`;

/** What the status of a campaign means, and what to type next. */
export function campaignState(id: number, status: CampaignStatus): Html {
  switch (status) {
    case 'DRAFT':
      return html`${badge(status)} Nothing is sent until ${command(`reach campaign status ${id} active`)}`;
    case 'PAUSED':
      return html`${badge(status)} Nothing is sent, and its clock stands still, until ${command(`reach campaign status ${id} active`)}`;
    case 'ACTIVE':
      return html`${badge(status)} It sends as the clock moves: ${command('reach local clock --advance 1d')}`;
    case 'COMPLETED':
      return html`${badge(status)} Every contact has finished. ${command(`reach campaign add-list ${id} LIST`)} adds more`;
  }
}

export interface Position {
  readonly campaignStatus: CampaignStatus;
  /** Of the contact in the campaign. */
  readonly status: string;
  readonly reason: string | null;
  readonly awaits: string | null;
  /** On the campaign's clock; null where nothing comes any more. */
  readonly dueAt: number | null;
  readonly pausedMs: number;
}

/** When something is due on the clock; what is stored as 0 is due at once. */
const dueTime = ({ dueAt, pausedMs }: Pick<Position, 'dueAt' | 'pausedMs'>, { now }: PageClock): string | null =>
  dueAt === null ? null : isoTime(dueAt === 0 ? now : dueAt + pausedMs);

/** How a contact is in a campaign: active says nothing while the campaign sends nothing. `next`: the step that comes. */
export function positionText(position: Position, next: HtmlPart, clock: PageClock): Html {
  const { campaignStatus, status, reason, awaits } = position;
  if (status !== 'ACTIVE') return html`${badge(status)} <span class="soft">${reason}</span>`;
  if (campaignStatus === 'DRAFT') return html`${badge('DRAFT')} nothing is sent; ${next} comes first`;
  if (campaignStatus === 'PAUSED') return html`${badge('PAUSED')} ${next} comes next`;
  const due = dueTime(position, clock);
  const wait = awaits === null ? '' : `, waits for ${fieldLabel(awaits).toLowerCase()} until then`;
  return html`${next}${due !== null && html` ${fullTime(due, clock)}`}${wait}`;
}
