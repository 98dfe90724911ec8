// Generated workspaces: applied, there is nothing left to apply; pulled and applied elsewhere, the files are the same.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, validCampaign } from '../../../rules/campaigns/generator.ts';
import { content } from '../../../rules/playbook/generator.ts';
import { validWorkflow } from '../../../rules/workflows/generator.ts';
import { openReach } from '../../world.ts';
import { bringSenders, filesOf, place, read, write } from './folder.ts';
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

// Two people change a campaign at random places: nothing of either is lost, and only the same place is a conflict.

const STEPS = 5;

/** What each step says; null for as it was. */
const edits = fc.array(fc.option(fc.constantFrom('theirs', 'ours', 'both'), { nil: null }), {
  minLength: STEPS,
  maxLength: STEPS,
});

const message = (all: readonly (string | null)[]) => all.map((text, index) => text ?? `One ${index}`);

function file(contents: readonly string[]): string {
  const steps = contents.map(
    (content, index) =>
      `  # step ${index}\n  - type: email\n${index === 0 ? '    subject: Hello\n' : ''}    content: ${content}\n`,
  );
  return `name: Welcome\nsteps:\n${steps.join('')}`;
}

test('pull --merge, then apply: both are there, and the plan is empty', async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, async (theirs, ours) => {
      const reach = await openReach();
      try {
        place(reach, { 'campaigns/w.yaml': file(message([null, null, null, null, null])) });
        expect((await reach.run('apply --yes')).code).toBe(0);
        const body = {
          steps: message(theirs).map((content, index) => ({
            type: 'email',
            ...(index === 0 && { subject: 'Hello' }),
            content,
          })),
        };
        await reach.world.call('PATCH', '/v1/campaign/1', { body });
        write(reach, 'campaigns/w.yaml', file(message(ours)));
        const isConflict = message(theirs).some(
          (text, index) => theirs[index] !== null && ours[index] !== null && text !== message(ours)[index],
        );
        const hasTheirs = theirs.some((text, index) => text !== null && text !== ours[index]);
        expect((await reach.run('apply --yes')).code).toBe(hasTheirs ? 6 : 0);
        expect((await reach.run('pull --merge')).code).toBe(isConflict ? 1 : 0);
        const text = read(reach, 'campaigns/w.yaml');
        expect(text.includes('<<<<<<< file')).toBe(isConflict);
        if (isConflict) {
          // Settled as ours: what stands between the marks of theirs goes.
          const settled = text.replace(/^=======\n[\s\S]*?^>>>>>>> .*\n/gm, '').replace(/^<<<<<<< .*\n/gm, '');
          write(reach, 'campaigns/w.yaml', settled);
        }
        expect((await reach.run('apply --yes')).code).toBe(0);
        expect((await reach.run('plan --exit-code')).code).toBe(0);
        const { data } = (await reach.world.call('GET', '/v1/campaign/1')).body;
        const wanted = message(ours).map((content, index) => (ours[index] === null ? message(theirs)[index] : content));
        expect(data.steps.map(({ content }: { content: string }) => content)).toEqual(wanted);
        expect(read(reach, 'campaigns/w.yaml')).toContain('# step 3');
      } finally {
        await reach.close();
      }
    }),
    { numRuns: 10 },
  );
});
