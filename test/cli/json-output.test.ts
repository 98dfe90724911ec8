// Every command with --json: what stands on stdout is JSON, and stderr is empty unless a remark is due.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTree } from '../../src/cli/tool/tree/read.ts';
import { everyCommand } from '../../src/cli/tool/tree/tree.ts';
import { openReach, type Reach } from './world.ts';

let reach: Reach;

beforeAll(async () => {
  reach = await openReach({ empty: false });
  const people = 'First Name,Last Name,Company\nAda,Lovelace,Engines\n';
  const campaign = 'name: Q3\nsteps:\n  - type: email\n    subject: Hello\n    content: Hello {firstName}\n';
  const node = '{ id: select, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: [3] }, next: [] }';
  const files = {
    'people.csv': people,
    'q3.yaml': campaign,
    'snippet.yaml': 'kind: ai-snippet\nname: A\ntone: Direct\nprompt: x\n',
    'playbook.yaml': 'faqs:\n  - question: Why?\n    answer: Because\n',
    'enrich.yaml': 'list: Newsletter\nactions:\n  - type: VERIFY_LEAD_EMAIL\n',
    'enrol.yaml': `name: Enrol\nnodes: [${node}]\n`,
    'companies.csv': 'Name,Domain\nNavy,navy.example.com\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(reach.home, name), text);
});
afterAll(() => reach.close());

interface Row {
  /** Without --json. */
  readonly argv: string;
  /** What stands on stdout; a JSON value unless told. */
  readonly stdout?: 'lines' | 'csv' | 'nothing';
  /** What a person is told on stderr; nothing unless told. */
  readonly remark?: RegExp;
}

/** In order: later rows need what earlier ones made. */
const ROWS: readonly Row[] = [
  { argv: 'auth status' },
  { argv: 'profile list' },
  { argv: 'search save chiefs --where jobTitle~chief' },
  { argv: 'search list' },
  { argv: 'search remove chiefs' },
  { argv: 'profile show' },
  { argv: 'contacts list --limit 3', remark: /^3 of 60 contacts shown, more available: use --limit N or --all\n$/ },
  { argv: 'contacts list --all' },
  { argv: 'contacts search Reinhardt' },
  { argv: 'contacts show 1' },
  { argv: 'contacts create -f firstName=Ada -f lastName=Lovelace' },
  { argv: 'contacts update 1 -f jobTitle=CEO' },
  { argv: 'contacts delete 2 --yes' },
  { argv: 'contacts fields' },
  { argv: 'contacts duplicates' },
  { argv: 'duplicates --by professionalEmail' },
  { argv: 'contacts export --format ndjson', stdout: 'lines', remark: /^60 contacts exported\n$/ },
  { argv: 'contacts export', stdout: 'csv', remark: /^60 contacts exported\n$/ },
  { argv: 'contacts import people.csv', remark: /^3 of 3 columns mapped\n$/ },
  { argv: 'companies list --all' },
  { argv: 'companies search Basalt' },
  { argv: 'companies show 1' },
  { argv: 'companies create -f name=Navy' },
  { argv: 'companies update 1 -f industry=Food' },
  { argv: 'companies fields' },
  { argv: 'companies export', stdout: 'csv', remark: /^\d+ companies exported\n$/ },
  { argv: 'companies import companies.csv', remark: /^2 of 2 columns mapped\n$/ },
  { argv: 'list list' },
  { argv: 'list create Friends' },
  { argv: 'list add Friends --contacts 3,4' },
  { argv: 'list show Friends' },
  { argv: 'list remove Friends --contacts 3' },
  { argv: 'schema campaign' },
  { argv: 'campaign init', remark: /^next: reach campaign lint campaign.yaml\n$/ },
  { argv: 'campaign lint campaign.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'campaign lint --online campaign.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'campaign graph campaign.yaml' },
  { argv: 'campaign preview campaign.yaml --contact 1', remark: /^1 contact, no value missing\n$/ },
  { argv: 'campaign create q3.yaml' },
  { argv: 'campaign list' },
  { argv: 'campaign show Q3' },
  { argv: 'campaign graph Q3' },
  { argv: 'campaign export Q3' },
  { argv: 'campaign update Q3 campaign.yaml' },
  { argv: 'campaign edit 3 --input q3.yaml' },
  { argv: 'campaign clone Q3' },
  { argv: 'campaign add-contact Q3 3 --yes' },
  { argv: 'campaign add-list Q3 Newsletter --yes' },
  { argv: 'campaign status 2 paused' },
  { argv: 'campaign owners' },
  { argv: 'campaign voices' },
  { argv: 'schema workflow' },
  { argv: 'workflow init', remark: /^next: reach workflow lint workflow.yaml\n$/ },
  { argv: 'workflow lint workflow.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'workflow lint --online workflow.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'workflow graph workflow.yaml' },
  { argv: 'workflow blocks' },
  { argv: 'workflow blocks WAIT --online' },
  { argv: 'workflow fields' },
  { argv: 'workflow validate workflow.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'workflow create workflow.yaml' },
  { argv: 'workflow list' },
  { argv: 'workflow show 4' },
  { argv: 'workflow graph 4' },
  { argv: 'workflow export 4' },
  { argv: 'workflow validate 4', remark: /^the draft of workflow 4 can be published\n$/ },
  { argv: 'workflow update workflow.yaml', remark: /^the draft of workflow 4 is already what the file says\n$/ },
  { argv: 'workflow edit 4 --input enrol.yaml' },
  { argv: 'workflow publish 4 --if-changed' },
  { argv: 'workflow run 4 --yes --watch', remark: /^run 1 started\n(.*\n)*run 1: SUCCEEDED, 1 record\n$/ },
  { argv: 'workflow run 4 --yes' },
  { argv: 'workflow watch 2', remark: /run 2: SUCCEEDED, 1 record\n$/ },
  { argv: 'workflow status 1' },
  { argv: 'workflow runs 4' },
  { argv: 'workflow run-records 1' },
  { argv: 'workflow graph --run 1' },
  { argv: 'workflow cancel 1 --dry-run', remark: /^dry run/ },
  { argv: 'workflow approve 1 select --dry-run', remark: /^dry run/ },
  { argv: 'workflow trigger 2 -F company:={"name":"Acme"}' },
  { argv: 'schema ai-message' },
  { argv: 'ai variable list' },
  { argv: 'ai variable show 1' },
  { argv: 'ai variable create -f name=Market -f entity=COMPANY -f prompt=x' },
  { argv: 'ai variable update Market -f prompt=y' },
  { argv: 'ai variable archive Market' },
  { argv: 'ai variable unarchive Market' },
  { argv: 'ai variable delete Market --yes' },
  { argv: 'ai snippet list' },
  { argv: 'ai snippet show 1' },
  { argv: 'ai snippet create -f name=Line -f tone=Direct -f prompt=x' },
  { argv: 'ai snippet update Line -f prompt=y' },
  { argv: 'ai snippet delete Line --yes' },
  { argv: 'ai message list' },
  { argv: 'ai message show 1' },
  { argv: 'ai message create -f name=Mail -f channel=EMAIL -f tone=Direct -f prompt=x' },
  { argv: 'ai message update Mail -f prompt=y' },
  { argv: 'ai message delete Mail --yes' },
  { argv: 'ai template list' },
  { argv: 'ai template show 1' },
  { argv: 'ai template create -f name=Hello --message-file people.csv' },
  { argv: 'ai template update Hello -f description=y' },
  { argv: 'ai template delete Hello --yes' },
  { argv: 'ai folder list contacts' },
  { argv: 'ai folder create contacts Research' },
  { argv: 'ai folder show contacts Research' },
  { argv: 'ai folder rename contacts Research Figures' },
  { argv: 'ai folder move contacts Figures --top' },
  { argv: 'ai folder delete contacts Figures --yes' },
  { argv: 'ai tones' },
  { argv: 'ai library' },
  { argv: 'ai lint snippet.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'schema playbook' },
  { argv: 'playbook show' },
  { argv: 'playbook export' },
  { argv: 'playbook lint playbook.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'playbook diff playbook.yaml', remark: /^warning: faqs: .* \(--prune removes them\)\n$/ },
  { argv: 'playbook apply playbook.yaml --yes', remark: /^\+ faqs: Why\?\n/ },
  { argv: 'playbook edit --input playbook.yaml --yes', remark: /nothing changed\n$/ },
  { argv: 'init outreach started', remark: /^next: reach lint started\n$/ },
  { argv: 'lint started', remark: /^6 files, no problems\n$/ },
  { argv: 'pull pulled', remark: /^0 unchanged\n$/ },
  { argv: 'plan pulled', remark: /^\d+ unchanged\n$/ },
  { argv: 'apply --folder pulled --yes', remark: /^nothing to apply: \d+ unchanged\n$/ },
  { argv: 'schema action' },
  { argv: 'finder filters' },
  {
    argv: 'finder preview CTOs in Germany',
    remark: /^list its records: reach finder results 9a6b672e-b9b9-8e2e-8fd0-4558b8a27e72\n$/,
  },
  { argv: 'finder refine 9a6b672e-b9b9-8e2e-8fd0-4558b8a27e72 also heads of sales', remark: /^refinement history:\n/ },
  {
    argv: 'finder results 9a6b672e-b9b9-8e2e-8fd0-4558b8a27e72 --limit 2',
    remark: /^2 of \d+ records shown, more available: /,
  },
  {
    argv: 'finder import 9a6b672e-b9b9-8e2e-8fd0-4558b8a27e72 --list 1 --watch',
    remark: /actions 1 COMPLETED: 100 completed of 100 \(100%\)\n$/,
  },
  { argv: 'action run --type VERIFY_LEAD_EMAIL --contacts 3', remark: /^watch it: reach action watch 2\n$/ },
  { argv: 'action watch 2', remark: /actions 2 COMPLETED/ },
  { argv: 'action status 2' },
  { argv: 'action run-records 2' },
  { argv: 'action types' },
  { argv: 'action lint enrich.yaml', remark: /^1 file, no problems\n$/ },
  { argv: 'contacts timeline 1' },
  { argv: 'contacts show 1 --full' },
  { argv: 'inbox threads' },
  { argv: 'inbox messages 1' },
  {
    argv: 'inbox reply 1 Thanks --yes',
    remark: /^request id reach-\S+: pass it as --request-id to repeat the command without sending twice\n$/,
  },
  { argv: 'inbox tags' },
  { argv: 'inbox tag 1 3 --tag Interested' },
  { argv: 'inbox untag 1 --tag Interested' },
  { argv: 'inbox link --folder unread' },
  { argv: 'identity list' },
  { argv: 'identity show 2' },
  { argv: 'identity update 2 -f jobTitle=CEO' },
  { argv: 'identity signature 2' },
  { argv: 'identity mailboxes list 2' },
  {
    argv: 'identity mailboxes add 2 new@x.example --imap m.x.example --smtp m.x.example --dry-run',
    remark: /^dry run/,
  },
  { argv: 'local emit visit 1' },
  { argv: 'local campaign 2 --status active' },
  { argv: 'campaign contacts 2 --status active' },
  { argv: 'open contact 1' },
  { argv: 'local status' },
  { argv: 'local clock' },
  { argv: 'local feature' },
  { argv: 'local log --limit 5', remark: /shown/ },
  { argv: 'local seed' },
  { argv: 'local fault add account.validate --status 503 --times 1' },
  { argv: 'local fault list' },
  { argv: 'local fault clear' },
  { argv: 'local key create --scopes CONTACTS_READ', remark: /^the key is shown only once; / },
  { argv: 'local key list' },
  { argv: 'local key revoke 2' },
  { argv: 'local grant 1 Admin' },
  { argv: 'local snapshot snapshot.db' },
  { argv: 'local restore snapshot.db --yes' },
  { argv: 'local check', remark: /: no damage found\n$/ },
  { argv: 'local reset --yes' },
  { argv: 'api v1/validate' },
  { argv: 'commands' },
  { argv: 'alias list' },
  { argv: 'doctor', remark: /^0 problems, \d+ warnings?, \d+ ok\n$/ },
  { argv: 'social posts --limit 2', remark: /^2 of 18 posts shown, more available: use --limit N or --all\n$/ },
  { argv: 'social show 1' },
  { argv: 'social react 3 --amount 1 --yes' },
];

/** Tested in serve.test.ts, setup.test.ts, mcp.test.ts, doctor.test.ts, and those of the commands themselves. */
const ELSEWHERE = [
  'contacts duplicates resolve',
  'duplicates resolve',
  'local backup',
  'mcp',
  'profile sync',
  'serve',
  'demo',
  'auth login',
  'auth logout',
  'auth token',
  'profile use',
  'profile set',
  'profile remove',
  // Tested in commands/contacts/resolve.test.ts.
  'contacts duplicates resolve',
  'duplicates resolve',
  // Tested in app/aliases.test.ts.
  'alias set',
  'alias remove',
];

test.each(ROWS)('$argv', async ({ argv, stdout, remark }) => {
  const meanwhile = async () => void (await reach.world.work());
  const ran = await reach.run([...argv.split(' '), '--json'], { meanwhile });
  expect(ran.stderr).toMatch(remark ?? /^$/);
  expect(ran.code).toBe(0);
  if (stdout === 'csv') expect(ran.stdout).toMatch(/^[a-zA-Z]+,/);
  else if (stdout === 'lines')
    expect(() =>
      ran.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).not.toThrow();
  else expect(() => JSON.parse(ran.stdout)).not.toThrow();
});

test.each([
  ['contacts show 999999', 'not_found'],
  ['contacts create -f firstName=A -f lastName=B -f professionalEmail=nonsense', 'invalid'],
  ['contacts list --nonsense', 'usage'],
  ['profile show --profile nobody', 'usage'],
])('%s: stdout is empty, stderr is one JSON object', async (argv, code) => {
  const ran = await reach.run([...argv.split(' '), '--json']);
  expect(ran.stdout).toBe('');
  expect(JSON.parse(ran.stderr)).toMatchObject({ error: { code, message: expect.any(String) } });
});

test('every command of the tree is here', async () => {
  const leaves = [...everyCommand(await readTree('1.2.3'))]
    .filter(({ commands }) => commands.length === 0)
    .map(({ path }) => path);
  const known = new Set(ELSEWHERE);
  for (const shell of ['bash', 'zsh', 'fish', 'powershell', 'install']) known.add(`completion ${shell}`);
  for (const { argv } of ROWS) {
    const words = argv.split(' ');
    for (const count of [1, 2, 3]) known.add(words.slice(0, count).join(' '));
  }
  expect(leaves.length).toBeGreaterThan(40);
  expect(leaves.filter((leaf) => !known.has(leaf))).toEqual([]);
});
