// Generated workspaces: applied, there is nothing left to apply; pulled and applied elsewhere, the files are the same.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, validCampaign } from '../../../rules/campaigns/generator.ts';
import { content } from '../../../rules/playbook/generator.ts';
import { validWorkflow } from '../../../rules/workflows/generator.ts';
import { openReach } from '../../world.ts';
import { bringSenders, filesOf, place } from './folder.ts';
import { BASE, isFields, named } from './named.ts';

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
