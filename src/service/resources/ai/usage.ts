// Deleting an AI entity that something still needs is refused, naming who needs it (SERVICE-API, Errors: 409).

import type { AiKind } from '../../../contract/ai/enums.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  type AiRef,
  type CampaignUse,
  campaignsWithField,
  campaignsWithMessages,
  copiesThatNeed,
  referrersOf,
} from './queries/references.ts';

/** Chosen: steps are active in a campaign that runs, or was stopped for a while. */
const ACTIVE: readonly CampaignStatus[] = ['ACTIVE', 'PAUSED'];

const NOUN: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'AI variable',
  'ai-message': 'AI message',
  'ai-snippet': 'AI snippet',
  template: 'message template',
};

export interface Doomed extends AiRef {
  readonly name: string;
  /** The contact field that a variable is; campaigns read it by name. */
  readonly contactField?: string | undefined;
  /** Whether it is the copy of a step: its campaign needs it whatever its status. */
  readonly isCopy?: boolean;
}

const SHOWN_MAX = 5;

/** Throws Refusal `conflict` with everybody who refers to it in `details.referencedBy`. */
export async function assertUnused(context: Context, doomed: Doomed): Promise<void> {
  const entities = (await referrersOf(context.tx, doomed)).filter(
    ({ kind, id }) => kind !== doomed.kind || id !== doomed.id,
  );
  const campaigns = await campaignsOf(context, doomed);
  const users = [...entities, ...campaigns.map((use) => ({ ...use, kind: 'campaign' as const }))];
  if (users.length === 0) return;
  const texts = users.map((user) => {
    const noun = user.kind === 'campaign' ? 'campaign' : NOUN[user.kind];
    return `${noun} ${user.id} "${user.name}"${'status' in user ? ` (${user.status})` : ''}`;
  });
  const shown =
    texts.slice(0, SHOWN_MAX).join(', ') + (texts.length > SHOWN_MAX ? ` and ${texts.length - SHOWN_MAX} more` : '');
  const message = `${NOUN[doomed.kind]} ${doomed.id} "${doomed.name}" is still referenced by ${shown}`;
  throw new Refusal('conflict', message, { referencedBy: users });
}

async function campaignsOf({ tx, principal }: Context, doomed: Doomed): Promise<CampaignUse[]> {
  const statuses = doomed.isCopy === true ? CAMPAIGN_STATUSES : ACTIVE;
  const copies = await copiesThatNeed(tx, principal.workspaceId, doomed);
  const found = copies.length === 0 ? [] : await campaignsWithMessages(tx, principal.workspaceId, statuses, copies);
  const { contactField } = doomed;
  const reading =
    contactField === undefined ? [] : await campaignsWithField(tx, principal.workspaceId, statuses, contactField);
  const known = new Set(found.map(({ id }) => id));
  return [...found, ...reading.filter(({ id }) => !known.has(id))].toSorted((a, b) => a.id - b.id);
}
