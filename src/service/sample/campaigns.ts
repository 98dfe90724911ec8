// The sample workspace's campaigns and their senders: invented people under names reserved for examples. Existing ones
// (by name) are kept.

import type { Context } from '../core/context.ts';
import { addContactGroup } from '../resources/campaigns/enrolment/add-contacts.ts';
import { listTaskOwners } from '../resources/campaigns/owners-and-voices.ts';
import { isCampaignName } from '../resources/campaigns/queries/campaigns.ts';
import { setStatus } from '../resources/campaigns/set-status.ts';
import { createCampaign } from '../resources/campaigns/write.ts';
import { ensureIdentity, ensureTaskOwner, ensureVoice } from '../resources/identities/queries/senders.ts';
import { listByName } from '../resources/lists/queries/lists.ts';
import SAMPLE from './sample.json';

/** After contacts and lists. Returns the ids of the identities, in order. */
export async function loadCampaigns(context: Context): Promise<number[]> {
  const { tx, principal, now } = context;
  const identityIds: number[] = [];
  for (const identity of SAMPLE.identities) {
    identityIds.push(await ensureIdentity(tx, principal.workspaceId, identity, now));
  }
  for (const { identity, name, language } of SAMPLE.voices) {
    const identityId = identityIds[identity];
    if (identityId !== undefined) await ensureVoice(tx, principal.workspaceId, { identityId, name, language });
  }
  for (const owner of SAMPLE.owners) await ensureTaskOwner(tx, principal.workspaceId, owner);
  for (const campaign of SAMPLE.campaigns) {
    if (await isCampaignName(tx, principal.workspaceId, campaign.name)) continue;
    await loadCampaign(context, campaign, identityIds[campaign.identity] ?? null);
  }
  return identityIds;
}

type SampleCampaign = (typeof SAMPLE.campaigns)[number];

/** `runsFor`: the list it is started with, null for a draft. Tasks go to the first owner. */
async function loadCampaign(context: Context, sample: SampleCampaign, identityId: number | null): Promise<void> {
  const { name, description, runsFor } = sample;
  const [owner] = await listTaskOwners(context);
  const steps = sample.steps.map((step) => (step.type === 'task' && owner ? { ...step, ownerId: owner.id } : step));
  const { id } = await createCampaign(context, { name, description, identityId, steps });
  if (runsFor === null) return;
  const list = await listByName(context.tx, context.principal.workspaceId, 'CONTACT', runsFor);
  if (list) await addContactGroup(context, { campaignId: id, contactGroupId: list.id }, {});
  await setStatus(context, id, 'ACTIVE');
}
