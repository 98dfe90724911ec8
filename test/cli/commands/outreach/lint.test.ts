// What is wrong with a folder, offline: each file by the rules of the service, and what the files say of each other.

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { reachForEachTest } from '../../../opened.ts';
import { openReach } from '../../world.ts';
import { BETWEEN_FILES, campaign } from './between-files.ts';
import { filesOf, place, write } from './folder.ts';

const reach = reachForEachTest();

async function problems(files: Readonly<Record<string, string>>): Promise<string[]> {
  place(reach, files);
  const ran = await reach.run('lint --json');
  expect(ran.requests).toEqual([]);
  const found: {
    file: string;
    line: number;
    column: number;
    severity: string;
    code: string;
    path: string;
    message: string;
  }[] = JSON.parse(ran.stdout);
  expect(ran.code).toBe(found.some(({ severity }) => severity === 'error') ? 1 : 0);
  return found.map(
    ({ file, line, column, severity, code, path, message }) =>
      `${file}:${line}:${column} ${severity} ${code} ${path}: ${message}`,
  );
}

test.each(BETWEEN_FILES)('between files: %s', async (_what, files, expected) =>
  expect(await problems(files)).toEqual(expected),
);

describe('in files', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a list', { 'lists/a.yaml': 'nam: A\nentity: PEOPLE\n' }, ['unknown_key', 'required', 'invalid_value']],
    ['a workflow', { 'workflows/a.yaml': 'name: A\nnodes: []\nimportSources: []\n' }, ['too_small']],
    ['a playbook', { 'playbook.yaml': 'faqs:\n  - answer: x\n' }, ['required']],
    ['no YAML', { 'templates/a.yaml': 'name: [\n' }, ['bad_indent']],
    ['settings', { 'reach.yaml': 'profil: x\nnames: { p: { who: { a: b } } }\n' }, ['unknown_key', 'unknown_key']],
  ])('%s', async (_what, files, codes) => {
    const found = await problems(files);
    const input = found.map((text) => text.split(' ')[2]);
    for (const code of codes) expect(input).toContain(code);
  });

  test('what has errors is neither planned nor applied, and says where they are', async () => {
    place(reach, { 'lists/a.yaml': 'nam: A\n', 'lists/b.yaml': 'name: B\n' });
    for (const [command, code] of [
      ['plan', 1],
      ['apply --yes', 3],
      ['pull', 3],
    ] as const) {
      const ran = await reach.run(command);
      expect(ran.code).toBe(code);
      expect(ran.stderr).toContain('outreach/lists/a.yaml:1:1');
      expect(ran.requests).toEqual(['GET /v1/validate']);
    }
  });
});

test('a name in a summary of a plan is text, not HTML', async () => {
  place(reach, { 'lists/a.yaml': 'name: </summary><img src=x onerror=alert(1)> & co\n' });
  const { stdout } = await reach.run('plan -o markdown');
  expect(stdout).toContain('<summary>list/&lt;/summary&gt;&lt;img src=x onerror=alert(1)&gt; &amp; co</summary>');
  // In a cell of the table a backslash escapes it.
  expect(stdout.split('```')[0]).not.toMatch(/[^\\]<img/);
});

test('for GitHub: annotations at the lines, a summary of the job, a plan in Markdown', async () => {
  place(reach, { 'lists/a.yaml': 'name: A | B\n', 'campaigns/a.yaml': campaign('').replace('Hi', '{firstNam}') });
  const summary = join(reach.home, 'summary.md');
  appendFileSync(summary, '');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const lint = await reach.run('lint', { env });
  expect(lint.code).toBe(1);
  expect(lint.stderr).toContain('::error file=outreach/campaigns/a.yaml,line=5,');
  write(reach, 'campaigns/a.yaml', campaign(''));
  const markdown = [
    '### Plan for My workspace',
    '',
    '2 to create.',
    '',
    '| action | kind | name | file | note |',
    '| --- | --- | --- | --- | --- |',
    '| create | list | A \\| B | lists/a.yaml |  |',
    '| create | campaign | A | campaigns/a.yaml |  |',
    '',
    '<details><summary>list/A | B</summary>',
    '',
    '```diff',
    '+ name: A | B',
    '+ entity: CONTACT',
    '```',
    '',
    '</details>',
    '',
    '<details><summary>campaign/A</summary>',
    '',
    '```diff',
    '+ name: A',
    '+ steps[0].type: email',
    '+ steps[0].subject: Hello',
    '+ steps[0].content: Hi',
    '```',
    '',
    '</details>',
    '',
    '',
  ].join('\n');
  expect((await reach.run('plan -o markdown', { env })).stdout).toBe(markdown);
  await reach.run('apply --yes', { env });
  write(reach, 'campaigns/a.yaml', campaign('').replace('Hi', 'Hi ```'));
  expect((await reach.run('plan -o markdown', { env })).stdout).toContain(
    '<details><summary>campaign/A</summary>\n\n````diff\n@@ steps[0].content @@\n- Hi\n+ Hi ```\n````\n\n</details>\n',
  );
  const text = readFileSync(summary, 'utf8');
  for (const part of ['### Outreach lint: 1 problem in 3 files', markdown, '### Applied to My workspace'])
    expect(text).toContain(part);
});

test('the profile of reach.yaml is used, unless another is named', async () => {
  place(reach, { 'lists/a.yaml': 'name: A\n', 'reach.yaml': 'profile: staging\n' });
  expect((await reach.run('plan')).stderr).toContain('staging');
  expect((await reach.run('plan --profile local')).code).toBe(0);
  expect((await reach.run('plan', { env: { REACH_PROFILE: 'local' } })).code).toBe(0);
});

test('a lock of another workspace is refused', async () => {
  place(reach, { 'lists/a.yaml': 'name: A\n' });
  await reach.run('apply --yes');
  const lock = reach.read('outreach/.reach/local.json');
  write(reach, '.reach/local.json', lock.replace('"id":1,"name":"My workspace"', '"id":9,"name":"Another"'));
  const ran = await reach.run('apply --yes');
  expect(ran.code).toBe(6);
  expect(ran.stderr).toContain('is of the workspace "Another" (9)');
  expect((await reach.run('plan --lock staging')).stderr).toBe('1 unchanged\n');
});

test('what a pull or an init writes, its schema accepts; what is no such file, it does not', async () => {
  const sample = await openReach({ empty: false });
  try {
    await sample.run('pull outreach');
    await sample.run('init outreach started');
    const read = (path: string) => sample.read(`outreach/${path}`);
    const compiled = new Map<string, ValidateFunction>();
    const schemaOf = (text: string): ValidateFunction => {
      const validate =
        compiled.get(text) ??
        new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } }).compile(
          JSON.parse(text),
        );
      compiled.set(text, validate);
      return validate;
    };
    let count = 0;
    for (const folder of ['outreach', 'started']) {
      for (const [path, text] of Object.entries(filesOf(sample, folder))) {
        const named = /^# yaml-language-server: \$schema=(\S+)/.exec(text)?.[1];
        if (named === undefined) continue;
        const validate = schemaOf(read(join(path, '..', named)));
        expect(validate(parse(text)) ? [] : [path, validate.errors]).toEqual([]);
        expect(validate({ ...parse(text), unknown: 1 })).toBe(false);
        count += 1;
      }
    }
    expect(count).toBe(30);
  } finally {
    await sample.close();
  }
});

test.each([
  ['campaigns/q3/b.yaml', 'files stand directly in outreach/campaigns'],
  ['campaign/b.yaml', 'files stand directly in outreach/campaigns'],
  ['Lists/b.yml', 'files stand directly in outreach/lists'],
  ['lists/b.YAML', 'the names of files end in .yaml or .yml'],
  ['lists/b.yaml.txt', 'the names of files end in .yaml or .yml'],
  ['lists/b.json', 'the names of files end in .yaml or .yml'],
])('%s is not read, and that is reported', async (path, expected) => {
  place(reach, { 'campaigns/a.yaml': campaign(''), [path]: 'name: B\n', 'drafts/c.yaml': 'name: C\n' });
  const ran = await reach.run('lint');
  expect(ran).toMatchObject({
    ...{ code: 0, stdout: '', stderr: `warning: outreach/${path} is not read: ${expected}\n2 files, no problems\n` },
  });
});

test.each([
  ['never-contact.txt', 'ada\n', '1: "ada": it is not an email address, a domain, a profile URL or a phone number'],
  ['never-contact.csv', 'a,b\n1,2\n', ' no column holds email addresses, domains, profile URLs or phone numbers'],
])('%s that protects no one', async (path, text, message) => {
  place(reach, { 'lists/a.yaml': 'nam: A\n', [path]: text });
  const ran = await reach.run('lint');
  expect([ran.code, ran.stdout]).toEqual([2, expect.stringContaining('outreach/lists/a.yaml:1:1')]);
  expect(ran.stderr).toContain(`error: outreach/${path}:${message}\n`);
});

test('the lint of a single file understands the names of its folder', async () => {
  place(reach, { 'campaigns/a.yaml': campaign('').replace('name: A', 'name: A\nidentity: Robin Hale') });
  const ran = await reach.run('campaign lint outreach/campaigns/a.yaml');
  expect(ran.code).toBe(0);
  expect((await reach.run('lint outreach')).code).toBe(0);
});

test.each([
  ['profile: staging\nprune: true\n', true],
  ['names: { production: { identity: { Robin Hale: Jo Doe } } }\n', true],
  ['', true],
  ['vars: { a: 1 }\nworkspaces: { p: { vars: { b: x }, names: {} } }\nmoved: { list/A: list/B }\n', true],
  ['vars: { 1a: x }\n', false],
  ['workspaces: { p: { var: {} } }\n', false],
  ['prune: often\n', false],
  ['names: { production: { person: {} } }\n', false],
  ['names: { production: { owner: { Pavel Novak: null } } }\n', true],
  ['names: { production: { identity: { Pavel Novak: null } } }\n', false],
  ['key: gsk_secret\n', false],
])('the schema of reach.yaml and its check agree: %j', async (text, isSound) => {
  const schema = JSON.parse((await reach.run('schema outreach')).stdout);
  const validate = new Ajv({ strict: false }).compile(schema);
  expect(validate(parse(text))).toBe(isSound);
  place(reach, {});
  write(reach, 'reach.yaml', text);
  expect((await reach.run('lint outreach')).code).toBe(isSound ? 0 : 1);
});
