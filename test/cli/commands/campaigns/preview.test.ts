import { expect, test } from 'vitest';
import { GOOD, openCampaigns, reach } from './campaign-world.ts';

openCampaigns();

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
  reach.write('it.yaml', CAMPAIGN);
  reach.write('people.csv', CSV);
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
    stderr:
      '2 contacts; missing: identity.… (no sender: use --from NAME), Deal size (1: line 3), firstName (1: line 3); more available: use --limit N or --all\n',
    requests: [],
  });
});

test('as data: one object a message', async () => {
  reach.write('it.yaml', CAMPAIGN);
  const ran = await reach.run('campaign preview it.yaml --csv - --all --json --fields line,path,subject,missing', {
    stdin: CSV,
  });
  expect(JSON.parse(ran.stdout).filter(({ path }: { path: string }) => path === 'steps[0]')).toEqual([
    { line: 2, path: 'steps[0]', subject: 'Ada: 12', missing: ['identity.name'] },
    {
      line: 3,
      path: 'steps[0]',
      subject: '{firstName}: {Deal size}',
      missing: ['firstName', 'Deal size', 'identity.name'],
    },
    { line: 5, path: 'steps[0]', subject: 'Alan: 7', missing: ['company', 'identity.name'] },
    { line: 6, path: 'steps[0]', subject: 'Grace: 8', missing: ['identity.name'] },
  ]);
  expect(ran.stderr).toBe(
    '4 contacts; missing: identity.… (no sender: use --from NAME), Deal size (1: line 3), company (1: Alan Turing), firstName (1: line 3)\n',
  );
});

const SENT = 'steps:\n  - type: email\n    subject: Hi\n    content: "{identity.firstName}, {identity.phoneNumber}"\n';
test.each([
  ['the file names', 'identity: Admin\n', ''],
  ['its id in the file', `identityId: 1\n`, ''],
  ['--from', `identity: Nobody\n`, ' --from 1'],
  ['the campaign', null, ''],
])('the sender is the one of %s', async (_, identity, option) => {
  reach.write('it.yaml', `name: Sent\n${identity ?? 'identityId: 1\n'}${SENT}`);
  if (identity === null) expect((await reach.run('campaign create it.yaml --yes')).code).toBe(0);
  reach.write('people.csv', 'First Name\nAda\nAlan\n');
  const ran = await reach.run(
    `campaign preview ${identity === null ? 'Sent' : 'it.yaml'} --csv people.csv${option} --json`,
  );
  const [{ content, missing }] = JSON.parse(ran.stdout);
  expect([content, missing, ran.stderr]).toEqual([
    'Admin, {identity.phoneNumber}',
    ['identity.phoneNumber'],
    '2 contacts; missing: identity.phoneNumber (all 2)\n',
  ]);
});

test('the signature of the sender follows emails: as text for a person, as HTML for a program', async () => {
  reach.write('robin.html', '<p>Robin<br>Sales</p>');
  expect((await reach.run('identity signature Admin --file robin.html --yes')).code).toBe(0);
  reach.write(
    'it.yaml',
    'name: It\nidentity: Admin\nsteps:\n  - type: email\n    subject: Hi\n    content: Dear\n  - type: network_message\n    content: Hello\n',
  );
  reach.write('people.csv', 'First Name\nAda\n');
  const { stdout } = await reach.run('campaign preview it.yaml --csv people.csv');
  expect(stdout).toContain('    Dear\n\n    Robin\n    Sales\n\n  network_message · day 1\n    Hello\n');
  const rows = JSON.parse((await reach.run('campaign preview it.yaml --csv people.csv --json')).stdout);
  expect(rows.map(({ signature }: { signature: unknown }) => signature)).toEqual(['<p>Robin<br>Sales</p>', null]);
});

test('a sender that does not exist: a warning for the file, exit 5 for --from', async () => {
  reach.write('it.yaml', `name: Sent\nidentity: Nobody\n${SENT}`);
  reach.write('people.csv', 'First Name\nAda\n');
  const ran = await reach.run('campaign preview it.yaml --csv people.csv');
  expect([ran.code, ran.stderr.split('\n')]).toEqual([
    0,
    [
      expect.stringContaining('the sender cannot be read: '),
      expect.stringContaining('identity.… (no sender: use --from NAME)'),
      '',
    ],
  ]);
  expect((await reach.run('campaign preview it.yaml --csv people.csv --from Nobody')).code).toBe(5);
});

/** It names no sender, which would be looked up. */
const UNSENT = GOOD.replace(/^identity:.*\n/m, '');

test('--map says which field a column means', async () => {
  reach.write('it.yaml', GOOD);
  reach.write('people.csv', 'A,B\nAda,Analytical\n');
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
  reach.write('it.yaml', UNSENT);
  reach.write('people.csv', 'A\nAda\n');
  const ran = await reach.run(argv);
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
});

test('a CSV file that breaks off is reported with its line: exit 3', async () => {
  reach.write('it.yaml', UNSENT);
  reach.write('people.csv', 'First Name\nAda\n"never closed\n');
  const ran = await reach.run('campaign preview it.yaml --csv people.csv --all');
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([3, expect.stringMatching(/^error: people\.csv:3: /)]);
});
