// Everything that is wrong with a campaign, at once: `campaign lint` and the service ask this one function.

import { campaignSettings } from '../../contract/campaigns/endpoints.ts';
import { CAMPAIGN_READ_ONLY, CAMPAIGN_SETTINGS } from '../../contract/field-names.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { routes } from '../../contract/routes/routes.ts';
import { checkEach } from '../check-value.ts';
import { checkKeys, checkRequired, mustBeObject } from '../keys.ts';
import { concluded, Problems, type Purpose } from '../problem.ts';
import { type CampaignKnowledge, fieldsKnownOffline } from './knowledge.ts';
import { PlaceholderNames } from './placeholders.ts';
import { checkReferences } from './references.ts';
import { checkSequence } from './sequence.ts';
import { checkStep } from './steps.ts';
import { everyStep, readSteps, type SequenceNode } from './tree.ts';

/**
 * All problems of a campaign body, in its own order. Paths and codes are those of the service's 400 and 422; whether it
 * refuses, and how, says `refusalOf`. Warnings never refuse. What the knowledge leaves out is not checked.
 */
export function checkCampaign(body: unknown, knowledge: CampaignKnowledge = {}, purpose: Purpose = 'create') {
  const problems = Problems.none();
  if (!mustBeObject(problems, [], body, 'a campaign must be an object with a name and steps')) return problems.found;
  checkSettings(problems, body, knowledge, purpose);
  if (has(body, 'steps')) {
    const steps = readSteps(problems, getOwn(body, 'steps'));
    const names = new PlaceholderNames(knowledge.fields ?? fieldsKnownOffline());
    for (const step of everyStep(steps)) {
      checkStep(problems, step, names);
      checkReferences(problems, step, knowledge);
    }
    checkSequence(problems, steps);
    checkTracking(problems, body, steps);
  } else if (purpose === 'create') {
    problems.error(['steps'], 'required', 'a campaign needs steps: a list with at least one step');
  }
  return concluded(problems, body, knowledge, routes.campaigns[purpose]);
}

function checkSettings(problems: Problems, body: JsonObject, { identityIds }: CampaignKnowledge, purpose: Purpose) {
  checkKeys(problems, [], body, [...CAMPAIGN_SETTINGS, 'steps'], 'a campaign', CAMPAIGN_READ_ONLY);
  if (purpose === 'create') checkRequired(problems, [], body, 'name', 'a campaign needs a name');
  checkEach(problems, [], body, campaignSettings);
  const status = getOwn(body, 'status') ?? 'DRAFT';
  if (status !== 'DRAFT') problems.warn(['status'], 'no_effect', 'status is ignored: reach campaign status changes it');
  const identity = getOwn(body, 'identityId');
  if (identityIds !== undefined && typeof identity === 'number' && !identityIds.has(identity)) {
    problems.undocumented(['identityId'], 'unknown_identity', `there is no identity ${identity} in this workspace`);
  }
}

const TRACKED = [
  ['email_opened', 'trackOpens'],
  ['email_clicked', 'trackClicks'],
] as const;

/** A condition on opens or clicks never comes true in a campaign that does not track them. */
function checkTracking(problems: Problems, body: JsonObject, steps: readonly SequenceNode[]): void {
  for (const [type, flag] of TRACKED) {
    if (getOwn(body, flag) !== false) continue;
    for (const step of everyStep(steps)) {
      const condition = step.type === 'condition' ? getOwn(step.fields, 'condition') : undefined;
      if (!isObject(condition) || getOwn(condition, 'type') !== type) continue;
      const message = `${type} never comes true: ${flag} is false`;
      problems.warn([...step.at, 'condition', 'type'], 'no_effect', message);
    }
  }
}
