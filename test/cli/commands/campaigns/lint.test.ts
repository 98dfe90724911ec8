import { expect, test } from 'vitest';
import { pathsOf } from '../../../../src/cli/session/paths.ts';
import { profileCache } from '../../../../src/cli/session/profile-cache.ts';
import { processIo } from '../../../../src/cli/terminal/io.ts';
import { BAD, BAD_TEXT, GOOD, openCampaigns, reach } from './campaign-world.ts';

openCampaigns();

test('a file in order: nothing on stdout, exit 0, and no one is asked', async () => {
  reach.write('good.yaml', GOOD);
  expect(await reach.run('campaign lint good.yaml')).toEqual({
    code: 0,
    stdout: '',
    stderr: '1 file, no problems\n',
    requests: [],
  });
});

test('every problem of every file, with line and caret, exit 1', async () => {
  reach.write('good.yaml', GOOD);
  reach.write('bad.yaml', BAD);
  expect(await reach.run('campaigns lint good.yaml bad.yaml')).toEqual({
    code: 1,
    stdout: BAD_TEXT,
    stderr: '2 errors, 1 warning in 2 files\n',
    requests: [],
  });
});

test('standard input', async () => {
  const ran = await reach.run('campaign lint -', { stdin: BAD });
  expect([ran.code, ran.stdout]).toEqual([1, BAD_TEXT.replaceAll('bad.yaml', '-')]);
});

test('warnings alone are no failure, unless --strict', async () => {
  reach.write('warned.yaml', `${GOOD}  - type: whatsapp_message\n    content: Your {Deal size}\n`);
  const [plain, strict] = [
    await reach.run('campaign lint warned.yaml'),
    await reach.run('campaign lint --strict warned.yaml'),
  ];
  expect([plain.code, plain.stderr, strict.code]).toEqual([0, '1 warning in 1 file\n', 1]);
  expect(plain.stdout).toContain(
    'warned.yaml:8:19: warning: {Deal size} is not a standard field; --online looks for it in the workspace [unverified]',
  );
});

test('a field the profile was last seen with is known', async () => {
  reach.write('warned.yaml', `${GOOD}  - type: whatsapp_message\n    content: Your {Deal size}\n`);
  const paths = pathsOf({ env: { REACH_HOME: reach.home }, platform: 'linux', homeDir: reach.home });
  profileCache({ io: processIo(), paths }, 'local').write('contactFields', [{ id: 'Deal size' }]);
  expect((await reach.run('campaign lint --strict warned.yaml')).stderr).toBe('1 file, no problems\n');
});

test('as data: JSON, a table for a pipe, CSV', async () => {
  reach.write('bad.yaml', BAD);
  const json = await reach.run('campaign lint --json --fields line,column,path,code,severity bad.yaml');
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    [
      { line: 4, column: 11, path: 'steps[0].subject', code: 'required', severity: 'error' },
      { line: 5, column: 17, path: 'steps[0].content', code: 'unknown_placeholder', severity: 'error' },
      { line: 7, column: 5, path: 'steps[2]', code: 'unreachable', severity: 'warning' },
    ],
  ]);
  expect((await reach.run('campaign lint -o id bad.yaml')).stdout).toBe('required\nunknown_placeholder\nunreachable\n');
  const whole = await reach.run('campaign lint --format json bad.yaml');
  expect(JSON.parse(whole.stdout)[0]).toEqual({
    ...{ file: 'bad.yaml', line: 4, column: 11, endLine: 4, endColumn: 16, path: 'steps[0].subject' },
    ...{ code: 'required', message: 'this email needs a subject: it is the first one', severity: 'error' },
    basis: 'given',
  });
});

test('for GitHub: as asked, or beside the text in a workflow', async () => {
  reach.write('bad.yaml', BAD);
  const asked = await reach.run('campaign lint --format github bad.yaml');
  expect(asked.stdout.split('\n')[1]).toBe(
    '::error file=bad.yaml,line=5,endLine=5,col=17,endColumn=27,title=unknown_placeholder::unknown placeholder {firstNme}; did you mean {firstName}? (steps[0].content)',
  );
  const inWorkflow = await reach.run('campaign lint bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
  expect([inWorkflow.stdout, inWorkflow.stderr]).toEqual([BAD_TEXT, `${asked.stdout}2 errors, 1 warning in 1 file\n`]);
  const json = await reach.run('campaign lint --format json bad.yaml', { env: { GITHUB_ACTIONS: 'true' } });
  expect([JSON.parse(json.stdout).length, json.stderr]).toEqual([3, '2 errors, 1 warning in 1 file\n']);
});

test('for GitLab and as JUnit: what is wrong, and that nothing is', async () => {
  reach.write('bad.yaml', BAD);
  reach.write('good.yaml', GOOD);
  const quality = JSON.parse((await reach.run('campaign lint --format gitlab ./bad.yaml good.yaml')).stdout);
  expect(new Set(quality.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(3);
  expect(quality[1]).toEqual({
    description: 'unknown placeholder {firstNme}; did you mean {firstName}? (steps[0].content)',
    check_name: 'unknown_placeholder',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    severity: 'major',
    location: { path: 'bad.yaml', lines: { begin: 5, end: 5 } },
  });
  expect((await reach.run('campaign lint --format gitlab good.yaml')).stdout).toBe('[]\n');
  const { stdout } = await reach.run('campaign lint --format junit bad.yaml good.yaml');
  expect(stdout.split('\n').slice(1, 3)).toEqual([
    '<testsuites tests="2" failures="1" errors="0" time="0.000">',
    '  <testsuite name="reach lint" tests="2" failures="1" errors="0" time="0.000">',
  ]);
  expect(stdout.match(/<failure /g)).toHaveLength(2);
  expect(stdout).toContain('<testcase classname="good.yaml" name="good.yaml" time="0.000"/>');
});

test('as SARIF', async () => {
  reach.write('bad.yaml', BAD);
  const log = JSON.parse((await reach.run('campaign lint --format sarif bad.yaml')).stdout);
  expect([log.version, log.runs[0].tool.driver.version, log.runs[0].results.length]).toEqual(['2.1.0', '1.2.3', 3]);
});

test('broken YAML is a problem like any other', async () => {
  reach.write('broken.yaml', 'name: "never closed\n');
  expect(await reach.run('campaign lint broken.yaml')).toMatchObject({
    code: 1,
    stdout: 'broken.yaml:1:7: this quote is never closed [unclosed_quote]\n1 | name: "never closed\n  |       ^\n',
  });
});

test.each([
  ['campaign lint missing.yaml', 'cannot read missing.yaml: no such file'],
  ['campaign lint .', 'cannot read .: it is a directory'],
  ['campaign lint - -', 'standard input (-) is named twice'],
  ['campaign lint', "missing required argument 'file'"],
  ['campaign lint --format xml a.yaml', "option '--format <format>' argument 'xml' is invalid"],
])('%s is wrong use: exit 2', async (argv, message) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toContain(message);
});
