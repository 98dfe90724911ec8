// What doctor says of a command, and how the command ends: of a service in each of its modes, once its names are set.

import { beforeAll, expect, test } from 'vitest';
import { STRANGER_KEY } from '../../stranger/server.ts';
import { MODES, type Mode } from '../../stranger/switches.ts';
import { outcomeOf } from '../../stranger/table/row.ts';
import { TABLE } from '../../stranger/table/table.ts';
import { openDrive } from './drive.ts';

type Message = 'ready' | 'degraded' | 'not possible';

async function verdicts(mode: Mode): Promise<ReadonlyMap<string, Message>> {
  const drive = await openDrive({ mode });
  const desk = await drive.desk('profile');
  const { code, stdout, stderr } = await desk.run('doctor --json');
  await drive.close();
  expect(code, stderr).toBe(0);
  const rows: { check: string; status: string; message: string }[] = JSON.parse(stdout);
  const reported = new Map<string, Message>();
  for (const { message, status } of rows.filter(({ check }) => check === 'commands')) {
    const [name = '', rest = ''] = message.split(/: (.*)/s);
    if (status === 'ok') for (const ready of rest.split(', ')) reported.set(ready, 'ready');
    else reported.set(name, rest.startsWith('not possible') ? 'not possible' : 'degraded');
  }
  return reported;
}

// Doctor reads the declaration of every command: once, all of them are loaded.
beforeAll(async () => {
  const drive = await openDrive({ mode: 'minimal' });
  await (await drive.desk('fresh')).run('commands');
  await drive.close();
});

test.each(MODES)('%s: doctor and the outcomes agree', async (mode) => {
  const reported = await verdicts(mode);
  const wrong = TABLE.filter(({ local }) => local !== true).flatMap((row) => {
    const { is } = outcomeOf(row, mode);
    const doctor = reported.get(row.command);
    if (doctor === undefined) return [];
    const agrees = doctor === 'ready' ? is === 'works' : doctor === 'degraded' || is === 'not possible';
    return agrees ? [] : [`${row.command} ${row.argv}: ${is}, doctor says ${doctor}`];
  });
  expect(wrong).toEqual([]);
  // What no way of calling it does is said to be impossible.
  const never = new Map<string, boolean>();
  for (const row of TABLE) {
    const isNever = outcomeOf(row, mode).is === 'not possible' && row.local !== true;
    never.set(row.command, isNever && never.get(row.command) !== false);
  }
  expect([...never].filter(([command, is]) => is && reported.get(command) !== 'not possible')).toEqual([]);
});

test('what differs is listed, with what the profile names in its place, and those names are sent', async () => {
  const groupOf = (id: number) => ({ values: { fullName: 'ada' }, contactIds: [id, id + 10], size: 2 });
  const asked = () => drive.stranger.requests.filter(({ path }) => path === '/v1/contacts/duplicates');
  const drive = await openDrive({
    mode: 'renamed',
    rewrite: (reply, _method, path) => {
      const data = { groups: [groupOf(asked().length)], nextCursor: asked().length < 2 ? 'second' : null };
      return path === '/v1/contacts/duplicates' ? { status: 200, body: { status: 'success', data } } : reply;
    },
  });
  const desk = await drive.desk('profile');
  const fields = 'contacts.duplicates.cursor=after contacts.duplicates.limit=groupsPerPage';
  expect((await desk.run(`profile set default --field ${fields}`)).code).toBe(0);
  const { stdout } = await desk.run('doctor --json');
  expect(stdout).not.toContain(STRANGER_KEY);
  const checks: { check: string; status: string; message: string }[] = JSON.parse(stdout);
  const listed = checks.map(({ check, status, message }) => `${check} ${status}: ${message}`);
  for (const text of [
    'definition ok: GET /v1/saved-filters, query: has no type (named in the profile)',
    'definition ok: POST /v1/actions, path: does not exist (named in the profile)',
    'definition warning: POST /v1/contact, body: has no contactCRMId, leadCRMId',
    'definition warning: POST /_reach/apply-lock, path: does not exist',
    expect.stringMatching(/^definition ok: \d+ requests have .*; \d+ more are available through reach api$/),
  ])
    expect(listed).toContainEqual(text);

  const found = await desk.run('duplicates --by fullName --all --json');
  expect([found.code, JSON.parse(found.stdout)], found.stderr).toEqual([0, [groupOf(1), groupOf(2)]]);
  expect(asked().map(({ query }) => Object.keys(query))).toEqual([
    ['fields', 'groupsPerPage'],
    ['fields', 'groupsPerPage', 'after'],
  ]);
  const dry = await desk.run('profile sync --forget --dry-run');
  expect([dry.code, dry.stderr]).toEqual([0, 'dry run: the profile is not changed\n']);
  expect((await desk.run('profile show')).stdout).toMatch(/renamed-requests\t\d+\tprofile set, 20/);
  expect((await desk.run('profile sync --profile local')).code).toBe(2);
  await drive.close();
});
