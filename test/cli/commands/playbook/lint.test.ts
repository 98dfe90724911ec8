import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE, openPlaybook, reach } from './playbook-world.ts';

openPlaybook();

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
      'bad.yaml:8:5: a FAQ has no field "answr"; did you mean "answer"? [unknown_key]',
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
