// Typing mistakes on the command line and in single files, by profile: refused with the word that was meant, and nothing is sent.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';
import { bringSenders } from './commands/outreach/folder.ts';
import { type Served, served } from './commands/outreach/mistakes.ts';

const reach = reachForAllTests();
let remote: Served;
beforeAll(async () => {
  remote = await served(reach);
  reach.write('enrich.yaml', 'list: Newsletter\nactions:\n  - type: VERIFY_LEAD_EMIAL\n');
  reach.write('message.yaml', 'kind: ai-message\nname: A\nchannel: EMIAL\ntone: Direct\nprompt: Hi\n');
  reach.write('campaign.yaml', 'name: A\nsteps:\n  - type: emial\n    subject: Hi\n    content: Hi\n');
  reach.write('item.yaml', 'faqs:\n  - question: Why?\n    answer: Because\n    zebra: 1\n');
  reach.write('company.yaml', 'company: { companyOvervew: Pumps }\n');
  reach.write('free.yaml', 'name: B\nx-owner: us\nsteps:\n  - type: end\n    zebra: 1\n    x-note: later\n');
});
afterAll(() => remote.close());

const OFFLINE = { REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: 'gsk_none' };

describe.each<[string, number, string]>([
  ['action run --type VERIFY_LEAD_EMIAL --contacts 1', 3, 'VERIFY_LEAD_EMAIL'],
  ['action run --type ENRICH_WITH_EMAIL --option stopTyp=PHONE --contacts 1', 3, 'stopType'],
  ['action run --type ENRICH_WITH_EMAIL --option stopType=PHON --contacts 1', 3, 'PHONE'],
  ['action lint enrich.yaml', 1, 'VERIFY_LEAD_EMAIL'],
  ['ai message create -f channel=EMIAL -f name=A -f toneId=1 -f prompt=Hi', 3, 'EMAIL'],
  ['ai lint message.yaml', 1, 'EMAIL'],
  ['ai message list --channel EMIAL', 2, 'EMAIL'],
  ['playbook lint item.yaml', 1, 'an FAQ has no field "zebra"'],
  ['playbook lint company.yaml', 1, 'companyOverview'],
  ['campaign lint campaign.yaml', 1, 'email'],
  ['campaign create campaign.yaml', 3, 'email'],
  ['campaign list --status DARFT', 2, 'DRAFT'],
  ['workflow runs 1 --trigger SCHEDUEL', 2, 'SCHEDULE'],
  ['social react 1 --amount 1 --types LIEK --yes', 2, 'like'],
  ['inbox link --folder sentt', 2, 'sent'],
  ['inbox link --icp hihg', 2, 'high'],
  ['inbox threads --status pausd', 2, 'paused'],
  ['identity update 1 -f signatur=x', 2, 'signature'],
  ['contacts duplicates --by fulName', 2, 'fullName'],
  ['ai snippet create snippet.yaml', 2, 'a file is an option: --input snippet.yaml'],
])('%s', (line, code, meant) => {
  test(`exit ${code}: ${meant}`, async () => {
    const runs: [string, Record<string, string>][] = [
      [line, {}],
      [line, OFFLINE],
      [line, remote.env],
      ...(line.startsWith('campaign lint')
        ? [[`${line} --online`, remote.env] as [string, Record<string, string>]]
        : []),
    ];
    for (const [command, env] of runs) {
      remote.requests.length = 0;
      const ran = await reach.run(command, { env });
      expect([command, ran.code], ran.stderr).toEqual([command, code]);
      expect(ran.stdout + ran.stderr).toContain(meant);
      expect([...remote.requests, ...ran.requests].filter((request) => !request.startsWith('GET '))).toEqual([]);
    }
  });
});

test('a field of the workspace that resembles a standard one is no mistake', async () => {
  const input = { firstName: 'Ada', lastName: 'B', jobTitel: 'CEO' };
  expect((await reach.world.call('POST', '/v1/contact', { body: input })).status).toBe(200);
  reach.write('titel.yaml', 'name: T\nsteps:\n  - type: email\n    subject: Hi\n    content: "{jobTitel}"\n');
  const created = await reach.run('campaign create titel.yaml --yes', { env: remote.env });
  expect(created.code, created.stderr).toBe(0);
});

test('an owner that the workspace does not have is reported once, one that it has never', async () => {
  await bringSenders(reach.world);
  const has = '  - { type: task, taskType: CALL, title: Call, owner: Noor Haddad }\n';
  reach.write('has.yaml', `name: H\nsteps:\n${has}`);
  for (const command of ['campaign lint --online', 'campaign lint', 'campaign create --yes -o id']) {
    const ran = await reach.run(`${command} has.yaml`, { env: remote.env });
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([0, expect.not.stringContaining('Noor')]);
  }
  const step = '  - { type: task, taskType: CALL, title: Call, owner: Nobody }\n';
  reach.write('owner.yaml', `name: C\nsteps:\n${step}`);
  for (const command of ['campaign lint --online', 'campaign create --yes']) {
    const ran = await reach.run(`${command} owner.yaml`, { env: remote.env });
    expect((ran.stdout + ran.stderr).match(/^owner\.yaml:3:\d+: .*/gm)).toEqual([
      expect.stringContaining('the workspace of profile env has no owner "Nobody"'),
    ]);
  }
});

test('a key that resembles none is sent and warned of; one of the user is neither', async () => {
  const ran = await reach.run('campaign lint free.yaml', { env: OFFLINE });
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('an end has no field "zebra"');
  expect(ran.stdout).toContain('cannot be checked offline; --online asks the service');
  expect(ran.stdout).not.toContain('x-');
});

test.each([
  [
    'playbook apply',
    'playbook lint',
    'x-a: us\ncompany: { companyOverview: Pumps, x-b: 1 }\nfaqs: [{ question: Q, answer: A, x-c: 1 }]\n',
  ],
  [
    'action run',
    'action lint',
    'x-a: us\ncontactIds: [1]\nactions: [{ type: ENRICH_WITH_EMAIL, x-b: 1, options: { speed: FAST, x-c: 1 } }]\n',
  ],
  [
    'ai variable create --input',
    'ai lint',
    'kind: ai-variable\nname: V\nentity: CONTACT\nprompt: P\nx-a: us\noutputSchema: { type: text, x-b: 1 }\n',
  ],
])('%s: keys of the user are neither sent nor warned of, at any depth', async (write, lint, text) => {
  reach.write('own.yaml', text);
  expect(await reach.run(`${lint} own.yaml`, { env: OFFLINE })).toMatchObject({ code: 0, stdout: '' });
  const { code, stdout } = await reach.run(`${write} own.yaml --show-requests --json`, { env: remote.env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^(?!.*x-[abc]).*"method"/)]);
});

test.each([
  ['campaign create', 'POST /v1/campaigns', 'name: C\nsteps:\n  - type: email\n    content: Hi\n'],
  ['workflow create', 'POST /v1/workflows', 'name: W\nnodes:\n  - { id: a, kind: BLOCK, next: [] }\n'],
  ['playbook apply', 'PUT /v1/ai-playbook', 'productsServices: [{ name: Pump }]\n'],
])('%s --no-check sends what is incomplete, and the service answers', async (write, request, text) => {
  reach.write('incomplete.yaml', text);
  for (const [option, sent] of [
    ['', []],
    [' --no-check', [request]],
  ] as const) {
    remote.requests.length = 0;
    const ran = await reach.run(`${write} incomplete.yaml --yes${option}`, { env: remote.env });
    expect([ran.code, remote.requests.filter((one) => !one.startsWith('GET '))], ran.stderr).toEqual([3, sent]);
  }
});

test('playbook apply --no-check sends a key that no item has', async () => {
  reach.write('odd.yaml', 'faqs:\n  - { question: Q, answer: A, zebra: 1 }\n');
  const { code, stdout } = await reach.run('playbook apply odd.yaml --no-check --show-requests --json');
  expect([code, stdout]).toEqual([0, expect.stringContaining('"zebra":"1"')]);
});
