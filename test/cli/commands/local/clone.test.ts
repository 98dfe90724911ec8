import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Host } from '../../../../src/cli/session/host.ts';
import type { Io } from '../../../../src/cli/terminal/io.ts';
import { openLocal } from '../../../../src/local.ts';
import { inProcess } from '../../../../src/service/in-process.ts';
import { reachForEachTest } from '../../../opened.ts';
import { openWorld } from '../../../service/world.ts';
import { seed } from '../../../stranger/seed.ts';
import { openStranger, STRANGER_KEY } from '../../../stranger/server.ts';
import { differences, type Get, personalValues, readWorkspace } from '../../../workspace.ts';
import type { RunOptions } from '../../world.ts';

const reach = reachForEachTest();

type Listed = Readonly<Record<string, Record<string, unknown>[] | undefined>>;

/** `local` is the service of the test; twins are stores of their own. `edit`: changes the data of its answers. */
const withTwins = (options: RunOptions = {}, edit = (_path: string, _data: Listed) => {}): RunOptions => ({
  ...options,
  openLocal: async (io: Io, folder: string, note: (text: string) => void): ReturnType<Host['openLocal']> => {
    if (!folder.endsWith('/local')) return await openLocal(io, folder, note);
    const local = inProcess(reach.world.service, { interrupt: io.interrupt, sleep: io.sleep, note });
    return {
      transport: async (request) => {
        const answer = await local.handle(request);
        if ('dropped' in answer) throw new Error('dropped');
        const body = JSON.parse(answer.body);
        edit(request.path, body.data);
        return { ...answer, body: JSON.stringify(body) };
      },
      close: local.settle,
    };
  },
});

/** Made-up data is the same in every run. */
function keepMaskingKey(): void {
  mkdirSync(join(reach.home, 'data'), { recursive: true });
  reach.write('data/masking.key', '7'.repeat(64));
}

const twinFolder = (name = 'twin') => join(reach.home, 'data', 'twins', name);

async function read(data: string | null): Promise<Map<string, unknown>> {
  const world = data === null ? reach.world : await openWorld({ data });
  const get: Get = async (path) => (await world.call('GET', path)).body.data;
  try {
    return await readWorkspace(get);
  } finally {
    if (data !== null) await world.close();
  }
}

test('a twin of the sample workspace answers every request as the workspace does', async () => {
  await reach.run('local seed');
  const ran = await reach.run('local clone --from local --json', withTwins());
  expect(ran.code).toBe(0);
  expect(differences(await read(null), await read(twinFolder()))).toEqual([]);
});

test('a masked file has no personal value of the workspace in it', async () => {
  await reach.run('local seed');
  const before = await read(null);
  keepMaskingKey();
  const ran = await reach.run('local clone --from local --to shared.db --json', withTwins());
  expect([ran.code, JSON.parse(ran.stdout).masked]).toEqual([0, true]);
  const values = personalValues(before, 5);
  expect(values.length).toBeGreaterThan(300);
  const text = readFileSync(join(reach.home, 'shared.db')).toString('utf8').toLowerCase();
  expect(values.filter((value) => text.includes(value.toLowerCase()))).toEqual([]);
});

test('what is named is cloned: members of lists with their companies, so many contacts, no conversations', async () => {
  await reach.run('local seed');
  const clone = async (flags: string) => {
    const ran = await reach.run(`local clone --from local --yes --json ${flags}`, withTwins());
    const { contacts, companies, lists, threads = 0, campaigns } = JSON.parse(ran.stdout);
    return [ran.code, { contacts, companies, lists, threads, campaigns }];
  };
  expect(await clone('--lists "Newsletter,Key accounts" --without inbox')).toEqual([
    0,
    { contacts: 19, companies: 19, lists: 2, threads: 0, campaigns: 2 },
  ]);
  expect(await clone('--limit 5')).toEqual([0, { contacts: 5, companies: 2, lists: 3, threads: 2, campaigns: 2 }]);
});

test.each([
  ['--from local --as local', 2, 'the profile name "local" is reserved'],
  ['--from nobody', 2, 'no profile "nobody"'],
  ['--from local --lists Nowhere', 5, 'no list "Nowhere"'],
  ['--from local --lists Fair', 2, '"Fair" matches 2 lists (ids 1, 2)\n  hint: use an id: 1 (CONTACT), 2 (COMPANY)'],
  ['--from local --without contacts', 2, 'only inbox can be left out'],
  ['--from local --as a --to b.db', 2, '--as and --to exclude each other'],
  ['--from local --to taken.db', 6, 'taken.db already exists'],
  ['--from local --as other', 6, 'the profile "other" is not a twin'],
])('local clone %s is refused', async (flags, code, message) => {
  reach.write('taken.db', '');
  for (const entity of ['contacts', 'companies']) await reach.run(`list create Fair --entity ${entity}`);
  mkdirSync(join(reach.home, 'config'), { recursive: true });
  reach.write(
    'config/config.json',
    JSON.stringify({ profiles: { other: { baseUrl: 'http://127.0.0.1:1' } }, current: 'local' }),
  );
  const ran = await reach.run(`local clone ${flags}`, withTwins());
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)]);
});

test('a clone goes on after a kill at any request, and asks for nothing twice', async () => {
  await reach.run('local seed');
  const asked: string[] = [];
  let left = 7;
  const dying: RunOptions = {
    openLocal: async (io, folder, note) => {
      const { openLocal: open } = withTwins();
      if (open === undefined) throw new Error('no service');
      const { transport, close } = await open(io, folder, note);
      if (!folder.endsWith('/local')) return { transport, close };
      return {
        transport: async (request, limits) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          asked.push(request.path);
          return await transport(request, limits);
        },
        close,
      };
    },
  };
  let code = 70;
  for (let runs = 0; code === 70 && runs < 30; runs += 1) {
    left = 7;
    code = (await reach.run('local clone --from local', dying)).code;
  }
  expect([code, asked.filter((path, at) => asked.indexOf(path) !== at)]).toEqual([0, []]);
  expect(differences(await read(null), await read(twinFolder()))).toEqual([]);
});

test('a twin is a profile: commands, plan and scenarios use it; it is replaced, and removed', async () => {
  await reach.run('local seed');
  const run = async (argv: string) => {
    const { code, stdout, stderr } = await reach.run(argv, withTwins());
    return { code, stdout, stderr };
  };
  await run('local clone --from local');
  expect((await run('list show Newsletter --profile twin --json --fields size')).stdout).toBe('{"size":19}\n');
  expect((await run('contacts delete 1 --yes --profile twin')).code).toBe(0);
  expect([(await run('contacts show 1 --profile twin')).code, (await run('contacts show 1')).code]).toEqual([5, 0]);
  expect((await run('local clone --from local')).code).toBe(2);
  expect(await run('local clone --from local --yes')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('error:'),
  });
  expect((await run('contacts show 1 --profile twin')).code).toBe(0);
  reach.write(
    'a.yaml',
    'name: a\ngiven: { twin: twin }\nwhen: [{ advance: 1m }]\nexpect: [{ list: { name: Newsletter, count: 19 } }]\n',
  );
  expect(await run('test a.yaml')).toMatchObject({ code: 0, stdout: expect.stringContaining('a') });
  expect((await run('pull outreach')).code).toBe(0);
  expect(await run('plan outreach --against twin --exit-code')).toMatchObject({ code: 0 });
  expect((await run('plan outreach --against twin --out a.json')).code).toBe(2);
  const compared = await run('local compare --with local -o id --record service.json');
  expect([compared.code, compared.stderr]).toEqual([0, expect.stringContaining('local service over the twin "twin"')]);
  const replayed = await run('local compare --replay service.json -o id');
  expect(replayed).toMatchObject({ code: 0, stderr: expect.stringContaining('over the sample workspace') });
  expect((await run('profile list --json')).stdout).toContain('"name":"twin","baseUrl":"this machine"');
  expect((await run('profile remove twin --yes')).code).toBe(0);
  expect(existsSync(twinFolder())).toBe(false);
});

const PLACE = 'was not copied as it is: it has no place here:';

test('whom the workspace must never contact is left out of a rehearsal on its twin', async () => {
  await reach.run('local seed');
  await reach.run('local clone --from local --yes', withTwins());
  await reach.run('never-contact add alderbrook.example');
  const ran = await reach.run('campaign add-contact 1 1,4 --profile twin --yes --json', withTwins());
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('1 left out, never-contact alderbrook.example')]);
  expect(await reach.run('never-contact remove alderbrook.example --profile twin', withTwins())).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('hint: it is in profile local: remove it there'),
  });
});

test.each<[path: RegExp, values: object, warning: string]>([
  [/owners$/, { email: null }, ''],
  [/companies\?/, {}, ''],
  [/lists\?/, { name: 'Same' }, '2 of lists was not copied as it is: another one has its name'],
  [/mailboxes$/, { provider: 'zoho' }, `1 of mailboxes ${PLACE} CHECK constraint failed`],
  [/inboxes\?/, { channel: 'SMS' }, `of threads ${PLACE} CHECK constraint failed`],
  [/inboxes\?/, { tags: [{ id: 99 }] }, ''],
  [/workflow\/1$/, { plan: null }, 'not copied: workflow "Newsletter, verified": the answer to GET'],
])('what no store of ours can hold: %s with %j', async (path, values, warning) => {
  await reach.run('local seed');
  let edited = 0;
  const edit = (at: string, data: Listed) => {
    if (!path.test(at)) return;
    const [list] = Object.values(data).filter((one) => Array.isArray(one));
    for (const one of list ?? [data]) Object.assign(one, values);
    edited += 1;
    // A page that moved has its last record twice.
    list?.push(...list.slice(-1));
  };
  const ran = await reach.run('local clone --from local', withTwins({}, edit));
  expect([ran.code, ran.stderr, edited > 0]).toEqual([warning === '' ? 0 : 1, expect.stringContaining(warning), true]);
  expect((await reach.run('contacts list --profile twin --all -o id', withTwins())).stdout.split('\n')).toHaveLength(
    61,
  );
});

// A twin of a service that differs from ours: what it shows is there, under ids of the twin where its own are texts.

const NO_THREADS = 'conversations: some have no id';

const NOT_THERE = 'the service has no GET';

test.each([
  ['minimal', [NO_THREADS]],
  ['unpaged', [NO_THREADS]],
  ['strict', [`members of lists: ${NOT_THERE}`]],
  ['renamed', ['tags', 'lists', 'conversations'].map((what) => `${what}: ${NOT_THERE}`)],
  ['richer', [NO_THREADS, 'campaign "Q3 launch" was not copied as it is: steps[0].sendWindow']],
] as const)('of a stranger: %s', async (mode, warnings) => {
  const stranger = await openStranger({ mode });
  seed(stranger.store);
  const ran = await reach.run('local clone --json', {
    env: { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY },
    openLocal: (io: Io, ...input: Parameters<Host['openLocal']>) => openLocal(io, ...input),
  });
  await stranger.close();
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(warnings[0] ?? '')]);
  for (const warning of warnings) expect(ran.stderr).toContain(warning);
  expect(stranger.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const world = await openWorld({ data: join(reach.home, 'data', 'twins', 'twin') });
  const { contacts } = (await world.call('GET', '/v1/contacts', { query: { pageSize: 100 } })).body.data;
  await world.close();
  expect(contacts.map(({ firstName, lastName }: Record<string, unknown>) => `${firstName} ${lastName}`)).toEqual(
    stranger.store.contacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  );
});
