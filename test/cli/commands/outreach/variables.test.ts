// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of files
// Variables of a workspace, and resources that get another name: one folder for several workspaces.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { openReach, type Reach } from '../../world.ts';
import { bringSenders, place, read, remove, write } from './folder.ts';

const reach = reachForEachTest();

const SETTINGS = [
  'vars: { product: Widget, tracked: true }',
  'workspaces:',
  '  staging: { vars: { site: "https://staging.example/?a=b #c" } }',
  '  production: { vars: { site: "https://www.example", product: \'It"s: new\', tracked: false } }',
  '',
].join('\n');

const CAMPAIGN = [
  'name: Welcome ${var.product}',
  'trackOpens: ${var.tracked}',
  'steps:',
  '  - type: email',
  '    subject: "About \\"${var.product}\\"" # ${var.unread}',
  "    content: 'See ${var.site}'",
  '  - type: email',
  '    content: |',
  '      ${var.product}',
  '      - ${var.site}',
  '    delay: 2 days',
  '',
].join('\n');

const FILES = { 'reach.yaml': SETTINGS, 'campaigns/welcome.yaml': CAMPAIGN };

const campaignOf = async (one: Reach, name: string) =>
  JSON.parse((await one.run(`campaign show "${name}" --json`)).stdout);

test('each workspace gets its values, whatever is in them; pull leaves the variables where they are', async () => {
  const other = await openReach();
  try {
    place(reach, FILES);
    place(other, FILES);
    expect((await reach.run('apply --yes --lock staging')).code).toBe(0);
    expect((await other.run('apply --yes --lock production')).code).toBe(0);
    expect(await campaignOf(reach, 'Welcome Widget')).toMatchObject({
      trackOpens: true,
      steps: [
        { subject: 'About "Widget"', content: 'See https://staging.example/?a=b #c' },
        { content: 'Widget\n- https://staging.example/?a=b #c\n' },
      ],
    });
    expect(await campaignOf(other, 'Welcome It\\"s: new')).toMatchObject({
      name: 'Welcome It"s: new',
      trackOpens: false,
      steps: [{ subject: 'About "It"s: new"' }, { content: 'It"s: new\n- https://www.example\n' }],
    });
    expect((await reach.run('plan --exit-code --lock staging')).code).toBe(0);
    const given = 'given: { folder: ., contacts: [{ firstName: Ada, professionalEmail: ada@example.com }] }';
    const start = 'start: { campaign: Welcome Widget, contacts: [ada@example.com], from: Admin }';
    const expected = 'message: { contains: staging.example }';
    write(reach, 'tests/a.yaml', `name: a\n${given}\nwhen: [{ ${start} }]\nexpect: [{ ${expected} }]\n`);
    expect((await reach.run('test --lock staging')).code).toBe(0);
    expect((await reach.run('test --lock production')).code).toBe(1);
    rmSync(join(reach.home, 'outreach', 'tests'), { recursive: true });
    write(
      reach,
      'theirs.yaml',
      CAMPAIGN.replaceAll(/\$\{var\.product\}/g, 'Widget')
        .replace('2 days', '3 days')
        .replace('${var.tracked}', 'true')
        .replaceAll('${var.site}', 'https://staging.example/?a=b #c'),
    );
    expect((await reach.run('campaign update "Welcome Widget" outreach/theirs.yaml --yes')).code).toBe(0);
    expect((await reach.run('pull --lock staging')).code).toBe(0);
    expect(read(reach, 'campaigns/welcome.yaml')).toBe(CAMPAIGN.replace('2 days', '3 days'));
  } finally {
    await other.close();
  }
});

test.each([
  [
    'a variable that the workspace does not have, at its place',
    { 'reach.yaml': SETTINGS, 'campaigns/welcome.yaml': CAMPAIGN.replace('${var.site}', '${var.sit}') },
    'outreach/campaigns/welcome.yaml:6:19: workspace staging has no variable sit; did you mean "site"? [unknown_variable]',
  ],
  [
    'what is wrong behind a variable, at its column in the file',
    {
      'reach.yaml': SETTINGS,
      'campaigns/welcome.yaml': CAMPAIGN.replace("'See ${var.site}'", '"${var.product} {firstNme}"'),
    },
    'outreach/campaigns/welcome.yaml:6:30: unknown placeholder {firstNme}',
  ],
  [
    'a value whose # would begin a comment',
    {
      'reach.yaml': SETTINGS,
      'campaigns/welcome.yaml': CAMPAIGN.replace("'See ${var.site}'", 'See\n      ${var.site}'),
    },
    'outreach/campaigns/welcome.yaml:7:7: the value means something else to YAML in a text of several lines: put the text in quotes [unquoted_variable]',
  ],
  [
    'a value that is none',
    { 'reach.yaml': 'vars: { a: [1] }\n' },
    'outreach/reach.yaml:1:9: a must be text, a number or a boolean, not a list',
  ],
  [
    'a file that is nested too deep to be read',
    { 'reach.yaml': SETTINGS, 'lists/a.yaml': `name: \${var.product}\nx-a: ${'['.repeat(20_000)}` },
    '[too_deep]',
  ],
  [
    'a move between kinds',
    { 'reach.yaml': 'moved: { campaign/A: list/B }\n' },
    'outreach/reach.yaml:1:1: moved must be such as { campaign/Old name: campaign/New name }, of one kind',
  ],
])('lint: %s', async (_what, files, text) => {
  place(reach, files);
  if (files['reach.yaml'] === SETTINGS) write(reach, 'reach.yaml', `profile: staging\n${SETTINGS}`);
  const ran = await reach.run('lint');
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining(text)]);
});

test.each([
  [
    'moved to another file, renamed and changed, as reach.yaml says',
    'moved: { campaign/Old: campaign/New }\n',
    '4 days',
  ],
  ['moved and renamed at once, recognised by what it says', '', '2 days'],
  [
    'moved and renamed at once after an update, with a field that is left to the app',
    '',
    '2 days',
    'description: Applied\n',
    'description: In the app\nignore: [description]\n',
  ],
])('%s: an update, and nothing is left over', async (_what, moved, delay, updated = '', left = '') => {
  const campaign = (name: string) => CAMPAIGN.replace('Welcome ${var.product}', name);
  place(reach, { 'reach.yaml': SETTINGS, 'campaigns/old.yaml': campaign('Old') });
  expect((await reach.run('apply --yes --lock staging')).code).toBe(0);
  write(reach, 'campaigns/old.yaml', campaign('Old') + updated);
  expect((await reach.run('apply --yes --lock staging')).code).toBe(0);
  rmSync(join(reach.home, 'outreach', 'campaigns', 'old.yaml'));
  write(reach, 'reach.yaml', `${moved}${SETTINGS}`);
  write(reach, 'campaigns/renamed.yaml', campaign('New').replace('2 days', delay) + left);
  const plan = await reach.run('plan --lock staging -o csv --fields action,name');
  expect(plan.stdout).toBe('action,name\nupdate,New\n');
  expect((await reach.run('apply --yes --lock staging')).code).toBe(0);
  expect((await reach.run('campaign list -o csv --fields id,name')).stdout).toBe('id,name\n1,New\n');
  expect((await reach.run('plan --lock staging')).stderr).toBe('1 unchanged\n');
});

// Tags of the inbox and signatures of identities in an outreach folder: pulled, checked, planned, applied, pruned and undone.

const TAG = 'name: Hot\ncolor: "#FF0000"\n';

const SIGNATURE = 'name: Robin Hale\nsignature: |\n  <p>Robin</p>\n';

async function signatureOf(name: string): Promise<string | null> {
  const { stdout } = await reach.run(`identity show "${name}" --json`);
  return JSON.parse(stdout).signature;
}

const planned = async (argv = 'plan') => (await reach.run(argv)).stdout;

test('they are created, changed, pruned, undone and pulled', async () => {
  await bringSenders(reach.world);
  const before = await signatureOf('Robin Hale');
  place(reach, { 'tags/hot.yaml': TAG, 'signatures/robin.yaml': SIGNATURE });
  expect(await reach.run('lint --strict')).toMatchObject({ code: 0 });
  expect((await reach.run('apply --yes --overwrite')).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>Robin</p>\n');
  expect(JSON.parse((await reach.run('inbox tags --json')).stdout)).toMatchObject([{ name: 'Hot', color: '#ff0000' }]);
  expect(await reach.run('plan --exit-code')).toMatchObject({ code: 0, stderr: '2 unchanged\n' });

  // The interface changes no colour: what a file says of it is for a new tag.
  write(reach, 'tags/hot.yaml', 'name: Hot\n');
  write(reach, 'signatures/robin.yaml', SIGNATURE.replace('Robin</p>', 'R. Hale</p>'));
  expect(await planned()).toContain('~ signature/Robin Hale  signatures/robin.yaml');
  expect(await planned()).not.toContain('tag/Hot');
  expect((await reach.run('apply --yes', { env: { REACH_NO_HISTORY: '0' } })).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>R. Hale</p>\n');
  expect((await reach.run('undo --yes', { env: { REACH_NO_HISTORY: '0' } })).code).toBe(0);
  expect(await signatureOf('Robin Hale')).toBe('<p>Robin</p>\n');

  expect((await reach.run('pull --force')).code).toBe(0);
  expect(read(reach, 'signatures/robin.yaml')).toContain('<p>Robin</p>');
  remove(reach, 'signatures/robin.yaml');
  expect((await reach.run('apply --yes --prune')).code).toBe(0);
  expect([before, await signatureOf('Robin Hale')]).toEqual([before, null]);
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('a scenario leaves out signatures of senders that it does not have', async () => {
  place(reach, {
    'signatures/robin.yaml': SIGNATURE,
    'signatures/admin.yaml': SIGNATURE.replace('Robin Hale', 'Admin'),
    'tests/a.yaml':
      'name: a\ngiven: { folder: . }\nwhen: [{ command: { run: identity show Admin --json, stdout: Robin } }, { advance: 1m }]\nexpect: [{ messages: { total: 0 } }]\n',
  });
  expect(await reach.run('test')).toMatchObject({ code: 0 });
});

test('an identity that is not there is refused before anything is sent, at its place', async () => {
  place(reach, { 'tags/hot.yaml': TAG, 'signatures/nobody.yaml': SIGNATURE.replace('Robin Hale', 'Nobody') });
  const ran = await reach.run('apply --yes');
  expect([ran.code, ran.stderr]).toEqual([3, expect.stringContaining('outreach/signatures/nobody.yaml:1:7:')]);
  expect(ran.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test.each([
  ['tags/a.yaml', 'nam: Hot\n', ['unknown_key', 'required']],
  ['tags/a.yaml', 'name: Hot\ncolor: red\n', ['invalid_value']],
  ['tags/a.yaml', `name: ${'x'.repeat(51)}\n`, ['too_big']],
  ['signatures/a.yaml', 'name: Robin Hale\n', ['required']],
  ['signatures/a.yaml', 'name: Robin Hale\nsignature: a\ncolor: red\n', ['unknown_key']],
])('%s with %j: %j', async (path, text, codes) => {
  place(reach, { [path]: text });
  const ran = await reach.run('lint --json');
  const found: readonly { readonly code: string }[] = JSON.parse(ran.stdout);
  expect([ran.code, found.map(({ code }) => code)]).toEqual([1, codes]);
});
