// What a scenario begins with, and what happens in it.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { expecting as expectingIn, GIVEN, place as placeIn } from './scenario.ts';

const reach = reachForEachTest();
const place = (files: Readonly<Record<string, string>>) => placeIn(reach, files);
const expecting = (lines: string, when?: string) => expectingIn(reach, lines, when);

describe('what is given', () => {
  const run = async (given: string, command: string, lines: string) => {
    const text = `name: A\ngiven: { ${given} }\nwhen:\n  - command: ${command}\nexpect:\n${lines}`;
    place({ 'tests/a.yaml': text });
    const { code, stdout } = await reach.run('test');
    return [code, stdout];
  };

  test.each([
    ['tags: [Hot]', '{ run: inbox tags --json, stdout: \'"name":"Hot"\' }', '  - messages: { total: 0 }\n'],
    [
      'features: { crm: false }',
      '{ run: local feature --json, stdout: \'"name":"crm","on":false\' }',
      '  - messages: { total: 0 }\n',
    ],
    ['sample: true', 'local status', '  - contact: { who: Jonas Reinhardt, fields: { firstName: Jonas } }\n'],
    [
      'contacts: [{ firstName: Ada, professionalEmail: ada@example.com, Plan: Pro }]',
      '{ run: contacts update ada@example.com -f jobTitle="Head of it" --yes }',
      '  - contact: { who: ada@example.com, fields: { jobTitle: Head of it, Plan: Pro } }\n',
    ],
    [
      "now: '2027-03-01 09:00 Europe/Berlin'",
      "{ run: local clock --json, stdout: '2027-03-01T08:00:00.000Z' }",
      '  - messages: { total: 0 }\n',
    ],
  ])('%s', async (given, command, lines) => {
    expect(await run(given, command, lines)).toEqual([0, 'passed A (tests/a.yaml, 0 ms)\n']);
  });

  test('a snapshot, which begins where it was taken', async () => {
    await reach.run('contacts create -f firstName=Zoe -f professionalEmail=zoe@example.com');
    place({});
    await reach.run(`local snapshot ${join(reach.home, 'snap.db')}`);
    const lines = '  - contact: { who: zoe@example.com, fields: { firstName: Zoe } }\n  - messages: { total: 0 }\n';
    expect(await run('snapshot: ../snap.db', 'contacts show zoe@example.com', lines)).toMatchObject([0, {}]);
    expect(await run('snapshot: ../none.db', 'local status', lines)).toMatchObject([
      1,
      expect.stringContaining('tests/a.yaml:2:20: '),
    ]);
  });
});

test.each([
  [
    'contacts: [{ firstName: Zoe, proffesionalEmail: z@example.com }]',
    1,
    ':2:10: contacts have no field "proffesionalEmail"; did you mean "professionalEmail"?',
  ],
  ['contacts: [{}]', 1, ':2:10: contact 1 was refused: give at least one field'],
  [
    'contacts: [{ file: none.csv }]',
    1,
    ':2:21: the import of none.csv failed: error: cannot read none.csv: no such file',
  ],
  ['contacts: [{ file: a.csv, fields: A }]', 3, ':2:21: a file has no fields beside it, only list'],
  ['contacts: [{ firstName: A, lists: [B] }]', 3, ':2:37: must be text, a number, a boolean or an object, not a list'],
  ['sample: true, snapshot: a.db', 3, ':2:1: begins with sample, snapshot or twin, not with several'],
  ['folder: /nowhere', 1, ':2:18: no outreach folder at /nowhere: there is nothing'],
  ['folder: /', 1, ':2:18: no outreach folder at /, nor around it'],
  ['twin: none', 1, ':2:16: there is no twin "none"'],
  ['features: { crmm: true }', 1, ':2:10: crmm: is not known here'],
  ['now: yesterday', 3, ':2:15: must be a time such as'],
  ['now: 2027-02-30 09:00 Europe/Berlin', 3, ':2:15: must be a time such as'],
  ['flder: .', 3, ':2:10: unknown key flder; did you mean "folder"?'],
])('given wrong: %s', async (given, code, message) => {
  place({
    'tests/a.yaml': `name: A\ngiven: { ${given} }\nwhen:\n  - advance: 1d\nexpect:\n  - messages: { total: 0 }\n`,
  });
  expect(await reach.run('test')).toMatchObject({ code, stdout: expect.stringContaining(`tests/a.yaml${message}`) });
});

describe('what contacts do', () => {
  test.each([
    ['bounced: { contact: ada@example.com }', '{ who: ada@example.com, status: STOPPED, reason: bounced }'],
    ['unsubscribed: { contact: ada@example.com }', '{ who: ada@example.com, status: STOPPED, reason: unsubscribed }'],
    ['replied: { contact: ada@example.com, text: No }', '{ who: ada@example.com, status: REPLIED }'],
    ['email_clicked: { contact: ada@example.com }', '{ who: ada@example.com, status: COMPLETED, step: 3 }'],
  ])('%s', async (event, expected) => {
    const when = `when:\n  - start: { campaign: Welcome, list: Fair }\n  - event: { ${event} }\n  - until: idle\n`;
    expect(await expecting(`  - contact: ${expected}\n`, when)).toMatchObject([0, {}]);
  });

  test('a signal starts the workflows that wait for it', async () => {
    place({
      'workflows/visit.yaml': `name: Visit
publish: true
trigger: { type: INTENT, signal: { kind: WEBSITE_VISITOR } }
nodes:
  - { id: who, kind: BLOCK, blockId: SELECT_LEADS, inputs: { leadIds: __MANUAL_INPUT }, next: [keep] }
  - { id: keep, kind: BLOCK, blockId: ADD_LEADS_TO_GROUP, inputs: { list: Visitors }, next: [] }
`,
      'lists/visitors.yaml': 'name: Visitors\n',
    });
    const when = 'when:\n  - event: { signal: { kind: WEBSITE_VISITOR, contact: ada@example.com } }\n  - until: idle\n';
    const lines =
      '  - list: { name: Visitors, has: [ada@example.com], count: 1 }\n  - run: { workflow: Visit, count: 1, records: { SUCCEEDED: 1 } }\n';
    expect(await expecting(lines, when)).toMatchObject([0, {}]);
    const event = '  - event: { signal: { kind: WEBSITE_VISITOR, contact: ada@example.com } }\n  - until: idle\n';
    const many = await expecting('  - run: { workflow: Visit, count: 25 }\n', `when:\n${event.repeat(26)}`);
    expect(many).toMatchObject([1, expect.stringContaining('expected 25 runs of Visit, got 26')]);
  });
});

test('people act by themselves only where the scenario says so, as its seed decides', async () => {
  const contacts = Array.from(
    { length: 12 },
    (_, at) => `    - { firstName: P${at}, professionalEmail: p${at}@example.com, list: Fair }`,
  );
  const opened = async (head: string): Promise<string> => {
    const text = `${head}${GIVEN}${contacts.join('\n')}\nwhen:\n  - start: { campaign: Welcome, list: Fair }\n  - until: idle\nexpect:\n  - no_message: { contains: for reading }\n`;
    place({ 'tests/a.yaml': text });
    const { stdout } = await reach.run('test');
    return stdout.split('\n')[1]?.replace(/^.*: /, '') ?? '';
  };
  expect(await opened('')).toBe('');
  const [first, again, other] = [
    await opened('people: natural\n'),
    await opened('people: natural\n'),
    await opened('people: natural\nseed: 7\n'),
  ];
  expect(first).toMatch(/^expected no message containing "for reading", got one on day 1/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
