// Members of lists and campaigns in the history: found by each contact, and counted by --expect.

import { expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';
import { recordedRuns } from './workspace.ts';

const reach = reachForAllTests({ empty: false });

const run = recordedRuns(reach);

const json = async (line: string) => JSON.parse((await run(`${line} -o json`)).stdout);

test('what came to a list or campaign is found by each of its contacts, also of a whole list', async () => {
  const of = async (id: number) =>
    (await json(`history of contacts ${id}`)).map(
      (row: Record<string, unknown>) => `${row['change']} ${row['field']} ${row['from'] ?? ''} ${row['to'] ?? ''}`,
    );
  expect(await run('campaign add-list 2 1 --yes')).toMatchObject({ code: 0 });
  expect(await run('list remove 1 --contacts 10,13 --yes')).toMatchObject({ code: 0 });
  const [{ id }] = await json('history --limit 1');
  expect([await of(10), await of(13), await of(16)]).toEqual([
    ['added campaigns  2', 'removed lists 1 '],
    ['added campaigns  2', 'removed lists 1 '],
    ['added campaigns  2'],
  ]);
  expect((await json('history --kind contact --id 10')).map((entry: { command: string }) => entry.command)).toEqual([
    'reach list remove 1 --contacts 10,13 --yes',
    'reach campaign add-list 2 1 --yes',
  ]);
  // Who is in it already is not added.
  await run('campaign add-list 2 1 --yes');
  await run('campaign add-contact 2 10 --yes');
  expect([(await json('history --limit 1'))[0].id, (await of(10)).length]).toEqual([id, 2]);
  for (const option of ['--yes', '--dry-run'])
    expect(await run(`undo ${option} --expect 1`)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('error: --expect 1: 2 records would be touched'),
    });
  expect(await run('undo --yes --expect 2')).toMatchObject({ code: 0 });
  expect(await of(10)).toEqual(['added campaigns  2', 'removed lists 1 ', 'added lists  1']);
});

test.each([
  ['who is skipped did not come', 2, ['added campaigns  1'], []],
  [
    'where not all who are skipped are named, those who came are counted',
    120,
    [],
    ['1 contact that the service does not name'],
  ],
])('%s', async (_, skipped, came, unread) => {
  const rows = Array.from({ length: skipped }, (_row, at) => `Skip${at},Moss,,https://network.example/in/skip${at}`);
  const file = `skip${skipped}.csv`;
  reach.write(
    file,
    `First name,Last name,Email,LinkedIn\nEve,Moss${skipped},eve${skipped}@x.example,\n${rows.join('\n')}\n`,
  );
  expect(await run(`contacts import ${file} --list L${skipped} --create-list --yes`)).toMatchObject({ code: 0 });
  const [eve] = await json(`contacts search Moss${skipped}`);
  const [other] = await json('contacts search Skip0');
  expect(await run(`campaign add-list 1 L${skipped} --yes`)).toMatchObject({ code: 0 });
  const placesOf = async ({ id }: { readonly id: number }) =>
    (await json(`history of contacts ${id}`))
      .map((row: Record<string, unknown>) => `${row['change']} ${row['field']} ${row['from'] ?? ''} ${row['to'] ?? ''}`)
      .filter((row: string) => row.includes('campaigns'));
  const [entry] = await json('history --limit 1');
  const [change] = await json(`history show ${entry.id}`);
  expect([await placesOf(eve), await placesOf(other)]).toEqual([came, []]);
  expect(unread.filter((text) => !JSON.stringify(change).includes(text))).toEqual([]);
});

test('a record is found by its name as well, and a name that none has is no empty history', async () => {
  await run('companies update 1 -f industry=Food');
  await run('list add 1 --contacts 1');
  for (const [kind, id, name] of [
    ['companies', '1', 'Alderbrook Foods'],
    ['contacts', '1', 'Aoife Brennan'],
    ['contacts', '1', 'aoife.brennan@alderbrook.example'],
    ['list', '1', 'Newsletter'],
  ] as const) {
    const changes = await json(`history of ${kind} ${id}`);
    expect([name, changes.length]).toEqual([name, expect.toSatisfy((length: number) => length > 0)]);
    expect([name, JSON.parse((await reach.run(['history', 'of', kind, name, '-o', 'json'])).stdout)]).toEqual([
      name,
      changes,
    ]);
    expect(
      JSON.parse((await reach.run(['history', '--kind', kind, '--id', name, '-o', 'json'])).stdout).length,
    ).toBeGreaterThan(0);
  }
  expect(await run('history of companies Alder')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('Alderbrook Foods'),
  });
  expect(await run('history of tag Interested')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Interested is not a valid tag id'),
  });
});
