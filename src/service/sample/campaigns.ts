// The sample workspace's campaigns, brought in by the use cases everybody has. What is there by name stays as it is.

import type { Context } from '../core/context.ts';
import { createCampaign } from '../resources/campaigns/create.ts';
import { addContactGroup } from '../resources/campaigns/enrolment/add-contact-group.ts';
import { isCampaignName } from '../resources/campaigns/queries/campaigns.ts';
import { setStatus } from '../resources/campaigns/set-status.ts';
import { listTaskOwners } from '../resources/campaigns/task-owners.ts';
import { ensureIdentity, ensureTaskOwner, ensureVoice } from '../resources/identities/queries/senders.ts';
import { listByName } from '../resources/lists/queries/lists.ts';
import {
  SAMPLE_CAMPAIGNS,
  SAMPLE_IDENTITIES,
  SAMPLE_OWNERS,
  SAMPLE_VOICES,
  type SampleCampaign,
} from './data/campaigns.ts';

/** After contacts and lists. Gives the ids of SAMPLE_IDENTITIES, in their order. */
export async function loadCampaigns(context: Context): Promise<number[]> {
  const { tx, principal, now } = context;
  const identityIds: number[] = [];
  for (const identity of SAMPLE_IDENTITIES) {
    identityIds.push(await ensureIdentity(tx, principal.workspaceId, identity, now));
  }
  for (const { identity, name, language } of SAMPLE_VOICES) {
    const identityId = identityIds[identity];
    if (identityId !== undefined) await ensureVoice(tx, principal.workspaceId, { identityId, name, language });
  }
  for (const owner of SAMPLE_OWNERS) await ensureTaskOwner(tx, principal.workspaceId, owner);
  for (const campaign of SAMPLE_CAMPAIGNS) {
    if (await isCampaignName(tx, principal.workspaceId, campaign.name)) continue;
    await loadCampaign(context, campaign, identityIds[campaign.identity] ?? null);
  }
  return identityIds;
}

async function loadCampaign(context: Context, sample: SampleCampaign, identityId: number | null): Promise<void> {
  const { name, description, runsFor } = sample;
  const [owner] = await listTaskOwners(context);
  const { id } = await createCampaign(context, { name, description, identityId, steps: sample.steps(owner?.id) });
  if (runsFor === null) return;
  const list = await listByName(context.tx, context.principal.workspaceId, 'CONTACT', runsFor);
  if (list) await addContactGroup(context, { campaignId: id, contactGroupId: list.id });
  await setStatus(context, id, 'ACTIVE');
}
