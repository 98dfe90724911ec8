// A day of a user against a service built from the interface alone: everything is done once, and nothing twice.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Seeded, seed } from '../../stranger/seed.ts';
import { STRANGER_KEY } from '../../stranger/server.ts';
import { MODES } from '../../stranger/switches.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

const FILES: Readonly<Record<string, string>> = {
  'people.csv': [
    'First name,Last name,Email,Profile,Company',
    'Eve,Moss,eve@x.example,https://network.example/in/eve,Moss Ltd',
    'Ian,Fox,ian@x.example,https://network.example/in/ian,Fox Ltd',
  ].join('\n'),
  'campaign.yaml': 'name: Autumn\nsteps:\n  - type: email\n    subject: Hello {firstName}\n    content: How are you?\n',
  'workflow.yaml': [
    'name: Check',
    'nodes:',
    '  - { id: select, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: {list} }, next: [verify] }',
    '  - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }',
  ].join('\n'),
  'playbook.yaml': 'faqs:\n  - question: Price?\n    answer: Ten.\n  - question: Trial?\n    answer: Yes.\n',
};

/** Command lines in order; `{made}` is the id that `-o id` printed. */
const LINES = [
  'contacts import people.csv --list {list} --yes',
  'contacts import people.csv --list {list} --yes --again',
  'campaign create campaign.yaml',
  'workflow create workflow.yaml --yes -o id',
  'workflow publish {made}',
  'workflow run {made} --yes --watch --exit-status',
  'playbook edit --input playbook.yaml --yes',
  'pull outreach',
  'plan outreach --exit-code',
  'apply --folder outreach --yes',
  'pull outreach --force',
];

describe.each(MODES)('%s', (mode) => {
  let drive: Drive;
  let desk: Desk;
  let ids: Seeded;
  const problems: Record<string, number> = {};
  let errors = '';

  beforeAll(async () => {
    drive = await openDrive({ mode });
    ids = seed(drive.stranger.store);
    desk = await drive.desk('none');
    desk.write(Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, fill(text, ids)])));
    await desk.run(`auth login --base-url ${drive.stranger.url} --key-stdin`, { stdin: STRANGER_KEY });
    let made = '';
    for (const line of LINES) {
      const { code, stdout, stderr } = await desk.run(fill(line, { ...ids, made }));
      if (line.endsWith('-o id')) made = stdout.trim();
      if (code === 0) continue;
      problems[line] = code;
      errors += `${line}: exit ${code}\n${stderr}`;
    }
  });
  afterAll(() => drive.close());

  test('every step ends well', () => expect(problems, errors).toEqual({}));

  test('nothing is stored twice', () => {
    const { contacts, campaigns, workflows, runs, playbook, variables, messages, lists, members } =
      drive.stranger.store;
    const names = [contacts, campaigns, workflows, variables, messages, lists].map((records) =>
      records.map(({ name, professionalEmail }) => professionalEmail ?? name),
    );
    for (const each of names) expect(each).toEqual([...new Set(each)]);
    expect([contacts.length, members.get(ids['list'] ?? '')?.size]).toEqual([4, 3]);
    expect([campaigns.length, workflows.length]).toEqual([3, 4]);
    expect(workflows.map(({ version }) => version)).toEqual([1, undefined, 1, 1]);
    expect(runs.length).toBe(2);
    expect(playbook.get('faqs')?.map(({ answer }) => answer)).toEqual(['Ten.', 'Yes.']);
    expect([variables.length, messages.length, lists.length]).toEqual([1, 1, 2]);
  });
});
