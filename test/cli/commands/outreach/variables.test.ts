// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of files
// Variables of a workspace, and resources that get another name: one folder for several workspaces.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { openReach, type Reach } from '../../world.ts';
import { place, read, write } from './folder.ts';

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
    'a value that is none',
    { 'reach.yaml': 'vars: { a: [1] }\n' },
    'outreach/reach.yaml:1:9: a variable is a text of one line, a number, true or false',
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
