// What the policy of an outreach folder does not allow: an error of lint and plan, and refused by apply.

import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { bringSenders, place } from './folder.ts';

const reach = reachForEachTest();

const campaign = (more = '') =>
  `name: Welcome\n${more}steps:\n  - type: email\n    subject: Hello\n    content: Hi {firstName}\n`;
const WORKFLOW = `name: Enrol
publish: true
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Pioneers }, next: [enrol] }
  - { id: enrol, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Welcome }, next: [] }
`;

beforeEach(async () => {
  await bringSenders(reach.world);
  const contacts = ['ada', 'grace', 'mary'].map((name) => ({
    firstName: name,
    professionalEmail: `${name}@x.example`,
  }));
  await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await reach.run('list create Pioneers');
  expect(await reach.run('list add Pioneers --contacts 1,2,3')).toMatchObject({ code: 0 });
});

test.each<[policy: string, campaign: string, problem: string | null]>([
  [
    'senders: [Sasha Brandt]',
    campaign('identity: Robin Hale\n'),
    'outreach/campaigns/a.yaml:2:11: the policy of the folder allows these senders only: Sasha Brandt [policy]',
  ],
  ['senders: [Robin Hale]', campaign('identity: Robin Hale\n'), null],
  ['senders: ["Robin Hale "]', campaign('identity: Robin Hale\n'), null],
  ['senders: []', campaign('identity: Robin Hale\n'), 'the policy of the folder allows these senders only: none'],
  [
    'requiredFields: { campaign: [description] }',
    campaign(),
    'the policy of the folder requires description in every campaign [policy]',
  ],
  [
    'requiredFields: { campaign: [description] }',
    campaign('description: ""\n'),
    'the policy of the folder requires description in every campaign [policy]',
  ],
  ['requiredFields: { campaign: [description] }', campaign('description: To all\n'), null],
  ['senders: Robin Hale', campaign(), 'senders must be a list such as [Robin Hale]'],
  ['maximumPeople: many', campaign(), 'maximumPeople must be a whole number such as 500'],
  ['sender: [Robin Hale]', campaign(), 'policy has no field "sender"; did you mean "senders"?'],
  ['requiredFields: { campain: [a] }', campaign(), 'requiredFields has no field "campain"; did you mean "campaign"?'],
])('one file: %s', async (policy, text, problem) => {
  place(reach, { 'reach.yaml': `policy:\n  ${policy}\n`, 'campaigns/a.yaml': text });
  const [lint, plan, apply] = [await reach.run('lint'), await reach.run('plan'), await reach.run('apply --yes')];
  expect([lint.code, plan.code, apply.code]).toEqual(problem === null ? [0, 0, 0] : [1, 1, 3]);
  if (problem !== null) expect(`${lint.stdout}${lint.stderr}`).toContain(problem);
});

describe('a plan', () => {
  const files = {
    'lists/a.yaml': 'name: Pioneers\n',
    'campaigns/a.yaml': campaign('identity: Robin Hale\n'),
    'workflows/a.yaml': WORKFLOW,
  };
  const put = (policy: string) => place(reach, { ...files, 'reach.yaml': policy });

  const NOT_FROM_CI = 'workflow/Enrol adds contacts to "Welcome", which must not start from CI';
  test.each<[policy: string, env: Record<string, string>, message: string | null]>([
    ['maximumPeople: 2', {}, 'it reaches at least 3 people, more than 2'],
    ['maximumPeople: 3', {}, null],
    ['notFromCi: [Welcome]', { CI: 'true' }, NOT_FROM_CI],
    ['notFromCi: [" Welcome"]', { CI: 'true' }, NOT_FROM_CI],
    ['notFromCi: [Welcome]', {}, null],
    ['notFromCi: [Other]', { CI: 'true' }, null],
  ])('%s %o', async (policy, env, message) => {
    put(`policy:\n  ${policy}\n`);
    const [plan, apply] = [await reach.run('plan', { env }), await reach.run('apply --yes', { env })];
    expect([plan.code, apply.code]).toEqual(message === null ? [0, 0] : [1, 3]);
    if (message !== null)
      expect([plan.stderr, apply.stderr]).toEqual([expect.stringContaining(message), expect.stringContaining(message)]);
    const workflows = await reach.run('workflow list -o id');
    expect(workflows.stdout).toBe(message === null ? '1\n' : '');
  });

  test.each<[policy: string, neverContact: string, message: string | null]>([
    ['maximumPeople: 2', '', 'it reaches at least 3 people, more than 2'],
    ['notFromCi: [Welcome]', '', NOT_FROM_CI],
    ['maximumPeople: 3', 'mary@x.example\n', 'mary (3), never-contact mary@x.example'],
    ['maximumPeople: 3', 'other@x.example\n', null],
  ])('whose workflow has ids, and another list for those it adds: %s, never %s', async (policy, never, message) => {
    put('');
    expect(await reach.run('apply --yes --target campaign/Welcome --target list/Pioneers')).toMatchObject({ code: 0 });
    await reach.run('list create Kept');
    const keep = '  - { id: keep, kind: BLOCK, blockId: ADD_LEADS_TO_GROUP, inputs: { list: Kept }, next: [] }\n';
    const byId = WORKFLOW.replace('nodes:\n', `nodes:\n${keep}`)
      .replace('list: Pioneers', 'leadsGroupId: 1')
      .replace('{ campaign: Welcome }, next: []', '{ campaignId: 1 }, next: [keep]');
    place(reach, { 'reach.yaml': `policy:\n  ${policy}\n`, 'never-contact.txt': never, 'workflows/a.yaml': byId });
    const plan = await reach.run('plan', { env: { CI: 'true' } });
    expect([plan.code, plan.stderr]).toEqual([message === null ? 0 : 1, expect.stringContaining(message ?? '')]);
  });

  test('that names a campaign which no file has is warned of', async () => {
    put('policy: { notFromCi: [Welcom] }\n');
    expect(await reach.run('lint')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'reach.yaml:1:23: warning: no campaign of the folder is called "Welcom" [policy]',
      ),
    });
  });

  test('that publishes a workflow for someone who must never be contacted is refused', async () => {
    place(reach, { ...files, 'reach.yaml': '', 'never-contact.txt': 'mary@x.example\n' });
    for (const [argv, code] of [
      ['plan', 1],
      ['apply --yes', 3],
    ] as const)
      expect(await reach.run(argv)).toMatchObject({
        code,
        stderr: expect.stringContaining('mary (3), never-contact mary@x.example'),
      });
  });

  test('that publishes a workflow for whom its webhook names is warned of', async () => {
    const nodes = WORKFLOW.replace(
      'SELECT_LEADS_FROM_LIST, inputs: { list: Pioneers }',
      'SELECT_LEADS, inputs: { leadIds: __MANUAL_INPUT }',
    );
    const trigger = 'trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds, label: People }] }\n';
    place(reach, {
      ...files,
      'never-contact.txt': 'mary@x.example\n',
      'workflows/a.yaml': nodes.replace('nodes:', `${trigger}nodes:`),
    });
    expect(await reach.run('plan')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'warning: workflow/Enrol: the contacts of its runs are not known yet, and not checked for never-contact\n',
      ),
    });
  });

  test('that publishes a workflow for a list which it creates is not: the list has no one', async () => {
    place(reach, {
      ...files,
      'never-contact.txt': 'mary@x.example\n',
      'lists/new.yaml': 'name: New\n',
      'workflows/a.yaml': WORKFLOW.replace('list: Pioneers', 'list: New'),
    });
    expect(await reach.run('plan')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('never-contact') });
  });

  test('a campaign that must not start from CI is started by a person', async () => {
    put('');
    expect((await reach.run('apply --yes')).code).toBe(0);
    put('policy: { notFromCi: [Welcome] }\n');
    expect(await reach.run('campaign status Welcome active --yes', { env: { CI: '1' } })).toMatchObject({
      code: 3,
      stderr:
        'error: the policy of the outreach folder does not let "Welcome" start from CI\n  hint: start it from a terminal\n',
    });
    expect((await reach.run('campaign status Welcome active --yes')).code).toBe(0);
  });
});
