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

test('a question names the target, a severe one has to be typed, and no is exit 1', async () => {
  const few = startOnTerminal(home, ['contacts', 'delete', '7,8'], { env: served.env });
  await few.seen('profile env)?');
  few.type('n\r');
  const no = await few.ended;
  expect(readable(no.stdout)).toMatch(/Delete 2 contacts, \w+ \w+ \(7\), \w+ \w+ \(8\), permanently \(workspace /);
  expect([no.code, (await reach('contacts show 7 -o id')).stdout]).toEqual([1, '7\n']);

  const many = startOnTerminal(home, ['contacts', 'delete', '7,8,9,10,11,12,13,14,15,16,17'], { env: served.env });
  await many.seen('Type 11 to confirm');
  many.type('y\r');
  expect((await many.ended).code).toBe(1);
  expect((await reach('contacts show 7 -o id')).stdout).toBe('7\n');
});

test('what messages people asks first: the names, the numbers, the sender; in a script it needs --yes', async () => {
  const onTerminal = async (argv: string[], answer: string) => {
    const asked = startOnTerminal(home, argv, { env: served.env });
    await asked.seen('profile env)?');
    asked.type(answer);
    const { code, stdout } = await asked.ended;
    return { code, text: readable(stdout).replaceAll(/\s+/g, ' ') };
  };
  expect((await reach('campaign status "Newsletter welcome" ACTIVE --yes')).code).toBe(0);
  const added = await onTerminal(['campaign', 'add-contact', 'Newsletter welcome', '30,31'], 'n\r');
  expect(added.code).toBe(1);
  expect(added.text).toMatch(
    /Add 2 contacts to "Newsletter welcome", which is ACTIVE and will message them from \w+ \w+ \(workspace /,
  );
  const ran = await onTerminal(['workflow', 'run', 'Newsletter, verified'], 'n\r');
  expect(ran.code).toBe(1);
  expect(ran.text).toMatch(
    /Run "Newsletter, verified" on list "Newsletter" \(19 contacts\); it adds contacts to "Newsletter welcome" \(ACTIVE\) from \w+ \w+ \(workspace /,
  );
  expect((await reach('workflow runs "Newsletter, verified" -o id')).stdout).toBe('');
  for (const line of ['campaign add-list "Newsletter welcome" Newsletter', 'workflow run "Newsletter, verified"'])
    expect([line, (await reach(line)).code]).toEqual([line, 2]);
});

test('a decision about records that wait names the first of them', async () => {
  const select = '{ id: a, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [21, 22] }, next: [ask] }';
  const ask = '{ id: ask, kind: BLOCK, blockId: WAIT_FOR_APPROVAL, next: [end, end] }';
  const end = '{ id: end, kind: BLOCK, blockId: END, next: [] }';
  put('ask.yaml', `name: Ask\npublish: true\nnodes:\n  - ${[select, ask, end].join('\n  - ')}\n`);
  const created = await reach('workflow create ask.yaml --yes -o id');
  const { stdout: run } = await reach(`workflow run ${created.stdout.trim()} --yes -o id`);
  await reach(`workflow watch ${run.trim()} --timeout 2s`);
  const asked = startOnTerminal(home, ['workflow', 'approve', run.trim()], { env: served.env });
  await asked.seen('profile env)?');
  asked.type('n\r');
  const { code, stdout } = await asked.ended;
  expect(code).toBe(1);
  expect(readable(stdout).replaceAll(/\s+/g, ' ')).toMatch(
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

test('--custom creates a field, which is then known', async () => {
  expect((await reach('contacts update 20 -f favouriteColour=blue --custom')).code).toBe(0);
  expect((await reach('contacts update 20 -f favouriteColour=red --json --fields favouriteColour')).stdout).toBe(
    '{"favouriteColour":"red"}\n',
  );
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

// Jobs that take several commands, line by line in a shell, with the built tool.

/** What it prints; its exit status where that is not 0. */
async function shell(line: string, env = served.env): Promise<string> {
  const { code, stdout, stderr } = await home.shell(line, { env });
  return code === 0 ? stdout : `${code}: ${stderr}`;
}

test('who replied is exported with the address', async () => {
  const replied = 'reach campaign contacts 2 --status replied -o id';
  const lines = await shell(
    `reach local emit reply 3 --text Yes > sent.txt; ${replied} | reach contacts export --contacts -`,
  );
  expect(lines.split('\n')[1]).toMatch(/^3,Niamh,Sweeney,niamh\.sweeney@alderbrook\.example,/);
  expect(await shell(`reach contacts export --ids 3,4 --fields firstName`)).toBe('firstName\nNiamh\nJonas\n');
});

test('conversations become replies: shown first, sent once', async () => {
  const all = 'reach inbox threads --all -o ndjson | reach inbox reply --to - "Hi {firstName}"';
  const dry = await shell(`${all} --dry-run`);
  expect(dry).toMatch(/WOULD_SEND\t\tHi Aoife\n/);
  const count = dry.trimEnd().split('\n').length;
  expect((await shell(`${all} --yes`)).match(/\tSENT\t/g)).toHaveLength(count);
  expect(await shell(`${all} --yes`)).not.toContain('\tSENT\t');
});
