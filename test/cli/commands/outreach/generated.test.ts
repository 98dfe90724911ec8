// Generated workspaces: applied, there is nothing left to apply; pulled and applied elsewhere, the files are the same.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNEL_OF } from '../../../../src/contract/campaigns/enums.ts';
import SAMPLE from '../../../../src/service/sample/sample.json';
import { type Json, validCampaign } from '../../../rules/campaigns/generator.ts';
import { content } from '../../../rules/playbook/generator.ts';
import { validWorkflow } from '../../../rules/workflows/generator.ts';
import { openReach } from '../../world.ts';
import { bringSenders, filesOf, place } from './folder.ts';

type Fields = { [key: string]: Json };

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names in place of the ids that a generator rolled. */
function named(value: Json): Json {
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

/** The same for workflows: lists by what they hold. */
function namedPlan(value: Json): Json {
  if (Array.isArray(value)) return value.map(namedPlan);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    if (key === 'leadsGroupId' && inner === 1) return ['list', 'People'];
    if (key === 'companyGroupId' && inner === 2) return ['list', 'Firms'];
    if (key === 'campaignId') return ['campaign', 'Base'];
    if (key === 'value' && value['field'] === 'platform.listIds') return [key, 'Firms'];
    return [key, namedPlan(inner)];
  });
  return Object.fromEntries(entries);
}

const BASE = {
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

const folder = fc
  .record({
    campaigns: fc.array(validCampaign(12), { minLength: 1, maxLength: 3 }),
    workflows: fc.array(validWorkflow(), { minLength: 1, maxLength: 2 }),
    playbook: content(),
    identity: fc.boolean(),
  })
  .map(({ campaigns, workflows, playbook, identity }) => {
    const files: Record<string, string> = { ...BASE, 'playbook.yaml': JSON.stringify(playbook) };
    for (const [index, campaign] of campaigns.entries()) {
      const made = named(campaign);
      const own = {
        ...(isFields(made) ? made : {}),
        ...(identity && { identity: 'Robin Hale' }),
        name: `Made ${index}`,
      };
      files[`campaigns/made-${index}.yaml`] = JSON.stringify(own);
    }
    for (const [index, workflow] of workflows.entries()) {
      const made = namedPlan(JSON.parse(JSON.stringify(workflow)));
      files[`workflows/made-${index}.yaml`] = JSON.stringify({
        ...(isFields(made) ? made : {}),
        name: `Made ${index}`,
      });
    }
    return files;
  });

async function opened() {
  const reach = await openReach();
  await bringSenders(reach.world);
  return reach;
}

test('apply, plan is empty, pull: the same folder in another workspace', async () => {
  await fc.assert(
    fc.asyncProperty(folder, async (files) => {
      const [one, other] = [await opened(), await opened()];
      try {
        place(one, files);
        expect(await one.run('apply --yes')).toMatchObject({ code: 0 });
        expect(await one.run('plan --exit-code')).toMatchObject({ code: 0, stdout: '' });
        expect((await one.run('pull pulled')).code).toBe(0);
        const { 'reach.yaml': _, ...pulled } = filesOf(one, 'pulled');
        place(other, pulled);
        expect(await other.run('apply --yes')).toMatchObject({ code: 0 });
        expect(await other.run('pull')).toMatchObject({ code: 0, stdout: '' });
        expect((await other.run('pull again')).code).toBe(0);
        const { 'reach.yaml': __, ...again } = filesOf(other, 'again');
        expect(again).toEqual(pulled);
      } finally {
        await one.close();
        await other.close();
      }
    }),
    { numRuns: 12 },
  );
});
