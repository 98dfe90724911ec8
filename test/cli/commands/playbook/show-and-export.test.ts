// Show and export.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { begin, export_, FILE, openPlaybook, reach } from './playbook-world.ts';

openPlaybook();

test('what is there, as rows and as the service answers it', async () => {
  await begin();
  const rows = await reach.run('playbook show');
  expect([rows.code, rows.stdout, rows.requests]).toEqual([
    0,
    [
      'company\t\tcompanyIndustry\tMachines',
      'company\t\tcompanyOverview\tWe build engines.',
      'productsServices\t1\tDifference Engine\tmain product; Tables without errors',
      'productsServices\t2\tAnalytical Engine\tAny calculation, in any order. ',
      'faqs\t3\tDoes it need steam?\tYes.\n',
    ].join('\n'),
    ['GET /v1/ai-playbook'],
  ]);
  const { data } = (await reach.world.call('GET', '/v1/ai-playbook')).body;
  expect(JSON.parse((await reach.run('playbook show --json')).stdout)).toEqual(data);
  expect(JSON.parse((await reach.run('playbook show faqs --json --fields question')).stdout)).toEqual([
    { question: 'Does it need steam?' },
  ]);
  expect((await reach.run('playbook show productsServices -o id')).stdout).toBe('1\n2\n');
  // A company field has no id.
  expect((await reach.run('playbook show -o id')).stdout).toBe('1\n2\n3\n');
});

test('an export is the file that was applied, and applies to an empty workspace', async () => {
  await begin();
  expect(await export_()).toBe(FILE);
  const ran = await reach.run('playbook export --file copy.yaml');
  expect([ran.code, ran.stderr, reach.read('copy.yaml')]).toEqual([
    0,
    'exported the playbook to copy.yaml\n',
    `# yaml-language-server: $schema=playbook.schema.json\n${FILE}`,
  ]);
  expect(JSON.parse(reach.read('playbook.schema.json'))).toEqual(
    JSON.parse((await reach.run('schema playbook')).stdout),
  );
  await reach.world.control('POST', '/_local/reset', { empty: true });
  await reach.run('playbook apply copy.yaml --yes');
  expect(await export_()).toBe(FILE);
});

test('a workspace that is gone is exit 5', async () => {
  await reach.world.control('POST', '/_local/faults', { endpoint: 'playbook.get', status: 404, times: 1 });
  expect((await reach.run('playbook show')).code).toBe(5);
});

describe('lint', () => {
  test('everything at once, with places; nothing is asked of the service', async () => {
    reach.write(
      'bad.yaml',
      `company:
  companyOverview: ''
  companyColour: red
products: []
faqs:
  - question: Why?
  - question: " Why?"
    answr: Because
productsServices:
  - description: No name
    isMainProduct: maybe
testimonials:
idealCompanies: []
`,
    );
    const ran = await reach.run('playbook lint bad.yaml');
    expect([ran.code, ran.requests, ran.stderr]).toEqual([1, [], '8 errors, 3 warnings in 1 file\n']);
    expect(ran.stdout.split('\n').filter((line) => line.startsWith('bad.yaml'))).toEqual([
      'bad.yaml:2:20: warning: an empty companyOverview clears nothing: the service keeps what it has [no_effect]',
      expect.stringMatching(/^bad\.yaml:3:3: company has no field "companyColour" .*\[unknown_key\]$/),
      expect.stringMatching(/^bad\.yaml:4:1: a playbook has no field "products".*\[unknown_key\]$/),
      'bad.yaml:6:5: warning: a new FAQ needs its answer: without, the workspace must have it already [incomplete]',
      'bad.yaml:7:5: this FAQ is already at faqs[0] [duplicate_item]',
      'bad.yaml:7:5: warning: a new FAQ needs its answer: without, the workspace must have it already [incomplete]',
      'bad.yaml:8:5: an FAQ has no field "answr"; did you mean "answer"? [unknown_key]',
      'bad.yaml:10:5: a product needs its name: it is matched by it [required]',
      'bad.yaml:11:20: isMainProduct must be true or false, not text [invalid_type]',
      expect.stringMatching(
        /^bad\.yaml:12:\d+: testimonials has no value: write \[\] for none, or leave it out \[invalid_type\]$/,
      ),
      'bad.yaml:13:1: idealCompanies is created by the service [not_writable]',
    ]);
  });

  test('the sample and an export have nothing against them', async () => {
    const sample = readFileSync(join(import.meta.dirname, '../../../../src/samples/playbook.yaml'), 'utf8');
    expect((await reach.run('playbook lint --strict -', { stdin: sample })).code).toBe(0);
    expect((await reach.run('playbook lint --strict -', { stdin: FILE })).code).toBe(0);
  });
});
