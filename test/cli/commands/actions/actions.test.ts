import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import type { Reach } from '../../world.ts';

const reach = reachForEachTest({ empty: false });

/** Runs it with time passing while it waits. */
const watching: Reach['run'] = (argv, options) => reach.clock.run(reach.run(argv, options));

/** What a dry run would have sent. */
async function dry(argv: string, options?: Parameters<Reach['run']>[1]) {
  const ran = await reach.run(`${argv} --show-requests --json`, options);
  return ran.code === 0 ? JSON.parse(ran.stdout).body : [ran.code, ran.stderr];
}

const RUN = `list: Newsletter
actions:
  - type: ENRICH_WITH_EMAIL
    options: { speed: SLOW }
  - type: VERIFY_LEAD_EMAIL
`;

describe('run', () => {
  test('flags: each option belongs to the type before it', async () => {
    expect(
      await dry(
        'action run --type enrich-with-email --option sortedApis=a,b --option maxTimeToWait=5000 --type EXPORT_TO_CRM --option CRMOwnerId.value=7 --option CRMOwnerId.override=true --option overwriteFields:={"jobTitle":true} --contacts 1,2',
      ),
    ).toEqual({
      actions: [
        { type: 'ENRICH_WITH_EMAIL', options: { sortedApis: ['a', 'b'], maxTimeToWait: 5000 } },
        {
          type: 'EXPORT_TO_CRM',
          options: { CRMOwnerId: { value: '7', override: true }, overwriteFields: { jobTitle: true } },
        },
      ],
      contactIds: [1, 2],
    });
  });

  test('a text that looks like a number stays text where the option takes text', async () => {
    expect(
      await dry(
        'action run --type SEARCH_LEADS_FROM_NETWORK_COMPANY --option text=42 --option importOnlyNewContacts=true --companies 4',
      ),
    ).toEqual({
      actions: [{ type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY', options: { text: '42', importOnlyNewContacts: true } }],
      companyIds: [4],
    });
  });

  test('lists by name, several of them, and ids from standard input', async () => {
    const verify = 'action run --type VERIFY_LEAD_EMAIL';
    expect((await dry(`${verify} --list Newsletter --list "Decision makers"`)).contactGroupIds).toEqual([1, 2]);
    expect((await dry(`${verify} --contacts -`, { stdin: '3\n4\n' })).contactIds).toEqual([3, 4]);
    expect((await dry('action run --type SYNC_COMPANY_WITH_CRM --list "Key accounts"')).companyGroupIds).toEqual([3]);
    // EXPORT_TO_CRM works on both: the list tells.
    expect((await dry('action run --type EXPORT_TO_CRM --list "Key accounts"')).companyGroupIds).toEqual([3]);
    expect((await dry('action run --type EXPORT_TO_CRM --list 3')).companyGroupIds).toEqual([3]);
  });

  test('a dry run sends nothing', async () => {
    const ran = await reach.run('action run --type VERIFY_LEAD_EMAIL --contacts 1 --show-requests');
    expect([ran.code, ran.requests]).toEqual([0, []]);
  });

  test('a file; flags name another target', async () => {
    reach.write('enrich.yaml', RUN);
    expect((await dry('action run enrich.yaml')).contactGroupIds).toEqual([1]);
    const retargeted = await dry('action run enrich.yaml --contacts 5');
    expect(retargeted).toMatchObject({ contactIds: [5], actions: [{ type: 'ENRICH_WITH_EMAIL' }, {}] });
    expect('contactGroupIds' in retargeted).toBe(false);
    expect(await dry('action run -', { stdin: RUN })).toMatchObject({ contactGroupIds: [1] });
  });

  test('without --watch: the id, and how to watch', async () => {
    expect(await reach.run('action run --type VERIFY_LEAD_EMAIL --contacts 1 -o id')).toEqual({
      code: 0,
      stdout: '1\n',
      stderr: 'watch it: reach action watch 1\n',
      requests: ['POST /v1/actions'],
    });
  });

  test('--watch: the status at the end; --exit-status reports a bad one', async () => {
    reach.write('enrich.yaml', RUN);
    const ran = await watching('action run enrich.yaml --watch --exit-status --json');
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ overallStatus: 'COMPLETED', progress: 100 });
    expect(ran.stderr).toMatch(/actions 1 COMPLETED: 19 completed, 19 skipped of 38 \(100%\)\n$/);
    const phones = 'action run --type ENRICH_WITH_PHONE --list Newsletter --watch';
    expect((await watching(phones)).code).toBe(0);
    const again = await watching(`${phones} --exit-status --type VERIFY_LEAD_PHONE`);
    expect(again.code).toBe(1);
  });

  test('at a terminal: a card, and below it a row an action with the reasons', async () => {
    const ran = await watching(
      'action run --type ENRICH_WITH_PHONE --type VERIFY_LEAD_PHONE --list Newsletter --watch',
      { tty: true },
    );
    expect(ran.stdout).toContain('Status   │ Partial');
    expect(ran.stdout).toMatch(/Type +Completed +Failed +Skipped/);
    expect(ran.stdout).toMatch(/ENRICH_WITH_PHONE +10 +9 .*9 × nothing was found/);
    expect(ran.stdout).toMatch(/VERIFY_LEAD_PHONE .*9 × there is no phone number/);
  });

  test('what is wrong with flags: everything at once, exit 3, nothing sent', async () => {
    const ran = await reach.run(
      'action run --type VERIFY_EMAIL --type ENRICH_WITH_EMAIL --option speed=FASTER --companies 1',
    );
    expect([ran.code, ran.stdout, ran.requests]).toEqual([3, '', []]);
    expect(ran.stderr).toContain('actions[0].type: type must be');
    expect(ran.stderr).toContain(
      'actions[1].type: ENRICH_WITH_EMAIL works on contacts, and companyIds names companies',
    );
    expect(ran.stderr).toContain(
      'actions[1].options.speed: speed must be SLOW or FAST, not "FASTER"; did you mean "FAST"?',
    );
    const json = await reach.run('action run --type VERIFY_EMAIL --contacts 1 --json');
    expect(JSON.parse(json.stderr).error).toMatchObject({
      code: 'invalid',
      details: { issues: [{ path: 'actions[0].type' }] },
    });
  });

  test('what is wrong with a file: with line and column, exit 3, nothing sent', async () => {
    reach.write(
      'bad.yaml',
      'list: Newsletter\nactions:\n  - type: ENRICH_WITH_EMAIL\n    options: { speed: FASTER }\n',
    );
    const ran = await reach.run('action run bad.yaml');
    expect([ran.code, ran.requests]).toEqual([3, []]);
    expect(ran.stderr).toMatch(/^bad.yaml:4:23: speed must be SLOW or FAST/);
  });

  test('what only the service knows is reported at its line too', async () => {
    reach.write(
      'search.yaml',
      'companyIds: [1]\nactions:\n  - type: SEARCH_LEADS_FROM_NETWORK_COMPANY\n    options: { text: CTOs, destinationContactGroupId: 3 }\n',
    );
    const ran = await reach.run('action run search.yaml');
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/^search.yaml:4:55: list 3 holds companies, not contacts/);
  });

  test.each<[string, number, RegExp]>([
    ['action run', 2, /give a run file, or --type/],
    ['action run --type VERIFY_LEAD_EMAIL', 2, /no target/],
    [
      'action run --type VERIFY_LEAD_EMAIL --contacts 1 --list Newsletter',
      2,
      /give one of --list, --contacts, --companies/,
    ],
    ['action run --option speed=FAST --type ENRICH_WITH_EMAIL --contacts 1', 2, /comes before any --type/],
    ['action run --type ENRICH_WITH_EMAIL --option speed --contacts 1', 2, /must be name=value/],
    [
      'action run --type ENRICH_WITH_EMAIL --option speed=FAST --option speed=SLOW --contacts 1',
      2,
      /speed: .*given twice/,
    ],
    [
      'action run --type EXPORT_TO_CRM --option CRMOwnerId=7 --option CRMOwnerId.value=8 --contacts 1',
      2,
      /given twice/,
    ],
    ['action run --type ENRICH_WITH_EMAIL --option maxTimeToWait:=12345678901234567890 --contacts 1', 2, /digits/],
    ['action run --type VERIFY_LEAD_EMAIL --list Nobody', 5, /no list "Nobody"/],
    [
      'action run --type VERIFY_LEAD_EMAIL --list "Key accounts"',
      5,
      /^error: no list of contacts "Key accounts"\n {2}hint: list 3 of that name holds companies\n$/,
    ],
    [
      'action run --type ENRICH_WITH_EMAIL --option sped=FAST --option maxTimeToWait=soon --contacts 1',
      3,
      /^error: the run has 2 errors; nothing was sent\n {2}actions\[0\]\.options\.sped: .*\n {2}actions\[0\]\.options\.maxTimeToWait: .*\n/,
    ],
    ['action run --type VERIFY_LEAD_EMAIL --contacts 999', 5, /there is no contact 999/],
    ['action run none.yaml', 2, /cannot read none.yaml/],
    ['action status 99', 5, /There is no action run 99/],
    ['action watch 99', 5, /There is no action run 99/],
    ['action watch x', 2, /x is not a valid run id/],
  ])('%s: exit %i', async (argv, code, message) => {
    const ran = await reach.run(argv);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});

describe('status, types, lint', () => {
  test('status of a run; contacts of it', async () => {
    await reach.run('action run --type VERIFY_LEAD_EMAIL --contacts 1,2');
    const ran = await reach.run('action status 1 --json --fields overallStatus,statusCounts');
    expect(ran.stdout).toBe('{"overallStatus":"COMPLETED","statusCounts":{"COMPLETED":2}}\n');
    expect((await reach.run('contacts list --actions 1 -o id')).stdout).toBe('1\n2\n');
  });

  test('as a table for a pipe: each action with its counts and why', async () => {
    await reach.run('action run --type ENRICH_WITH_PHONE --contacts 1,2,4');
    expect((await reach.run('action status 1')).stdout).toMatch(
      /^actions\tENRICH_WITH_PHONE: (\d completed, )?\d failed( \(\d × nothing was found\))?$/m,
    );
  });

  test('types at a terminal: names are never cut, what they do is broken to its width', async () => {
    const { stdout } = await reach.run('action types --no-color', { tty: true, columns: 40 });
    expect(stdout).toContain(`
SEARCH_LEADS_FROM_NETWORK_COMPANY  companies
  text  text
      whom to find, in words; at most
      500 characters
`);
    expect(stdout).toContain('  promptCompanyFieldsCRMMapping  field: { value, override }\n');
    expect(stdout).toContain('\nVERIFY_LEAD_EMAIL  contacts\n      takes no options\n\n');
  });

  test('types: every option of every type, and no one is asked', async () => {
    const ran = await reach.run('action types --json');
    expect([ran.code, ran.requests]).toEqual([0, []]);
    const rows: Record<string, string>[] = JSON.parse(ran.stdout);
    expect(new Set(rows.map(({ type }) => type)).size).toBe(10);
    const of = (type: string) => rows.flatMap((row) => (row['type'] === type ? [row['option']] : []));
    expect(of('SEARCH_LEADS_FROM_NETWORK_COMPANY')).toEqual([
      ...'text savedFilterId filters keyword maxLeadsToImport destinationContactGroupId'.split(' '),
      ...'onlyIncludeIfCompanyUrnMatch importOnlyNewContacts'.split(' '),
    ]);
    expect(of('VERIFY_LEAD_EMAIL')).toEqual([null]);
  });

  test('lint: everything wrong, exit 1, and no one is asked', async () => {
    reach.write('enrich.yaml', RUN);
    reach.write('bad.yaml', 'actions:\n  - type: VERIFY_LEAD_EMAIL\n    options: { speed: FAST }\n');
    expect(await reach.run('action lint enrich.yaml')).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 file, no problems\n',
      requests: [],
    });
    const ran = await reach.run('action lint enrich.yaml bad.yaml');
    expect([ran.code, ran.requests, ran.stderr]).toEqual([1, [], '1 error, 1 warning in 2 files\n']);
    expect(ran.stdout).toContain('bad.yaml:3:16: VERIFY_LEAD_EMAIL takes no options: remove "speed" [unknown_key]');
    expect(ran.stdout).toContain('bad.yaml:1:1: warning: the file names no target');
  });

  test('schema action: a JSON Schema that editors take', async () => {
    const { stdout } = await reach.run('schema action');
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { actions: { type: 'array' }, list: { type: ['string', 'number', 'boolean'] } },
    });
  });
});
