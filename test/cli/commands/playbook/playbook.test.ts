import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { yamlText } from '../../../../src/cli/files/yaml/text.ts';
import { contentOf, contentOfFile, keptOf } from '../../../../src/rules/playbook/content.ts';
import { differences } from '../../../../src/rules/playbook/differences.ts';
import { reachForEachTest } from '../../../opened.ts';
import { content } from '../../../rules/playbook/generator.ts';

const reach = reachForEachTest();

const put = (name: string, text: string) => writeFileSync(join(reach.home, name), text);
const read = (name: string) => readFileSync(join(reach.home, name), 'utf8');

const FILE = `company:
  companyIndustry: Machines
  companyOverview: We build engines.
productsServices:
  - name: Difference Engine
    description: Tables without errors
    isMainProduct: true
  - name: Analytical Engine
    description: |
      Any calculation,
      in any order.
idealCustomerProfiles: []
competitors: []
testimonials: []
faqs:
  - question: Does it need steam?
    answer: Yes.
`;

/** The workspace has what the file says. */
async function begin(): Promise<void> {
  put('playbook.yaml', FILE);
  const ran = await reach.run('playbook apply playbook.yaml --yes -q');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
}

const export_ = async () => (await reach.run('playbook export --no-schema')).stdout;
const edited = (change: (text: string) => string) => put('edited.yaml', change(FILE));

describe('show and export', () => {
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
    expect([ran.code, ran.stderr, read('copy.yaml')]).toEqual([
      0,
      'exported the playbook to copy.yaml\n',
      `# yaml-language-server: $schema=playbook.schema.json\n${FILE}`,
    ]);
    expect(JSON.parse(read('playbook.schema.json'))).toEqual(JSON.parse((await reach.run('schema playbook')).stdout));
    await reach.world.control('POST', '/_local/reset', { empty: true });
    await reach.run('playbook apply copy.yaml --yes');
    expect(await export_()).toBe(FILE);
  });

  test('a workspace that is gone is exit 5', async () => {
    await reach.world.control('POST', '/_local/faults', { endpoint: 'playbook.get', status: 404, times: 1 });
    expect((await reach.run('playbook show')).code).toBe(5);
  });
});

describe('lint', () => {
  test('everything at once, with places; nothing is asked of the service', async () => {
    put(
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

describe('diff', () => {
  test('what would change, field by field; the rest of the playbook is not spoken of', async () => {
    await begin();
    put('part.yaml', 'company:\n  companyOverview: New\nfaqs:\n  - question: Why?\n    answer: Because\n    \n');
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
    put('new.yaml', 'faqs:\n  - question: Why?\n');
    const ran = await reach.run('playbook diff new.yaml');
    expect([ran.code, ran.stdout, ran.stderr.split('\n')[0]]).toEqual([
      3,
      '',
      'new.yaml:2:5: a new FAQ needs its answer [required]',
    ]);
  });

  test('an item that is known may be named in part; a renamed one is told as such', async () => {
    await begin();
    put('part.yaml', 'productsServices:\n  - name: Analytical Engine\n    isMainProduct: true\n');
    expect((await reach.run('playbook diff part.yaml -q')).stdout).toBe(`~ productsServices: Difference Engine
    isMainProduct
    - true
~ productsServices: Analytical Engine
    isMainProduct
    + true
`);
    put('renamed.yaml', FILE.replace('Does it need', 'Why does it need'));
    expect(
      (await reach.run('playbook diff renamed.yaml --prune')).stdout,
    ).toBe(`+ faqs: Why does it need steam? (renamed from "Does it need steam?", so it is a new item)
    answer
    + Yes.
- faqs: Does it need steam?
`);
  });
});

describe('apply', () => {
  beforeEach(begin);

  test('asks off a terminal for --yes, and has sent nothing', async () => {
    edited((text) => text.replace('Yes.', 'No.'));
    const ran = await reach.run('playbook apply edited.yaml');
    expect([ran.code, ran.requests, ran.stderr.split('\n').slice(-3)]).toEqual([
      2,
      ['GET /v1/ai-playbook'],
      ['error: cannot ask "Apply this change to the playbook?" here', '  hint: answer it with --yes', ''],
    ]);
  });

  test('sends what is different and nothing else', async () => {
    edited((text) => text.replace('Yes.', 'No.'));
    const dry = await reach.run('playbook apply edited.yaml --dry-run --json');
    expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
      [
        {
          method: 'PUT',
          path: '/v1/ai-playbook',
          body: { faqs: { upsert: [{ question: 'Does it need steam?', answer: 'No.' }] } },
        },
      ],
      ['GET /v1/ai-playbook'],
    ]);
    const ran = await reach.run('playbook apply edited.yaml --yes --json');
    expect([ran.code, ran.stdout, ran.requests]).toEqual([
      0,
      '[{"section":"faqs","created":0,"updated":1,"restored":0,"deleted":0}]\n',
      ['GET /v1/ai-playbook', 'GET /v1/ai-playbook', 'PUT /v1/ai-playbook', 'GET /v1/ai-playbook'],
    ]);
    const again = await reach.run('playbook apply edited.yaml --yes');
    expect([again.code, again.stdout, again.stderr, again.requests]).toEqual([
      0,
      '',
      'nothing changed\n',
      ['GET /v1/ai-playbook'],
    ]);
  });

  test('more than 50 items go in several requests, and it says so; what breaks off is gone on with', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `  - question: Q${index}\n    answer: A\n`).join('');
    put('many.yaml', `faqs:\n${many}`);
    const { handle } = reach.world.service;
    let writes = 0;
    Object.assign(reach.world.service, {
      handle: async (...given: Parameters<typeof handle>) => {
        const isWrite = given[0].method === 'PUT';
        writes += isWrite ? 1 : 0;
        if (isWrite && writes === 3)
          await reach.world.control('POST', '/_local/faults', { endpoint: 'playbook.update', status: 500, times: 1 });
        return handle(...given);
      },
    });
    const broken = await reach.run('playbook apply many.yaml --yes --prune');
    expect([broken.code, broken.stdout, broken.requests.length]).toEqual([7, '', 5]);
    expect(broken.stderr).toContain('too much for one request: 3 requests, which are not atomic together\n');
    expect(broken.stderr).toContain('warning: 2 of 3 requests succeeded; run the command again to send the rest\n');
    const ran = await reach.run('playbook apply many.yaml --yes --prune -o json');
    expect([ran.code, ran.stdout, ran.requests.length]).toEqual([
      0,
      '[{"section":"faqs","created":20,"updated":0,"restored":0,"deleted":1}]\n',
      4,
    ]);
  });

  test('a change by someone else between reading and writing is shown, and nothing is sent', async () => {
    edited((text) => text.replace('Yes.', 'No.'));
    const body = { company: { companyOverview: 'Theirs' } };
    const { handle } = reach.world.service;
    let reads = 0;
    // The second read is the one right before the write.
    Object.assign(reach.world.service, {
      handle: async (...given: Parameters<typeof handle>) => {
        if (given[0].method === 'GET' && given[0].path === '/v1/ai-playbook') {
          reads += 1;
          if (reads === 2) await reach.world.call('PUT', '/v1/ai-playbook', { body });
        }
        return handle(...given);
      },
    });
    const meanwhile = await reach.run('playbook apply edited.yaml --yes');
    expect(meanwhile.code).toBe(6);
    expect(meanwhile.requests).toEqual(['GET /v1/ai-playbook', 'GET /v1/ai-playbook']);
    expect(meanwhile.stderr).toContain(`changed by someone else in the meantime:
~ company
    companyOverview
    - We build engines.
    + Theirs
`);
    expect(meanwhile.stderr).toContain('error: the playbook was changed in the meantime; nothing was sent\n');
  });

  test('an answer that counts in another way is not a failure: what is written is written', async () => {
    edited((text) => text.replace('Yes.', 'No.'));
    const { handle } = reach.world.service;
    Object.assign(reach.world.service, {
      handle: async (...given: Parameters<typeof handle>) => {
        const answer = await handle(...given);
        return 'body' in answer ? { ...answer, body: answer.body.replace('"changes":', '"done":') } : answer;
      },
    });
    const ran = await reach.run('playbook apply edited.yaml --yes --json -q');
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, '[]\n', '']);
  });

  test('what the service refuses is told at the line of the file', async () => {
    put('own.yaml', 'company:\n  companyMood: good\n');
    const { handle } = reach.world.service;
    // A workspace that shows a company field of its own, and a service that takes it back meanwhile.
    Object.assign(reach.world.service, {
      handle: async (...given: Parameters<typeof handle>) => {
        const answer = await handle(...given);
        if (given[0].method !== 'GET' || !('body' in answer)) return answer;
        return { ...answer, body: answer.body.replace('"company":{', '"company":{"companyMood":"bad",') };
      },
    });
    const ran = await reach.run('playbook apply own.yaml --yes -q');
    expect([ran.code, ran.stderr.split('\n').slice(0, 2)]).toEqual([
      3,
      [expect.stringMatching(/^own\.yaml:2:3: company has no field "companyMood"/), '  at company.companyMood'],
    ]);
  });
});

test('edit: any playbook becomes any other as far as the interface allows, and each thing it cannot do is said', async () => {
  await fc.assert(
    fc.asyncProperty(content(), content(), fc.boolean(), async (a, b, prune) => {
      await reach.world.control('POST', '/_local/reset', { empty: true });
      put('a.yaml', await yamlText(a));
      put('b.yaml', await yamlText(b));
      expect((await reach.run('playbook apply a.yaml --yes')).code).toBe(0);
      const ran = await reach.run(`playbook edit --input b.yaml --yes ${prune ? '--prune' : ''}`);
      expect(ran.code).toBe(0);
      const live = contentOf(keptOf((await reach.world.call('GET', '/v1/ai-playbook')).body.data));
      const left = differences(live, contentOfFile(b));
      const kept = new Set(left.filter(({ change }) => change === 'delete').map(({ section }) => section));
      const others = left.filter(({ change }) => change !== 'delete').flatMap(({ fields }) => fields);
      expect([prune && kept.size > 0, ran.stderr.match(/^warning: /gm)?.length ?? 0]).toEqual([
        false,
        kept.size + others.length,
      ]);
      const again = await reach.run(`playbook edit --input b.yaml --yes ${prune ? '--prune' : ''}`);
      expect(again.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

describe('edit off a terminal', () => {
  beforeEach(begin);

  test('needs --input, or --yes and an editor by name; asks the service nothing', async () => {
    for (const argv of ['playbook edit', 'playbook edit --yes']) {
      expect(await reach.run(argv)).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'error: an editor needs a terminal\n  hint: --input FILE --yes takes the edited text; reach playbook export writes it\n',
        requests: [],
      });
    }
    edited((text) => text.replace('Yes.', 'No.'));
    const ran = await reach.run('playbook edit --input edited.yaml');
    expect([ran.code, ran.stderr.split('\n').at(-2)]).toEqual([2, '  hint: answer it with --yes']);
  });

  test('editing that changes nothing sends nothing', async () => {
    expect(await reach.run('playbook edit --input playbook.yaml --yes')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'nothing changed\n',
      requests: ['GET /v1/ai-playbook'],
    });
  });

  test('missing items are kept and named, emptied texts too; exit 0. --prune removes the items', async () => {
    edited((text) =>
      text
        .replace('  companyOverview: We build engines.\n', '')
        .replace('description: Tables without errors', 'description:')
        .replace(/faqs:[\s\S]*/, 'faqs: []\n'),
    );
    const ran = await reach.run('playbook edit --input edited.yaml --yes');
    expect(ran).toEqual({
      code: 0,
      stdout: '',
      stderr: `warning: faqs: "Does it need steam?" is not in the text and stays (--prune removes it)
warning: companyOverview cannot be cleared: it stays as it is
warning: description of the product "Difference Engine" cannot be cleared: it stays as it is
nothing changed
`,
      requests: ['GET /v1/ai-playbook'],
    });
    const pruned = await reach.run('playbook edit --input edited.yaml --yes --prune --json');
    expect([pruned.code, pruned.stdout]).toEqual([
      0,
      '[{"section":"faqs","created":0,"updated":0,"restored":0,"deleted":1}]\n',
    ]);
  });

  test('a section that is taken out as a whole stays, and that is said', async () => {
    edited((text) => text.replace(/faqs:[\s\S]*/, '').replace('Any calculation', 'Every calculation'));
    const ran = await reach.run('playbook edit --input edited.yaml --yes --prune');
    expect([ran.code, ran.stderr.split('\n')[0], ran.stdout]).toEqual([
      0,
      'warning: faqs is no longer in the text and stays as it is; write faqs: [] to remove its items',
      'productsServices\t0\t1\t0\t0\n',
    ]);
  });

  test('with --yes and an editor by name it needs no terminal', async () => {
    put('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
    const ran = await reach.run('playbook edit --yes -q', { env: { EDITOR: 'sh editor.sh' } });
    expect([ran.code, ran.stdout, await export_()]).toEqual([0, 'faqs\t0\t1\t0\t0\n', FILE.replace('Yes.', 'No.')]);
    expect(readdirSync(join(reach.home, 'state', 'edits'))).toEqual([]);
  });

  test('a dry run shows the request, sends nothing and keeps the text', async () => {
    put('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
    const ran = await reach.run('playbook edit --dry-run --json', { env: { EDITOR: 'sh editor.sh' } });
    expect([ran.code, JSON.parse(ran.stdout)[0].body, ran.requests]).toEqual([
      0,
      { faqs: { upsert: [{ question: 'Does it need steam?', answer: 'No.' }] } },
      ['GET /v1/ai-playbook'],
    ]);
    const path = /your text is in (\S+)/.exec(ran.stderr)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toContain('answer: No.');
  });

  test('a refused text is kept where no one can mend it', async () => {
    put('editor.sh', 'sed "s/answer:/answr:/" "$1" > new && cat new > "$1"\n');
    const ran = await reach.run('playbook edit --yes', { env: { EDITOR: 'sh editor.sh' } });
    const path = /your text is in (\S+)/.exec(ran.stderr)?.[1] ?? '';
    expect([ran.code, existsSync(path), readFileSync(path, 'utf8').includes('answr:')]).toEqual([3, true, true]);
    expect(ran.stderr).toContain(`resume with: reach playbook edit --input ${path}`);
  });

  test('an edited text is compared with what the editor opened: what others wrote meanwhile is not undone', async () => {
    put('editor.sh', 'sed "s/Yes\\./No./" "$1" > new && cat new > "$1"\n');
    const { handle } = reach.world.service;
    let reads = 0;
    Object.assign(reach.world.service, {
      handle: async (...given: Parameters<typeof handle>) => {
        reads += given[0].method === 'GET' ? 1 : 0;
        if (reads === 2 && given[0].method === 'GET') {
          await reach.world.call('PUT', '/v1/ai-playbook', { body: { company: { companyOverview: 'Theirs' } } });
        }
        return handle(...given);
      },
    });
    const ran = await reach.run('playbook edit --yes', { env: { EDITOR: 'sh editor.sh' } });
    expect(ran.code).toBe(6);
    Object.assign(reach.world.service, { handle });
    const path = /--input (\S+)/.exec(ran.stderr)?.[1] ?? '';
    expect(readFileSync(path, 'utf8')).toContain('answer: No.');
    expect((await reach.world.call('GET', '/v1/ai-playbook')).body.data.faqs[0].answer).toBe('Yes.');
    // Gone on with, only what was changed in the editor is changed.
    expect((await reach.run(['playbook', 'edit', '--input', path, '--yes'])).code).toBe(0);
    expect(await export_()).toBe(FILE.replace('Yes.', 'No.').replace('We build engines.', 'Theirs'));
  });
});
