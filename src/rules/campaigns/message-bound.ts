// How many messages a contact gets at most within some time of starting: of the branches, those of the one with the most.

import type { StepType } from '../../contract/campaigns/enums.ts';
import { getOwn } from '../../contract/dictionary.ts';
import { largest } from '../../contract/extremes.ts';
import { timelineOf, type When } from './timeline.ts';
import type { SequenceNode } from './tree.ts';

const MESSAGES: readonly StepType[] = [
  'email',
  'network_message',
  'network_voice_message',
  'network_inmail',
  'network_connection',
  'whatsapp_message',
];

function messagesOf({ type, fields }: SequenceNode): number {
  const bundle = type === 'network_message_bundle' ? getOwn(fields, 'messages') : null;
  if (Array.isArray(bundle)) return bundle.length;
  return type !== null && MESSAGES.includes(type) ? 1 : 0;
}

function most(steps: readonly SequenceNode[], times: ReadonlyMap<SequenceNode, When>, withinMs: number): number {
  return steps.reduce((sum, step) => {
    const when = times.get(step);
    if (when === undefined || when.earliestMs > withinMs) return sum;
    const branches = step.branches.map((branch) => most(branch.steps, times, withinMs));
    return sum + messagesOf(step) + largest([0, ...branches]);
  }, 0);
}

export const mostMessages = (steps: readonly SequenceNode[], withinMs: number): number =>
  most(steps, timelineOf(steps), withinMs);
