// Which status a campaign may take next. Undocumented: the interface shows DRAFT alone and no transitions, but a draft that has
// sent already, so a paused campaign may become a draft again. A completed one may run again.

import type { CampaignStatus } from '../../contract/campaigns/enums.ts';

const NEXT: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  DRAFT: ['ACTIVE'],
  ACTIVE: ['PAUSED', 'COMPLETED'],
  PAUSED: ['ACTIVE', 'COMPLETED', 'DRAFT'],
  COMPLETED: ['ACTIVE'],
};

/** A campaign may stay what it is. A refused change is 409. */
export function mayBecome(from: CampaignStatus, to: CampaignStatus): boolean {
  return from === to || NEXT[from].includes(to);
}

/** What it may become instead, for the text of a refusal. */
export function nextStatuses(from: CampaignStatus): readonly CampaignStatus[] {
  return NEXT[from];
}
