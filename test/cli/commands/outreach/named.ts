// Names in place of the ids that generators roll, and what they name.

import { CHANNEL_OF } from '../../../../src/contract/campaigns/enums.ts';
import SAMPLE from '../../../../src/service/sample/sample.json';
import type { Json } from '../../../rules/campaigns/generator.ts';

export type Fields = { [key: string]: Json };

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names in place of the ids that a generator rolled. */
export function named(value: Json): Json {
  if (Array.isArray(value)) return value.map(named);
  if (!isFields(value)) return value;
  const { aiMessageId, voiceId, campaignId, ...rest } = value;
  const channel = Object.entries(CHANNEL_OF).find(([type]) => type === value['type'])?.[1];
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, named(inner)])),
    ...(aiMessageId !== undefined && { aiMessage: `Mail ${channel}` }),
    ...(voiceId !== undefined && { voice: 'Robin, at the desk' }),
    ...(campaignId !== undefined && { campaign: 'Base' }),
    ...(value['type'] === 'task' && { owner: SAMPLE.owners[0]?.email ?? '' }),
  };
}

export const BASE = {
  'lists/people.yaml': 'name: People\n',
  'lists/firms.yaml': 'name: Firms\nentity: COMPANY\n',
  'campaigns/base.yaml': 'name: Base\nsteps:\n  - type: network_visit_profile\n',
  ...Object.fromEntries(
    Object.values(CHANNEL_OF).map((channel) => [
      `ai-messages/${channel.toLowerCase()}.yaml`,
      `name: Mail ${channel}\nchannel: ${channel}\ntone: House style\nprompt: Write to {firstName}\n`,
    ]),
  ),
};
