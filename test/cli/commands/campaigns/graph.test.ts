import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../../src/cli/files/yaml/read.ts';
import { schemaAccepts } from '../../../rules/campaigns/schema.ts';
import { BAD, GOOD, openCampaigns, reach } from './campaign-world.ts';

openCampaigns();

test('as a tree', async () => {
  reach.write('good.yaml', GOOD);
  expect(await reach.run('campaign graph good.yaml')).toEqual({
    code: 0,
    stdout: 'Good (1 step, 1 day)\nday 1  ✉ Email  Hello {firstName}\n',
    stderr: '',
    requests: [],
  });
});

test('as data, Mermaid, DOT and SVG', async () => {
  reach.write('good.yaml', GOOD);
  const data = JSON.parse((await reach.run('campaign graph good.yaml --json')).stdout);
  expect([data.name, data.count, data.steps[0].title, data.edges]).toEqual(['Good', 1, 'Email', []]);
  expect((await reach.run('campaign graph good.yaml --format mermaid')).stdout).toContain('flowchart TD\n  s1["Email');
  expect((await reach.run('campaign graph good.yaml --format dot')).stdout).toContain('digraph "Good" {');
  expect((await reach.run('campaign graph good.yaml --format svg')).stdout).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
});

test('a file with mistakes is drawn as far as it goes, and lint is named', async () => {
  reach.write('bad.yaml', BAD);
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
  reach.write('it.yaml', text);
  const ran = await reach.run('campaign graph it.yaml');
  expect([ran.code, ran.stdout, ran.stderr.slice(ran.stderr.indexOf('error:'))]).toEqual([2, '', message]);
});

describe('init', () => {
  test('writes a file that lints clean and the schema it names, which accepts it', async () => {
    const ran = await reach.run('campaign init');
    expect(ran).toMatchObject({
      code: 0,
      stdout: 'campaign.yaml\ta campaign to start from\ncampaign.schema.json\tthe schema for editors\n',
      stderr: 'next: reach campaign lint campaign.yaml\n',
      requests: ['GET /v1/identities?page=1&pageSize=50'],
    });
    const text = reach.read('campaign.yaml');
    expect(text).toContain('\nidentity: "Admin"\n');
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=campaign.schema.json');
    expect((await reach.run('campaign lint --strict campaign.yaml')).code).toBe(0);
    const { value } = await readYaml(text.replace('identity: "Admin"', 'identityId: 1'));
    expect(schemaAccepts(value)).toEqual([]);
    const schema = reach.read('campaign.schema.json');
    expect((await reach.run('schema campaign')).stdout).toBe(schema);
  });

  test('replaces no file, unless asked to', async () => {
    reach.write('campaign.yaml', 'mine');
    const ran = await reach.run('campaign init');
    expect([ran.code, ran.stderr]).toEqual([2, 'error: campaign.yaml already exists\n  hint: --force replaces it\n']);
    expect(reach.read('campaign.yaml')).toBe('mine');
    expect((await reach.run('campaign init --force -q')).code).toBe(0);
  });

  test('beside a file in another folder, or on standard output', async () => {
    mkdirSync(join(reach.home, 'campaigns'));
    const ran = await reach.run('campaign init campaigns/q3.yaml -o id');
    expect(ran.stdout).toBe('campaigns/q3.yaml\ncampaigns/campaign.schema.json\n');
    const displayed = await reach.run('campaign init - --no-schema');
    expect(displayed.stdout.startsWith('# A campaign is a list of steps')).toBe(true);
    expect((await reach.run('campaign lint -', { stdin: displayed.stdout })).code).toBe(0);
  });
});

test('schema knows its kinds', async () => {
  const ran = await reach.run('schema workflows');
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toContain('<kind> cannot be "workflows". Allowed choices are campaign,');
});
