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

export const SAMPLE_IDENTITIES = [
  { name: 'Robin Hale', email: 'robin.hale@outreach.example' },
  { name: 'Sasha Brandt', email: 'sasha.brandt@outreach.example' },
] as const;

/** `identity`: index in SAMPLE_IDENTITIES. */
export const SAMPLE_VOICES = [
  { identity: 0, name: 'Robin, at the desk', language: 'en' },
  { identity: 1, name: 'Sasha, on the phone', language: 'de' },
] as const;

export const SAMPLE_OWNERS = [
  { name: 'Noor Haddad', email: 'noor.haddad@outreach.example' },
  { name: 'Pavel Novak', email: 'pavel.novak@outreach.example' },
] as const;

/** `identity` by index; `runsFor`: the list it is started with, null for a draft. */
interface SampleCampaign {
  readonly name: string;
  readonly description: string;
  readonly identity: number;
  readonly runsFor: string | null;
  readonly steps: (ownerId: number | undefined) => readonly unknown[];
}

const days = (value: number) => ({ value, unit: 'days' });

const SAMPLE_CAMPAIGNS: readonly SampleCampaign[] = [
  {
    name: 'Newsletter welcome',
    description: 'Two emails for people who signed up',
    identity: 1,
    runsFor: null,
    steps: () => [
      {
        type: 'email',
        subject: 'Welcome, {firstName}',
        content: 'Hello {firstName},\n\ngood to have you with us. What brought you here?\n\n{identity.name}',
      },
      {
        type: 'condition',
        condition: { type: 'email_opened', waitFor: days(3) },
        onTrue: [
          { type: 'email', content: 'One more thing, {firstName}: what would help {companyName} most this year?' },
        ],
        onFalse: [{ type: 'end' }],
      },
    ],
  },
  {
    name: 'Decision makers, first contact',
    description: 'Connect, write, call',
    identity: 0,
    runsFor: 'Decision makers',
    steps: (ownerId) => [
      { type: 'network_visit_profile' },
      {
        type: 'network_connection',
        delay: days(1),
        content: 'Hello {firstName}, I follow what {companyName} does and would like to connect.',
        waitForAcceptance: days(5),
        onAccepted: [
          { type: 'network_message', delay: days(1), content: 'Thank you, {firstName}. May I ask how you buy today?' },
        ],
        onNotAccepted: [
          {
            type: 'email',
            subject: 'A question about {companyName}',
            content: 'Hello {firstName},\n\nmay I ask how you buy today?\n\n{identity.name}',
          },
        ],
      },
      {
        type: 'task',
        delay: days(3),
        taskType: 'CALL',
        title: 'Call, if there was no answer',
        ...(ownerId !== undefined && { ownerId }),
      },
    ],
  },
];

/** After contacts and lists. Returns the ids of SAMPLE_IDENTITIES, in order. */
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
  if (list) await addContactGroup(context, { campaignId: id, contactGroupId: list.id }, {});
  await setStatus(context, id, 'ACTIVE');
}
