// A saved plan, carried out: exactly it, and of what was changed since each record is refused and named.

import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest();
const run = (line: string) => reach.clock.run(reach.run(line));

const PEOPLE = [
  'firstName,lastName,companyName,professionalEmail,jobTitle,mobilePhone',
  'Ada,King,Acme,ada@acme.example,Countess,',
  'Bob,Ray,Bells,bob@bells.example,,+49 30 1',
  'Cy,Noon,Cogs,cy@cogs.example,CTO,',
  '',
].join('\n');
const CAMPAIGN = 'name: Q3\nsteps:\n  - type: email\n    subject: Hello\n    content: Hello {firstName}\n';

beforeEach(async () => {
  reach.write('people.csv', PEOPLE);
  reach.write('q3.yaml', CAMPAIGN);
  reach.write('other.yaml', CAMPAIGN.replace('Hello {', 'Dear {'));
  await run('list create ICP');
  await run('contacts import people.csv --list ICP --yes');
  await run('campaign create q3.yaml');
  await run('inbox tags --create Hot');
});

const records = async () => [
  (await run('contacts export')).stdout,
  (await run('list show ICP --json')).stdout,
  (await run('contacts search --include campaigns=1 -o id')).stdout,
];

const CHANGED = 'changed since the plan was made';

const warned = ({ stderr }: { stderr: string }) =>
  stderr.split('\n').flatMap((text) => (text.startsWith('warning: refused: ') ? [text.slice(18)] : []));

/** Saves a plan of the command, which changes nothing. */
async function save(line: string): Promise<void> {
  const before = await records();
  const { code, stderr } = await run(`${line} --save-plan it.plan`);
  expect([code, stderr]).toEqual([0, expect.stringContaining('reach run-plan it.plan does exactly this')]);
  expect(await records()).toEqual(before);
}

/** The dry run refuses what is then refused. */
async function carryOut(refused: readonly string[]): Promise<void> {
  for (const flag of ['--dry-run', '--yes']) {
    const ran = await run(`run-plan it.plan ${flag}`);
    expect([ran.code, warned(ran)], ran.stderr).toEqual([refused.length > 0 ? 1 : 0, refused]);
  }
}

describe('what was changed since is refused, record by record, and the others are done', () => {
  test.each<[line: string, since: string, refused: readonly string[], stays: string]>([
    [
      'contacts delete 1,2',
      'contacts update 2 -f jobTitle=CEO',
      [`contact 2 "Bob Ray": ${CHANGED}: jobTitle`],
      '2\n3\n',
    ],
    ['contacts delete 1,2', 'list remove ICP --contacts 1', [`contact 1 "Ada King": ${CHANGED}: lists`], '1\n3\n'],
    [
      'contacts update 1 -f jobTitle=CEO -f mobilePhone=1',
      'contacts update 1 -f mobilePhone=2',
      [`contact 1 "Ada King": ${CHANGED}: mobilePhone`],
      '1\n2\n3\n',
    ],
    ['list remove ICP --contacts 1,2', 'contacts update 2 -f jobTitle=CEO', [], '1\n2\n3\n'],
    ['inbox tag 1 2 --tag Hot', 'contacts update 2 -f jobTitle=CEO', [], '1\n2\n3\n'],
    ['inbox tag 1 2 --tag New --create', 'contacts update 2 -f jobTitle=CEO', [], '1\n2\n3\n'],
    ['campaign add-contact Q3 1,2', 'campaign update Q3 other.yaml', [`campaign 1: ${CHANGED}: steps`], '1\n2\n3\n'],
    ['campaign add-list Q3 ICP', 'contacts update 2 -f jobTitle=CEO', [], '1\n2\n3\n'],
    [
      'campaign add-list Q3 ICP',
      'contacts create -f firstName=Eve -f lastName=Dee --list ICP',
      ['contact 4 "Eve Dee": not in the plan'],
      '1\n2\n3\n4\n',
    ],
    [
      'campaign add-list Q3 ICP',
      'list remove ICP --contacts 2',
      ['contact 2: not there any more, left out'],
      '1\n2\n3\n',
    ],
  ])('%s, after %s', async (line, since, refused, stays) => {
    await save(line);
    expect((await run(since)).code).toBe(0);
    const changed = await records();
    await carryOut(refused);
    if (refused.length === 0 && !line.startsWith('inbox')) expect(await records()).not.toEqual(changed);
    expect((await run('contacts list -o id')).stdout).toBe(stays);
  });
});

describe('rows of a file', () => {
  const UP = PEOPLE.replace('Countess', 'CEO').replace('bells.example,', 'bells.example,COO');
  test.each<[line: string, since: string, refused: readonly string[], titles: string]>([
    ['contacts import up.csv', 'list create Other', [], 'CEO COO CTO'],
    [
      'contacts import up.csv',
      'contacts update 1 -f jobTitle=Dean',
      [`line 2, contact 1 "Ada King": ${CHANGED}: jobTitle`],
      'Dean COO CTO',
    ],
    [
      'contacts import up.csv --fill-empty',
      'contacts update 1 -F jobTitle:=null',
      ['line 2, contact 1 "Ada King": not in the plan'],
      '"" COO CTO',
    ],
    [
      'contacts import up.csv',
      'contacts delete 2 --yes',
      ['line 3, contact "Bob Ray": not in the plan: it has contact 2 updated'],
      'CEO CTO',
    ],
    [
      'contacts update --csv ids.csv --by id --trust-ids',
      'contacts update 2 -f jobTitle=Dean',
      [`line 3, contact 2 "Bob Ray": ${CHANGED}: jobTitle`],
      'CEO Dean CTO',
    ],
    [
      'contacts import ids.csv --update',
      'contacts update 2 -f jobTitle=Dean',
      [`line 3, contact 2 "Bob Ray": ${CHANGED}: jobTitle`],
      'CEO Dean CTO',
    ],
    [
      'contacts delete --csv ids.csv --by id --trust-ids',
      'contacts update 2 -f mobilePhone=1',
      [`line 3, contact 2 "Bob Ray": ${CHANGED}: mobilePhone`],
      '"" CTO',
    ],
  ])('%s, after %s', async (line, since, refused, titles) => {
    reach.write('up.csv', UP);
    reach.write('ids.csv', 'id,jobTitle\n1,CEO\n2,COO\n');
    await save(line);
    await run(since);
    await carryOut(refused);
    const rows = (await run('contacts list --fields jobTitle -o csv')).stdout.trimEnd().split('\n').slice(1);
    expect(rows.join(' ')).toBe(titles);
  });
});

test('an import that is killed at any request is finished by the plan, each row once', async () => {
  const rows = Array.from({ length: 230 }, (_, at) =>
    // Later rows fill the companies of earlier ones, and complete their contacts.
    at < 200 ? `P${at},Last,Firm ${at % 50},,T${at}` : `P${at - 200},Last,Firm ${at - 200},firm${at}.example,`,
  );
  reach.write('many.csv', `firstName,lastName,companyName,companyDomain,jobTitle\n${rows.join('\n')}\n`);
  const all = async () => (await run('contacts list --all --fields firstName,jobTitle,company.domain -o csv')).stdout;
  await run('local snapshot before.db');
  expect((await run('contacts import many.csv --yes')).code).toBe(0);
  const wanted = await all();
  for (let at = 4; at < 40; at += 5) {
    await run('local restore before.db --yes');
    const saved = await run('contacts import many.csv --new --save-plan it.plan');
    expect(saved.code, saved.stderr).toBe(0);
    const killed = await reach.clock.run(reach.run('run-plan it.plan --yes', { dies: { at, after: at % 2 === 0 } }));
    const resumed = killed.code === 0 ? killed : await run('run-plan it.plan --yes');
    expect([resumed.code, warned(resumed)], `${at}: ${killed.stderr}${resumed.stderr}`).toEqual([0, []]);
    expect(await all()).toBe(wanted);
  }
});

describe('what stands behind a plan', () => {
  test('duplicates: a group that changed is left alone', async () => {
    await run('contacts create -f firstName=Bob -f lastName=Ray -f companyName=Elsewhere -f jobTitle=COO');
    await run('contacts create -f firstName=Cy -f lastName=Noon -f companyName=Elsewhere -f mobilePhone=7');
    expect((await run('duplicates resolve --save-plan it.plan')).code).toBe(2);
    expect((await run('duplicates resolve --keep oldest --save-plan it.plan')).code).toBe(0);
    await run('contacts update 5 -f mobilePhone=8');
    const refused = [`contact 5 "Cy Noon": ${CHANGED}: values`];
    expect(warned(await run('run-plan it.plan --dry-run'))).toEqual(refused);
    const ran = await run('run-plan it.plan --yes');
    expect([ran.code, warned(ran)]).toEqual([1, refused]);
    expect((await run('contacts list -o id')).stdout).toBe('1\n2\n3\n5\n');
    const again = await run('run-plan it.plan --yes');
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('warning: in no group any more, merged or changed since: 4 "Bob Ray", 2 "Bob Ray"\n'),
    ]);
    await run('contacts update 5 -f mobilePhone=7');
    await run('run-plan it.plan --yes');
    const done = await run('run-plan it.plan --yes');
    expect([done.code, done.stderr]).toEqual([
      0,
      'warning: in no group any more, merged or changed since: 4 "Bob Ray", 2 "Bob Ray", 5 "Cy Noon", 3 "Cy Noon"\n',
    ]);
  });

  test('ids from standard input are those of the plan', async () => {
    const piped = reach.run('contacts delete - --save-plan it.plan', { stdin: '1\n2\n' });
    expect((await reach.clock.run(piped)).code).toBe(0);
    expect((await reach.clock.run(reach.run('run-plan it.plan --yes', { stdin: '3\n' }))).code).toBe(0);
    expect((await run('contacts list -o id')).stdout).toBe('3\n');
  });

  test('a plan has digests in place of values, and only its user can read it', async () => {
    await run('contacts update 1 -f jobTitle=Secret -ojson --save-plan it.plan');
    const [header, record, end] = reach
      .read('it.plan')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({
      reachPlan: 2,
      profile: 'local',
      command: ['contacts', 'update', '1', '-f', 'jobTitle=Secret', '--yes'],
      by: 'record',
    });
    expect([record, end]).toEqual([
      {
        kind: 'contact',
        id: 1,
        label: 'Ada King',
        is: 'updated',
        fields: { jobTitle: [expect.any(String), expect.any(String)] },
      },
      { records: 1 },
    ]);
    expect(statSync(join(reach.home, 'it.plan')).mode & 0o777).toBe(0o600);
    expect((await run('run-plan it.plan --yes --json')).stdout).toContain('"jobTitle":"Secret"');
  });

  test.each<[since: string, line: string, code: number, text: string]>([
    ['contacts list', 'run-plan it.plan', 2, '--yes'],
    ['local reset --yes', 'run-plan it.plan --yes', 6, 'the plan was made in another store'],
    ['contacts list', 'run-plan up.csv --yes', 2, 'up.csv is not a saved plan: it is not JSON lines'],
    ['contacts list', 'contacts import - --save-plan x.plan', 2, '--save-plan needs a file'],
    ['contacts list', 'contacts update 1 -f apiToken=abc --custom --save-plan x.plan', 2, 'what looks like a secret'],
    ['contacts list', 'contacts import up.csv --dry-run --against local --save-plan x.plan', 2, '--against local'],
  ])('after %s, %s ends with %i', async (since, line, code, text) => {
    reach.write('up.csv', PEOPLE.replace('Countess', 'CEO'));
    expect((await run('contacts import up.csv --save-plan it.plan')).code).toBe(0);
    await run(since);
    const before = await records();
    const ran = await reach.clock.run(reach.run(line, { stdin: PEOPLE }));
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(await records()).toEqual(before);
  });

  test('another profile', async () => {
    await run('contacts delete 1 --save-plan it.plan');
    reach.write('it.plan', reach.read('it.plan').replace('"profile":"local"', '"profile":"staging"'));
    const ran = await run('run-plan it.plan --yes');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('the plan is for profile staging, not local')]);
  });

  test.each<[what: string, from: RegExp, to: string, code: number, text: string]>([
    [
      'of a command that saves none',
      /\["contacts","delete",.*?\]/,
      '["local","reset","--yes"]',
      2,
      'reset saves no plans',
    ],
    ['compared otherwise', /"by":"record"/, '"by":"folder"', 1, 'refused: contact 2'],
    ['for a folder', /\["contacts","delete",.*?\]/, '["apply","--folder=o","--yes"]', 2, 'does not fit its command'],
  ])('a plan that was edited does nothing else: %s', async (_what, from, to, code, text) => {
    await run('init outreach');
    renameSync(join(reach.home, 'outreach'), join(reach.home, 'o'));
    await run('contacts delete 1 --save-plan it.plan');
    const edited = reach.read('it.plan').replace(from, to).replace('"delete","1"', '"delete","2"');
    expect(edited).not.toBe(reach.read('it.plan'));
    reach.write('it.plan', edited);
    const before = await records();
    const ran = await run('run-plan it.plan --yes');
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(await records()).toEqual(before);
  });

  test('a file that was changed since is not the one of the plan', async () => {
    reach.write('up.csv', PEOPLE.replace('Countess', 'CEO'));
    await run('contacts import up.csv --save-plan it.plan');
    reach.write('up.csv', PEOPLE.replace('Countess', 'CTO'));
    expect(await run('run-plan it.plan --yes')).toMatchObject({ code: 6 });
  });
});

test.each([
  ['inbox tag 1 --tag 99', 5, false],
  ['campaign add-list Q3 99', 5, false],
  ['campaign add-list Q3 Nobody', 0, true],
])('no plan is saved of what the service would refuse: %s', async (line, code, isSaved) => {
  await run('list create Nobody');
  const ran = await run(`${line} --save-plan it.plan`);
  expect([ran.code, existsSync(join(reach.home, 'it.plan'))]).toEqual([code, isSaved]);
});
