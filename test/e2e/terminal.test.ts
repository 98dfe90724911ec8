import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEY, loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';
import { readable, startOnTerminal } from './terminal.ts';

const home = homeForAllTests();

const ESCAPE = '\u001b[';
const PEOPLE = [
  { id: 1, firstName: 'Ada', lastName: 'Lovelace', jobTitle: 'Analyst', company: { name: 'Engines' } },
  { id: 2, firstName: 'Grace', lastName: 'Hopper', jobTitle: 'Admiral', company: { name: 'Navy' } },
];

const withPeople = () =>
  loopback((_, response) =>
    response.end(success({ contacts: PEOPLE, page: 1, pageSize: 25, total: 2, hasNextPage: false })),
  );

const COLUMNS = ['--fields', 'id,firstName,company.name'];

test('on a terminal a list is a table with headings and colours', async () => {
  const { env } = await withPeople();
  const ran = await startOnTerminal(home, ['contacts', 'list', ...COLUMNS], { env }).ended;
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain(ESCAPE);
  expect(readable(ran.stdout)).toBe(
    `ID  First name  Company\n${'─'.repeat(23)}\n 1  Ada         Engines\n 2  Grace       Navy\n`,
  );
});

test.each([
  ['NO_COLOR', { NO_COLOR: '1' }, []],
  ['--no-color', {}, ['--no-color']],
  ['a dumb terminal', { TERM: 'dumb' }, []],
])('%s: the same table without colours', async (_, more, flags) => {
  const { env } = await withPeople();
  const options = { env: { ...env, ...more } };
  const ran = await startOnTerminal(home, ['contacts', 'list', ...COLUMNS, ...flags], options).ended;
  expect(ran.stdout).not.toContain(ESCAPE);
  expect(ran.stdout).toBe(
    `ID  First name  Company\r\n${'─'.repeat(23)}\r\n 1  Ada         Engines\r\n 2  Grace       Navy\r\n`,
  );
});

test('FORCE_COLOR colours an error in a pipe; nothing else does', async () => {
  const plain = await home.run(['contacts', 'nonsense']);
  const forced = await home.run(['contacts', 'nonsense'], { env: { FORCE_COLOR: '1' } });
  expect([plain.stderr.includes(ESCAPE), forced.stderr.includes(ESCAPE)]).toEqual([false, true]);
});

test('auth login asks for the key without showing it, and it is in no output', async () => {
  const service = await loopback((_, response) => response.end(success({ workspace: { name: 'Acme' } })));
  const running = startOnTerminal(home, ['auth', 'login', '--base-url', service.url]);
  await running.seen('API key');
  running.type(`${KEY}\r`);
  const ran = await running.ended;
  expect(ran.code).toBe(0);
  expect(readable(ran.stdout)).toContain('Acme');
  expect(ran.stdout).not.toContain(KEY);
  expect(JSON.parse(readFileSync(join(home.reachHome, 'config', 'config.json'), 'utf8'))).toMatchObject({
    current: 'default',
    profiles: { default: { baseUrl: service.url, key: KEY } },
  });
});

test('Ctrl-C at a question ends with 130 and stores nothing', async () => {
  const service = await loopback((_, response) => response.end(success({})));
  const running = startOnTerminal(home, ['auth', 'login', '--profile', 'never', '--base-url', service.url]);
  await running.seen('API key');
  running.type('gsk_half\u0003');
  const ran = await running.ended;
  expect(ran.code).toBe(130);
  expect(readable(ran.stdout)).not.toMatch(/Error|at .*\.js|gsk_half/);
  expect(service.asked).toEqual([]);
  expect((await home.run(['profile', 'show', 'never'])).code).not.toBe(0);
});

test('without a terminal nothing is asked: exit 2 names the flag that answers', async () => {
  const ran = await home.run(['auth', 'login', '--base-url', 'http://127.0.0.1:9']);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('--key-stdin');
});

test.each([
  ['--no-input', {}, ['--no-input']],
  ['CI', { CI: 'true' }, []],
  ['REACH_NO_INPUT', { REACH_NO_INPUT: '1' }, []],
])('%s: nothing is asked on a terminal either', async (_, env, flags) => {
  const args = ['auth', 'login', '--base-url', 'http://127.0.0.1:9', ...flags];
  const ran = await startOnTerminal(home, args, { env }).ended;
  expect(ran.code).toBe(2);
  expect(readable(ran.stdout)).toContain('--key-stdin');
});

test('the tour waits for Enter between its steps, and Ctrl-C ends it', async () => {
  const running = startOnTerminal(home, ['demo', '--no-color'], { columns: 80 });
  await running.seen('Enter goes on, Ctrl-C ends the tour');
  expect(readable(running.stdout())).not.toContain('2. Import a CSV file.');
  running.type('\r');
  await running.seen('2. Import a CSV file.');
  await running.seen(
    (displayed) => readable(displayed).split('Enter goes on').length > 2 && displayed.includes('rejects.csv, fix'),
  );
  running.type('\u0003');
  const ran = await running.ended;
  expect(ran.code).toBe(130);
  expect(readable(ran.stdout)).not.toContain('3. The same file again');
});
