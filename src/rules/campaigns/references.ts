// What steps name of their workspace: AI messages, voices, owners, other campaigns.

import { CHANNEL_OF, type StepType } from '../../contract/campaigns/enums.ts';
import { referenceText } from '../../contract/ids.ts';
import { getOwn, has } from '../../contract/json.ts';
import { shortestPath } from '../graph.ts';
import { type At, Problems } from '../problem.ts';
import type { CampaignKnowledge } from './knowledge.ts';
import { everyStep, readSteps, type SequenceNode } from './tree.ts';

/** Whether an id stands where a valid one should; a value of the wrong kind is a problem of its own. */
function idAt({ fields }: SequenceNode, key: string): string | null {
  return referenceText(getOwn(fields, key));
}

export function checkReferences(problems: Problems, step: SequenceNode, knowledge: CampaignKnowledge): void {
  switch (step.type) {
    case 'task':
      checkOwner(problems, step, knowledge);
      break;
    case 'network_voice_message':
      checkVoice(problems, step, knowledge);
      break;
    case 'add_to_another_campaign':
      checkCampaign(problems, step, knowledge);
      break;
    case 'email':
    case 'network_message':
    case 'network_inmail':
    case 'network_connection':
      checkAiMessage(problems, step, step.type, knowledge);
      break;
    default:
  }
}

/** When the workspace has owners, every task needs one of them. */
function checkOwner(problems: Problems, step: SequenceNode, { ownerIds, seen }: CampaignKnowledge): void {
  const at = [...step.at, 'ownerId'];
  if (ownerIds === undefined) {
    checkSeen(problems, at, idAt(step, 'ownerId'), seen?.ownerIds);
    return;
  }
  if (!has(step.fields, 'ownerId')) {
    if (ownerIds.size === 0) return;
    problems.error(at, 'required', `a task needs an ownerId in this workspace${known(ownerIds)}`);
    return;
  }
  const owner = idAt(step, 'ownerId');
  if (owner !== null && !ownerIds.has(owner)) {
    problems.error(at, 'unknown_owner', `${owner} is not a task owner in this workspace${known(ownerIds)}`);
  }
}

function known(ids: ReadonlySet<string>): string {
  if (ids.size === 0) return '';
  const displayed = [...ids].slice(0, 5).join(', ');
  return `: ${displayed}${ids.size > 5 ? ', …' : ''}`;
}

/** What was not there when the service was asked last may be there now. */
function checkSeen(problems: Problems, at: At, id: string | null, ids: ReadonlySet<string> = new Set()): void {
  if (id === null || ids.size === 0 || ids.has(id)) return;
  problems.warn(at, 'unverified', `${id} was not there when the service was last seen; --online looks for it`);
}

function checkVoice(problems: Problems, step: SequenceNode, { voiceIds, seen }: CampaignKnowledge): void {
  const voice = idAt(step, 'voiceId');
  if (voiceIds === undefined) checkSeen(problems, [...step.at, 'voiceId'], voice, seen?.voiceIds);
  if (voiceIds === undefined || voice === null || voiceIds.has(voice)) return;
  problems.error(
    [...step.at, 'voiceId'],
    'unknown_voice',
    `${voice} is not a voice of this workspace${known(voiceIds)}`,
  );
}

/** It needs the split AI-entity model, must exist, and its channel must be the step's. */
function checkAiMessage(
  problems: Problems,
  step: SequenceNode,
  type: keyof typeof CHANNEL_OF,
  { splitAi, aiMessages }: CampaignKnowledge,
): void {
  const message = idAt(step, 'aiMessageId');
  if (message === null) return;
  const at = [...step.at, 'aiMessageId'];
  if (splitAi === false) {
    problems.error(
      at,
      'split_ai_disabled',
      'AI messages need the split AI-entity model, which this workspace does not have',
    );
    return;
  }
  if (aiMessages === undefined) return;
  const channel = aiMessages.get(message);
  if (channel === undefined) {
    const where = 'of this workspace or the prompt library';
    problems.error(at, 'unknown_ai_message', `${message} is not an AI message ${where}`);
  } else if (channel !== CHANNEL_OF[type]) {
    const wrong = `AI message ${message} is for the channel ${channel}; a step of type ${type} needs ${CHANNEL_OF[type]}`;
    problems.error(at, 'channel_mismatch', wrong);
  }
}

/** The other campaign must be of the same workspace, and no chain may lead back here. */
function checkCampaign(problems: Problems, step: SequenceNode, { campaigns, campaignId }: CampaignKnowledge): void {
  const target = idAt(step, 'campaignId');
  if (target === null) return;
  const at = [...step.at, 'campaignId'];
  if (campaignId !== undefined && target === campaignId) {
    problems.undocumented(at, 'cycle', 'a campaign cannot add its contacts to itself');
    return;
  }
  if (campaigns === undefined) return;
  if (!campaigns.has(target)) {
    problems.error(at, 'unknown_campaign', `there is no campaign ${target} in this workspace`);
    return;
  }
  const chain = campaignId === undefined ? null : shortestPath([target], campaignId, campaigns);
  if (chain !== null) problems.undocumented(at, 'cycle', `campaign ${chain.join(' leads to ')}, which is this one`);
}

/** What a `steps` array names, as far as it is in order: what has to be looked up before it can be checked. */
export interface References {
  readonly aiMessageIds: readonly string[];
  readonly voiceIds: readonly string[];
  readonly ownerIds: readonly string[];
  readonly campaignIds: readonly string[];
  /** Whether there is a task at all: then the owners of the workspace count. */
  readonly hasTasks: boolean;
}

export function referencesOf(steps: unknown): References {
  const nodes = [...everyStep(readSteps(Problems.none(), steps))];
  const texts = (types: readonly StepType[], key: string): string[] => {
    const found = nodes.filter(({ type }) => type !== null && types.includes(type)).map((node) => idAt(node, key));
    return [...new Set(found.filter((id) => id !== null))];
  };
  return {
    aiMessageIds: texts(['email', 'network_message', 'network_inmail', 'network_connection'], 'aiMessageId'),
    voiceIds: texts(['network_voice_message'], 'voiceId'),
    ownerIds: texts(['task'], 'ownerId'),
    campaignIds: texts(['add_to_another_campaign'], 'campaignId'),
    hasTasks: nodes.some(({ type }) => type === 'task'),
  };
}
