// What operators run into: each of these could lose or change data unseen.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOf } from '../cli/world.ts';
import { homeForAllTests, servedForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();
const served = servedForAllTests(home, ['--ephemeral', '--rate-limits', 'off']);
const put = (name: string, text: string) => writeFileSync(join(home.folder, name), text);
const reach = (line: string) => home.here(wordsOf(line), { env: served.env });

/** What is asked at a terminal, where the answer is no. */
async function askedBy(line: string): Promise<string> {
  const asking = startOnTerminal(home, wordsOf(line), { env: served.env });
  await asking.seen('profile env)?');
  asking.type('n\r');
  const { code, stdout } = await asking.ended;
  expect([line, code]).toEqual([line, 1]);
  return readable(stdout).replaceAll(/\s+/g, ' ');
}

test.each([
  ['contacts delete 7,8', /Delete 2 contacts, \w+ \w+ \(7\), \w+ \w+ \(8\), permanently \(workspace /],
  [
    'campaign add-contact "Newsletter welcome" 30,31',
    /Add 2 contacts to "Newsletter welcome", which is ACTIVE and will message them from \w+ \w+ \(workspace /,
  ],
  ['campaign add-list "Newsletter welcome" Newsletter', /which is ACTIVE and will message them/],
  [
    'workflow run "Newsletter, verified"',
    /Run "Newsletter, verified" on list "Newsletter" \(19 contacts\); it adds contacts to "Newsletter welcome" \(ACTIVE\) from \w+ \w+ \(workspace /,
  ],
])('%s names whom, how many, the sender and the target; in a script it needs --yes', async (line, question) => {
  expect((await reach('campaign status "Newsletter welcome" ACTIVE --yes')).code).toBe(0);
  expect(await askedBy(line)).toMatch(question);
  expect((await reach(line)).code).toBe(2);
  expect((await reach('contacts show 7 -o id')).stdout).toBe('7\n');
  expect((await reach('workflow runs "Newsletter, verified" -o id')).stdout).toBe('');
});

test('a decision about records that wait names the first of them', async () => {
  const select = '{ id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [21, 22] }, next: [ask] }';
  const ask = '{ id: ask, kind: BLOCK, blockId: WAIT_FOR_APPROVAL, next: [end, end] }';
  const end = '{ id: end, kind: BLOCK, blockId: END, next: [] }';
  put('ask.yaml', `name: Ask\npublish: true\nnodes:\n  - ${[select, ask, end].join('\n  - ')}\n`);
  const created = await reach('workflow create ask.yaml --yes -o id');
  const { stdout: run } = await reach(`workflow run ${created.stdout.trim()} --yes -o id`);
  await reach(`workflow watch ${run.trim()} --timeout 2s`);
  expect(await askedBy(`workflow approve ${run.trim()}`)).toMatch(
    /Approve 2 records that wait at step ask of run \d+: \w+ [^,]+, \w+ [^,]+ \(workspace /,
  );
  expect((await reach(`workflow run-records ${run.trim()} --status waiting -o id`)).stdout).toBe('21\n22\n');
});

test.each([
  ['contacts update 20 -f fristName=Bob', 'there is no contact field "fristName"; did you mean "firstName"?'],
  ['contacts create -f lastName=Byron -f favouriteColour=b', 'there is no contact field "favouriteColour"'],
  ['companies update 2 -f industri=Steel', 'there is no company field "industri"; did you mean "industry"?'],
])('%s: a misspelt name creates no custom field', async (line, message) => {
  const before = (await reach('contacts fields -o id')).stdout;
  const refused = await reach(line);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain(message);
  expect((await reach('contacts fields -o id')).stdout).toBe(before);
});

test('the starter file lints clean and can be started; names stand for ids in single files', async () => {
  const steps = [
    'campaign init welcome.yaml -q',
    'campaign lint --strict --online welcome.yaml',
    'campaign create welcome.yaml --yes -o id > id',
    'campaign add-list $(cat id) Newsletter -o id',
    'campaign status $(cat id) ACTIVE --yes -o id',
  ].map((line) => `reach ${line}`);
  expect((await home.shell(steps.join(' && '), { env: served.env })).code).toBe(0);

  put(
    'named.yaml',
    'name: Named\nidentity: Sasha Brandt\nsteps:\n  - type: add_to_another_campaign\n    campaign: Newsletter welcome\n',
  );
  expect((await reach('campaign lint --strict named.yaml')).code).toBe(0);
  expect(JSON.parse((await reach('campaign create named.yaml --show-requests --json')).stdout).body).toMatchObject({
    identityId: 3,
    steps: [{ campaignId: 1 }],
  });
  put('wrong.yaml', 'name: Wrong\nidentity: Sasha Brant\nsteps:\n  - type: end\n');
  const refused = await reach('campaign create wrong.yaml --yes');
  expect([refused.code, refused.stdout]).toEqual([3, '']);
  expect(refused.stderr).toContain(
    'wrong.yaml:2:11: the workspace of profile env has no identity "Sasha Brant"; did you mean "Sasha Brandt"?',
  );

  put(
    'flow.yaml',
    `name: Enrol
nodes:
  - { id: people, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: Newsletter }, next: [add] }
  - { id: add, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaign: Newsletter welcome, excludeContactedLeads: true }, next: [] }
`,
  );
  expect((await reach('workflow lint --strict flow.yaml')).code).toBe(0);
  const { plan } = JSON.parse((await reach('workflow create flow.yaml --show-requests --json')).stdout).body;
  expect(plan.nodes).toMatchObject([{ inputs: { leadsGroupId: 1 } }, { inputs: { campaignId: 1 } }]);

  put(
    'run.yaml',
    `list: Key accounts
actions:
  - { type: SEARCH_LEADS_FROM_NETWORK_COMPANY, options: { text: heads of sales, destinationList: Newsletter } }
`,
  );
  expect(JSON.parse((await reach('action run run.yaml --show-requests --json')).stdout).body).toMatchObject({
    companyGroupIds: [3],
    actions: [{ options: { destinationContactGroupId: 1 } }],
  });
});

test('a campaign without a sender: a warning, an error with --online, and the refusal says who can send', async () => {
  put('nobody.yaml', 'name: Nobody\nsteps:\n  - type: email\n    subject: Hi\n    content: Hello\n');
  const offline = await reach('campaign lint nobody.yaml');
  expect([offline.code, offline.stdout]).toEqual([
    0,
    expect.stringContaining('warning: a campaign cannot start without a sender'),
  ]);
  const online = await reach('campaign lint --online nobody.yaml');
  expect(online.stdout).toMatch(/a campaign cannot start without a sender.*reach identity list/);
  const id = (await reach('campaign create nobody.yaml --yes -o id')).stdout.trim();
  const refused = await reach(`campaign status ${id} ACTIVE --yes`);
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('hint: reach identity list shows who can send'),
  ]);
});

test('a list that does not exist is found before anything is confirmed; a name that no field can have is refused', async () => {
  put('people.csv', 'First Name,Last Name,__proto__,constructor\nAda,King,x,y\n');
  const missing = startOnTerminal(home, ['contacts', 'import', 'people.csv', '--list', 'Nowhere'], { env: served.env });
  const { code, stdout } = await missing.ended;
  expect([code, readable(stdout)]).toEqual([5, expect.stringContaining('no list "Nowhere"')]);
  expect(readable(stdout)).not.toContain('Import 1 row');
  const refused = await reach('contacts import people.csv --yes --custom __proto__ --new');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a field cannot have this name')]);
  expect((await reach('contacts import people.csv --yes --custom constructor --new')).code).toBe(0);
  expect((await reach('contacts search --include constructor=y --fields constructor --json')).stdout).toBe(
    '[{"constructor":"y"}]\n',
  );
});

test.each(['results', 'rejects'])('import --%s - is refused, and writes no file of that name', async (flag) => {
  put('people.csv', 'First Name,Last Name\nAda,King\n');
  const ran = await reach(`contacts import people.csv --yes --${flag} -`);
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toContain(`--${flag} takes a file`);
  expect(existsSync(join(home.folder, '-'))).toBe(false);
});
