// reach test: scenarios of an outreach folder, each on a service of its own in memory.

import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

import { expecting as expectingIn, GIVEN, place as placeIn, WHEN } from './scenario.ts';

const reach = reachForEachTest();
const place = (files: Readonly<Record<string, string>>) => placeIn(reach, files);
const expecting = (lines: string, when?: string) => expectingIn(reach, lines, when);

test('what was expected and happened passes', async () => {
  const lines = `  - message: { to: ada@example.com, channel: EMAIL, subject: Hello Ada, on: day 1, count: 1 }
  - message: { to: ada@example.com, contains: for reading, on: day 2 }
  - no_message: { to: bob@example.com, contains: for reading }
  - message: { to: bob@example.com, channel: TASK, on: day 4, count: 1 }
  - contact: { who: bob@example.com, campaign: Welcome, status: COMPLETED, step: 4 }
  - contact: { who: ada@example.com, step: 'steps[1].onTrue[0]', fields: { contactCountry: France } }
  - messages: { total: 4, per_day: { max: 2 }, per_contact: { min: 2, max: 2 } }
  - list: { name: Fair, has: [ada@example.com], count: 2 }
`;
  expect(await expecting(lines)).toEqual([0, 'passed a lead who opens (tests/a.yaml, 0 ms)\n']);
});

test.each(['status: COMPLETED', 'step: 1', 'reason: end'])(
  'of one campaign of several it is not guessed which is meant: %s',
  async (text) => {
    place({
      'campaigns/second.yaml':
        'name: Second\nidentity: Robin Hale\nsteps: [{ type: email, subject: Hi, content: Hi }]\n',
    });
    const [code, stdout] = await expecting(
      `  - contact: { who: Ada, ${text} }\n`,
      `${WHEN}  - start: { campaign: Second, list: Fair }\n  - advance: 1d\n`,
    );
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Ada was in 2 campaigns (Welcome, Second): say which with campaign'),
    ]);
  },
);

test.each<[string, string, string]>([
  [
    'a message',
    '{ message: { to: ada@example.com, on: day 3 } }',
    'expected a message to ada@example.com on day 3, got none; one differs in on: "day 1"',
  ],
  ['a count', '{ message: { to: ada@example.com, count: 1 } }', 'expected 1 message to ada@example.com, got 2'],
  ['no message', '{ no_message: { channel: TASK } }', 'expected no message by TASK, got one on day 4'],
  ['a status', '{ contact: { who: Ada, status: REPLIED } }', 'expected status REPLIED, got COMPLETED'],
  ['a step', '{ contact: { who: Ada, step: 1 } }', 'expected step 1 to be the last, got 3'],
  [
    'a field',
    '{ contact: { who: Ada, fields: { contactCountry: Spain } } }',
    'expected contactCountry "Spain", got "France"',
  ],
  [
    'a total',
    '{ messages: { total: 3, per_day: { max: 1 } } }',
    'expected 3 messages, got 4; expected at most 1 message on day 1, got 2',
  ],
  ['a list', '{ list: { name: Fair, has: [Carl], count: 1 } }', 'expected Carl in Fair; expected 1 in Fair, got 2'],
  ['a run', '{ run: { workflow: Nightly } }', 'no workflow "Nightly"'],
  [
    'a field that contacts do not have',
    '{ contact: { who: Ada, fields: { contry: null } } }',
    'contacts have no field "contry"',
  ],
  ['a campaign of a contact', '{ contact: { who: Ada, campaign: Other } }', 'no campaign "Other"'],
  ['least of nothing', '{ messages: { channel: NETWORK, per_day: { min: 1 } } }', 'expected at least 1 message, got 0'],
])('%s that is not as expected is printed at its place', async (_, item, message) => {
  const [code, stdout] = await expecting(`  - ${item}\n`);
  expect([code, stdout.split('\n')[1]]).toEqual([1, expect.stringMatching(/^tests\/a\.yaml:14:5: .* \[/)]);
  expect(stdout).toContain(`: ${message} [`);
});

test.each([
  ['no_message: { to: adda@example.com }', 'no contact "adda@example.com"'],
  ['no_message: { to: da@example.com }', 'no contact "da@example.com"'],
  ['no_message: { to: 99 }', 'There is no contact 99'],
  ['message: { to: Carl, count: 0 }', 'no contact "Carl"'],
  ['no_message: { to: France }', 'no contact "France"'],
  ['no_message: { to: Welcome }', 'no contact "Welcome"'],
  ['no_message: { to: firstName }', 'no contact "firstName"'],
  ['list: { name: Fair, lacks: [Carl] }', 'no contact "Carl"'],
  ['no_message: { campaign: Welcom }', 'no campaign "Welcom"; did you mean "Welcome"?'],
  ['no_message: { campaign: 1 }', 'the campaign is called "Welcome", not "1"'],
  ['messages: { campaign: Welcom, total: 0 }', 'no campaign "Welcom"; did you mean "Welcome"?'],
  ['no_message: { owner: Nobody }', 'no owner "Nobody"'],
  ['no_message: { on: day 13 }', 'day 13 is no day of the scenario, which is from 2026-01-05 to 2026-01-16, day 12'],
  [
    'no_message: { on: 2026-02-01 }',
    '2026-02-01 is no day of the scenario, which is from 2026-01-05 to 2026-01-16, day 12',
  ],
  [
    'no_message: { on: 2026-01-04 }',
    '2026-01-04 is no day of the scenario, which is from 2026-01-05 to 2026-01-16, day 12',
  ],
])('nothing can be expected of what is not there: %s', async (item, message) => {
  const [code, stdout] = await expecting(`  - ${item}\n`);
  expect([code, stdout.split('\n')[1]]).toEqual([1, `tests/a.yaml:14:5: ${message} [step_failed]`]);
});

test.each([
  ['contacts.lst', 'There is no endpoint "contacts.lst"; did you mean "contacts.list"?'],
  [
    'GET /v1/contacts',
    'There is no endpoint "GET /v1/contacts": use * for all, or a name that reach help evidence lists',
  ],
])('a fault of an endpoint that is not there: %s', async (endpoint, message) => {
  const [code, stdout] = await expecting(
    '  - messages: { total: 0 }\n',
    `when:\n  - fault: { endpoint: ${endpoint} }\n`,
  );
  expect([code, stdout]).toEqual([1, expect.stringContaining(`${message} [step_failed]`)]);
});

const START = 'start: { campaign: Welcome, list: Fair }';
const ANN = ['command: contacts create -f firstName=Ann -f lastName=Lee'];
const UNTIL_ADA = 'until: { campaign: Welcome, contact: ada@example.com, step: 1 }';

test.each([
  [
    'whom the scenario speaks of may be gone',
    ['command: contacts delete bob@example.com --yes', START, 'until: idle'],
    ['no_message: { to: bob@example.com }', 'list: { name: Fair, lacks: [bob@example.com], count: 1 }'],
  ],
  [
    'until: what a contact has done is done, and moves nothing',
    [START, UNTIL_ADA, 'advance: 1d', UNTIL_ADA],
    ['message: { to: Ada, on: day 1, count: 1 }'],
  ],
  [
    'messages of each contact: two of one name without an address are two',
    [...ANN, ...ANN, 'command: list add Fair --contacts 3,4', START, 'until: idle'],
    ['messages: { channel: TASK, total: 4, per_contact: { max: 1 } }'],
  ],
  [
    'until: a time in a zone',
    ['until: "2026-01-06 12:30 Europe/Berlin"', START],
    ['message: { to: Ada, on: 2026-01-06, count: 1 }'],
  ],
])('%s', async (_, when, wanted) => {
  const lines = (items: readonly string[]) => items.map((item) => `  - ${item}\n`).join('');
  expect(await expecting(lines(wanted), `when:\n${lines(when)}`)).toMatchObject([0, {}]);
});

test.each([
  ['messages: {}', 'must have one of total, per_day, per_contact'],
  ['messages: { total: {} }', 'must not be empty'],
  ['messages: { total: { min: 2, max: 1 } }', 'max must be at least min'],
  ['list: { name: Fair }', 'must have one of has, lacks, count'],
  ['list: { name: Fair, has: [] }', 'needs at least one entry'],
  ['run: { workflow: Nightly, steps: {} }', 'must not be empty'],
  ['message: { on: 2026-02-30 }', 'must be such as day 4 or 2026-01-08'],
])('an expectation that says nothing is invalid: %s', async (item, message) => {
  const [code, stdout] = await expecting(`  - ${item}\n`);
  expect([code, stdout]).toEqual([3, expect.stringContaining(`: ${message} [`)]);
});

test('a folder that is refused fails the scenario with what is wrong in it', async () => {
  place({
    'campaigns/other.yaml': 'name: Other\nidentity: Nobody\nsteps: [{ type: email, subject: A, content: B }]\n',
  });
  const [code, stdout] = await expecting('  - messages: { total: 0 }\n');
  expect([code, stdout.split('\n')[1]]).toEqual([
    1,
    'tests/a.yaml:3:11: a name is not known in the workspace; nothing was sent: campaigns/other.yaml:2:11: ' +
      'the workspace of profile local has no identity "Nobody" [step_failed]',
  ]);
});

test('a failure shows the line, and what happened to the contact', async () => {
  const [code, stdout] = await expecting('  - message: { to: bob@example.com, channel: EMAIL, on: day 9 }\n');
  expect([code, stdout]).toEqual([
    1,
    `failed a lead who opens (tests/a.yaml, 0 ms)
tests/a.yaml:14:5: expected a message to bob@example.com by EMAIL on day 9, got none; one differs in on: "day 1" [unexpected]
  at expect[0]
14 |   - message: { to: bob@example.com, channel: EMAIL, on: day 9 }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  what happened:
    day 1 09:00  added to the campaign [Welcome]
    day 1 09:00  email sent: "Hello Bob" [Welcome]
    day 4 09:00  condition false [Welcome]
    day 4 09:00  task created: "CALL: Call" [Welcome]
    day 4 09:00  sequence completed [Welcome]
`,
  ]);
});

test.each([
  ['start: { campaign: Welcme, list: Fair }', 'no campaign "Welcme"'],
  ['start: { campaign: Welcome, list: Fairy }', 'no list "Fairy"'],
  ['event: { email_opened: { contact: ada@example.com } }', 'No email has been sent to contact 1 yet'],
  ['event: { task_completed: { contact: Ada } }', 'no task has been created for contact 1 yet'],
  ['until: { campaign: Welcome, contact: Ada, step: 2 }', 'this does not happen within a year'],
  ['until: { campaign: Welcme }', 'no campaign "Welcme"; did you mean "Welcome"?'],
  ['until: { campaign: Welcome, contact: Ada, step: 22 }', 'Welcome has no step 22: it has 4 steps'],
  ['until: { email_opened: { contact: Carl } }', 'no contact "Carl"'],
  ['until: { message: { to: Carl } }', 'no contact "Carl"'],
  ['until: { run: { workflow: Nightly } }', 'no workflow "Nightly"'],
  ['command: test a.yaml', 'reach test is no step of a scenario'],
  ["command: 'contacts list \"'", 'a quote has no end: contacts list "'],
  ['command: contacts list --profile prod', 'expected exit 0 of reach contacts list --profile prod, got 2'],
  ['command: contacts show 99', 'expected exit 0 of reach contacts show 99, got 5: error: There is no contact 99'],
])('a step that cannot be done fails the scenario: %s', async (step, message) => {
  const [code, stdout] = await expecting('  - messages: { total: 0 }\n', `when:\n  - ${step}\n`);
  expect(code).toBe(1);
  expect(stdout).toContain(`tests/a.yaml:9:5: ${message}`);
});

describe('the clock', () => {
  test.each([
    ['idle', 'day 4'],
    ['{ campaign: Welcome, contact: Bob, step: 4 }', 'day 4'],
    ['{ message: { channel: TASK } }', 'day 4'],
  ])('moves until %s', async (until, day) => {
    const when = `when:\n  - start: { campaign: Welcome, list: Fair }\n  - until: ${until}\n  - event: { replied: { contact: Bob } }\n`;
    const [code, stdout] = await expecting('  - no_message: {}\n', when);
    expect(code).toBe(1);
    expect(stdout).toContain(`${day} 09:00  Bob  replied: "Thank you for your message."`);
  });

  test('what a step does at once counts for the until after it', async () => {
    const when = `when:\n  - start: { campaign: Welcome, list: Fair }\n  - until: { message: { to: Ada } }\n  - until: { message: { channel: TASK } }\n`;
    expect(await expecting('  - messages: { total: 4 }\n  - no_message: { on: day 3 }\n', when)).toMatchObject([0, {}]);
    expect(await expecting('  - no_message: { on: day 2 }\n', when.replace(/ {2}- until: .*TASK.*\n/, ''))).toEqual([
      1,
      expect.stringContaining('day 2 is no day of the scenario'),
    ]);
  });
});

test.each<[string, string, string]>([
  [
    'an unknown key',
    'name: A\nwhn: []\nwhen: [{ advance: 1d }]\nexpect: [{ messages: { total: 0 } }]\n',
    ':2:1: unknown key whn; did you mean "when"? [unknown_key]',
  ],
  [
    'an unknown word of a step',
    'name: A\nwhen: [{ advnce: 1d }]\nexpect: [{ messages: { total: 0 } }]\n',
    ':2:10: unknown key advnce; did you mean "advance"? [unknown_key]',
  ],
  [
    'a key of another place',
    'name: A\ngiven: { seed: 7 }\nwhen: [{ advance: 1d }]\nexpect: [{ messages: { total: 0 } }]\n',
    ':2:10: seed does not belong here [unknown_key]',
  ],
  [
    'a missing value',
    'name: A\nwhen: [{ start: {} }]\nexpect: [{ messages: { total: 0 } }]\n',
    ':2:10: is required [required]',
  ],
  ['text that is not YAML', 'name: [\n', ':2:1: '],
])('%s makes a scenario invalid', async (_, text, problem) => {
  place({ 'tests/a.yaml': text });
  const { code, stdout, stderr } = await reach.run('test');
  expect(code).toBe(3);
  expect(stdout).toContain(`tests/a.yaml${problem}`);
  expect(stderr).toBe('0 scenarios passed, 1 invalid\n');
  const linted = await reach.run('lint');
  expect([linted.code, linted.stdout]).toEqual([1, expect.stringContaining(`tests/a.yaml${problem}`)]);
});

test('commands are steps, with exit code and output', async () => {
  place({
    'tests/more.csv': 'First Name,Email\nCleo,cleo@example.com\n',
    'tests/a.yaml': `${GIVEN}when:
  - fault: { endpoint: contacts.bulkCreate, status: 429, times: 2 }
  - command: { run: contacts import more.csv --yes --list Fair --debug, exit: 0, stderr: '→ 429 in' }
  - command: { run: campaign show Nothing, exit: 5, stderr: no campaign }
expect:
  - list: { name: Fair, has: [cleo@example.com], count: 3 }
`,
  });
  expect(await reach.run('test')).toMatchObject({ code: 0, stdout: 'passed a lead who opens (tests/a.yaml, 0 ms)\n' });
});

test.each([
  [
    'json',
    /^\[\{"file":"tests\/a\.yaml","name":"a lead who opens","status":"failed","ms":0,"failures":\[\{"problem":\{/,
  ],
  [
    'github',
    /^::error file=tests\/a\.yaml,line=14,endLine=14,col=5,endColumn=\d+,title=unexpected::expected 1 message, got 4 \(expect\[0\]\)\n$/,
  ],
  [
    'junit',
    /<testsuites tests="1" failures="1" errors="0" time="0\.000">[\s\S]*<failure message="expected 1 message, got 4">tests\/a\.yaml:14:5: expected/,
  ],
])('results as %s', async (format, pattern) => {
  place({ 'tests/a.yaml': `${GIVEN}${WHEN}expect:\n  - messages: { total: 1 }\n` });
  const { code, stdout } = await reach.run(`test --format ${format}`);
  expect([code, stdout]).toEqual([1, expect.stringMatching(pattern)]);
});

test('a folder without scenarios, and a file that is not there', async () => {
  expect(await reach.run('test')).toMatchObject({ code: 2, stderr: expect.stringContaining('no scenarios here') });
  expect(await reach.run('test a.yaml')).toMatchObject({ code: 2, stderr: 'error: a.yaml does not exist\n' });
});

test('coverage names what no scenario has reached', async () => {
  place({ 'tests/a.yaml': `${GIVEN}${WHEN.replaceAll('ada@', 'bob@')}expect:\n  - messages: { total: 4 }\n` });
  const { stderr } = await reach.run('test --coverage');
  expect(stderr).toBe('coverage: 6 of 6 steps, branches and nodes\n1 scenario passed\n');
  place({
    'tests/a.yaml': `${GIVEN}when:\n  - start: { campaign: Welcome, list: Fair }\n  - until: idle\nexpect:\n  - messages: { total: 4 }\n`,
  });
  expect((await reach.run('test --coverage')).stderr).toContain(
    `campaigns/welcome.yaml:9:5: warning: no scenario reached onTrue of this condition [not_reached]`,
  );
  place({
    'tests/a.yaml':
      'name: A\ngiven: { sample: true }\nwhen: [{ advance: 1d }]\nexpect: [{ messages: { total: { min: 0 } } }]\n',
  });
  expect((await reach.run('test --coverage')).stderr).toBe(
    'coverage: no scenario applies a folder\n1 scenario passed\n',
  );
});
