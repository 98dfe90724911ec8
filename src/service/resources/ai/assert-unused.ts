import type { AiKind } from '../../../contract/ai/enums.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  type AiRef,
  type CampaignUse,
  campaignsWithField,
  campaignsWithMessages,
  dependentCopies,
  referrersOf,
} from './queries/references.ts';

/** Our choice: the statuses in which the steps of a campaign count as active. */
const ACTIVE: readonly CampaignStatus[] = ['ACTIVE', 'PAUSED'];

/** An AI entity that is to be deleted. */
interface DeletionTarget extends AiRef {
  readonly name: string;
  /** The contact field of a variable; campaigns refer to it by name. */
  readonly contactField?: string | undefined;
  /** A campaign step's own copy, which the campaign needs in any status. */
  readonly isCopy?: boolean;
}

const REFERRERS_MAX = 5;

/** Throws Refusal `conflict` with everything that refers to it in `details.referencedBy`. */
export async function assertUnused(context: Context, target: DeletionTarget): Promise<void> {
  const entities = (await referrersOf(context.tx, target)).filter(
    ({ kind, id }) => kind !== target.kind || id !== target.id,
  );
  const campaigns = await campaignsOf(context, target);
  const users = [...entities, ...campaigns.map((use) => ({ ...use, kind: 'campaign' as const }))];
  if (users.length === 0) return;
  const texts = users.map((user) => {
    const noun = user.kind === 'campaign' ? 'campaign' : KIND_NOUN[user.kind];
    return `${noun} ${user.id} "${user.name}"${'status' in user ? ` (${user.status})` : ''}`;
  });
  const referrers =
    texts.slice(0, REFERRERS_MAX).join(', ') +
    (texts.length > REFERRERS_MAX ? ` and ${texts.length - REFERRERS_MAX} more` : '');
  const message = `${KIND_NOUN[target.kind]} ${target.id} "${target.name}" is still referenced by ${referrers}`;
  throw new Refusal('conflict', message, { referencedBy: users });
}

async function campaignsOf({ tx, principal }: Context, target: DeletionTarget): Promise<CampaignUse[]> {
  const statuses = target.isCopy === true ? CAMPAIGN_STATUSES : ACTIVE;
  const copies = await dependentCopies(tx, principal.workspaceId, target);
  const found = copies.length === 0 ? [] : await campaignsWithMessages(tx, principal.workspaceId, statuses, copies);
  const { contactField } = target;
  const reading =
    contactField === undefined ? [] : await campaignsWithField(tx, principal.workspaceId, statuses, contactField);
  const known = new Set(found.map(({ id }) => id));
  return [...found, ...reading.filter(({ id }) => !known.has(id))].toSorted((a, b) => a.id - b.id);
}

export const KIND_NOUN: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'AI variable',
  'ai-message': 'AI message',
  'ai-snippet': 'AI snippet',
  template: 'message template',
};
