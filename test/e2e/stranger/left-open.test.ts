// Where the interface leaves something open, another service decides: what it takes is sent, and what it does not show is not
// taken for a difference.

import { afterEach, expect, test } from 'vitest';
import { isObject } from '../../../src/contract/json.ts';
import { type Seeded, seed } from '../../stranger/seed.ts';
import type { StrangerOptions } from '../../stranger/server.ts';
import { fill } from '../../stranger/table/proof.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive;
let desk: Desk;
let ids: Seeded;
afterEach(() => drive.close());

async function start(options: Partial<StrangerOptions> = {}, as: Parameters<Drive['desk']>[0] = 'env'): Promise<void> {
  drive = await openDrive({ mode: 'minimal', ...options });
  ids = seed(drive.stranger.store);
  desk = await drive.desk(as);
}

const run = (line: string, env: Readonly<Record<string, string>> = {}) => desk.run(fill(line, ids), { env });
const sent = () => drive.stranger.requests.filter(({ method, path }) => method !== 'GET' && !/search$/.test(path));

const LONG = 'x'.repeat(100_001);
const limits = {
  'long.csv': `firstName,lastName,companyName,jobTitle\nAl,Bo,Co,${LONG.slice(0, 10_001)}\n`,
  'signature.html': LONG,
};

test.each([
  ['contacts import long.csv --yes', 0, /created\t1\n/, ''],
  [`finder preview ${LONG.slice(0, 2001)}`, 0, /previewId/, 'at most 2000 are allowed (the service may accept it'],
  ['finder import {preview} --list {list} --max 7', 0, /actionsId/, ''],
  ['identity signature {identity} --file signature.html', 0, /./, 'at most 100000 are allowed (the service may'],
  [`inbox link --contacts ${Array.from({ length: 501 }, (_, at) => at + 1).join(',')}`, 0, /./, '501 ids are too many'],
  ['social react {post} --amount 2000 --yes', 0, /./, ''],
])('a limit that only our own service has refuses nothing: %.40s', async (line, code, stdout, stderr) => {
  await start();
  desk.write(limits);
  const ran = await run(line);
  expect([ran.code, sent().map(({ status }) => status)], ran.stderr).toEqual([code, [200]]);
  expect(ran.stdout).toMatch(stdout);
  expect(ran.stderr).toContain(stderr);
});

const WORKFLOW = `name: Verify leads
plan:
  name: Verify leads
  nodes:
    - { id: select, kind: BLOCK, blockId: SELECT_LEADS_FROM_LIST, inputs: { leadsGroupId: {list} }, next: [verify] }
    - { id: verify, kind: BLOCK, blockId: VERIFY_LEAD_EMAIL, next: [] }
`;

test('a draft whose name is not in the answer is unchanged', async () => {
  await start({
    rewrite: (reply, method, path) => {
      const { body } = reply;
      if (method !== 'GET' || !/^\/v1\/workflow\/\d+$/.test(path) || !isObject(body)) return reply;
      const { name: _name, ...data } = isObject(body['data']) ? body['data'] : {};
      return { ...reply, body: { ...body, data } };
    },
  });
  desk.write({ 'flow.yaml': fill(WORKFLOW, ids) });
  const ran = await run('workflow update {workflow} flow.yaml --yes -o json');
  expect([ran.code, JSON.parse(ran.stdout).outcome, sent()], ran.stderr).toEqual([0, 'UNCHANGED', []]);
  expect(ran.stderr).toContain('does not show the name of workflow');
  expect((await run('workflow update flow.yaml --yes')).stderr).not.toContain('does not show the name');
});

test('a field that the first record lacks has its column', async () => {
  await start();
  await run('contacts create -f firstName=Eve -f lastName=Moss -f companyName=Moss -f Notes=old --custom');
  const listed = await run('contacts list --fields firstName,cf_1 -o csv');
  expect([listed.code, listed.stdout], listed.stderr).toEqual([0, 'firstName,cf_1\nAda,\nBob,\nEve,old\n']);
  const wrong = await run('contacts list --fields firstName,cf_2 -o csv');
  expect([wrong.code, wrong.stdout, wrong.stderr.split('\n')[0]]).toEqual([
    2,
    '',
    'error: --fields: contact has no cf_2',
  ]);
});

test.each([
  ['contacts show "Ada Byron" -o id', 'ada'],
  ['contacts show ada@engines.example -o id', 'ada'],
  ['companies show engines.example -o id', 'company'],
])('a full-text search that finds nothing is not the last word: %s', async (line, who) => {
  await start({
    rewrite: (reply, _method, path) => (path.endsWith('/search') && isTextSearch() ? { ...reply, body: EMPTY } : reply),
  });
  const isTextSearch = () =>
    isObject(drive.stranger.requests.at(-1)?.body) && 'search' in Object(drive.stranger.requests.at(-1)?.body);
  const ran = await run(line);
  expect([ran.code, ran.stdout], ran.stderr).toEqual([0, `${ids[who]}\n`]);
});

const EMPTY = { status: 'success', message: 'OK', data: { contacts: [], companies: [] } };

test('a workflow made by reach is sent with the other end of a path where the service refuses the one', async () => {
  const ends: unknown[] = [];
  await start({
    mode: 'strict',
    rewrite: (reply, method, path) => {
      if (method === 'GET' && path === '/v1/workflows') return { ...reply, body: { status: 'success', data: [] } };
      if (method !== 'POST' || path !== '/v1/workflows') return reply;
      const end = Object(Object(drive.stranger.requests.at(-1)?.body).plan).nodes.at(-1).next;
      ends.push(end);
      return end.length === 1 ? reply : { status: 422, body: { message: 'node action-1 needs 1 slot' } };
    },
  });
  const ran = await run('action run --type VERIFY_LEAD_EMAIL --contacts {ada}');
  expect([ran.code, ends], ran.stderr).toEqual([0, [[], ['']]]);
});

test.each([
  [
    'strict',
    'finder preview CTOs',
    { REACH_NAMES: '' },
    5,
    '--field finder.preview.text=NAME --field finder.preview.provider=NAME',
  ],
  ['strict', 'finder preview CTOs', { REACH_NAMES: 'finder.preview.text=query,finder.preview.provider=source' }, 0, ''],
  [
    'strict',
    'finder preview CTOs',
    { REACH_NAMES: 'finder.nothing.words=query' },
    2,
    'REACH_NAMES: "finder.nothing.words=query" is not',
  ],
  [
    'strict',
    'list create Newcomers',
    {},
    5,
    'reach profile set PROFILE --path lists.create=/v1/… (with REACH_BASE_URL: REACH_NAMES=lists.create=/v1/…)',
  ],
  ['strict', 'profile set env --field finder.preview.text=query', {}, 2, 'REACH_NAMES=finder.preview.text=query'],
] as const)('%s: %s, with %j', async (mode, line, env, code, text) => {
  await start({ mode });
  const ran = await run(line, env);
  expect(ran.code, ran.stderr).toBe(code);
  expect(ran.stderr).toContain(text);
});

test('a definition without paths will have none the next time either', async () => {
  await start(
    {
      rewrite: (reply, _method, path) =>
        path === '/definitions.json' ? { ...reply, body: { openapi: '3.1.0', paths: {} } } : reply,
    },
    'fresh',
  );
  const ran = await run('profile sync');
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
    5,
    'error: /definitions.json of the service is not an OpenAPI document with paths',
  ]);
});

test.each([
  ['campaign add-contact {campaign} {ada}', 0, ''],
  ['campaign add-contact {campaign} {ada},7777', 1, 'no contact 7777'],
  ['campaign add-contact 7777 {ada}', 5, 'Campaign not found'],
  ['list remove {list} --contacts {ada}', 0, ''],
])('%s --show-requests: refused where the real run is', async (line, code, text) => {
  await start();
  const ran = await run(`${line} --show-requests`);
  expect([ran.code, sent()], ran.stderr).toEqual([code, []]);
  expect(ran.stderr).toContain(text);
});

const UNDESCRIBED = { mode: 'strict', switches: { isDescribed: false } } as const;

test.each([
  [UNDESCRIBED, 'campaign add-contact {campaign} {ada}', 5, '', 'campaigns.addContact.contactId=NAME'],
  [{ mode: 'strict' }, 'list remove {list} --contacts {ada}', 5, '', 'does not show this path'],
  [{ mode: 'renamed' }, 'campaign add-contact {campaign} {ada}', 0, '"leadId":', ''],
] as const)(
  '%j: %s --show-requests is refused, or has the names of the service',
  async (options, line, code, stdout, stderr) => {
    await start(options, options.mode === 'renamed' ? 'profile' : 'env');
    const ran = await run(`${line} --show-requests --json`);
    expect([ran.code, sent()], ran.stderr).toEqual([code, []]);
    expect([ran.stdout, ran.stderr]).toEqual([expect.stringContaining(stdout), expect.stringContaining(stderr)]);
  },
);

test('what a status leaves out is left out of its line', async () => {
  await start();
  expect((await run('contacts list --limit 1')).stderr).toMatch(/^1 contact shown, there may be more/);
  const acted = await run('action run --type VERIFY_LEAD_EMAIL --contacts {ada} --watch');
  expect([acted.code, acted.stderr]).toEqual([
    0,
    expect.stringMatching(/^actions \d+ PROCESSING\nactions \d+ COMPLETED\n$/),
  ]);
  const followed = await run('workflow watch {run}');
  expect([followed.code, followed.stderr]).toEqual([0, expect.stringContaining(fill('run {run}: SUCCEEDED', ids))]);
});

test('a sender by its name, where the service shows none', async () => {
  await start();
  desk.write({ 'q3.yaml': 'name: Q3\nidentity: Robin Hale\nsteps: [{ type: email, subject: Hi, content: Hello }]\n' });
  const hidden = 'the service shows';
  expect((await run('campaign lint --online q3.yaml')).stdout).toContain(
    `${hidden} email addresses of identities, not names`,
  );
  expect((await run('identity show "Robin Hale"')).stderr).toContain(`${hidden} no names of identities`);
});
