// Big, deep and hostile bodies: everything is told, nothing overflows, nothing is counted way by way.

import { expect, test } from 'vitest';
import { parseCampaign, problemsOf } from '../../../src/cli/files/campaign-file.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { checkCampaign } from '../../../src/rules/campaigns/check.ts';
import { keepIds } from '../../../src/rules/campaigns/identity.ts';
import { largeCampaign } from './large.ts';

const message = (body: unknown) => checkCampaign(body).map(({ path, code }) => `${path} ${code}`);

test('500 steps in 8 levels of branches are in order, and one mistake in the deepest is found where it is', async () => {
  const campaign = largeCampaign(500, 8);
  expect(message(campaign)).toEqual([]);
  const path = `steps[0]${'.onTrue[0]'.repeat(8)}`;
  const text = JSON.stringify(campaign, null, 1).replace('deepest', '{firstNme}');
  const file = await parseCampaign('large.yaml', text);
  const found = await problemsOf(file, {});
  expect(found.map((problem) => [problem.path, problem.code])).toEqual([[`${path}.content`, 'unknown_placeholder']]);
  expect(text.split('\n')[(found[0]?.line ?? 0) - 1]).toContain('{firstNme}');
});

test('as many ways as there are atoms are followed at once', () => {
  const fork = {
    type: 'condition',
    condition: { type: 'has_network_profile' },
    onTrue: [{ type: 'network_visit_profile' }],
  };
  const steps = [
    ...Array.from({ length: 300 }, () => structuredClone(fork)),
    { type: 'email', content: 'First on 2^300 ways' },
  ];
  expect(message({ name: 'Ways', steps })).toEqual(['steps[300].subject required']);
});

test('more steps than a campaign has are reported once', () => {
  const steps = Array.from({ length: LIMITS.campaignSteps + 50 }, () => ({ type: 'network_visit_profile' }));
  expect(message({ name: 'Many', steps })).toEqual(['steps too_big']);
});

test('branches nested without end neither overflow nor are followed', () => {
  let step: object = { type: 'end' };
  for (let depth = 0; depth < 20_000; depth += 1) {
    step = { type: 'condition', condition: { type: 'has_network_profile' }, onTrue: [step] };
  }
  expect(message({ name: 'Deep', steps: [step] })).toEqual([
    `steps[0]${'.onTrue[0]'.repeat(LIMITS.campaignDepth)}.onTrue too_deep`,
  ]);
});

test('a body of nothing but mistakes gets an answer of bounded size', () => {
  const content = Array.from({ length: 20_000 }, (_, index) => `{unknown field ${index}}`).join('');
  expect(
    checkCampaign({ name: 'Wrong', steps: [{ type: 'email', subject: 'x', content }] }).length,
  ).toBeLessThanOrEqual(5000);
});

test('two long sequences are matched step by step', () => {
  const steps = Array.from(
    { length: 1000 },
    (_, index) => ({ type: 'task', taskType: 'TODO', title: `Task ${index}` }) as const,
  );
  let next = 1;
  const before = keepIds(steps, [], () => next++).steps;
  const shuffled = [...steps.slice(500), ...steps.slice(0, 500)];
  const { steps: after, added } = keepIds(shuffled, before, () => next++);
  expect(added).toEqual([]);
  expect(after.map(({ stepId }) => stepId)).toEqual(
    [...before.slice(500), ...before.slice(0, 500)].map(({ stepId }) => stepId),
  );
});
