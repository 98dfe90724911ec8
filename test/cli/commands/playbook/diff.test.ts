import { expect, test } from 'vitest';
import { begin, FILE, openPlaybook, reach } from './playbook-world.ts';

openPlaybook();

test('what would change, field by field; the rest of the playbook is not spoken of', async () => {
  await begin();
  reach.write('part.yaml', 'company:\n  companyOverview: New\nfaqs:\n  - question: Why?\n    answer: Because\n    \n');
  const ran = await reach.run('playbook diff part.yaml --exit-code');
  expect(ran).toEqual({
    code: 1,
    stdout: `~ company
    companyOverview
    - We build engines.
    + New
+ faqs: Why?
    answer
    + Because
`,
    stderr: 'warning: faqs: "Does it need steam?" is not in the text and stays (--prune removes it)\n',
    requests: ['GET /v1/ai-playbook'],
  });
  const pruned = await reach.run('playbook diff part.yaml --prune --json');
  expect([pruned.code, pruned.stderr, JSON.parse(pruned.stdout)]).toEqual([
    0,
    '',
    [
      {
        section: 'company',
        change: 'update',
        item: '',
        fields: [{ field: 'companyOverview', before: 'We build engines.', after: 'New' }],
      },
      {
        section: 'faqs',
        change: 'create',
        item: 'Why?',
        fields: [{ field: 'answer', before: null, after: 'Because' }],
      },
      {
        section: 'faqs',
        change: 'delete',
        item: 'Does it need steam?',
        fields: [{ field: 'answer', before: 'Yes.', after: null }],
      },
    ],
  ]);
});

test('the same is exit 0 with --exit-code; a bad file is exit 3 with its lines', async () => {
  await begin();
  expect(await reach.run('playbook diff playbook.yaml --prune --exit-code')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'no differences\n',
    requests: ['GET /v1/ai-playbook'],
  });
  reach.write('new.yaml', 'faqs:\n  - question: Why?\n');
  const ran = await reach.run('playbook diff new.yaml');
  expect([ran.code, ran.stdout, ran.stderr.split('\n')[0]]).toEqual([
    3,
    '',
    'new.yaml:2:5: a new FAQ needs its answer [required]',
  ]);
});

test('an item that is known may be named in part; a renamed one is reported as such', async () => {
  await begin();
  reach.write('part.yaml', 'productsServices:\n  - name: Analytical Engine\n    isMainProduct: true\n');
  expect((await reach.run('playbook diff part.yaml -q')).stdout).toBe(`~ productsServices: Difference Engine
    isMainProduct
    - true
~ productsServices: Analytical Engine
    isMainProduct
    + true
`);
  reach.write('renamed.yaml', FILE.replace('Does it need', 'Why does it need'));
  expect(
    (await reach.run('playbook diff renamed.yaml --prune')).stdout,
  ).toBe(`+ faqs: Why does it need steam? (renamed from "Does it need steam?", so it is a new item)
    answer
    + Yes.
- faqs: Does it need steam?
`);
});
