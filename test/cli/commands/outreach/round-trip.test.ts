// A workspace as files, and back: what was pulled has nothing to apply, and applied elsewhere gives the same files.

import { afterEach, expect, test } from 'vitest';
import { openReach, type Reach } from '../../world.ts';
import { bringSenders, filesOf, lockOf, place, read, write } from './folder.ts';

const open: Reach[] = [];
afterEach(async () => {
  for (const reach of open.splice(0)) await reach.close();
});

async function opened(options: Parameters<typeof openReach>[0] = {}): Promise<Reach> {
  const reach = await openReach(options);
  open.push(reach);
  return reach;
}

test('pulled, there is nothing to apply; pulled again, no byte is another', async () => {
  const reach = await opened({ empty: false });
  expect((await reach.run('pull outreach')).code).toBe(0);
  const [files, lock] = [filesOf(reach), lockOf(reach)];
  expect(Object.keys(files)).toHaveLength(22);
  expect(await reach.run('lint --strict')).toMatchObject({ code: 0, stderr: '22 files, no problems\n' });
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stdout: '', stderr: '21 unchanged\n' });
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '', stderr: '21 unchanged\n' });
  expect([filesOf(reach), lockOf(reach)]).toEqual([files, lock]);
});

test('of two campaigns of one name the newest is compared, which is said', async () => {
  const reach = await opened();
  place(reach, { 'campaigns/welcome.yaml': 'name: Welcome\nsteps: [{ type: network_visit_profile }]\n' });
  for (const flag of ['--yes', '--again'])
    expect((await reach.run(`campaign create outreach/campaigns/welcome.yaml ${flag}`)).code).toBe(0);
  const text = 'warning: 2 are called campaign/Welcome (1, 2): compared with the newest, 2\n';
  expect((await reach.run('plan')).stderr).toContain(text);
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect((await reach.run('plan')).stderr).toBe('1 unchanged\n');
});

test('a new folder is sound, and applies to an empty workspace', async () => {
  const reach = await opened();
  expect((await reach.run('init outreach')).code).toBe(0);
  expect(await reach.run('init outreach')).toMatchObject({ code: 2 });
  expect(await reach.run('lint --strict')).toMatchObject({ code: 0, stderr: '8 files, no problems\n' });
  const dry = await reach.run('apply --dry-run --json');
  expect(dry.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(JSON.parse(dry.stdout).map(({ action, key }: { action: string; key: string }) => `${action} ${key}`)).toEqual([
    'create list/ICP-DACH',
    'create playbook',
    'create ai-variable/Company news (companies)',
    'create campaign/Welcome',
    'create workflow/Verify and enrol',
  ]);
  expect(await reach.run('apply')).toMatchObject({ code: 2 });
  expect((await reach.run('apply outreach --yes')).code).toBe(0);
  const before = filesOf(reach);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stderr: '5 unchanged\n' });
  // Pulled, the comments are still there: the files say what the workspace says.
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
  expect(filesOf(reach)).toEqual(before);
});

test('a new folder applies to the sample workspace', async () => {
  const reach = await opened({ empty: false });
  await reach.run('init outreach');
  expect(await reach.run('plan')).toMatchObject({ code: 0, stderr: '4 to create, 1 to update\n' });
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stderr: '5 unchanged\n' });
});

test('what changes in the workspace is put into the file, and its comments stay', async () => {
  const reach = await opened();
  const file = [
    '# Ours, by hand.',
    'name: Welcome # never renamed',
    'steps:',
    '  # the first word',
    '  - type: email',
    '    subject: Hello',
    '    content: One',
    '  - type: email',
    '    delay: 2 days # not at once',
    '    content: Two',
    '',
  ].join('\n');
  place(reach, { 'campaigns/a.yaml': file });
  expect((await reach.run('apply --yes')).code).toBe(0);
  write(reach, 'changed.yaml', file.replace('Two', 'Three'));
  await reach.run('campaign update Welcome outreach/changed.yaml --yes');
  expect((await reach.run('plan')).stdout).toBe(
    '! drift: campaign/Welcome  campaigns/a.yaml\n    changed in the workspace\n    steps[1].content\n    - Two\n    + Three\n',
  );
  expect(await reach.run('apply --yes')).toMatchObject({ code: 6 });
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: 'updated\tcampaigns/a.yaml\t\n' });
  expect(read(reach, 'campaigns/a.yaml')).toBe(file.replace('Two', 'Three'));
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('owner: null in names leaves tasks without one where the workspace has no owners, and is refused where it has', async () => {
  const reach = await opened();
  const text = 'name: A\nsteps:\n  - type: task\n    taskType: CALL\n    title: Call\n    owner: Pavel Novak # there\n';
  place(reach, {
    'campaigns/a.yaml': text,
    'reach.yaml': 'workspaces: { local: { names: { owner: { Pavel Novak: null } } } }\n',
  });
  expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0 });
  expect((await reach.run('campaign show A --json')).stdout).not.toContain('owner');
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
  write(reach, 'b.yaml', 'description: New\n');
  expect((await reach.run('campaign update A outreach/b.yaml --yes')).code).toBe(0);
  expect((await reach.run('pull')).code).toBe(0);
  expect(read(reach, 'campaigns/a.yaml')).toBe(`${text}description: New\n`);
  await bringSenders(reach.world);
  write(reach, 'campaigns/a.yaml', text);
  const ran = await reach.run('apply --yes');
  expect([ran.code, ran.stderr]).toEqual([
    3,
    expect.stringContaining(
      'a.yaml:6:12: the workspace of profile local needs an owner, and "Pavel Novak" is mapped to none [unknown_owner]',
    ),
  ]);
});

test('owner: the name that campaign owners shows, wherever the address works, and as it is written in the file', async () => {
  const reach = await opened();
  await bringSenders(reach.world);
  const text = (owner: string) =>
    `name: A # ours\nidentity: Sasha Brandt\nsteps:\n  - type: task\n    taskType: CALL\n    title: Call\n    owner: ${owner}\n`;
  place(reach, { 'campaigns/a.yaml': text('Pavel Novak') });
  expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0 });
  expect(await reach.run('pull')).toMatchObject({ code: 0, stdout: '' });
  expect(await reach.run('campaign lint --online outreach/campaigns/a.yaml')).toMatchObject({ code: 0, stdout: '' });
  write(reach, 'b.yaml', text('Noor Haddad').replace('name: A', 'description: New'));
  expect((await reach.run('campaign update A outreach/b.yaml --yes')).code).toBe(0);
  expect((await reach.run('pull')).code).toBe(0);
  expect(read(reach, 'campaigns/a.yaml')).toContain('name: A # ours\n');
  write(reach, 'campaigns/a.yaml', `${text('Noor Haddad')}description: New\n`);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0 });
  write(reach, 'campaigns/a.yaml', text('Pavel Nowak'));
  for (const [argv, code] of [
    ['lint --online', 1],
    ['campaign lint --online outreach/campaigns/a.yaml', 1],
    ['plan', 1],
    ['apply --yes', 3],
  ] as const) {
    const ran = await reach.run(argv);
    const found = `${ran.stdout}${ran.stderr}`.match(/a\.yaml:7:12: .*/g);
    expect([argv, ran.code, found]).toEqual([
      argv,
      code,
      [
        'a.yaml:7:12: the workspace of profile local has no owner "Pavel Nowak"; did you mean "Pavel Novak"? [unknown_owner]',
      ],
    ]);
  }
});
