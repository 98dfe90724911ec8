// What is learned of a service from its own definition: asked for once a day, when a request needs it, and never on the way
// of one that does not.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { seed } from '../../stranger/seed.ts';
import type { StrangerOptions } from '../../stranger/server.ts';
import { type Desk, type Drive, openDrive } from './drive.ts';

let drive: Drive | undefined;
afterEach(async () => {
  await drive?.close();
  drive = undefined;
});

/** A desk that knows nothing yet, and what the service is asked from now on. */
async function open(options: StrangerOptions, as: 'fresh' | 'env' | 'profile' = 'fresh') {
  drive = await openDrive(options);
  const { stranger } = drive;
  const desk = await drive.desk(as);
  stranger.reset();
  const ids = seed(stranger.store);
  const run = async (line: string) => {
    const before = stranger.requests.length;
    const ran = await desk.run(line);
    const asked = stranger.requests.slice(before);
    return {
      ...ran,
      // A list is read to its end: each of its pages is the same request.
      asked: [...new Set(asked.map(({ method, path, query }) => [method, path, ...Object.keys(query)].join(' ')))],
    };
  };
  return { desk, run, ids, store: stranger.store };
}

const DEFINITION = 'GET /definitions.json';

/** The file of what was learned of the only host. */
function kept(desk: Desk): string {
  const folder = join(desk.home, '.reach', 'cache');
  const hosts = readdirSync(folder).filter((name) => name.startsWith('127.0.0.1'));
  return join(folder, hosts[0] ?? '', 'definition.json');
}

describe('the definition of a service', () => {
  test('a request that sends nothing undocumented never asks for it', async () => {
    const { run } = await open({ mode: 'strict' });
    expect((await run('contacts list --limit 1')).asked).toEqual(['GET /v1/contacts page pageSize']);
  });

  test('is asked for once, and costs no request afterwards', async () => {
    const { run } = await open({ mode: 'minimal' });
    const list = 'GET /v1/campaigns status page pageSize';
    expect((await run('campaign list --status DRAFT')).asked).toEqual([DEFINITION, list]);
    expect((await run('campaign list --status DRAFT')).asked).toEqual([list]);
    expect((await run('contacts list --limit 1')).asked).toEqual(['GET /v1/contacts page pageSize']);
  });

  test('is asked for again after a day; that there is none is known for a day as well', async () => {
    const { run, desk } = await open({ mode: 'minimal', switches: { isDescribed: false } });
    const list = 'GET /v1/campaigns page pageSize';
    expect((await run('campaign list --status DRAFT')).asked).toEqual([DEFINITION, list]);
    expect((await run('campaign list --status DRAFT')).asked).toEqual([list]);
    const file = JSON.parse(readFileSync(kept(desk), 'utf8'));
    expect(file).toEqual({ format: 3, at: expect.any(Number), value: null });
    writeFileSync(kept(desk), JSON.stringify({ ...file, at: file.at - 86_400_000 }));
    expect((await run('campaign list --status DRAFT')).asked).toEqual([DEFINITION, list]);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"format":0,"at":1788307200000,"value":{"requests":{"constructor":7},"words":[]}}',
  ])('a cache of %j stops nothing', async (text) => {
    const { run, desk } = await open({ mode: 'minimal' });
    await run('campaign list --status DRAFT');
    writeFileSync(kept(desk), text);
    expect(await run('campaign list --status DRAFT')).toMatchObject({ code: 0, stdout: expect.stringContaining('Q3') });
  });

  test('is asked for again where a request is impossible without it', async () => {
    let drops = 2;
    const fault = (_: string, path: string) => (path === '/definitions.json' && drops-- > 0 ? 'dropBefore' : null);
    const { run } = await open({ mode: 'minimal', fault });
    expect(await run('list list')).toMatchObject({ code: 0, asked: [DEFINITION, 'GET /v1/lists page pageSize'] });
  });

  test('one line says what is new, and only once', async () => {
    const { run } = await open({ mode: 'strict' });
    expect((await run('campaign list --status DRAFT')).stderr).toMatch(
      /^learned from 127\.0\.0\.1:\d+\/definitions\.json: 26 requests not there, \d+ without some names of reach$/m,
    );
    expect((await run('campaign list --status DRAFT')).stderr).not.toContain('learned');
  });
});

test('what differs is listed, and only names that were set are used', async () => {
  const { run } = await open({ mode: 'renamed' }, 'profile');
  expect((await run('profile sync --forget')).code).toBe(0);
  const { stdout, stderr } = await run('profile sync');
  expect(stdout).toContain('GET /v1/lists\tpath\t/v1/lists\t\tmissing');
  expect(stdout).toContain('GET /v1/campaigns\tquery\tstatus\t\tmissing');
  expect(stderr).toMatch(/^the service: \d+ requests not there, \d+ without some names of reach$/m);
  expect((await run('list create Newcomers')).code).toBe(5);
  expect((await run('profile set default --path lists.list=/v1/groups')).code).toBe(0);
  expect((await run('list list')).stdout).toContain('ICP DACH');
  expect((await run('list create Newcomers')).code).toBe(5);
});

test('names that an earlier version accepted are used as if they were set', async () => {
  const { desk, run } = await open({ mode: 'renamed' }, 'profile');
  const file = join(desk.home, '.reach', 'config', 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  config.profiles.default.sync = {
    at: '2026-09-01T00:00:00.000Z',
    renames: { 'GET /v1/lists': { path: '/v1/groups', absent: ['search'], byHand: true } },
  };
  writeFileSync(file, JSON.stringify(config));
  expect((await run('list list')).stdout).toContain('ICP DACH');
  expect((await run('profile show')).stdout).toContain('renamed-requests\t1\t');
});

test('maxima are reported with their values, and kept by lint and by the import', async () => {
  const bounded = (text: string) => {
    const document = JSON.parse(text);
    const schemaOf = (path: string) =>
      document.paths[path].post.requestBody.content['application/json'].schema.properties;
    schemaOf('/v1/contacts/bulk').contacts.maxItems = 2;
    schemaOf('/v1/campaigns').steps.items = { properties: { subject: { type: 'string', maxLength: 1 } } };
    return document;
  };
  const { desk, run } = await open(
    {
      mode: 'minimal',
      rewrite: (reply, _, path) =>
        path === '/definitions.json' ? { ...reply, body: bounded(JSON.stringify(reply.body)) } : reply,
    },
    'env',
  );
  const { stdout, stderr } = await run('profile sync');
  expect(stdout, stderr).toContain('POST /v1/contacts/bulk\tbody\tcontacts: at most 100\tcontacts: at most 2\tlimit');
  desk.write({
    'c.yaml': 'name: Autumn\nsteps:\n  - { type: email, subject: Hi, content: Hello }\n',
    'people.csv': `First name,Last name,Company\n${Array.from({ length: 5 }, (_, at) => `Eve,Moss ${at},Acme\n`).join('')}`,
  });
  const lint = await run('campaign lint c.yaml');
  expect(lint.stdout).toContain('subject has 2 characters; the definition of the service says at most 1');
  const before = drive?.stranger.requests.length ?? 0;
  expect((await run('contacts import people.csv --yes')).code).toBe(0);
  const bulks = drive?.stranger.requests.slice(before).filter(({ path }) => path === '/v1/contacts/bulk') ?? [];
  expect(bulks.map(({ body }) => Object(body).contacts.length)).toEqual([2, 2, 1]);
});
