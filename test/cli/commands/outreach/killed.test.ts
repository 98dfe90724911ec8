// An apply that dies at any of its steps, before or after the service did what was asked: run again, it comes to the same
// end, and nothing is there twice.

import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openReach, type Reach } from '../../world.ts';
import { workspaceOf } from '../history/workspace.ts';
import { place } from './folder.ts';
import { served } from './mistakes.ts';

const open: Reach[] = [];
afterEach(async () => {
  for (const reach of open.splice(0)) await reach.close();
});

const faqs = (count: number, answer: string) =>
  `faqs:\n${Array.from({ length: count }, (_, index) => `  - question: Q${index}\n    answer: ${answer}\n`).join('')}`;

const email = (content: string) => `  - type: email\n    subject: Hello\n    content: ${content}\n`;

const workflow = (credits: number) =>
  [
    'name: Enrol',
    `maxCreditsPerRun: ${credits}`,
    'nodes:',
    '  - { id: people, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: People }, next: [enrol] }',
    '  - { id: enrol, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: First }, next: [] }',
    'publish: true',
    '',
  ].join('\n');

/** Everything there is, each kind once or twice; `second` is what comes after it. */
const FIRST = {
  'lists/people.yaml': 'name: People\n',
  // More than fits in one request.
  'playbook.yaml': faqs(60, 'One'),
  'ai-variables/market.yaml':
    'name: Market\nentity: CONTACT\nfolder: Research/Deep\nprompt: Where does {firstName} sell?\n',
  'ai-snippets/line.yaml': 'name: Line\ntone: Direct\nprompt: "About {aiResearch:Market}"\n',
  'ai-messages/mail.yaml': 'name: Mail\nchannel: EMAIL\ntone: Direct\nprompt: Write to {firstName}\n',
  'templates/intro.yaml': 'name: Intro\nmessages:\n  - "{aiSnippet:Line}"\n',
  // The first needs the second.
  'campaigns/first.yaml': `name: First\nsteps:\n${email('One')}  - type: add_to_another_campaign\n    campaign: Second\n`,
  'campaigns/second.yaml': 'name: Second\nsteps:\n  - type: email\n    aiMessage: Mail\n',
  'workflows/enrol.yaml': workflow(100),
};

const SECOND = {
  ...FIRST,
  'playbook.yaml': faqs(60, 'Two'),
  'ai-messages/mail.yaml': FIRST['ai-messages/mail.yaml'].replace('Write', 'Answer'),
  'campaigns/first.yaml': FIRST['campaigns/first.yaml'].replace('One', 'Two'),
  'workflows/enrol.yaml': workflow(200),
};

const SMALL = {
  'lists/people.yaml': FIRST['lists/people.yaml'],
  'campaigns/first.yaml': `name: First\nsteps:\n${email('One')}`,
  'workflows/enrol.yaml': FIRST['workflows/enrol.yaml'],
};

type Files = Readonly<Record<string, string>>;

async function began(before: Files | null): Promise<Reach> {
  const reach = await openReach();
  open.push(reach);
  if (before !== null) {
    place(reach, before);
    expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
  }
  return reach;
}

function change(reach: Reach, files: Files, lock: string | null): void {
  place(reach, { ...files, ...(lock !== null && { '.reach/local.json': lock }) });
}

const lockIn = (reach: Reach) => readFileSync(`${reach.home}/outreach/.reach/local.json`, 'utf8');

const isWrite = (request: string) => !request.startsWith('GET ');

/** Every request at which an apply may die: all of them, or those that write. To die after a read is to die before the next. */
async function killedEverywhere(
  before: Files | null,
  after: Files,
  which: 'all' | 'writes',
  command = 'apply',
): Promise<number> {
  const reach = await began(before);
  const lock = before === null ? null : lockIn(reach);
  await reach.run('local snapshot before.db');
  const changed = async () => {
    change(reach, after, lock);
    if (command !== 'apply') expect((await reach.run('plan --save-plan q3.plan')).code).toBe(0);
  };
  await changed();
  const ran = await reach.run(`${command} --yes`);
  expect(ran).toMatchObject({ code: 0 });
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0 });
  const wanted = await workspaceOf(reach.world);
  const planned = new Set([lockIn(reach)]);
  const steps = ran.requests.flatMap((request, index) => (which === 'all' || isWrite(request) ? [index + 1] : []));
  for (const at of steps) {
    for (const afterwards of isWrite(ran.requests[at - 1] ?? '') ? [false, true] : [false]) {
      expect(await reach.run('local restore before.db --yes')).toMatchObject({ code: 0 });
      await changed();
      const died = await reach.run(`${command} --yes --max-retries 0`, { dies: { at, after: afterwards } });
      expect(died.code, `request ${at}`).toBe(7);
      const again = await reach.run(`${command} --yes`);
      expect(again, `request ${at} (${ran.requests[at - 1]}), ${afterwards ? 'after' : 'before'}`).toMatchObject({
        code: 0,
      });
      expect(await workspaceOf(reach.world), `request ${at}, ${afterwards ? 'after' : 'before'}`).toEqual(wanted);
      // Of the same files, lock and workspace it is the same plan.
      if (planned.has(lockIn(reach))) continue;
      expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0 });
      planned.add(lockIn(reach));
    }
  }
  return steps.length;
}

test('killed at every write of a first apply', async () => {
  expect(await killedEverywhere(null, FIRST, 'writes')).toBeGreaterThan(11);
});

test('killed at every write of a later apply', async () => {
  expect(await killedEverywhere(FIRST, SECOND, 'writes')).toBeGreaterThan(5);
});

test('killed at every request, reads and all', async () => {
  expect(await killedEverywhere(null, SMALL, 'all')).toBeGreaterThan(12);
});

test('a saved plan, killed at every write: run again, it goes on', async () => {
  expect(await killedEverywhere(null, SMALL, 'writes', 'run-plan q3.plan')).toBe(3);
});

test.each([
  ['apply --yes', [0, 'create\tcampaign\tFirst\t1\tcampaigns/first.yaml\n']],
  ['campaign create outreach/campaigns/first.yaml --yes -o id', [2, '']],
])('%s: a request that arrives after the next command has looked creates no second campaign', async (line, ended) => {
  const reach = await began(null);
  place(reach, { 'campaigns/first.yaml': SMALL['campaigns/first.yaml'] });
  const { env, requests, close } = await served(reach);
  await reach.world.control('POST', '/_local/faults', { endpoint: 'campaigns.create', drop: 'before', times: 1 });
  expect((await reach.run(line, { env })).code).toBe(7);
  requests.length = 0;
  const again = reach.run(line, { env });
  const sleepers = reach.clock.sleepers;
  while (reach.clock.sleepers === sleepers) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(requests).not.toContain('POST /v1/campaigns');
  await reach.world.call('POST', '/v1/campaigns', {
    body: { name: 'First', steps: [{ type: 'email', subject: 'Hello', content: 'One' }] },
  });
  await reach.clock.advance(120_000);
  const { code, stdout, stderr } = await again;
  expect([code, stdout], stderr).toEqual(ended);
  expect(stderr).toContain('waiting 120 s: a request to create');
  const { body } = await reach.world.call('GET', '/v1/campaigns');
  expect(body.data.campaigns).toHaveLength(1);
  await close();
});

test.each([null, false, true])(
  'a draft that an interrupted apply left is published once, %s: also where this one dies there',
  async (after) => {
    const reach = await began(null);
    place(reach, {
      'workflows/enrol.yaml':
        'name: Enrol\nnodes:\n  - { id: people, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [1] }, next: [stop] }\n  - { id: stop, kind: BLOCK, blockId: END, next: [] }\npublish: true\n',
    });
    const [people, stop] = ['SELECT_LEADS', 'END'].map((blockId) => ({ kind: 'BLOCK', blockId, inputs: {}, next: [] }));
    const nodes = [
      { ...people, id: 'people', inputs: { leadIds: [1] }, next: ['stop'] },
      { ...stop, id: 'stop' },
    ];
    await reach.run('contacts create -f firstName=Ada -f lastName=Lovelace');
    const meanwhile = async (request: string) => {
      if (request.startsWith('GET /v1/workflows?name='))
        await reach.world.call('POST', '/v1/workflows', { body: { name: 'Enrol', plan: { nodes } } });
    };
    const ran = await reach.run('apply --yes --max-retries 0', {
      meanwhile,
      ...(after !== null && { dies: { at: 8, after } }),
    });
    expect([ran.code, ran.requests[7]]).toEqual([after === null ? 0 : 7, 'POST /v1/workflow/1/publish']);
    expect((await reach.run('apply --yes')).code).toBe(0);
    expect((await reach.run('workflow list -o csv --fields id,version,status')).stdout).toBe(
      'id,version,status\n1,1,PUBLISHED\n',
    );
    expect((await reach.run('plan --exit-code')).code).toBe(0);
  },
);
