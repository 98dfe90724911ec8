import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlaybook, playbookProblems } from '../../../src/cli/files/playbook-file.ts';
import { yamlText } from '../../../src/cli/files/yaml/text.ts';
import { playbookFileSchema } from '../../../src/contract/playbook/file-schema.ts';
import { rejectionsOf } from '../../../src/rules/playbook/check.ts';
import { contentOfFile, overlaid } from '../../../src/rules/playbook/content.ts';
import { checkPlaybookFile } from '../../../src/rules/playbook/file.ts';
import { filtersOfProfile, sizeOf } from '../../../src/rules/playbook/recommend.ts';
import { content } from './generator.ts';

describe('what a profile says about whom to search for', () => {
  test.each([
    ['50-200', { min: 50, max: 200 }],
    ['200 to 2,000 employees', { min: 200, max: 2000 }],
    ['1.000–500', { min: 500, max: 1000 }],
    ['1,000+', { min: 1000, max: null }],
    ['more than 50', { min: 50, max: null }],
    ['up to 50', { min: 1, max: 50 }],
    ['250', { min: 250, max: 250 }],
    ['mid-market', null],
    ['', null],
  ])('%s', (text, size) => expect(sizeOf(text)).toEqual(size));

  test('industries are cut apart, titles are taken as they are', () => {
    expect(
      filtersOfProfile({ companyIndustry: 'Food, Retail and Logistics; Food/Travel', jobTitles: ['CTO', 5] }),
    ).toEqual({ industries: ['Food', 'Retail', 'Logistics', 'Travel'], companySize: null, jobTitles: ['CTO'] });
  });
});

describe('playbook files', () => {
  const validate = new Ajv({ strict: false }).compile(playbookFileSchema());

  test('whatever is written is read back as it was, has nothing against it, and its schema accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(content(), async (body) => {
        const file = await parsePlaybook('playbook.yaml', await yamlText(body));
        expect([file.body, await playbookProblems(file), validate(file.body)]).toEqual([body, [], true]);
      }),
    );
  });

  test('the sample file is sound, and the schema says so', async () => {
    const sample = readFileSync(join(import.meta.dirname, '../../../src/samples/playbook.yaml'), 'utf8');
    const file = await parsePlaybook('playbook.yaml', sample);
    expect([await playbookProblems(file), validate(file.body)]).toEqual([[], true]);
  });

  test.each<[string, unknown]>([
    ['an unknown section', { products: [] }],
    ['an item without its key', { faqs: [{ answer: 'A' }] }],
    ['a field that is none', { competitors: [{ name: 'A', website: 'x' }] }],
    ['an object where a list belongs', { faqs: {} }],
    ['a list where a text belongs', { productsServices: [{ name: 'A', description: ['x'] }] }],
    ['what the service makes', { idealCustomerProfiles: [{ name: 'A', linkedInFilters: {} }] }],
  ])('%s is refused by rules and schema', (_, body) => {
    expect([checkPlaybookFile(body).some(({ severity }) => severity === 'error'), validate(body)]).toEqual([
      true,
      false,
    ]);
  });

  test.each<[string, unknown, readonly string[]]>([
    ['no object', ['faqs'], [' invalid_type']],
    [
      'texts left empty on purpose',
      { company: { companyName: null }, faqs: [{ question: 'Q', answer: '' }] },
      ['company.companyName no_effect', 'faqs[0] incomplete'],
    ],
    [
      'a list left empty on purpose',
      {
        idealCustomerProfiles: [
          { name: 'P', companyIndustry: 'I', companySize: '5', keyPainPoints: 'k', jobTitles: [] },
        ],
      },
      [],
    ],
    ['an empty match key', { faqs: [{ question: ' ', answer: 'A' }] }, ['faqs[0].question too_small']],
    ['a text too long', { company: { companyName: 'x'.repeat(10_001) } }, ['company.companyName too_big']],
  ])('%s', (_, body, found) => {
    expect(checkPlaybookFile(body).map(({ path, code }) => `${path} ${code}`)).toEqual(found);
  });

  test('a part over a live playbook is as the live one has it in all it does not name', () => {
    const live = contentOfFile({
      company: { companyName: 'N', companySize: '5' },
      productsServices: [
        { name: 'A', description: 'a', isMainProduct: true },
        { name: 'B', description: 'b' },
      ],
      faqs: [{ question: 'Q', answer: 'A' }],
    });
    const part = contentOfFile({
      company: { companySize: '6' },
      productsServices: [{ name: ' A ' }, { name: 'B', isMainProduct: true }],
    });
    expect(overlaid(live, part)).toEqual({
      company: { companyName: 'N', companySize: '6' },
      productsServices: [
        { name: 'A', description: 'a' },
        { name: 'B', description: 'b', isMainProduct: true },
      ],
    });
  });
});

test('a refusal without items or ids has neither detail', () => expect(rejectionsOf({}, [])).toEqual({}));
