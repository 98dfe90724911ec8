import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest({ empty: false });

/** The id of a new preview. */
async function preview(text: string, flags = ''): Promise<string> {
  const ran = await reach.run(`finder preview "${text}" ${flags} -o id`);
  expect(ran.code).toBe(0);
  return ran.stdout.trim();
}

describe('preview', () => {
  test('the preview on stdout; what was dropped, lost, and what comes next on stderr', async () => {
    const ran = await reach.run('finder preview "seasoned CTOs in Germany using Kubernetes" --json');
    const made = JSON.parse(ran.stdout);
    expect(made).toMatchObject({ resolvedProvider: 'NETWORK', droppedFilters: ['technologies'] });
    expect((await reach.run('finder preview CTOs in Germany')).stderr).toMatch(
      /^506 records found; list them: reach finder /,
    );
    expect([ran.code, ran.stderr]).toEqual([
      0,
      [
        'dropped: technologies (NETWORK cannot filter by it)',
        'not understood: seasoned',
        `list its records: reach finder results ${made.previewId}`,
        '',
      ].join('\n'),
    ]);
  });

  test('it was made, also where its records cannot be counted', async () => {
    const rewrite = (body: string, request: string) => (request.includes('/results') ? '{"data":{}}' : body);
    const ran = await reach.run('finder preview CTOs', { rewrite });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/^list its records: reach finder results /)]);
  });

  test('as a table: the filters as text', async () => {
    const { stdout } = await reach.run('finder preview CTOs with 50-200 employees, not in France');
    expect(stdout).toContain(
      'filters\ttitles: Chief Technology Officer; employees: 50 to 200; not: countries: France\n',
    );
    expect(stdout).not.toContain('result');
  });

  test('words without quotes, standard input, provider, identity by name', async () => {
    const asked = async (argv: string, stdin?: string) =>
      JSON.parse((await reach.run(`${argv} --show-requests --json`, stdin === undefined ? {} : { stdin })).stdout).body;
    expect(await asked('finder preview CTOs in Berlin')).toEqual({ text: 'CTOs in Berlin', provider: 'AUTO' });
    expect(await asked('finder preview -', 'banks in London\n')).toEqual({ text: 'banks in London', provider: 'AUTO' });
    expect(await asked('finder preview CTOs --provider CRM_CONTACTS --identity 2')).toEqual({
      text: 'CTOs',
      provider: 'CRM_CONTACTS',
      identityId: 2,
    });
    expect((await asked('finder preview CTOs --identity "Robin Hale"')).identityId).toBe(2);
  });

  test('a saved filter by id or name', async () => {
    for (const filter of ['2', '"Engineering leaders"']) {
      const ran = await reach.run(`finder preview --saved-filter ${filter} --json`);
      expect(JSON.parse(ran.stdout).userInput).toBe('CTOs, VPs of engineering and heads of engineering');
    }
  });

  test('--workflow: the import node and importSources, as a workflow file has them', async () => {
    const ran = await reach.run('finder preview "companies in our CRM" --workflow --max 500');
    expect(ran.stdout).toMatch(/^nodes:\n {2}- id: import\n {4}kind: BLOCK\n {4}blockId: IMPORT_COMPANIES_FROM_CRM\n/);
    expect(ran.stdout).toMatch(/importSources:\n {2}- nodeId: import\n {4}source:\n {6}previewId: [0-9a-f-]{36}\n/);
    expect(ran.stderr).toMatch(/^warning: IMPORT_COMPANIES_FROM_CRM cannot enforce a maximum per run/);
    const json = await reach.run('finder preview "CTOs" --workflow --json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      nodes: [{ blockId: 'IMPORT_LEADS_FROM_NETWORK', inputs: {} }],
      importSources: [{ nodeId: 'import' }],
    });
  });

  test.each([
    ['--max 500', '--max is for the import node of --workflow'],
    ['--workflow --max 0', '--max 0: must be a whole number from 1 to 2500'],
  ])('%s is refused before anything is searched', async (options, message) => {
    const ran = await reach.run(`finder preview CTOs ${options}`);
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([2, `error: ${message}`]);
    const logged: { path: string }[] = JSON.parse((await reach.run('local log --json')).stdout);
    expect(logged.filter((one) => one.path.includes('previews'))).toEqual([]);
  });

  test('what it prints makes a workflow that the service accepts', async () => {
    const { stdout } = await reach.run('finder preview "CTOs in Berlin" --workflow --max 200 --json');
    const { nodes, importSources } = JSON.parse(stdout);
    const [node] = nodes;
    const plan = {
      nodes: [
        { ...node, next: ['verify'] },
        { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: [] },
      ],
    };
    const checked = await reach.world.call('POST', '/v1/workflows/validate', { body: { plan, importSources } });
    expect(checked.body.data).toMatchObject({ isValid: true, errors: [] });
    expect(checked.body.data.plan.nodes[0].inputs).toMatchObject({ maxCount: 200, search: { provider: 'NETWORK' } });
  });

  test.each<[string, number, RegExp]>([
    ['finder preview', 2, /describe who to find, or give --saved-filter/],
    ['finder preview CTOs --saved-filter 1', 2, /describe who to find, or give --saved-filter/],
    ['finder preview CTOs --provider NOBODY', 2, /NOBODY/],
    ['finder preview --saved-filter Nobody', 5, /no saved filter "Nobody"/],
    ['finder preview --saved-filter 99', 5, /There is no saved filter 99/],
    [`finder preview ${'x'.repeat(2001)}`, 2, /the text has 2001 characters; at most 2000 are allowed/],
    ['finder results nonsense', 3, /must be the uuid of a preview/],
    ['finder results 00000000-0000-4000-8000-000000000000', 5, /There is no preview/],
  ])('%s: exit %i', async (argv, code, message) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});

describe('refine', () => {
  test('a new preview; the chain from the first on', async () => {
    const first = await preview('CTOs in Germany');
    const second = (await reach.run(`finder refine ${first} only in Berlin -o id`)).stdout.trim();
    const ran = await reach.run(`finder refine ${second} "also heads of sales" --json`);
    const third = JSON.parse(ran.stdout);
    expect(third).toMatchObject({ previousPreviewId: second, userInput: 'CTOs in Germany' });
    expect(ran.stderr).toBe(
      [
        'refinement history:',
        `  1. CTOs in Germany  (${first})`,
        `  2. only in Berlin  (${second})`,
        `  3. also heads of sales  (${third.previewId})`,
        `list its records: reach finder results ${third.previewId}`,
        '',
      ].join('\n'),
    );
    expect((await reach.run(`finder results ${first} --limit 1`)).code).toBe(0);
  });

  test('a dry run sends nothing; an empty feedback is not a feedback', async () => {
    const id = await preview('CTOs');
    const ran = await reach.run(`finder refine ${id} larger --show-requests --json`);
    expect([JSON.parse(ran.stdout), ran.requests]).toEqual([
      { method: 'POST', path: `/v1/ai-finder/previews/${id}/iterate`, body: { feedback: 'larger' } },
      [],
    ]);
    expect((await reach.run(`finder refine ${id} -`, { stdin: ' \n' })).code).toBe(2);
    const gone = id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await reach.run(`finder refine ${gone} larger --dry-run`)).toMatchObject({ code: 5, stdout: '' });
  });
});

test('last is the preview made last, refined ones included', async () => {
  expect(await reach.run('finder results last')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/there is no preview yet/),
  });
  const first = await preview('CTOs in Germany');
  const refined = (await reach.run('finder refine last only in Berlin -o id')).stdout.trim();
  const ran = await reach.run('finder results last --limit 1');
  expect([first === refined, ran.requests]).toEqual([
    false,
    [`GET /v1/ai-finder/previews/${refined}/results?page=1&pageSize=1`],
  ]);
});

describe('results', () => {
  test('as many as are wanted, in as few requests as it takes', async () => {
    const id = await preview('people in Germany');
    const few = await reach.run(`finder results ${id} --limit 3 --json`);
    expect([JSON.parse(few.stdout).length, few.requests.length]).toEqual([3, 1]);
    expect(few.stderr).toBe('3 records shown, more available: use --limit N or --all\n');
    const more = await reach.run(`finder results ${id} --limit 60 -o id`);
    expect([new Set(more.stdout.trim().split('\n')).size, more.requests.length]).toEqual([60, 3]);
  });

  test('everything, and then nothing is reported', async () => {
    const id = await preview('CTOs at software companies in Germany');
    const ran = await reach.run(`finder results ${id} --all -o id`);
    const { totalCount } = (await reach.world.call('GET', `/v1/ai-finder/previews/${id}/results`)).body.data;
    expect([ran.stdout.trim().split('\n').length, ran.stderr]).toEqual([totalCount, '']);
  });

  test('fundraising stops at 10 pages, with the reason', async () => {
    const id = await preview('funded companies in Europe');
    const ran = await reach.run(`finder results ${id} --all -o id`);
    expect([ran.code, ran.stdout.trim().split('\n').length, ran.requests.length]).toEqual([0, 250, 10]);
    expect(ran.stderr).toBe(
      '250 records shown; FUNDRAISING_COMPANIES stops at page 10. To reach the rest, refine the preview or import it\n',
    );
    expect((await reach.run(`finder results ${id} --page 11`)).code).toBe(3);
  });

  test('the others end with page 50', async () => {
    const id = await preview('people in Germany');
    const ran = await reach.run(`finder results ${id} --all -o id`);
    expect([ran.stdout.trim().split('\n').length, ran.requests.length]).toEqual([1250, 50]);
    expect(ran.stderr).toContain('page 50 is the last available page');
  });

  test('one page alone', async () => {
    const id = await preview('people in Germany');
    const ran = await reach.run(`finder results ${id} --page 2 --page-size 4 -o id`);
    expect([ran.stdout.trim().split('\n').length, ran.requests]).toEqual([
      4,
      [`GET /v1/ai-finder/previews/${id}/results?page=2&pageSize=4`],
    ]);
    expect(ran.stderr).toBe('page 2; next: --page 3\n');
    expect((await reach.run(`finder results ${id} --page-size 26`)).code).toBe(2);
    for (const option of ['--limit 3', '--all'])
      expect(await reach.run(`finder results ${id} --page 1 ${option}`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `error: one page is whole: leave out ${option.split(' ')[0]}, or --page and --page-size\n`,
        requests: [],
      });
  });

  test('an expired preview: exit 5, and what to make it again from', async () => {
    const id = await preview('CTOs in Germany');
    await reach.run('local clock --advance 25h');
    const ran = await reach.run(`finder results ${id}`);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('regenerate it from the original criteria: "CTOs in Germany"');
  });
});

describe('import', () => {
  test('into a new list, watched to its end', async () => {
    const id = await preview('CTOs at software companies in Germany');
    const ran = await reach.clock.run(
      reach.run(`finder import ${id} --list Found --create-list --watch --exit-status --json`),
    );
    const status = JSON.parse(ran.stdout);
    expect([ran.code, status.overallStatus]).toEqual([0, 'COMPLETED']);
    expect(ran.stderr).toMatch(/^created list 4 "Found"\n/);
    expect(JSON.parse((await reach.run('list show Found --json')).stdout)).toMatchObject({
      entity: 'CONTACT',
      size: status.imported,
    });
  });

  test('companies make a list of companies', async () => {
    const id = await preview('Shopify stores in France');
    await reach.run(`finder import ${id} --list Stores --create-list`);
    expect(JSON.parse((await reach.run('list show Stores --json')).stdout).entity).toBe('COMPANY');
  });

  test('a dry run creates no list and imports nothing', async () => {
    const id = await preview('CTOs');
    const ran = await reach.run(`finder import ${id} --list New --create-list --show-requests --json`);
    expect(JSON.parse(ran.stdout).body).toEqual({ newList: 'New', maxCount: 100 });
    expect(ran.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    const dry = await reach.run(`finder import ${id} --list New --create-list --dry-run`);
    expect([dry.code, dry.stderr]).toEqual([
      0,
      expect.stringMatching(/^would create 1 list, start 1 run on \d+ contacts$/m),
    ]);
    expect((await reach.run(`finder import ${id} --list New`)).code).toBe(5);
    const known = await reach.run(`finder import ${id} --list 1 --max 500 --show-requests --json`);
    expect([JSON.parse(known.stdout).body, known.requests]).toEqual([{ listId: 1, maxCount: 500 }, []]);
  });

  test.each<[string, number, RegExp]>([
    ['--list Nobody', 5, /no list "Nobody"\n {2}hint: use --create-list to create it; /],
    ['--list "Key accounts"', 5, /no list of contacts "Key accounts"\n.*list 3 of that name holds companies/],
    ['--list 3', 3, /List 3 holds companies, not contacts/],
    ['--list 1 --max 150', 2, /must be a multiple of 100\n.*--max 200/],
    ['--list 1 --max 5000', 2, /must be a whole number from 100 to 2500/],
  ])('%s: exit %i', async (flags, code, message) => {
    const ran = await reach.run(`finder import ${await preview('CTOs')} ${flags}`);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
