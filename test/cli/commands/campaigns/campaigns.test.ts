import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathsOf } from '../../../../src/cli/app/paths.ts';
import { readYaml } from '../../../../src/cli/files/yaml/read.ts';
import { keepRecords } from '../../../../src/cli/shared/lookup/seen-records.ts';
import { reachForEachTest } from '../../../opened.ts';
import { schemaAccepts } from '../../../rules/campaigns/schema.ts';

const reach = reachForEachTest();

function write(name: string, text: string): void {
  writeFileSync(join(reach.home, name), text);
}

const GOOD = `name: Good
identity: Robin Hale
steps:
  - type: email
    subject: Hello {firstName}
    content: How is {companyName}?
`;

const BAD = `name: Bad
identity: Robin Hale
steps:
  - type: email
    content: Hi {firstNme}
  - type: end
  - type: task
    taskType: CALL
    title: 0123
`;

const BAD_TEXT = `bad.yaml:4:11: this email needs a subject: it is the first one [required]
  at steps[0].subject
4 |   - type: email
  |           ^^^^^

bad.yaml:5:17: unknown placeholder {firstNme}; did you mean {firstName}? [unknown_placeholder]
  at steps[0].content
5 |     content: Hi {firstNme}
  |                 ^^^^^^^^^^

bad.yaml:7:5: warning: this step never runs: every path before it has ended [unreachable]
  at steps[2]
7 |   - type: task
  |     ^^^^^^^^^^
`;

describe('lint', () => {
  test('a file in order: nothing on stdout, exit 0, and no one is asked', async () => {
    write('good.yaml', GOOD);
    expect(await reach.run('campaign lint good.yaml')).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 file, no problems\n',
      requests: [],
    });
  });

  test('every problem of every file, with line and caret, exit 1', async () => {
    write('good.yaml', GOOD);
    write('bad.yaml', BAD);
    expect(await reach.run('campaigns lint good.yaml bad.yaml')).toEqual({
      code: 1,
      stdout: BAD_TEXT,
      stderr: '2 errors, 1 warning in 2 files\n',
      requests: [],
    });
  });

  test('standard input', async () => {
    const ran = await reach.run('campaign lint -', { stdin: BAD });
    expect([ran.code, ran.stdout]).toEqual([1, BAD_TEXT.replaceAll('bad.yaml', '-')]);
  });

  test('warnings alone are no failure, unless --strict', async () => {
    write('warned.yaml', `${GOOD}  - type: whatsapp_message\n    content: Your {Deal size}\n`);
    const [plain, strict] = [
      await reach.run('campaign lint warned.yaml'),
      await reach.run('campaign lint --strict warned.yaml'),
    ];
    expect([plain.code, plain.stderr, strict.code]).toEqual([0, '1 warning in 1 file\n', 1]);
    expect(plain.stdout).toContain(
      'warned.yaml:8:19: warning: {Deal size} is not a standard field; --online looks for it in the workspace [unverified]',
    );
  });

  test('a field the profile was last seen with is known', async () => {
    write('warned.yaml', `${GOOD}  - type: whatsapp_message\n    content: Your {Deal size}\n`);
    const paths = pathsOf({ env: { REACH_HOME: reach.home }, platform: 'linux', homeDir: reach.home });
    keepRecords(paths, 'local', 'contactFields', [{ id: 'Deal size' }]);
    expect((await reach.run('campaign lint --strict warned.yaml')).stderr).toBe('1 file, no problems\n');
  });

  test('as data: JSON, a table for a pipe, CSV', async () => {
    write('bad.yaml', BAD);
    const json = await reach.run('campaign lint --json --fields line,column,path,code,severity bad.yaml');
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      1,
      [
        { line: 4, column: 11, path: 'steps[0].subject', code: 'required', severity: 'error' },
        { line: 5, column: 17, path: 'steps[0].content', code: 'unknown_placeholder', severity: 'error' },
        { line: 7, column: 5, path: 'steps[2]', code: 'unreachable', severity: 'warning' },
      ],
    ]);
    expect((await reach.run('campaign lint -o id bad.yaml')).stdout).toBe(
      'required\nunknown_placeholder\nunreachable\n',
    );
    const whole = await reach.run('campaign lint --format json bad.yaml');
    expect(JSON.parse(whole.stdout)[0]).toEqual({
      file: 'bad.yaml',
      line: 4,
      column: 11,
      endLine: 4,
      endColumn: 16,
      path: 'steps[0].subject',
      code: 'required',
      message: 'this email needs a subject: it is the first one',
      severity: 'error',
      basis: 'given',
    });
  });

  test('for GitHub: as asked, or beside the text in a workflow', async () => {
    write('bad.yaml', BAD);
    const asked = await reach.run('campaign lint --format github bad.yaml');
    expect(asked.stdout.split('\n')[1]).toBe(
      '::error file=bad.yaml,line=5,endLine=5,col=17,endColumn=27,title=unknown_placeholder::unknown placeholder {firstNme}; did you mean {firstName}? (steps[0].content)',
    );
    const inWorkflow = await reach.run('campaign lint bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
    expect([inWorkflow.stdout, inWorkflow.stderr]).toEqual([
      BAD_TEXT,
      `${asked.stdout}2 errors, 1 warning in 1 file\n`,
    ]);
    const json = await reach.run('campaign lint --format json bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
    expect([JSON.parse(json.stdout).length, json.stderr]).toEqual([3, '2 errors, 1 warning in 1 file\n']);
  });

  test('as SARIF', async () => {
    write('bad.yaml', BAD);
    const log = JSON.parse((await reach.run('campaign lint --format sarif bad.yaml')).stdout);
    expect([log.version, log.runs[0].tool.driver.version, log.runs[0].results.length]).toEqual(['2.1.0', '1.2.3', 3]);
  });

  test('broken YAML is a problem like any other', async () => {
    write('broken.yaml', 'name: "never closed\n');
    expect(await reach.run('campaign lint broken.yaml')).toMatchObject({
      code: 1,
      stdout: 'broken.yaml:1:7: this quote is never closed [unclosed_quote]\n1 | name: "never closed\n  |       ^\n',
    });
  });

  test.each([
    ['campaign lint missing.yaml', 'cannot read missing.yaml: no such file'],
    ['campaign lint .', 'cannot read .: it is a directory'],
    ['campaign lint - -', 'standard input (-) is named twice'],
    ['campaign lint', "missing required argument 'file'"],
    ['campaign lint --format xml a.yaml', "option '--format <format>' argument 'xml' is invalid"],
  ])('%s is wrong use: exit 2', async (argv, message) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(message);
  });
});

describe('init', () => {
  test('writes a file that lints clean and the schema it names, which accepts it', async () => {
    const ran = await reach.run('campaign init');
    expect(ran).toMatchObject({
      code: 0,
      stdout: 'campaign.yaml\ta campaign to start from\ncampaign.schema.json\tthe schema for editors\n',
      stderr: 'next: reach campaign lint campaign.yaml\n',
      requests: ['GET /v1/identities?page=1&pageSize=50'],
    });
    const text = readFileSync(join(reach.home, 'campaign.yaml'), 'utf8');
    expect(text).toContain('\nidentity: "Admin"\n');
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=campaign.schema.json');
    expect((await reach.run('campaign lint --strict campaign.yaml')).code).toBe(0);
    const { value } = await readYaml(text.replace('identity: "Admin"', 'identityId: 1'));
    expect(schemaAccepts(value)).toEqual([]);
    const schema = readFileSync(join(reach.home, 'campaign.schema.json'), 'utf8');
    expect((await reach.run('schema campaign')).stdout).toBe(schema);
  });

  test('replaces no file, unless told', async () => {
    write('campaign.yaml', 'mine');
    const ran = await reach.run('campaign init');
    expect([ran.code, ran.stderr]).toEqual([2, 'error: campaign.yaml already exists\n  hint: --force replaces it\n']);
    expect(readFileSync(join(reach.home, 'campaign.yaml'), 'utf8')).toBe('mine');
    expect((await reach.run('campaign init --force -q')).code).toBe(0);
  });

  test('beside a file in another folder, or on standard output', async () => {
    mkdirSync(join(reach.home, 'campaigns'));
    const ran = await reach.run('campaign init campaigns/q3.yaml -o id');
    expect(ran.stdout).toBe('campaigns/q3.yaml\ncampaigns/campaign.schema.json\n');
    const shown = await reach.run('campaign init - --no-schema');
    expect(shown.stdout.startsWith('# A campaign is a list of steps')).toBe(true);
    expect((await reach.run('campaign lint -', { stdin: shown.stdout })).code).toBe(0);
  });
});

describe('graph', () => {
  test('as a tree', async () => {
    write('good.yaml', GOOD);
    expect(await reach.run('campaign graph good.yaml')).toEqual({
      code: 0,
      stdout: 'Good (1 step, 1 day)\nday 1  ✉ Email  Hello {firstName}\n',
      stderr: '',
      requests: [],
    });
  });

  test('as data, Mermaid, DOT and SVG', async () => {
    write('good.yaml', GOOD);
    const data = JSON.parse((await reach.run('campaign graph good.yaml --json')).stdout);
    expect([data.name, data.count, data.steps[0].title, data.edges]).toEqual(['Good', 1, 'Email', []]);
    expect((await reach.run('campaign graph good.yaml --format mermaid')).stdout).toContain(
      'flowchart TD\n  s1["Email',
    );
    expect((await reach.run('campaign graph good.yaml --format dot')).stdout).toContain('digraph "Good" {');
    expect((await reach.run('campaign graph good.yaml --format svg')).stdout).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
  });

  test('a file with mistakes is drawn as far as it goes, and lint is named', async () => {
    write('bad.yaml', BAD);
    const ran = await reach.run('campaign graph bad.yaml');
    expect([ran.code, ran.stderr]).toEqual([0, 'bad.yaml has 2 errors: reach campaign lint bad.yaml\n']);
    expect(ran.stdout.split('\n')).toEqual([
      'Bad (3 steps, 1 day)',
      'day 1  ✉ Email  Hi {firstNme}',
      'day 1  ■ End',
      'never  ☐ Task: call  0123',
      '',
    ]);
  });

  test.each([
    ['a: [\n', 'error: it.yaml is not valid YAML\n'],
    [
      'name: x\n',
      'error: it.yaml is not a campaign: it has no steps\n  hint: reach campaign init writes one to start from\n',
    ],
  ])('%j cannot be drawn: exit 2', async (text, message) => {
    write('it.yaml', text);
    const ran = await reach.run('campaign graph it.yaml');
    expect([ran.code, ran.stdout, ran.stderr.slice(ran.stderr.indexOf('error:'))]).toEqual([2, '', message]);
  });
});

describe('preview', () => {
  const CSV =
    'First Name;Last name;Company;Deal size\nAda;Lovelace;Analytical;12\n;;Acme;\n\nAlan;Turing;;7\nGrace;Hopper;Navy;8\n';
  const CAMPAIGN = `name: Preview
steps:
  - type: email
    subject: "{firstName}: {Deal size}"
    content: |
      Hi {firstName} of {company},

      {identity.name}
  - type: condition
    condition: { type: has_whatsapp_account }
    onTrue:
      - type: network_message_bundle
        messages:
          - content: Hello {firstName}
          - attachment: a.png
    onFalse:
      - type: email
        delay: 2 days
        aiMessageId: 4
`;

  test('each message as each contact reads it, what is missing marked and counted', async () => {
    write('it.yaml', CAMPAIGN);
    write('people.csv', CSV);
    const ran = await reach.run('campaign preview it.yaml --csv people.csv --limit 2');
    expect(ran).toEqual({
      code: 0,
      stdout: `Ada Lovelace (line 2)

  email · day 1
    Subject: Ada: 12

    Hi Ada of Analytical,

    {identity.name}

  network_message_bundle · day 1 · Has a WhatsApp account? → yes
    Hello Ada

  email · day 3 · Has a WhatsApp account? → no
    AI message 4 writes it

line 3 (line 3)

  email · day 1
    Subject: [firstName is missing]: [Deal size is missing]

    Hi [firstName is missing] of Acme,

    {identity.name}

  network_message_bundle · day 1 · Has a WhatsApp account? → yes
    Hello [firstName is missing]

  email · day 3 · Has a WhatsApp account? → no
    AI message 4 writes it
`,
      stderr: '2 contacts; missing: Deal size (1), firstName (1); more available: use --limit N or --all\n',
      requests: [],
    });
  });

  test('as data: one object a message', async () => {
    write('it.yaml', CAMPAIGN);
    const ran = await reach.run('campaign preview it.yaml --csv - --all --json --fields line,path,subject,missing', {
      stdin: CSV,
    });
    expect(JSON.parse(ran.stdout).filter(({ path }: { path: string }) => path === 'steps[0]')).toEqual([
      { line: 2, path: 'steps[0]', subject: 'Ada: 12', missing: [] },
      { line: 3, path: 'steps[0]', subject: '{firstName}: {Deal size}', missing: ['firstName', 'Deal size'] },
      { line: 5, path: 'steps[0]', subject: 'Alan: 7', missing: ['company'] },
      { line: 6, path: 'steps[0]', subject: 'Grace: 8', missing: [] },
    ]);
    expect(ran.stderr).toBe('4 contacts; missing: Deal size (1), company (1), firstName (1)\n');
  });

  test('--map says which field a column means', async () => {
    write('it.yaml', GOOD);
    write('people.csv', 'A,B\nAda,Analytical\n');
    const ran = await reach.run('campaign preview it.yaml --csv people.csv --map A=firstName --map B=companyName');
    expect(ran.stdout).toContain('Subject: Hello Ada\n\n    How is Analytical?');
  });

  test.each([
    ['campaign preview it.yaml', 'no contacts given: use --csv FILE'],
    ['campaign preview - --csv -', 'standard input (-) is named twice'],
    ['campaign preview it.yaml --csv missing.csv', 'cannot read missing.csv: no such file'],
    [
      'campaign preview it.yaml --csv people.csv --map X=firstName',
      '--map X=firstName: the file has no column "X"; its columns: A',
    ],
  ])('%s: exit 2', async (argv, message) => {
    write('it.yaml', GOOD);
    write('people.csv', 'A\nAda\n');
    const ran = await reach.run(argv);
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
  });

  test('a CSV file that breaks off is told with its line: exit 3', async () => {
    write('it.yaml', GOOD);
    write('people.csv', 'First Name\nAda\n"never closed\n');
    const ran = await reach.run('campaign preview it.yaml --csv people.csv --all');
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([3, expect.stringMatching(/^error: people\.csv:3: /)]);
  });
});

test('schema knows its kinds', async () => {
  const ran = await reach.run('schema workflows');
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toContain('<kind> cannot be "workflows". Allowed choices are campaign,');
});
