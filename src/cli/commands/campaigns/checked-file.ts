// A campaign file on its way to the service: checked here first, with the rules that the service asks again.

import type { CampaignInput, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { checkCampaign, type Purpose } from '../../../rules/campaigns/check.ts';
import type { CampaignKnowledge } from '../../../rules/campaigns/knowledge.ts';
import { refusalOf } from '../../../rules/problem.ts';
import type { Session } from '../../app/session.ts';
import { type CampaignFile, problemsOf } from '../../files/campaign-file.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { refusedFile, showWarnings } from '../../shared/lint/refused-file.ts';

async function assertSound(session: Session, file: CampaignFile, knowledge: CampaignKnowledge, purpose: Purpose) {
  const problems = problemsOf(file, knowledge, purpose);
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFile(session, file, problems);
  await showWarnings(session, file, problems);
}

/** A test holds the rules and the shape together: what has no error has the shape. */
const isInput = (body: unknown, knowledge: CampaignKnowledge): body is CampaignInput =>
  refusalOf(checkCampaign(body, knowledge, 'create')) === null;
const isPatch = (body: unknown, knowledge: CampaignKnowledge): body is CampaignPatch =>
  refusalOf(checkCampaign(body, knowledge, 'update')) === null;

const apart = (): Error => new Error('a campaign without errors is refused by the rules');

/** The body of a create. Throws the refusal of a file with errors; shows the warnings of another. */
export async function soundInput(session: Session, file: CampaignFile): Promise<CampaignInput> {
  const knowledge = offlineKnowledge(session);
  await assertSound(session, file, knowledge, 'create');
  if (!isInput(file.body, knowledge)) throw apart();
  return file.body;
}

/** The body of an update; else as `soundInput`. */
export async function soundPatch(session: Session, file: CampaignFile, campaignId: number): Promise<CampaignPatch> {
  const knowledge = { ...offlineKnowledge(session), campaignId };
  await assertSound(session, file, knowledge, 'update');
  if (!isPatch(file.body, knowledge)) throw apart();
  return file.body;
}
