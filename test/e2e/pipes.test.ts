import { expect, test } from 'vitest';
import { loopback, success } from './loopback.ts';
import { homeForAllTests } from './opened.ts';

const home = homeForAllTests();

const person = (id: number) => ({ id, firstName: 'Ada', lastName: 'x'.repeat(1_000) });
const page = (from: number, hasNextPage: boolean) =>
  success({
    contacts: Array.from({ length: 100 }, (_, n) => person(from + n)),
    page: 1,
    pageSize: 100,
    total: 100_000,
    hasNextPage,
  });

/** A list that never ends by itself. */
const endless = () =>
  loopback((request, response) => {
    const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    response.end(page(at * 100, true));
  });

/** So many pages of 100 KB, then this. */
const thenAfter = (pages: number, status: number) =>
  loopback((request, response) => {
    const at = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    if (at <= pages) response.end(page(at * 100, true));
    else if (status === 200) response.end(page(at * 100, false));
    else response.writeHead(status).end(JSON.stringify({ status: 'error', message: 'broken' }));
  });

const BIG = 3 * 1024 * 1024;

test.each([
  ...['ndjson', 'json', 'csv', 'table', 'id'].map((output) => `contacts list --all -o ${output}`),
  'contacts export',
  'api /v1/contacts --paginate -o ndjson',
])('| head -1 ends an endless list quietly: %s', async (words) => {
  const service = await endless();
  const line = `{ reach ${words}; echo "exit $?" >&2; } | head -1`;
  const ran = await home.shell(line, { env: service.env });
  expect(ran.stderr).toBe('exit 0\n');
  expect(ran.stdout.split('\n')).toHaveLength(2);
});

test.each([
  ['inbox tag 1,5,17,19 --tag "Meeting booked" -o json', 'inbox threads --tag "Meeting booked" -o id', 4],
  ['contacts delete 50,51,52,53,54,55 --yes -o ndjson', 'contacts list --all -o id -q', 54],
  ['campaign add-contact 1 1,2,3,4,5,6,7,8 --yes --template "{{contactId}}"', 'campaign contacts 1 -o id -q', 8],
])('a reader that goes away ends no work: %s', async (line, after, count) => {
  const ran = await home.shell(`{ reach ${line}; echo "exit $?" >&2; } | true`);
  expect(ran.stderr).toContain('exit 0\n');
  expect((await home.shell(`reach ${after}`)).stdout.match(/^\d+$/gm)).toHaveLength(count);
});

test.each(['completion fish', 'completion zsh', 'completion bash', 'contacts import --help', 'commands --tree --json'])(
  '| head -c 20 ends %s quietly, larger than a pipe or not',
  async (words) => {
    const ran = await home.shell(`{ reach ${words}; echo "exit $?" >&2; } | head -c 20`);
    expect([ran.stderr, ran.stdout.length]).toEqual(['exit 0\n', 20]);
  },
);

test('a reader of stderr that went away changes nothing', async () => {
  const service = await thenAfter(2, 200);
  const line = '{ { reach contacts list --limit 50 --debug -o id; echo "exit $?" >&3; } 2>&1 >&3 3>&3 | true; } 3>&1';
  const ran = await home.shell(line, { env: service.env });
  expect(ran.stdout.split('\n').slice(-2)).toEqual(['exit 0', '']);
  expect(ran.stdout.split('\n')).toHaveLength(52);
});

test('3 MiB arrive whole through a pipe', async () => {
  const service = await thenAfter(30, 200);
  // Its records have fewer fields than a schema asks for.
  const ran = await home.start(['contacts', 'list', '--all', '--json'], { env: service.env, stdin: '' }).ended;
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout.length).toBeGreaterThan(BIG);
  expect(JSON.parse(ran.stdout)).toHaveLength(3_100);
});

test('3 MiB arrive whole also when the command then fails', async () => {
  const service = await thenAfter(31, 500);
  const args = ['contacts', 'list', '--all', '-o', 'ndjson', '--max-retries', '0'];
  const ran = await home.run(args, { env: service.env });
  expect(ran.code).toBe(7);
  expect(ran.stdout.length).toBeGreaterThan(BIG);
  expect(
    ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toHaveLength(3_100);
  expect(JSON.parse(ran.stderr)).toMatchObject({ error: { status: 500 } });
});
