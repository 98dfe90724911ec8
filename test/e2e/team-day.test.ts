// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub, and variables of files
// A day of a team, by the recipes of the guide for CI: a pull request with its plan as a comment, a merge that applies it to two
// workspaces, a change in the workspace that the night finds, and a revert in Git that takes the release back.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BINARY, openHome, ROOT, type Served, serve, start } from './binary.ts';

const home = openHome();
const repository = join(home.folder, 'repository');
const services = new Map<string, Served>();
const FOLDERS = ['outreach', 'partners'] as const;

interface Job {
  readonly script?: readonly string[];
  readonly steps?: readonly { readonly run?: string }[];
}

/** What stands indented in the guide, block by block, under the heading above it. */
function recipesOf(guide: string): ReadonlyMap<string, readonly string[]> {
  const parts = readFileSync(join(ROOT, 'src', 'guides', `${guide}.md`), 'utf8').split(/^## /m);
  return new Map(
    parts.map((part) => {
      const blocks = part.match(/^ {4}.*\n(?:(?: {4}.*)?\n)*/gm) ?? [];
      return [part.split('\n', 1)[0] ?? '', blocks.map((block) => block.replaceAll(/^ {4}/gm, ''))] as const;
    }),
  );
}

const recipes = recipesOf('ci');
const recipe = (title: string) => recipes.get(title)?.[0] ?? 'false';

/** The commands of a job, in order. */
function commandsOf(title: string, job: string): string {
  const found: { readonly jobs?: Readonly<Record<string, Job>> } & Readonly<Record<string, Job>> = parse(recipe(title));
  const { script, steps = [] } = (found.jobs ?? found)[job] ?? {};
  return (script ?? steps.flatMap(({ run }) => run ?? [])).join('\n');
}

/** As a runner would; the programs of GitHub and npm write down how they were called. */
async function ci(commands: string, workspace: string, folder = 'outreach') {
  const line = commands
    .replaceAll('production', workspace)
    .replaceAll(/\boutreach\b(?!:)/g, folder)
    .replaceAll('${{ github.event.number }}', '7');
  const logged = (name: string) => `${name}() { echo "${name} $*" >> ../called.txt; }`;
  const script = [`reach() { '${process.execPath}' '${BINARY}' "$@"; }`, logged('gh'), logged('npm'), line].join('\n');
  const env = home.env({ CI: 'true', GIT_CONFIG_GLOBAL: '/dev/null', ...services.get(workspace)?.env });
  return await start('bash', ['-eo', 'pipefail', '-c', script], { cwd: repository, stdin: '', env }).ended;
}

async function git(line: string): Promise<string> {
  const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const env = home.env({ GIT_CONFIG_GLOBAL: '/dev/null', ...author, ...committer });
  const ran = await start('bash', ['-ec', line], { cwd: repository, stdin: '', env }).ended;
  expect([line, ran.code, ran.stderr]).toEqual([line, 0, expect.anything()]);
  return ran.stdout;
}

const fileOf = (folder: string, name: string) => join(repository, folder, name);

const SETTINGS = `workspaces:
  staging: { vars: { product: Rehearsal, wait: 1 } }
  production: { vars: { product: Launch, wait: 3 } }
`;

const campaign = (folder: string, text: string) => `name: Welcome to ${folder}
steps:
  - type: email
    subject: About \${var.product}
    content: "${text}"
  - type: email
    content: "Once more about \${var.product}"
    delay: \${var.wait} days
`;

beforeAll(async () => {
  for (const name of ['staging', 'production']) services.set(name, await serve(home, ['--ephemeral', '--empty']));
  mkdirSync(repository);
  await git('git init --quiet --initial-branch=main . && git init --quiet --bare ../origin.git');
  for (const folder of FOLDERS) {
    mkdirSync(fileOf(folder, 'campaigns'), { recursive: true });
    mkdirSync(fileOf(folder, 'lists'));
    writeFileSync(fileOf(folder, 'reach.yaml'), SETTINGS);
    writeFileSync(fileOf(folder, 'lists/leads.yaml'), `name: Leads of ${folder}\n`);
    writeFileSync(fileOf(folder, 'campaigns/welcome.yaml'), campaign(folder, 'Hello {firstName}'));
  }
  await git(
    'git add . && git commit --quiet -m "First" && git remote add origin ../origin.git && git push --quiet -u origin main',
  );
});
afterAll(async () => {
  for (const service of services.values()) await service.stop();
  home.remove();
});

/** What the workspace says of the steps of a campaign. */
async function live(workspace: string, folder: string) {
  const env = services.get(workspace)?.env ?? {};
  const { stdout } = await home.here(['campaign', 'show', `Welcome to ${folder}`, '--json'], { env });
  const [first, second] = JSON.parse(stdout).steps;
  return { subject: first.subject, content: first.content, waits: second.delay };
}

const WHOLE = 'A whole workspace from Git';

test('a pull request, a merge, a night, a revert: two folders, two workspaces', async () => {
  // A pull request says what it would do to production, folder by folder; nothing is written.
  await git('git checkout --quiet -b change');
  for (const folder of FOLDERS) {
    const planned = await ci(commandsOf(WHOLE, 'plan'), 'production', folder);
    expect([folder, planned.code, planned.stderr]).toEqual([folder, 0, expect.stringContaining('2 to create')]);
    const comment = readFileSync(join(repository, 'plan.md'), 'utf8');
    expect(comment).toContain(`| create | campaign | Welcome to ${folder} | campaigns/welcome.yaml |`);
    expect(comment).toContain('+ steps[0].subject: About Launch');
  }
  const called = readFileSync(join(home.folder, 'called.txt'), 'utf8');
  const installed = 'npm install --global ./reach-0.2.0.tgz\n';
  expect(called).toBe(`${installed}gh pr comment 7 --edit-last --create-if-none --body-file plan.md\n`.repeat(2));
  // Merged, it is applied to both, each with values of its own, and what was done is committed.
  await git('git checkout --quiet main && git merge --quiet --ff-only change');
  for (const workspace of ['staging', 'production'])
    for (const folder of FOLDERS)
      expect(await ci(commandsOf(WHOLE, 'apply'), workspace, folder)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('2 applied'),
      });
  expect(await live('staging', 'outreach')).toEqual({
    subject: 'About Rehearsal',
    content: 'Hello {firstName}',
    waits: { value: 1, unit: 'days' },
  });
  expect(await live('production', 'partners')).toEqual({
    subject: 'About Launch',
    content: 'Hello {firstName}',
    waits: { value: 3, unit: 'days' },
  });
  expect(await git('git status --porcelain -- outreach partners && git log --format=%s origin/main')).toBe(
    `${'Applied [skip ci]\n'.repeat(4)}First\n`,
  );
  // The next change goes the same way.
  writeFileSync(fileOf('outreach', 'campaigns/welcome.yaml'), campaign('outreach', 'Dear {firstName}'));
  await git('git commit --quiet -am "Dear" && git push --quiet');
  expect((await ci(commandsOf(WHOLE, 'apply'), 'production')).code).toBe(0);
  expect((await live('production', 'outreach')).content).toBe('Dear {firstName}');
  // At night nothing has changed, until someone changes the workspace by hand.
  const night = recipe('Every night');
  expect(await ci(night, 'production', 'partners')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('no drift'),
  });
  writeFileSync(
    join(repository, 'by-hand.yaml'),
    campaign('partners', 'Changed by hand').replaceAll(/\$\{var\.\w+\}/g, '3'),
  );
  await ci('reach campaign update "Welcome to partners" by-hand.yaml --yes', 'production', 'partners');
  const found = await ci(night, 'production', 'partners');
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('+ Changed by hand')]);
  expect((await ci(commandsOf(WHOLE, 'apply'), 'production', 'partners')).code).toBe(6);
  // A revert of the files takes the release back: the lock is committed, so --overwrite is not needed.
  await git('git pull --quiet && git revert --no-edit $(git log --format=%h --grep=Dear) && git push --quiet');
  const back = await ci('reach apply outreach --lock production --yes', 'production');
  expect(back).toMatchObject({ code: 0, stderr: expect.stringContaining('1 applied') });
  expect((await live('production', 'outreach')).content).toBe('Hello {firstName}');
});

test('the other recipes: workflows from Git, GitLab, any other shell', async () => {
  mkdirSync(join(repository, 'workflows'));
  const node = {
    id: 'a',
    kind: 'BLOCK',
    blockId: 'SELECT_LEADS_FROM_LIST',
    inputs: { list: 'Leads of outreach' },
    next: [],
  };
  writeFileSync(join(repository, 'workflows', 'all.yaml'), JSON.stringify({ name: 'All', nodes: [node] }));
  const flows = 'Workflows from Git';
  expect(await ci(commandsOf(flows, 'lint'), 'staging')).toMatchObject({ code: 0, stderr: expect.any(String) });
  expect(await ci(commandsOf(flows, 'publish'), 'staging')).toMatchObject({ code: 0, stderr: expect.any(String) });
  expect((await ci(commandsOf(flows, 'publish'), 'staging')).stdout).toContain('UNCHANGED');
  mkdirSync(fileOf('outreach', 'tests'));
  const scenario = {
    name: 'nothing is sent by itself',
    given: {},
    when: [{ advance: '1d' }],
    expect: [{ messages: { total: 0 } }],
  };
  writeFileSync(fileOf('outreach', 'tests/quiet.yaml'), JSON.stringify(scenario));
  const checked = await ci(commandsOf('GitLab', 'check'), 'staging', 'outreach');
  expect(checked).toMatchObject({ code: 0, stderr: expect.stringContaining('unchanged') });
  expect(JSON.parse(readFileSync(join(repository, 'quality.json'), 'utf8'))).toEqual([]);
  expect(readFileSync(join(repository, 'tests.xml'), 'utf8')).toContain('<testsuite');
  expect(await ci(commandsOf('GitLab', 'apply'), 'staging')).toMatchObject({ code: 0, stderr: expect.any(String) });
  const [, ...shell] = recipe('Any other shell').trimEnd().split('\n');
  expect(shell).toHaveLength(4);
  expect(await ci(shell.join('\n'), 'staging')).toMatchObject({ code: 0, stderr: expect.any(String) });
});

test('the recipe that moves a workspace: definitions, companies, contacts, lists and their members', async () => {
  const moving = recipesOf('outreach-as-code').get('Moving a workspace')?.[0] ?? 'false';
  const login = ({ url, key }: Served, name: string) =>
    `echo ${key} | reach auth login --profile ${name} --base-url ${url} --key-stdin`;
  const [from, to] = [services.get('staging'), await serve(home, ['--ephemeral', '--empty'])];
  services.set('target', to);
  const prepared = [
    ...(from === undefined ? [] : [login(from, 'staging')]),
    login(to, 'production'),
    'reach contacts import contacts.csv --custom --list "Leads of outreach" --profile staging',
    'reach list create Firms --entity COMPANY --profile staging',
    'reach list add Firms --companies 1 --profile staging',
  ];
  const people = ['Ada,Lovelace,Engines', 'Grace,Hopper,Navy', 'Alan,Turing,Navy'];
  const rows = people.map((row) => `${row},${row.split(',')[0]?.toLowerCase()}@x.example,07`);
  const header = 'First name,Last name,Company name,Professional email,Shoe size';
  writeFileSync(join(home.folder, 'contacts.csv'), [header, ...rows, ''].join('\n'));
  expect(await home.shell(`set -e\n${prepared.join('\n')}`)).toMatchObject({ code: 0, stderr: expect.any(String) });
  expect(await home.shell(`set -e\n${moving}`)).toMatchObject({ code: 0, stderr: expect.any(String) });
  const contents = async (profile: string) => {
    const read = async (...argv: string[]) => {
      const { stdout } = await home.here([...argv, '--profile', profile, '--json']);
      return JSON.parse(stdout);
    };
    const contacts = await read(
      'contacts',
      'list',
      '--all',
      '--fields',
      'firstName,lastName,company.name,professionalEmail',
    );
    const lists = await read('list', 'list', '--all', '--fields', 'name,entity,size');
    const campaigns = await read('campaign', 'list', '--all', '--fields', 'name,status,stepCount');
    const texts = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    return { contacts: texts(contacts), lists: texts(lists), campaigns: texts(campaigns) };
  };
  const [source, target] = [await contents('staging'), await contents('production')];
  expect(target).toEqual(source);
  expect(source.contacts.length).toBe(3);
  expect((await home.here(['plan', 'copy', '--profile', 'production', '--exit-code'])).code).toBe(0);
});
