import { CampaignInput, CampaignPatch, type Owner, type Voice } from '../../../contract/campaigns/endpoints.ts';
import { isObject } from '../../../contract/json.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../../rules/campaigns/knowledge.ts';
import { referencesOf } from '../../../rules/campaigns/references.ts';
import type { Purpose } from '../../../rules/problem.ts';
import { type Context, readBody, refuseProblems } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { SYSTEM_VOICES } from '../../stand-ins/text-generation.ts';
import { aiSources } from '../ai/rendered-prompt.ts';
import { identityIds, identityVoices, taskOwners } from '../identities/queries/identities.ts';
import { workspaceFields } from '../records/search.ts';
import { campaignLinks } from './queries/campaigns.ts';

/** Only what the body refers to is read. */
async function knowledgeOf(context: Context, body: unknown, campaignId?: number): Promise<CampaignKnowledge> {
  const { tx, principal } = context;
  const names = referencesOf(isObject(body) ? body['steps'] : undefined);
  const { known } = await workspaceFields(context, 'CONTACT');
  const sources = await aiSources(context, names.aiMessageIds);
  return {
    fields: fieldsOfWorkspace(known.keys()),
    identityIds: await identityIds(tx, principal.workspaceId),
    ownerIds: names.hasTasks ? new Set((await listTaskOwners(context)).map(({ id }) => String(id))) : undefined,
    voiceIds: names.voiceIds.length > 0 ? new Set((await listVoices(context)).map(({ id }) => id)) : undefined,
    aiMessages: new Map([...sources].map(([id, { channel }]) => [id, channel])),
    splitAi: await isSwitchedOn(tx, 'split-ai'),
    campaigns: names.campaignIds.length > 0 ? await campaignLinks(tx, principal.workspaceId) : undefined,
    campaignId: campaignId === undefined ? undefined : String(campaignId),
  };
}

export async function problemsOf(context: Context, body: unknown, purpose: Purpose, campaignId?: number) {
  return checkCampaign(body, await knowledgeOf(context, body, campaignId), purpose);
}

/** The body of a new campaign. Throws Refusal as `refuseProblems` does. */
export async function checkedInput(context: Context, body: unknown): Promise<CampaignInput> {
  refuseProblems(await problemsOf(context, body, 'create'));
  return readBody(CampaignInput, body);
}

/** The body of a PATCH of this campaign. Throws Refusal as `refuseProblems` does. */
export async function checkedPatch(context: Context, body: unknown, campaignId: number): Promise<CampaignPatch> {
  refuseProblems(await problemsOf(context, body, 'update', campaignId));
  return readBody(CampaignPatch, body);
}

/** Empty if the switch `task-owners` is off: then tasks need no owner. */
export async function listTaskOwners({ tx, principal }: Context): Promise<Owner[]> {
  return (await isSwitchedOn(tx, 'task-owners')) ? taskOwners(tx, principal.workspaceId) : [];
}

/** The service's own voices, then those of the workspace's identities. */
export async function listVoices({ tx, principal }: Context): Promise<Voice[]> {
  const system = SYSTEM_VOICES.map((voice) => ({ ...voice, source: 'system' as const, identityId: null }));
  const recorded = await identityVoices(tx, principal.workspaceId);
  return [...system, ...recorded.map((voice) => ({ ...voice, id: `voice-${voice.id}`, source: 'identity' as const }))];
}
