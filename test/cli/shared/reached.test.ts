// Whom a run, a message or a start goes through: named and counted before, and counted by --expect.

import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest({ empty: false });
const run = (line: string) => reach.clock.run(reach.run(line, { env: { REACH_NO_HISTORY: '' } }));

const ENROL = `name: Enrol
publish: true
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: __MANUAL_INPUT }, next: [enrol] }
  - { id: enrol, kind: BLOCK, blockId: ADD_LEADS_TO_CAMPAIGN, inputs: { campaignId: 2, excludeContactedLeads: false }, next: [] }
`;
const HOOK = `name: Hook
trigger: { type: WEBHOOK, inputs: [{ key: people, type: leadIds }, { key: title, type: string }] }
publish: true
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: __MANUAL_INPUT }, next: [end] }
  - { id: end, kind: BLOCK, blockId: END, next: [] }
`;
const OPEN = HOOK.replace('Hook', 'Open')
  .replace('{ key: people, type: leadIds }, ', '')
  .replace('__MANUAL_INPUT', '[1]');

beforeEach(async () => {
  for (const [name, text] of Object.entries({ enrol: ENROL, hook: HOOK, open: OPEN })) {
    reach.write(`${name}.yaml`, text);
    expect(await run(`workflow create ${name}.yaml --yes --secret-file ${name}.secret`)).toMatchObject({ code: 0 });
  }
  reach.write('ids.txt', '1\n5\n19\n');
  reach.write('playbook.yaml', 'productsServices: [{ name: A, description: a }, { name: B, description: b }]\n');
});

const NOTHING_SENT = 'dry run: nothing is sent';
const RUN = 'a run that was started cannot be taken back: reach workflow cancel ends it';
const AOIFE = 'contact|1|Aoife Brennan';

test.each<[line: string, rows: readonly string[], notes: readonly string[], code?: number]>([
  [
    'workflow run Enrol -f leadIds=5,1',
    [
      `run|||started|input||{"leadIds":[5,1]}|${RUN}`,
      'campaign|2|Decision makers, first contact|expected|messages||4|at most, in the next 7 days',
      'run|||added|contacts||2|',
      `${AOIFE}|added|run|||`,
      'contact|5|Mareike Vogt|added|run|||',
    ],
    [`undo: no: ${RUN}`, 'would start 1 run on 2 contacts'],
  ],
  ['workflow run Enrol -f leadIds=1,999', [], ['error: there is no contact 999'], 5],
  [
    'workflow trigger Hook -f people=1 -f title=CEO',
    [
      'run|||started|people||1|a delivery cannot be recalled',
      'run|||started|title||CEO|',
      'run|||added|contacts||1|',
      `${AOIFE}|added|run|||`,
    ],
    ['undo: no: a delivery cannot be recalled', 'would start 1 run on 1 contact'],
  ],
  [
    'workflow trigger Open -f title=CEO',
    ['run|||started|title||CEO|a delivery cannot be recalled'],
    [
      'undo: no: a delivery cannot be recalled',
      'would start 1 run',
      'whom it goes through is not known before it starts',
    ],
  ],
  [
    'inbox reply 1 Hello --from 2 --request-id x',
    [
      'message|||sent|contactId||1|a message that was sent cannot be unsent',
      'message|||sent|senderIdentityId||2|',
      'message|||sent|message||Hello|',
      `${AOIFE}|sent|message|||`,
    ],
    ['undo: no: a message that was sent cannot be unsent', 'would send 1 message'],
  ],
])('%s --dry-run names them', async (line, rows, notes, code = 0) => {
  const ran = await run(`${line} --dry-run`);
  expect([ran.code, ran.stdout.split('\n').filter((row) => row !== '')]).toEqual([
    code,
    rows.map((row) => row.replaceAll('|', '\t')),
  ]);
  expect(ran.stderr.trimEnd().split('\n')).toEqual([NOTHING_SENT, ...notes]);
});

test('JSON has each of them, what it comes to, and what undo makes of it', async () => {
  const { stdout } = await run('workflow run "Newsletter, verified" --dry-run --json');
  const rows = JSON.parse(stdout);
  const undo = `no: ${RUN}`;
  const [started, messages, credits, all, ...named] = rows;
  expect([started, messages, credits, all]).toEqual([
    { kind: 'run', id: null, label: '', change: 'started', field: '', from: null, to: null, note: RUN, undo },
    {
      ...{ kind: 'campaign', id: 1, label: 'Newsletter welcome', change: 'expected', field: 'messages', from: null },
      ...{ to: 38, note: 'at most, in the 7 days after it is started', undo },
    },
    {
      ...{ kind: 'workflow', id: 1, label: 'Newsletter, verified', change: 'expected', field: 'credits', from: null },
      ...{ to: 1000, note: 'at most, each run (maxCreditsPerRun)', undo },
    },
    { kind: 'run', id: null, label: '', change: 'added', field: 'contacts', from: null, to: 19, note: '', undo },
  ]);
  expect([named.length, named[0]]).toEqual([
    19,
    {
      kind: 'contact',
      id: 1,
      label: 'Aoife Brennan',
      change: 'added',
      field: 'run',
      from: null,
      to: null,
      note: '',
      undo,
    },
  ]);
  const table = await run('workflow run "Newsletter, verified" --dry-run');
  expect(table.stdout.match(/^contact\t/gm)).toHaveLength(10);
});

test.each([
  ['contacts delete 1 --dry-run', 'partly: it gets a new id'],
  ['contacts update 1 -f jobTitle=X --dry-run', 'yes'],
  ['inbox reply --to ids.txt Hello --from 2 --dry-run', 'no: a message'],
  ['duplicates resolve --keep oldest --dry-run', 'partly: it gets a new id'],
  ['contacts import new.csv --dry-run --against current', 'partly: the API cannot delete companies'],
  ['apply outreach --dry-run', 'no: the API cannot delete it; would stay: list/Zed'],
  ['local clock --advance 1d --dry-run', 'no: a clock that was moved'],
])('%s --json says what undo makes of it', async (line, start) => {
  reach.write('new.csv', 'firstName,companyName\nEve,Zed One\n');
  reach.write('outreach/reach.yaml', '# nothing\n');
  reach.write('outreach/lists/zed.yaml', 'name: Zed\n');
  await run('contacts create -f firstName=Aoife -f lastName=Brennan -f companyName=Elsewhere');
  const { stdout } = await run(`${line} --json`);
  const [first] = [JSON.parse(stdout)].flat();
  expect(first.undo).toMatch(new RegExp(`^${start}`));
});

test.each([
  ['workflow run Enrol -f contactListId=Newsletter --yes', 19],
  ['workflow run Enrol -f leadIds=1,5 --yes', 2],
  ['workflow run "Newsletter, verified" --yes', 19],
  ['action run --type VERIFY_LEAD_EMAIL --list Newsletter --list "Decision makers"', 31],
  ['workflow trigger Hook -f people=1,5 -f title=CEO --secret-file hook.secret', 2],
  ['campaign status "Newsletter welcome" active --yes', 19],
  ['inbox reply 1 Hello --yes', 1],
  ['inbox reply --to ids.txt Hello --yes', 3],
  ['social react 1 --amount 2 --yes', 2],
  ['finder import last --list Newsletter', 100],
  ['playbook apply playbook.yaml --yes', 2],
])('--expect: %s: %i', async (line, touched) => {
  await run('campaign add-list 1 2');
  await run('finder preview CTOs');
  const other = touched + 1;
  for (const option of ['', ' --dry-run']) {
    const { code, stderr, requests } = await run(`${line} --expect ${other}${option}`);
    expect([code, stderr]).toEqual([6, expect.stringContaining(`error: --expect ${other}: ${touched} `)]);
    expect(requests.filter((one) => !one.startsWith('GET') && !one.endsWith('/search'))).toEqual([]);
  }
  for (const option of [' --dry-run', ''])
    expect(await run(`${line} --expect ${touched}${option}`)).toMatchObject({ code: 0 });
});

test('a campaign that is resumed reaches those whose sequence is not over', async () => {
  await run('campaign status 1 active --yes');
  await run('campaign add-list 1 2 --yes');
  await run('local emit reply 3 --from 2 --channel email --text No');
  await run('campaign status 1 paused --yes');
  // The status that it has is no change.
  const same = await run('campaign status 1 paused --dry-run');
  expect([same.stdout, same.stderr]).toEqual(['', expect.stringContaining('nothing would change')]);
  const { stdout, stderr } = await run('campaign status 1 active --dry-run');
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.split('\t').slice(3, 7).join('|'));
  expect(rows, stderr).toEqual(['updated|status|PAUSED|ACTIVE', 'expected|messages||36', 'started|contacts||18']);
  expect((await run('campaign status 1 active --yes --expect 19')).code).toBe(6);
  expect((await run('campaign status 1 active --yes --expect 18')).code).toBe(0);
});

test('--expect: where their number is not known before, nothing is sent', async () => {
  const { code, stderr } = await run('workflow trigger Open -f title=CEO --expect 1');
  expect([code, stderr]).toEqual([
    6,
    'error: --expect 1: it is not known before how many records would be touched\n  hint: nothing was sent; a dry run without --expect shows what would change\n',
  ]);
});
