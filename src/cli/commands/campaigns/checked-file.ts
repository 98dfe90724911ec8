// A campaign file on its way to the service: checked here first, with the rules that the service asks again.

import type { CampaignInput, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { checkCampaign } from '../../../rules/campaigns/check.ts';
import type { CampaignKnowledge } from '../../../rules/campaigns/knowledge.ts';
import { refusalOf } from '../../../rules/problem.ts';
import type { Session } from '../../app/session.ts';
import { type CampaignFile, problemsOf } from '../../files/campaign-file.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { soundFile } from '../../shared/names/resolve.ts';

/** A test keeps rules and shape in step: what has no error has the shape. */
const isInput = (body: unknown, knowledge: CampaignKnowledge): body is CampaignInput =>
  refusalOf(checkCampaign(body, knowledge, 'create')) === null;
const isPatch = (body: unknown, knowledge: CampaignKnowledge): body is CampaignPatch =>
  refusalOf(checkCampaign(body, knowledge, 'update')) === null;

const outOfStep = (): Error => new Error('the rules refuse a campaign without errors');

/** The body of a create. Throws the refusal of a file with errors; shows the warnings of another. */
export async function soundInput(session: Session, file: CampaignFile): Promise<CampaignInput> {
  const knowledge = offlineKnowledge(session);
  const { body } = await soundFile(session, file, (own) => problemsOf(own, knowledge, 'create'));
  if (!isInput(body, knowledge)) throw outOfStep();
  return body;
}

/** The body of an update; else as `soundInput`. */
export async function soundPatch(session: Session, file: CampaignFile, campaignId: number): Promise<CampaignPatch> {
  const knowledge = { ...offlineKnowledge(session), campaignId };
  const { body } = await soundFile(session, file, (own) => problemsOf(own, knowledge, 'update'));
  if (!isPatch(body, knowledge)) throw outOfStep();
  return body;
}
