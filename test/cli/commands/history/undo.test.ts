// What a command changed, as the history shows it, and taken back: before, after, undone.

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';
import { served } from '../outreach/mistakes.ts';
import { recordedRuns, workspaceOf } from './workspace.ts';

const reach = reachForAllTests({ empty: false });

const run = recordedRuns(reach);
const json = async (line: string) => JSON.parse((await run(`${line} -o json`)).stdout);

test('an entry whose command was killed says what it did', async () => {
  await run('contacts update 2 -f jobTitle=Late');
  const [{ id }] = await json('history');
  const name = readdirSync(reach.home, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`${id}/entry.json`),
  );
  const { counts, endedAt: _, ...started } = JSON.parse(reach.read(name ?? ''));
  reach.write(name ?? '', JSON.stringify(started));
  const killed = { state: 'interrupted', changed: '1 contact updated', counts };
  expect((await json('history'))[0]).toMatchObject(killed);
  expect((await run(`undo ${id}`)).stderr).toMatch(/jobTitle=Late" of \S+: 1 contact updated/);
  expect((await run(`undo ${id} --yes`)).code).toBe(0);
});

test('an update leaves an entry, is shown, and is taken back', async () => {
  const before = await json('contacts show 1');
  const updated = await run('contacts update 1 -f jobTitle=Chief -F professionalEmail:=null');
  expect(updated.code).toBe(0);
  const [entry] = await json('history');
  expect(entry).toMatchObject({
    command: 'reach contacts update 1 -f jobTitle=Chief -F professionalEmail:=null',
    changed: '1 contact updated',
    state: 'done',
    user: 'ada',
    host: 'engine',
    profile: 'local',
  });
  const changes = await json(`history show ${entry.id}`);
  expect(changes).toEqual([
    {
      kind: 'contact',
      id: 1,
      label: expect.any(String),
      change: 'updated',
      field: 'jobTitle',
      from: before.jobTitle,
      to: 'Chief',
      note: '',
    },
    {
      kind: 'contact',
      id: 1,
      label: expect.any(String),
      change: 'updated',
      field: 'professionalEmail',
      from: before.professionalEmail,
      to: null,
      note: '',
    },
  ]);
  const undone = await run('undo --yes -o json');
  expect(undone).toMatchObject({ code: 0 });
  expect(JSON.parse(undone.stdout)).toMatchObject({ undoes: entry.id, restored: 1, kept: 0, failed: 0 });
  const { updatedAt: _, ...after } = await json('contacts show 1');
  const { updatedAt: __, ...was } = before;
  expect(after).toEqual(was);
});

test('an import is taken back: merged contacts get their values, new ones go, what stays is named', async () => {
  const before = await workspaceOf(reach.world);
  const [first, second] = before['contacts'] as { firstName: string; lastName: string; company: { name: string } }[];
  reach.write(
    'people.csv',
    [
      'First name,Last name,Company,Job title,Email,Shoe size',
      `${first?.firstName},${first?.lastName},${first?.company.name},Queen,queen@palace.example,41`,
      `${second?.firstName},${second?.lastName},${second?.company.name},,,42`,
      'Mary,Somerville,Mechanism of the Heavens,Polymath,mary@heavens.example,39',
      '',
    ].join('\n'),
  );
  const ran = await run('contacts import people.csv --custom --list Fair --create-list --yes -o json');
  expect(JSON.parse(ran.stdout)).toMatchObject({ created: 1, merged: 2 });
  const [entry] = await json('history --limit 1');
  expect(entry.changed).toBe(
    '1 list created, 1 field created, 2 contacts updated, 1 contact created, 1 company created',
  );
  const undone = await run('undo --yes -o json');
  expect(undone.stderr.trim().split('\n')).toEqual([
    'warning: not undone: field Shoe size (the API cannot delete a field)',
    'warning: not undone: company 21 "Mechanism of the Heavens" (the API cannot delete companies)',
    'warning: not undone: list 4 "Fair" (the API cannot delete it)',
  ]);
  expect((await run('contacts import people.csv --custom --list Fair --create-list --yes')).stderr).toMatch(
    /^already imported at \S+ \(import \S+\), and undone since, nothing sent; use --again to send it again$/m,
  );
  const { companies, lists, ...after } = await workspaceOf(reach.world);
  const { companies: companiesBefore, lists: listsBefore, ...rest } = before;
  expect(after).toEqual(rest);
  expect((companies as unknown[]).slice(0, -1)).toEqual(companiesBefore);
  expect((lists as unknown[]).slice(0, -1)).toEqual(listsBefore);
  expect((lists as { members: unknown[] }[]).at(-1)?.members).toEqual([]);
});

test('a contact that was deleted comes back under a new id, in its lists, and is followed', async () => {
  const before = await json('contacts show 5');
  const lists = (await workspaceOf(reach.world))['lists'] as { id: number; members: number[] }[];
  const ran = await run('contacts delete 5 --yes');
  expect(ran.code).toBe(0);
  const undone = await run('undo --yes -o json');
  expect([undone.code, undone.stderr]).toEqual([0, 'under a new id: 5 "Mareike Vogt" is 62\n']);
  expect(JSON.parse(undone.stdout)).toMatchObject({ created: 1 });
  const [created] = await json('contacts list --limit 0').then((all) => all.slice(-1));
  const { id: _, appUrl: __, createdAt: ___, updatedAt: ____, ...again } = await json(`contacts show ${created.id}`);
  expect(before).toMatchObject(again);
  const after = (await workspaceOf(reach.world))['lists'] as { id: number; members: number[] }[];
  const renamed = lists.map(({ members, ...list }) => ({
    ...list,
    members: members.map((id) => (id === 5 ? created.id : id)).sort((one, other) => one - other),
  }));
  expect(after).toEqual(renamed);
  for (const id of [5, created.id]) {
    const changes = await json(`history of contacts ${id}`);
    expect(changes.map((one: { change: string; id: number }) => [one.change, one.id])).toEqual([
      ['deleted', 5],
      ['created', created.id],
    ]);
  }
  // Taken back once more, and again.
  const [{ id: undo }] = await json('history --limit 1');
  expect((await run(`undo ${undo} --yes`)).code).toBe(0);
  expect((await run(`contacts show ${created.id}`)).code).toBe(5);
  const twice = await run('undo --yes -o json');
  expect([twice.code, twice.stderr]).toEqual([0, 'under a new id: 5 "Mareike Vogt" is 63\n']);
});

test('a contact that is gone does not keep the others in their list', async () => {
  const rows = ['one', 'two'].map((name) => `${name},https://network.example/in/${name}`);
  reach.write('listed.csv', ['First name,Profile URL', ...rows, ''].join('\n'));
  const members = async () => (await json('contacts search --include leadsGroup:=[1] --limit 0')).length;
  await run('contacts import listed.csv --yes');
  const before = await members();
  await run('contacts import listed.csv --yes --list 1 --new');
  expect(await members()).toBe(before + 2);
  const [{ id }] = (await json('contacts list --limit 0')).slice(-1);
  await reach.world.call('DELETE', `/v1/contacts/${id}`);
  const undone = await run('undo --yes --json');
  expect([undone.stderr, undone.code]).toEqual([
    `warning: not undone: contact ${id} "two" (it does not exist any more)\n`,
    0,
  ]);
  expect(await members()).toBe(before);
});

test('an undo without history is refused: the next one would create the same again', async () => {
  await run('contacts delete 50 --yes');
  expect(await run('undo --yes --no-history')).toMatchObject({ code: 2, requests: [] });
  expect(await run('undo --dry-run --no-history')).toMatchObject({ code: 0 });
  expect(await run('undo --yes')).toMatchObject({ code: 0 });
});

test('what controls the local service is an entry in words', async () => {
  await run('local clock --advance 1h');
  expect((await json('history --limit 1'))[0]).toMatchObject({ changed: 'the local service', state: 'done' });
});

test('what was refused, or changed nothing, is no entry', async () => {
  const [last] = await json('history --limit 1');
  expect((await run('list create "  "')).code).toBe(3);
  expect((await run('list add 1 --contacts 41')).code).toBe(0);
  expect((await run('list add 1 --contacts 41')).code).toBe(0);
  const [added, before] = await json('history --limit 2');
  expect([added.changed, before.id]).toEqual(['1 list updated', last.id]);
  expect((await run('undo --yes')).code).toBe(0);
});

test('another key may be of another workspace: nothing is undone there, unless it is said to be the same', async () => {
  const remote = await served(reach);
  try {
    expect((await run('contacts update 3 -f jobTitle=Dean', { env: remote.env })).code).toBe(0);
    const other = { ...remote.env, REACH_API_KEY: await reach.world.newKey(['ALL'], 'b', 'Elsewhere') };
    remote.requests.length = 0;
    const refused = await run('undo --yes', { env: other });
    expect([refused.code, refused.stdout, remote.requests]).toEqual([6, '', []]);
    expect(refused.stderr).toContain('with another key');
    const second = { ...remote.env, REACH_API_KEY: await reach.world.newKey(['ALL']) };
    expect((await run('undo --yes', { env: second })).code).toBe(6);
    expect(await run('undo --yes --other-key -o json --fields restored', { env: second })).toMatchObject({
      code: 0,
      stdout: '{"restored":1}\n',
    });
  } finally {
    await remote.close();
  }
});

describe('a local store that was replaced is another one: nothing is undone there', () => {
  test.each(['local reset --yes', 'local restore before.db --yes'])('%s', async (line) => {
    await run('local snapshot before.db');
    expect((await run('contacts update 3 -f jobTitle=Dean')).code).toBe(0);
    const [{ id }] = await json('history --limit 1');
    expect((await run(line)).code).toBe(0);
    const before = await workspaceOf(reach.world);
    const refused = await run(`undo ${id} --yes`);
    expect([refused.code, refused.stdout]).toEqual([6, '']);
    expect(refused.stderr).toContain(
      'this was changed in another store: the local service was reset or restored since',
    );
    expect(await workspaceOf(reach.world)).toEqual(before);
    expect((await run('contacts update 3 -f jobTitle=Rector')).code).toBe(0);
    expect((await run('undo --yes')).code).toBe(0);
  });
});

test('what an import created goes, though the records of before could not be read', async () => {
  await reach.world.control('POST', '/_local/faults', { endpoint: 'contacts.search', status: 500 });
  reach.write('new.csv', 'First Name,Profile URL\nNova,https://www.network.example/in/nova-unread\n');
  const imported = await reach.clock.run(run('contacts import new.csv --yes --max-retries 0'));
  expect([imported.code, imported.stderr]).toEqual([
    0,
    expect.stringContaining('could not be read, so it cannot be undone'),
  ]);
  await reach.world.control('DELETE', '/_local/faults');
  const undone = await run('undo --yes -o json');
  expect([undone.code, JSON.parse(undone.stdout)]).toEqual([0, expect.objectContaining({ deleted: 1, kept: 0 })]);
});

test('a contact that was made and has had a conversation since stays', async () => {
  const { id } = await json('contacts create -f firstName=Wanda -f lastName=Writes');
  const [{ id: entry }] = await json('history');
  await reach.world.control('POST', '/_local/emit', { kind: 'reply', contactId: id, text: 'Yes' });
  const undone = await run(`undo ${entry} --yes -o json`);
  const kept = { kind: 'contact', id, field: 'conversations', change: 'kept', from: [expect.any(Number)] };
  expect([undone.code, JSON.parse(undone.stdout)]).toMatchObject([1, { deleted: 0, kept: 1, details: [kept] }]);
  expect((await run(`undo ${entry} --yes --overwrite`)).code).toBe(0);
  expect((await run(`contacts show ${id}`)).code).toBe(5);
});

const cut = (text: string) => text.slice(0, -20);
/** As a later version might write it. */
const ofOtherKind = (text: string) =>
  text.replace(/\{"done".*\n$/, '{"done":1,"is":"done","changes":[{"kind":"robot","id":8,"is":"updated"}]}\n');

test.each([
  ['journal.ndjson', 6, 'done', ['CTO'], 7, cut],
  ['journal.ndjson', 8, 'done', ['CTO'], 7, ofOtherKind],
  ['entry.json', 7, 'damaged', ['CTO', 'Boss'], 6, cut],
])(
  'an entry with a damaged %s is listed, hides no other, and no older one is taken back for it',
  async (file, contact, state, values, code, damage) => {
    await run(`contacts update ${contact} -f jobTitle=CTO`);
    await run(`contacts update ${contact} -f jobTitle=Boss`);
    const [{ id }, { id: older }] = await json('history --limit 2');
    const path = readdirSync(reach.home, { recursive: true, encoding: 'utf8' }).find((one) =>
      one.endsWith(`${id}/${file}`),
    );
    reach.write(path ?? '', damage(reach.read(path ?? '')));
    expect((await json('history --limit 1'))[0]).toMatchObject({ id, state });
    const of = await run(`history of contacts ${contact} -o json`);
    expect(JSON.parse(of.stdout).map(({ to }: { to: string }) => to)).toEqual(values);
    for (const argv of ['undo --yes', `undo ${id} --yes`]) expect(await run(argv)).toMatchObject({ code });
    expect((await run('undo --yes')).stderr).toContain(path ?? '');
    expect((await json(`contacts show ${contact}`)).jobTitle).toBe('Boss');
    expect(await run(`undo ${older} --yes`)).toMatchObject({ code: 1, stderr: expect.stringContaining('"Boss", was') });
  },
);

// The last: it removes the entries of those above.
test('what is older is removed, which a dry run only counts', async () => {
  const changed = async (title: string): Promise<string> => {
    await run(`contacts update 3 -f jobTitle=${title}`);
    return (await json('history --command jobTitle --limit 1'))[0].id;
  };
  const older = await changed('Older');
  await reach.clock.advance(2 * 86_400_000);
  const newer = await changed('Newer');
  const there = async () => Promise.all([older, newer].map(async (id) => (await run(`history show ${id}`)).code));
  const dry = await json('history prune --older-than 1d --dry-run');
  expect([dry.entries > 0, await there()]).toEqual([true, [0, 0]]);
  expect(await json('history prune --older-than 1d')).toEqual(dry);
  expect(await there()).toEqual([5, 0]);
});

test.each(['--since 2026-02-30', '--since 2026-11-20T25:00Z', '--until 31'])('history %s: not a day', async (flag) => {
  const stderr = `error: ${flag}: not a day or time\n  hint: such as 2026-11-26\n`;
  expect(await run(`history ${flag}`)).toMatchObject({ code: 2, stdout: '', stderr });
  // A time may have a space before the hours.
  expect(await reach.run(['history', '--until', '2000-01-01 10:00', '--json'])).toMatchObject({ stdout: '[]\n' });
});
