// The sample workspace's campaigns, brought in by the use cases everybody has. What is there by name stays as it is.

import {
  SAMPLE_CAMPAIGNS,
  SAMPLE_IDENTITIES,
  SAMPLE_OWNERS,
  SAMPLE_VOICES,
  type SampleCampaign,
} from '../providers/sample-campaigns.ts';
import { isCampaignName } from '../store/campaigns.ts';
import { listByName } from '../store/lists.ts';
import { ensureIdentity, ensureTaskOwner, ensureVoice } from '../store/senders.ts';
import { addContactGroup } from './campaign-contacts.ts';
import { setStatus } from './campaign-status.ts';
import { createCampaign } from './campaigns.ts';
import type { Context } from './context.ts';
import { listOwners } from './senders.ts';

/** After contacts and lists. Gives the ids of SAMPLE_IDENTITIES, in their order. */
export async function loadCampaigns(context: Context): Promise<number[]> {
  const { tx, who, now } = context;
  const identityIds: number[] = [];
  for (const identity of SAMPLE_IDENTITIES) {
    identityIds.push(await ensureIdentity(tx, who.workspaceId, identity, now));
  }
  for (const { identity, name, language } of SAMPLE_VOICES) {
    const identityId = identityIds[identity];
    if (identityId !== undefined) await ensureVoice(tx, who.workspaceId, { identityId, name, language });
  }
  for (const owner of SAMPLE_OWNERS) await ensureTaskOwner(tx, who.workspaceId, owner);
  for (const campaign of SAMPLE_CAMPAIGNS) {
    if (await isCampaignName(tx, who.workspaceId, campaign.name)) continue;
    await loadCampaign(context, campaign, identityIds[campaign.identity] ?? null);
  }
  return identityIds;
}

async function loadCampaign(context: Context, sample: SampleCampaign, identityId: number | null): Promise<void> {
  const { name, description, runsFor } = sample;
  const [owner] = await listOwners(context);
  const { id } = await createCampaign(context, { name, description, identityId, steps: sample.steps(owner?.id) });
  if (runsFor === null) return;
  const list = await listByName(context.tx, context.who.workspaceId, 'CONTACT', runsFor);
  if (list) await addContactGroup(context, { campaignId: id, contactGroupId: list.id });
  await setStatus(context, id, 'ACTIVE');
}
