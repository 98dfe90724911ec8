import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { BODY, FILE, LINK } from './q3.ts';

const reach = reachForEachTest();

describe('create', () => {
  beforeEach(() => reach.write('q3.yaml', FILE));

  test('prints the id and the link', async () => {
    const ran = await reach.run('campaign create q3.yaml --json --fields id,name,status,stepCount,appUrl');
    expect(ran).toEqual({
      code: 0,
      stdout: `{"id":1,"name":"Q3","status":"DRAFT","stepCount":3,"appUrl":"${LINK}/1"}\n`,
      stderr: '',
      requests: ['POST /v1/campaigns'],
    });
  });

  test('a dry run prints the request and sends nothing', async () => {
    const ran = await reach.run('campaign create q3.yaml --show-requests --json');
    expect([ran.code, JSON.parse(ran.stdout), ran.requests]).toEqual([
      0,
      { method: 'POST', path: '/v1/campaigns', body: BODY },
      [],
    ]);
  });

  test('a file with mistakes is exit 3, with every line, and nothing is sent', async () => {
    reach.write('bad.yaml', 'name: Bad\nsteps:\n  - type: email\n    content: Hi {fistName}\n');
    expect(await reach.run('campaign create bad.yaml')).toEqual({
      code: 3,
      stdout: '',
      stderr: `bad.yaml:3:11: this email needs a subject: it is the first one [required]
  at steps[0].subject
3 |   - type: email
  |           ^^^^^

bad.yaml:4:17: unknown placeholder {fistName}; did you mean {firstName}? [unknown_placeholder]
  at steps[0].content
4 |     content: Hi {fistName}
  |                 ^^^^^^^^^^
error: bad.yaml has 2 errors; nothing was written
`,
      requests: [],
    });
  });

  test('what only the service knows is reported at its line too', async () => {
    reach.write(
      'bad.yaml',
      FILE.replace('{firstName}', '{shoeSize}').replace('see it', 'see {shoeSize} and {shoeSize}'),
    );
    const ran = await reach.run('campaign create bad.yaml -q');
    expect([ran.code, ran.stdout, ran.requests]).toEqual([3, '', ['POST /v1/campaigns']]);
    expect(ran.stderr).toBe(`bad.yaml:5:20: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[0].subject
5 |     subject: Hello {shoeSize}
  |                    ^^^^^^^^^^

bad.yaml:14:30: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[1].onFalse[0].content
14 |         content: Did you see {shoeSize} and {shoeSize}?
   |                              ^^^^^^^^^^

bad.yaml:14:45: unknown placeholder {shoeSize} [unknown_placeholder]
  at steps[1].onFalse[0].content
14 |         content: Did you see {shoeSize} and {shoeSize}?
   |                                             ^^^^^^^^^^
error: bad.yaml has 3 errors; nothing was written
`);
  });

  test('with JSON the problems are in the error, with their lines', async () => {
    reach.write('bad.yaml', FILE.replace('{firstName}', '{shoeSize}'));
    const { code, stderr } = await reach.run('campaign create bad.yaml --json');
    const { error } = JSON.parse(stderr);
    expect([code, error.code, error.details.issues]).toEqual([
      3,
      'invalid_file',
      [
        {
          ...{ file: 'bad.yaml', line: 5, column: 20, endLine: 5, endColumn: 30, path: 'steps[0].subject' },
          ...{ code: 'unknown_placeholder', message: 'unknown placeholder {shoeSize}', severity: 'error' },
          basis: 'given',
        },
      ],
    ]);
  });

  test('the same campaign twice needs --again, whatever its comments; after a reset it is new', async () => {
    expect((await reach.run('campaign create q3.yaml -o id')).stdout).toBe('1\n');
    reach.write('copy.yaml', `# the same\n${FILE}`);
    expect(await reach.run('campaign create copy.yaml -o id')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: cannot ask "This file was created before, as campaign 1 in local (the service on this machine). Create it again?" here\n  hint: answer it with --again\n',
      requests: ['GET /v1/campaign/1'],
    });
    for (const [again, warns] of [
      ['', true],
      ['--again', false],
    ] as const) {
      const { stderr } = await reach.run(`campaign create copy.yaml --dry-run ${again}`);
      expect([again, stderr.includes('this file was created before, as campaign 1')]).toEqual([again, warns]);
    }
    expect((await reach.run('campaign create copy.yaml --again -o id')).stdout).toBe('2\n');
    await reach.world.control('POST', '/_local/reset', { empty: true });
    expect((await reach.run('campaign create q3.yaml -o id')).code).toBe(0);
  });

  test('after a lost answer the campaign is found in the list, and needs --again', async () => {
    await reach.world.control('POST', '/_local/faults', { endpoint: 'campaigns.create', drop: 'after', times: 1 });
    expect((await reach.run('campaign create q3.yaml -o id')).code).toBe(7);
    for (const requests of [['GET /v1/campaigns?page=1&pageSize=100', 'GET /v1/campaign/1'], ['GET /v1/campaign/1']]) {
      const again = await reach.run('campaign create q3.yaml -o id');
      expect([again.code, again.stderr.split('?')[0], again.requests]).toEqual([
        2,
        'error: cannot ask "This file was created before, as campaign 1 in local (the service on this machine). Create it again',
        requests,
      ]);
    }
  });

  test('a request that never arrived, and one that was refused, leave nothing behind', async () => {
    await reach.world.control('POST', '/_local/faults', { endpoint: 'campaigns.create', drop: 'before', times: 1 });
    expect((await reach.run('campaign create q3.yaml -o id')).code).toBe(7);
    expect((await reach.run('campaign create q3.yaml -o id')).stdout).toBe('1\n');
    reach.write('bad.yaml', FILE.replace('{firstName}', '{shoeSize}'));
    for (let time = 1; time <= 2; time += 1)
      expect((await reach.run('campaign create bad.yaml -q')).requests).toEqual(['POST /v1/campaigns']);
  });

  test('a file that is not there is exit 2', async () => {
    const ran = await reach.run('campaign create none.yaml');
    expect([ran.code, ran.stderr]).toEqual([2, 'error: cannot read none.yaml: no such file\n']);
  });
});

test('a refusal on a pull request is reported as annotations too', async () => {
  reach.write('bad.yaml', FILE.replace('{firstName}', '{shoeSize}'));
  const ran = await reach.run('campaign create bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
  expect(ran.stderr).toContain(
    '::error file=bad.yaml,line=5,endLine=5,col=20,endColumn=30,title=unknown_placeholder::unknown placeholder {shoeSize} (steps[0].subject)\n',
  );
});

// Where a brace stands that is part of no placeholder: the caret is under it.

test.each([
  ['behind a placeholder', 'Hi {firstName} }'],
  ['before one', 'Hi } {firstName}'],
  ['among wide letters', '你好 {firstName} } 🚀'],
])('%s', async (_, content) => {
  const line = `    content: ${content}`;
  const text = `name: Q3\nsteps:\n  - type: email\n    subject: Hello\n${line}\n`;
  reach.write('q3.yaml', text);
  const { stdout } = await reach.run('campaign lint q3.yaml');
  const input = stdout.split('\n\n').find((part) => part.includes('[lone_brace]')) ?? '';
  const [where, , , caret = ''] = input.trimEnd().split('\n');
  expect(where).toMatch(/^q3\.yaml:5:\d+: warning: /);
  const before = [...line.slice(0, line.search(/(?<!firstName)\}/))];
  const columns = before.reduce((sum, letter) => sum + (/[你好]/.test(letter) ? 2 : 1), 0);
  expect(caret).toBe(`  | ${' '.repeat(columns)}^`);
});

test('what was done is printed, also where the answer says nothing', async () => {
  reach.write('q3.yaml', FILE);
  await reach.run('campaign create q3.yaml --yes');
  await reach.run('contacts create -f firstName=Ada -f lastName=King');
  const rewrite = (body: string, request: string) => (request.startsWith('GET ') ? body : '{"data":{}}');
  const outputs: string[] = [];
  for (const line of ['campaign clone 1', 'campaign add-contact 1 1 --yes', 'contacts delete 1 --yes'])
    outputs.push((await reach.run(`${line} --json`, { rewrite })).stdout);
  expect(outputs).toEqual(['{}\n', '[{"campaignId":1,"contactId":1}]\n', '[{"id":1,"deleted":true}]\n']);
});
