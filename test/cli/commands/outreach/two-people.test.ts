// Two people change the same thing: nothing of either is lost, and nothing is written over unasked.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { openReach } from '../../world.ts';
import { place, read, write } from './folder.ts';

const reach = reachForEachTest();

const CAMPAIGN = [
  'name: Welcome',
  'steps:',
  '  - type: email',
  '    subject: Hello',
  '    content: One',
  '  - type: email',
  '    content: Two',
  '    delay: 2 days',
  '',
].join('\n');

/** What someone else makes of a campaign. */
async function elsewhere(from: string, to: string): Promise<void> {
  write(reach, 'theirs.yaml', CAMPAIGN.replace(from, to));
  expect((await reach.run('campaign update Welcome outreach/theirs.yaml --yes')).code).toBe(0);
}

async function applied(): Promise<void> {
  place(reach, { 'campaigns/welcome.yaml': CAMPAIGN });
  expect((await reach.run('apply --yes')).code).toBe(0);
}

const live = async () => JSON.parse((await reach.run('campaign show Welcome --json')).stdout);

test('the second plan shows drift, apply refuses; after pull --merge it goes through', async () => {
  await applied();
  await elsewhere('Two', 'Theirs');
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Ours'));
  expect((await reach.run('plan')).stdout).toContain('! drift: campaign/Welcome');
  expect(await reach.run('plan --drift -o csv --fields action,name')).toMatchObject({
    ...{ code: 1, stdout: 'action,name\ndrift,Welcome\n', stderr: '1 drifted\n' },
  });
  expect(JSON.parse((await reach.run('plan --format gitlab')).stdout)).toMatchObject([
    { check_name: 'drift', severity: 'major', location: { path: 'outreach/campaigns/welcome.yaml' } },
  ]);
  const refused = await reach.run('apply --yes');
  expect(refused.code).toBe(6);
  expect((await reach.run('apply --dry-run')).code).toBe(refused.code);
  expect(refused.stderr).toContain('nothing was sent: campaign/Welcome (drift)');
  expect(refused.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  const pull = await reach.run('pull');
  expect(pull.code).toBe(6);
  expect(pull.stderr).toContain('changed both here and in the workspace: campaigns/welcome.yaml; nothing was written');
  expect(await reach.run('pull --merge')).toMatchObject({ code: 0, stdout: 'merged\tcampaigns/welcome.yaml\t\n' });
  expect(read(reach, 'campaigns/welcome.yaml')).toBe(CAMPAIGN.replace('One', 'Ours').replace('Two', 'Theirs'));
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await reach.run('plan --drift')).toMatchObject({ code: 0, stderr: 'no drift\n' });
  expect((await live()).steps.map(({ content }: { content: string }) => content)).toEqual(['Ours', 'Theirs']);
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('what is written into the folder while a pull reads the workspace stays', async () => {
  await applied();
  await elsewhere('Two', 'Theirs');
  const mine = CAMPAIGN.replace('One', 'Ours');
  for (const command of ['pull', 'pull --merge', 'pull --force']) {
    write(reach, 'campaigns/welcome.yaml', CAMPAIGN);
    const meanwhile = async () => write(reach, 'campaigns/welcome.yaml', mine);
    const ran = await reach.run(command, {
      meanwhile: (request) => (request.includes('/campaign/') ? meanwhile() : Promise.resolve()),
    });
    expect([ran.code, read(reach, 'campaigns/welcome.yaml')]).toEqual([6, mine]);
    expect(ran.stderr).toContain('edited while the workspace was read: outreach/campaigns/welcome.yaml; nothing');
  }
});

test('the same place on both sides is marked in the file, and nothing continues before it is settled', async () => {
  await applied();
  await elsewhere('Two', 'Theirs');
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('Two', 'Ours'));
  expect((await reach.run('plan')).stdout).toContain('! conflict: campaign/Welcome');
  expect(await reach.run('pull --merge')).toMatchObject({ code: 1 });
  const marked = read(reach, 'campaigns/welcome.yaml');
  expect(marked).toBe(
    CAMPAIGN.replace(
      '    content: Two',
      ['<<<<<<< file', '    content: Ours', '=======', '    content: Theirs', '>>>>>>> workspace (My workspace)'].join(
        '\n',
      ),
    ),
  );
  const lint = await reach.run('lint');
  expect(lint.code).toBe(1);
  expect(lint.stdout).toContain('outreach/campaigns/welcome.yaml:7:1: a conflict is not settled');
  expect((await reach.run('apply --yes')).code).toBe(3);
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('Two', 'Ours'));
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect((await live()).steps[1].content).toBe('Ours');
});

test('--overwrite: the file wins; pull --force: the workspace wins', async () => {
  await applied();
  await elsewhere('Two', 'Theirs');
  expect((await reach.run('apply --yes --overwrite')).code).toBe(0);
  expect((await live()).steps[1].content).toBe('Two');
  await elsewhere('Two', 'Again');
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Ours'));
  expect((await reach.run('pull --force')).code).toBe(0);
  expect(read(reach, 'campaigns/welcome.yaml')).toBe(CAMPAIGN.replace('Two', 'Again'));
});

test('a saved plan refuses when the world has moved, and is carried out when it has not', async () => {
  await applied();
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Ours'));
  expect((await reach.run('plan --save-plan plan.json')).code).toBe(0);
  await elsewhere('Two', 'Theirs');
  const moved = await reach.run('run-plan plan.json --yes');
  expect(moved.code).toBe(6);
  expect(moved.stderr).toContain('the plan is out of date: campaign/Welcome; nothing was sent');
  await elsewhere('Two', 'Two');
  expect((await reach.run('run-plan plan.json --yes')).code).toBe(0);
  expect((await live()).steps[0].content).toBe('Ours');
  expect(await reach.run('run-plan plan.json --yes')).toMatchObject({ code: 0, stdout: '' });
  expect(await reach.run('run-plan plan.json --yes --prune')).toMatchObject({ code: 2 });
});

test('a campaign that is not a draft any more is not touched; a draft beside it is offered', async () => {
  await applied();
  await bringRunning();
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Ours'));
  expect((await reach.run('plan')).stdout).toContain('! protected: campaign/Welcome');
  const refused = await reach.run('apply --yes');
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('--clone-running creates a draft beside each');
  expect((await reach.run('apply --yes --clone-running')).code).toBe(0);
  const all = JSON.parse((await reach.run('campaign list --json')).stdout);
  expect(all.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['Welcome', 'ACTIVE'],
    ['Welcome', 'DRAFT'],
  ]);
  expect((await reach.run('plan --exit-code')).code).toBe(0);
  // The draft is the one that is followed from now on.
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Again'));
  expect((await reach.run('apply --yes')).code).toBe(0);
});

async function bringRunning(): Promise<void> {
  const { id } = JSON.parse((await reach.run('identity list --json')).stdout)[0];
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN);
  await reach.world.call('PATCH', '/v1/campaign/1', { body: { identityId: id } });
  expect((await reach.run('pull')).code).toBe(0);
  expect((await reach.run('campaign status Welcome active --yes')).code).toBe(0);
}

test('a file that gets another name renames the record, and what names it follows', async () => {
  await applied();
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('name: Welcome', 'name: Hello'));
  const second = CAMPAIGN.replace('name: Welcome', 'name: Second');
  write(reach, 'campaigns/second.yaml', `${second}  - type: add_to_another_campaign\n    campaign: Hello\n`);
  expect((await reach.run('plan')).stdout).toContain('~ campaign/Hello, was campaign/Welcome');
  expect((await reach.run('apply --yes')).code).toBe(0);
  const all = JSON.parse((await reach.run('campaign list --json')).stdout);
  expect(all.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
    [1, 'Hello'],
    [2, 'Second'],
  ]);
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('names that the workspace has not are reported at their lines, and reach.yaml can say what they are called there', async () => {
  place(reach, { 'campaigns/welcome.yaml': CAMPAIGN.replace('steps:', 'identity: Robin Hale\nsteps:') });
  const refused = await reach.run('plan');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'outreach/campaigns/welcome.yaml:2:11: the workspace of profile local has no identity "Robin Hale"',
  );
  const { name } = JSON.parse((await reach.run('identity list --json')).stdout)[0];
  write(reach, 'reach.yaml', `names:\n  local:\n    identity: { Robin Hale: ${name} }\n`);
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
  expect((await live()).identityId).toBe(1);
});

test('what someone changes between plan and write is seen right before the write, and refused', async () => {
  await applied();
  write(reach, 'campaigns/welcome.yaml', CAMPAIGN.replace('One', 'Ours'));
  let reads = 0;
  const ran = await reach.run('apply --yes', {
    meanwhile: async (request) => {
      if (request === 'GET /v1/campaign/1') reads += 1;
      if (request !== 'GET /v1/campaign/1' || reads !== 2) return;
      await reach.world.call('PATCH', '/v1/campaign/1', { body: { description: 'Theirs' } });
    },
  });
  expect(ran.code).toBe(6);
  expect(ran.stderr).toContain('campaign/Welcome was changed in the workspace since the plan was made: description');
  expect(ran.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('what someone creates meanwhile is not created twice: the same is taken over, another one refused', async () => {
  for (const [content, code] of [
    ['One', 0],
    ['Theirs', 6],
  ] as const) {
    const own = await openReach();
    try {
      place(own, { 'campaigns/welcome.yaml': CAMPAIGN });
      const steps = [
        { type: 'email', subject: 'Hello', content },
        { type: 'email', content: 'Two', delay: { value: 2, unit: 'days' } },
      ];
      const ran = await own.run('apply --yes', {
        meanwhile: async (request) => {
          if (!request.startsWith('GET /v1/campaigns?') || !request.includes('name=')) return;
          await own.world.call('POST', '/v1/campaigns', { body: { name: 'Welcome', steps } });
        },
      });
      expect(ran.code).toBe(code);
      expect(JSON.parse((await own.run('campaign list --json')).stdout)).toHaveLength(1);
    } finally {
      await own.close();
    }
  }
});

test('a workflow edited meanwhile is refused by its revision', async () => {
  const flow = [
    'name: Enrol',
    'nodes:',
    '  - { id: people, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [1] }, next: [stop] }',
    '  - { id: stop, kind: BLOCK, blockId: END, next: [] }',
    '',
  ].join('\n');
  place(reach, { 'workflows/enrol.yaml': flow });
  expect((await reach.run('apply --yes')).code).toBe(0);
  write(reach, 'workflows/enrol.yaml', `${flow}maxCreditsPerRun: 5\n`);
  const ran = await reach.run('apply --yes', {
    meanwhile: async (request) => {
      if (!request.startsWith('PATCH ')) return;
      await reach.world.call('PATCH', '/v1/workflow/1/draft', { body: { maxCreditsPerRun: 7 } });
    },
  });
  expect(ran.code).toBe(6);
  const { maxCreditsPerRun } = JSON.parse((await reach.run('workflow show Enrol --json')).stdout);
  expect(maxCreditsPerRun).toBe(7);
});

test('every field of an AI entity can be changed, cleared and renamed by its file', async () => {
  const message = (more: string) => `channel: EMAIL\nprompt: x\n${more}`;
  place(reach, {
    'ai-messages/m.yaml': message(
      'name: M\ntone: Direct\ndescription: d\nfolder: A/B\noutputLength: SHORT\nsplitMessages: true\n',
    ),
    'ai-variables/v.yaml': 'name: V\nentity: COMPANY\nprompt: x\nsearch: true\noutputSchema: { type: number }\n',
    'templates/t.yaml': 'name: T\nchannel: EMAIL\nsubject: s\nmessages: [a, b]\n',
  });
  expect((await reach.run('apply --yes')).code).toBe(0);
  write(reach, 'ai-messages/m.yaml', message('name: M2\ntone: Friendly\n'));
  write(reach, 'ai-variables/v.yaml', 'name: V2\nentity: COMPANY\nprompt: y\n');
  write(reach, 'templates/t.yaml', 'name: T2\nmessages: [c]\n');
  const ran = await reach.run('apply --yes -o ndjson');
  expect(ran.code).toBe(0);
  expect(
    ran.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).action),
  ).toEqual(['update', 'update', 'update']);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stderr: '3 unchanged\n' });
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
});

test('a rename whose end was never seen: run again, the record is followed under its new name, and never pruned', async () => {
  const snippet = (name: string) => `name: ${name}\ntone: Direct\nprompt: x\n`;
  place(reach, { 'ai-snippets/a.yaml': snippet('A') });
  expect((await reach.run('apply --yes')).code).toBe(0);
  write(reach, 'ai-snippets/a.yaml', snippet('B'));
  const whole = (await reach.run('apply --yes --dry-run')).requests.length;
  // One request reads it again, the next renames it.
  const died = await reach.run('apply --yes --prune --max-retries 0', { dies: { at: whole + 2, after: true } });
  expect(died.code).toBe(7);
  expect(died.requests.at(-1)).toMatch(/^PATCH /);
  expect((await reach.run('apply --yes --prune')).code).toBe(0);
  expect(await reach.run('plan --prune --exit-code')).toMatchObject({ code: 0, stderr: '1 unchanged\n' });
  const left = JSON.parse((await reach.run('ai snippet list --json')).stdout);
  expect(left.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([[1, 'B']]);
});

test('a workspace without the split AI-entity model: files of it stay, and are not applied', async () => {
  place(reach, { 'ai-snippets/a.yaml': 'name: A\ntone: Direct\nprompt: x\n', 'lists/a.yaml': 'name: A\n' });
  expect((await reach.run('apply --yes')).code).toBe(0);
  await reach.world.control('PATCH', '/_local/features', { 'split-ai': false });
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
  expect(read(reach, 'ai-snippets/a.yaml')).toContain('name: A');
  const plan = await reach.run('plan');
  expect(plan.code).toBe(4);
  expect(plan.stderr).toContain('does not have the split AI-entity model');
  await reach.world.control('PATCH', '/_local/features', { 'split-ai': true });
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});
