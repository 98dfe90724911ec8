// What a file keeps from apply: fields that are left to the app, and what is never deleted or stopped. And files of other folders.

import { expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { place, read, remove, write } from './folder.ts';

const reach = reachForEachTest();

const campaign = (content: string, keys = '') =>
  `name: Welcome\n${keys}steps:\n  - type: email\n    subject: Hi\n    content: ${content}\n`;

const IGNORE = 'ignore:\n  - steps[0].content\n';

const shown = async () => {
  const { steps } = JSON.parse((await reach.run('campaign show Welcome --json')).stdout);
  return { content: steps[0].content, subject: steps[0].subject };
};

/** As someone in the app would. */
const inTheApp = async (content: string, subject = 'Hi') => {
  reach.write('app.yaml', campaign(content).replace('Hi', subject));
  expect((await reach.run('campaign update Welcome app.yaml --yes')).code).toBe(0);
};

test('a field that is left to the app: no drift, never written, and pull leaves it in the file', async () => {
  place(reach, { 'campaigns/a.yaml': campaign('First', IGNORE) });
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await shown()).toEqual({ content: 'First', subject: 'Hi' });
  await inTheApp('By hand');
  expect(await reach.run('plan --drift')).toMatchObject({ code: 0, stderr: 'no drift\n' });
  write(reach, 'campaigns/a.yaml', read(reach, 'campaigns/a.yaml').replace('Hi', 'Hello'));
  expect((await reach.run('plan')).stdout).not.toContain('By hand');
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await shown()).toEqual({ content: 'By hand', subject: 'Hello' });
  // What is not left to the app is still watched.
  await inTheApp('By hand', 'Ahoy');
  expect((await reach.run('plan --drift')).stdout).toContain('steps[0].subject');
  expect((await reach.run('pull')).code).toBe(0);
  expect(read(reach, 'campaigns/a.yaml')).toBe(campaign('First', IGNORE).replace('Hi', 'Ahoy'));
  expect((await reach.run('plan --exit-code')).code).toBe(0);
});

test('a single file with these keys is a campaign all the same', async () => {
  reach.write('one.yaml', campaign('x', 'ignore: [description]\nprotect: true\n'));
  expect(await reach.run('campaign lint one.yaml')).toMatchObject({ code: 0 });
  expect((await reach.run('campaign create one.yaml')).code).toBe(0);
});

test.each([
  ['ignore: description\n', 'campaigns/a.yaml:2:9', 'ignore must be a list of fields'],
  ['protect: maybe\n', 'campaigns/a.yaml:2:10', 'protect must be true or false'],
])('%j is an error at its place', async (keys, place_, message) => {
  place(reach, { 'campaigns/a.yaml': campaign('x', keys) });
  const linted = await reach.run('lint');
  expect([linted.code, linted.stdout]).toEqual([1, expect.stringContaining(`${place_}: ${message}`)]);
});

test('what was applied with protect: true is not deleted by --prune', async () => {
  const snippet = (name: string, keys = '') => `name: ${name}\n${keys}tone: Direct\nprompt: x\n`;
  place(reach, { 'ai-snippets/a.yaml': snippet('A', 'protect: true\n'), 'ai-snippets/b.yaml': snippet('B') });
  expect((await reach.run('apply --yes')).code).toBe(0);
  remove(reach, 'ai-snippets/a.yaml');
  remove(reach, 'ai-snippets/b.yaml');
  const plan = await reach.run('plan --prune');
  expect(plan.stdout).toContain('- ai-snippet/B');
  expect(plan.stdout).toContain('? kept: ai-snippet/A  ai-snippets/a.yaml\n    it was applied with protect: true');
  expect((await reach.run('apply --prune --yes --expect 1')).code).toBe(0);
  expect((await reach.run('ai snippet list --fields name')).stdout).toContain('A');
});

test('a protected workflow keeps what starts it', async () => {
  const node = { id: 'a', kind: 'BLOCK', blockId: 'SELECT_LEADS_FROM_LIST', inputs: { list: 'L' }, next: [] };
  const flow = (trigger: string) =>
    `name: W\nprotect: true\npublish: true\ntrigger: ${trigger}\nnodes: [${JSON.stringify(node)}]\n`;
  place(reach, { 'lists/l.yaml': 'name: L\n', 'workflows/w.yaml': flow('{ type: API }') });
  expect(await reach.run('apply --yes')).toMatchObject({ code: 0 });
  write(reach, 'workflows/w.yaml', flow('{ type: MANUAL }'));
  const plan = await reach.run('plan');
  expect(plan.stdout).toContain('! protected: workflow/W  workflows/w.yaml\n    protect: true in its file');
  expect((await reach.run('apply --yes')).code).toBe(6);
  write(reach, 'workflows/w.yaml', flow('{ type: MANUAL }').replace('protect: true\n', ''));
  expect((await reach.run('apply --yes')).code).toBe(0);
});

test('includes: files of a folder beside this one belong to it; nothing from further away', async () => {
  place(reach, { 'reach.yaml': 'includes: [../common]\n', 'campaigns/a.yaml': campaign('x') });
  reach.write('common/lists/shared.yaml', 'name: Shared\n');
  expect((await reach.run('plan')).stdout).toBe(
    '+ list/Shared  ../common/lists/shared.yaml\n+ campaign/Welcome  campaigns/a.yaml\n',
  );
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect(await reach.run('pull')).toMatchObject({ code: 0, stderr: '2 unchanged\n' });
  for (const [include, text] of [
    ['/etc', '/etc must be a folder inside this one, or beside it'],
    ['../../x', '../../x must be a folder inside this one, or beside it'],
    ['../missing', '../missing must be a folder inside this one, or beside it'],
  ] as const) {
    write(reach, 'reach.yaml', `includes: [${include}]\n`);
    const linted = await reach.run('lint');
    expect([linted.code, linted.stdout]).toEqual([1, expect.stringContaining(text)]);
  }
});

test('pull --target writes one file and leaves the others', async () => {
  await reach.run('list create Everyone');
  await reach.run('list create Nobody');
  place(reach, { 'lists/mine.yaml': 'name: Mine\n' });
  expect((await reach.run('pull --target list/Everyone')).stdout).toBe('written\tlists/everyone.yaml\t\n');
  expect(Object.keys(JSON.parse(read(reach, '.reach/local.json')).resources)).toEqual(['list/Everyone']);
  const unknown = await reach.run('pull --target list/Evryone');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('did you mean "list/Everyone"?')]);
});

test('plan: a line for what is new, its values with --verbose; a conflict with its three sides', async () => {
  const faqs = 'faqs: [{ question: Price?, answer: Ten. }]\n';
  place(reach, { 'campaigns/a.yaml': campaign('First'), 'playbook.yaml': faqs });
  expect((await reach.run('plan')).stdout).toBe('+ playbook  playbook.yaml\n+ campaign/Welcome  campaigns/a.yaml\n');
  place(reach, { 'campaigns/a.yaml': campaign('First') });
  expect((await reach.run('plan --verbose')).stdout).toContain('    + steps[0].content: First\n');
  const applied = await reach.run('apply --yes');
  expect([applied.stdout, applied.stderr]).toEqual([
    'create\tcampaign\tWelcome\t1\tcampaigns/a.yaml\n',
    '+ campaign/Welcome  campaigns/a.yaml\n1 applied\n',
  ]);
  await inTheApp('Theirs');
  expect((await reach.run('plan')).stdout).toBe(
    '! drift: campaign/Welcome  campaigns/a.yaml\n    changed in the workspace\n    steps[0].content\n    - First\n    + Theirs\n',
  );
  write(reach, 'campaigns/a.yaml', campaign('Mine'));
  expect((await reach.run('plan')).stdout).toBe(
    [
      '! conflict: campaign/Welcome  campaigns/a.yaml',
      '    changed on both sides',
      '    both changed steps[0].content',
      '      base    First',
      '      mine    Mine',
      '      theirs  Theirs',
      '',
    ].join('\n'),
  );
  expect((await reach.run('plan -o markdown')).stdout).toContain('      mine    Mine\n      theirs  Theirs\n');
  write(reach, 'campaigns/a.yaml', `${campaign('Mine')}  - type: end\n`);
  expect((await reach.run('plan')).stdout).toBe(
    [
      '! conflict: campaign/Welcome  campaigns/a.yaml',
      '    changed on both sides',
      '    both changed steps',
      ...['base    First', 'mine    Mine', 'theirs  Theirs'].flatMap((side) => [
        `      ${side.slice(0, 8)}steps[0].content: ${side.slice(8)}`,
        '              steps[0].subject: Hi',
        '              steps[0].type: email',
        ...(side.startsWith('mine') ? ['              steps[1].type: end'] : []),
      ]),
      '',
    ].join('\n'),
  );
});

// What apply --prune deletes.

test('a folder that has lost all its files: --yes deletes nothing, --expect does with the number', async () => {
  const snippets = ['one', 'two'].map((name) => `ai-snippets/${name}.yaml`);
  place(reach, Object.fromEntries(snippets.map((file, at) => [file, `name: S${at}\ntone: Direct\nprompt: x\n`])));
  expect((await reach.run('apply --yes')).code).toBe(0);
  for (const file of snippets) remove(reach, file);
  const count = async () => JSON.parse((await reach.run('ai snippet list --json')).stdout).length;
  for (const [line, code, text] of [
    ['apply --prune --yes', 2, 'Delete 2 resources?'],
    ['apply --prune --yes --expect 1', 6, '--expect 1: 2 resources would be touched'],
    ['apply --prune --yes --expect 2', 0, '2 applied'],
  ] as const) {
    const before = await count();
    const ran = await reach.run(line);
    expect([ran.code, ran.stderr], line).toEqual([code, expect.stringContaining(text)]);
    expect(await count()).toBe(code === 0 ? 0 : before);
  }
});

test('--prune deletes what no file has any more and was applied from here; nothing else', async () => {
  place(reach, {
    'lists/a.yaml': 'name: A\n',
    'ai-snippets/one.yaml': 'name: One\ntone: Direct\nprompt: x\n',
    'ai-snippets/two.yaml': 'name: Two\ntone: Direct\nprompt: x\n',
  });
  expect((await reach.run('apply --yes')).code).toBe(0);
  await reach.run('ai snippet create -f name=Theirs -f tone=Direct -f prompt=x');
  remove(reach, 'ai-snippets/one.yaml');
  remove(reach, 'lists/a.yaml');
  expect((await reach.run('plan')).stderr).toBe('2 in no file any more, 1 unchanged\n');
  expect((await reach.run('apply --yes')).stderr).toContain('nothing to apply');
  const plan = await reach.run('plan --prune');
  expect(plan.stdout).toContain('- ai-snippet/One');
  expect(plan.stdout).toContain('? forget: list/A');
  expect((await reach.run('apply --yes --prune')).code).toBe(0);
  const left = JSON.parse((await reach.run('ai snippet list --json')).stdout);
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['Two', 'Theirs']);
  expect((await reach.run('plan --prune --exit-code')).code).toBe(0);
});

const ON_ROLE =
  'name: A\nsteps:\n  - { type: condition, condition: { type: lead_field, field: Role, operator: EQUALS, value: x }, onTrue: [{ type: end }] }\n';
const WORKFLOW = [
  'name: W\nnodes:',
  '  - { id: a, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { list: A }, next: [b] }',
  '  - { id: b, kind: CONDITIONAL, conditions: [{ field: Role, operator: EQUALS, value: x }], next: [c, c] }',
  '  - { id: c, kind: BLOCK, blockId: END, next: [] }\n',
].join('\n');
const VARIABLE = 'name: Role\nentity: CONTACT\nprompt: What does {jobTitle} do?\n';
test.each([
  [
    'campaigns/a.yaml',
    'name: A\nsteps: [{ type: email, subject: "{Role}", content: Hi }]\n',
    'ai-variables/a.yaml',
    VARIABLE,
  ],
  ['campaigns/a.yaml', ON_ROLE, 'ai-variables/a.yaml', VARIABLE],
  [
    'workflows/a.yaml',
    WORKFLOW,
    'ai-variables/a.yaml',
    VARIABLE.replace('CONTACT', 'COMPANY').replace('{jobTitle}', '{name}'),
  ],
  [
    'campaigns/a.yaml',
    'name: A\nsteps: [{ type: email, aiMessage: M }]\n',
    'ai-messages/a.yaml',
    'name: M\nchannel: EMAIL\ntone: Direct\nprompt: x\n',
  ],
])('--prune deletes nothing that %s still names', async (user, text, path, used) => {
  place(reach, { 'lists/a.yaml': 'name: A\n', [user]: text, [path]: used });
  expect((await reach.run('apply --yes')).stderr).toContain('3 applied');
  remove(reach, path);
  const ran = await reach.run('apply --prune --yes');
  expect(ran).toMatchObject({ code: 0, stdout: '' });
  expect(ran.stderr).toContain(
    `  ${path}\n    ${user} still names it\nnothing to apply: 1 in no file any more, 2 unchanged\n`,
  );
});

test('a variable that was archived in the app is named by plan and apply: it stays archived', async () => {
  place(reach, { 'ai-variables/pain.yaml': 'name: Pain\nentity: CONTACT\nprompt: What hurts?\n' });
  expect((await reach.run('apply --yes')).code).toBe(0);
  expect((await reach.run('plan')).stderr).not.toContain('archived');
  expect((await reach.run('ai variable archive Pain --yes')).code).toBe(0);
  const warning =
    'warning: ai-variable/Pain is archived in the workspace, and stays so: reach ai variable unarchive 1\n';
  for (const line of ['plan', 'apply --yes']) {
    const ran = await reach.run(line);
    expect([line, ran.code, ran.stderr]).toEqual([line, 0, expect.stringContaining(warning)]);
  }
});
