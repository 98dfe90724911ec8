import { expect, test } from 'vitest';
import { BAD, GOOD, openCampaigns, reach, write } from './campaign-world.ts';

openCampaigns();

test('as a tree', async () => {
  write('good.yaml', GOOD);
  expect(await reach.run('campaign graph good.yaml')).toEqual({
    code: 0,
    stdout: 'Good (1 step, 1 day)\nday 1  ✉ Email  Hello {firstName}\n',
    stderr: '',
    requests: [],
  });
});

test('as data, Mermaid, DOT and SVG', async () => {
  write('good.yaml', GOOD);
  const data = JSON.parse((await reach.run('campaign graph good.yaml --json')).stdout);
  expect([data.name, data.count, data.steps[0].title, data.edges]).toEqual(['Good', 1, 'Email', []]);
  expect((await reach.run('campaign graph good.yaml --format mermaid')).stdout).toContain('flowchart TD\n  s1["Email');
  expect((await reach.run('campaign graph good.yaml --format dot')).stdout).toContain('digraph "Good" {');
  expect((await reach.run('campaign graph good.yaml --format svg')).stdout).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
});

test('a file with mistakes is drawn as far as it goes, and lint is named', async () => {
  write('bad.yaml', BAD);
  const ran = await reach.run('campaign graph bad.yaml');
  expect([ran.code, ran.stderr]).toEqual([0, 'bad.yaml has 2 errors: reach campaign lint bad.yaml\n']);
  expect(ran.stdout.split('\n')).toEqual([
    'Bad (3 steps, 1 day)',
    'day 1  ✉ Email  Hi {firstNme}',
    'day 1  ■ End',
    'never  ☐ Task: call  0123',
    '',
  ]);
});

test.each([
  ['a: [\n', 'error: it.yaml is not valid YAML\n'],
  [
    'name: x\n',
    'error: it.yaml is not a campaign: it has no steps\n  hint: reach campaign init writes one to start from\n',
  ],
])('%j cannot be drawn: exit 2', async (text, message) => {
  write('it.yaml', text);
  const ran = await reach.run('campaign graph it.yaml');
  expect([ran.code, ran.stdout, ran.stderr.slice(ran.stderr.indexOf('error:'))]).toEqual([2, '', message]);
});
