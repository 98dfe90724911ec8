// A campaign body held against the rules with everything the workspace knows: what lint says offline, and the rest.

import { CampaignInput, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { issuesOf, issuesText } from '../../../contract/issues.ts';
import { checkCampaign, type Purpose } from '../../../rules/campaigns/check.ts';
import { type CampaignKnowledge, fieldsOfWorkspace } from '../../../rules/campaigns/knowledge.ts';
import { referencesOf } from '../../../rules/campaigns/references.ts';
import { type Problem, refusalOf } from '../../../rules/problem.ts';
import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';
import { aiSources } from '../ai/sources.ts';
import { identityIds } from '../identities/queries/senders.ts';
import { workspaceFields } from '../records/requested-fields.ts';
import { campaignLinks } from './queries/campaigns.ts';
import { listOwners, listVoices } from './senders.ts';

function stepsOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'steps' in body ? body.steps : undefined;
}

/** What the workspace knows about what the body names; the rest is not read. */
async function knowledgeOf(context: Context, body: unknown, campaignId?: number): Promise<CampaignKnowledge> {
  const { tx, principal } = context;
  const names = referencesOf(stepsOf(body));
  const { known } = await workspaceFields(context, 'CONTACT');
  const sources = await aiSources(context, names.aiMessageIds);
  return {
    fields: fieldsOfWorkspace(known.keys()),
    identityIds: await identityIds(tx, principal.workspaceId),
    ownerIds: names.hasTasks ? new Set((await listOwners(context)).map(({ id }) => String(id))) : undefined,
    voiceIds: names.voiceIds.length > 0 ? new Set((await listVoices(context)).map(({ id }) => id)) : undefined,
    aiMessages: new Map([...sources].map(([id, { channel }]) => [id, channel])),
    splitAi: await isSwitchedOn(tx, 'split-ai'),
    campaigns: names.campaignIds.length > 0 ? await campaignLinks(tx, principal.workspaceId) : undefined,
    campaignId,
  };
}

/** Problems and warnings of a body. */
export async function problemsOf(
  context: Context,
  body: unknown,
  purpose: Purpose,
  campaignId?: number,
): Promise<Problem[]> {
  return checkCampaign(body, await knowledgeOf(context, body, campaignId), purpose);
}

/** Throws Refusal `invalid` or, for nothing but unknown placeholders, `unprocessable`: with every problem, in order. */
export function refuseProblems(problems: readonly Problem[]): void {
  const refused = refusalOf(problems);
  if (refused !== null) throw new Refusal(refused.code, issuesText(refused.issues), { issues: refused.issues });
}

/** The body of a create. Throws Refusal as `refuseProblems` does. */
export async function checkedInput(context: Context, body: unknown): Promise<CampaignInput> {
  refuseProblems(await problemsOf(context, body, 'create'));
  const parsed = CampaignInput.safeParse(body);
  if (parsed.success) return parsed.data;
  throw disagreement(issuesOf(parsed.error));
}

/** The body of a PATCH of this campaign. Throws Refusal as `refuseProblems` does. */
export async function checkedPatch(context: Context, body: unknown, campaignId: number): Promise<CampaignPatch> {
  refuseProblems(await problemsOf(context, body, 'update', campaignId));
  const parsed = CampaignPatch.safeParse(body);
  if (parsed.success) return parsed.data;
  throw disagreement(issuesOf(parsed.error));
}

/** Rules see everything that the shape asks for; a test holds them together. Were they apart, this would be a bug of ours. */
function disagreement(issues: ReturnType<typeof issuesOf>): Error {
  return new Error(`the rules accept a campaign that its shape refuses: ${issuesText(issues)}`);
}
