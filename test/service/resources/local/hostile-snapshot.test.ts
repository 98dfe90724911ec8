// A snapshot is a file from anywhere: only rows are taken from it, and a refused one leaves the store as it was.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openConnection } from '../../../../src/service/db/sqlite.ts';
import { folderForAllTests } from '../../../folder.ts';
import { worldForAllTests } from '../../../opened.ts';
import { writeStoreOf02 } from '../../store-of-0.2.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);

const folder = folderForAllTests();
const world = worldForAllTests({ data: folder, empty: false });

beforeAll(async () => void (await world.control('POST', '/_local/snapshot', { path: join(folder, 'good.db') })));

const bytesOfStore = (): string[] =>
  ['reach.db', 'reach.db-wal'].map((name) => {
    const path = join(folder, name);
    return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'none';
  });

/** A copy of the good snapshot, changed by SQL, or by other bytes of the same length in the text of its schema. */
function changed(name: string, change: Change): string {
  const path = join(folder, `${name.replaceAll(' ', '-')}.db`);
  if (typeof change !== 'string') {
    const [text, other] = change;
    const bytes = readFileSync(join(folder, 'good.db'));
    expect([bytes.includes(text), other.length <= text.length]).toEqual([true, true]);
    // Bytes that are not in use any more are changed as well.
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at))
      bytes.write(other.padEnd(text.length), at);
    writeFileSync(path, bytes);
    return path;
  }
  copyFileSync(join(folder, 'good.db'), path);
  const connection = openConnection(path, NODE_MAJOR);
  connection.exec(`pragma foreign_keys = off; pragma ignore_check_constraints = on; ${change}`);
  connection.close();
  return path;
}

type Change = string | readonly [text: string, other: string];

async function restored(path: string): Promise<[number, string]> {
  const headers = { 'x-admin-token': await world.service.adminToken() };
  const reply = await world.call('POST', '/_local/restore', { key: null, headers, body: { path } });
  return [reply.status, String(reply.body.message).replace(path, 'FILE')];
}

const INCOMPLETE = 'FILE is not a complete reach snapshot';
const CREATES = 'is not a snapshot written by reach';
test.each<[string, Change, string]>([
  [
    'statements after the text of a table',
    [
      ',\n  times integer,\n  asked integer not null default 0,\n  used integer not null default 0\n) strict',
      ") strict; insert into settings (name, value) values ('planted', 'yes') --",
    ],
    `FILE ${CREATES}: "faults" is not part of a store`,
  ],
  ['a table of its own', 'create table theirs (id integer)', `FILE ${CREATES}: "theirs" is not part of a store`],
  [
    'a trigger',
    'create trigger t after insert on settings begin delete from keys; end',
    `FILE ${CREATES}: "t" is not part of a store`,
  ],
  ['a view', 'create view v as select * from keys', `FILE ${CREATES}: "v" is not part of a store`],
  [
    'a virtual table',
    'create virtual table f using fts5 (x)',
    expect.stringMatching(/^FILE is not a snapshot written by/),
  ],
  [
    'a changed view under full text',
    'drop view contacts_text; create view contacts_text (id, body) as select id, randomblob(1000000000) from contacts',
    `FILE ${CREATES}: "contacts_text" is not part of a store`,
  ],
  [
    'a table in the place of full text',
    'drop table contacts_fts; create table contacts_fts (body)',
    `FILE ${CREATES}: "contacts_fts" is not part of a store`,
  ],
  [
    'an index over an expression',
    'create index i on keys (length(hex(name)))',
    `FILE ${CREATES}: "i" is not part of a store`,
  ],
  [
    'a constraint of its own',
    ["check (role in ('ADMIN', 'MEMBER'))", 'check (length(zeroblob(role)) = 0)'],
    `FILE ${CREATES}: "users" is not part of a store`,
  ],
  [
    'a longer text than is read',
    `create trigger t after insert on settings begin select '${'x'.repeat(40_000)}'; end`,
    `FILE ${CREATES}: "t" is not part of a store`,
  ],
  ['a missing table', 'drop table rate_windows', 'FILE is not a complete reach snapshot'],
  ['a missing index', 'drop index contacts_by_email', 'FILE is not a complete reach snapshot'],
  ['no version', 'pragma user_version = 0', expect.stringMatching(CREATES)],
  ['an earlier version than 0.2', 'pragma user_version = 1', expect.stringMatching('written by reach 0.2 or earlier')],
  [
    'a view in a store of 0.2',
    `pragma user_version = 12; drop table faults; create view faults as select * from keys`,
    INCOMPLETE,
  ],
  [
    'a computed column in a store of 0.2',
    'pragma user_version = 12; alter table lists add column x text generated always as (name || name)',
    `FILE ${CREATES}: lists is not part of a store`,
  ],
  ['a text that is not SQL', ['CREATE TABLE users', 'CREATE TABLX users'], 'FILE is not a reach snapshot'],
  ['a row against a constraint', "update users set role = 'ROOT'", 'FILE is damaged'],
  [
    'a row that refers to none',
    'update contacts set company_id = 999999',
    'the snapshot refers to records it does not contain',
  ],
])('refused, and nothing of it is run: %s', async (name, change, message) => {
  const path = changed(name, change);
  const before = bytesOfStore();
  expect(await restored(path)).toEqual([400, message]);
  expect(bytesOfStore()).toEqual(before);
  expect(world.bugs).toEqual([]);
});

test('refused whichever page of its schema is lost', async () => {
  const good = readFileSync(join(folder, 'good.db'));
  const pages = new Set<number>();
  for (let at = good.indexOf('CREATE '); at >= 0; at = good.indexOf('CREATE ', at + 1))
    pages.add(Math.floor(at / 4096));
  const path = join(folder, 'lost-page.db');
  const answers = new Set<string>();
  for (const page of pages) {
    const bytes = Buffer.from(good);
    bytes.fill(0xee, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
    answers.add((await restored(path)).join(' '));
  }
  expect([...answers].toSorted()).toEqual([
    '400 FILE is damaged, or cannot be read',
    '400 FILE is not a reach snapshot',
  ]);
  expect(world.bugs).toEqual([]);
});

test.each([
  ['', 'integer'],
  ['; update sqlite_sequence set seq = seq + 0.0', 'real'],
])('ids continue after records that were all deleted, and statistics of SQLite do no harm%s', async (change, kind) => {
  const path = changed(kind, `delete from list_members; delete from lists; analyze${change}`);
  expect((await restored(path))[0]).toBe(200);
  const { body } = await world.call('POST', '/v1/lists', { body: { name: 'next', entity: 'CONTACT' } });
  expect(body.data.id).toBe(4);
});

test('a column of numbers takes no text', async () => {
  const sql = "update sqlite_sequence set seq = 'high' where name = 'contacts'";
  expect((await restored(changed('sequence', sql)))[0]).toBe(200);
  const { body } = await world.call('POST', '/v1/contact', { body: { firstName: 'Next' } });
  expect(body.data.id).toBe(61);
});

test('a snapshot of version 0.2 is brought to the schema of this one, and an earlier one is refused', async () => {
  const schema = () =>
    world.service.store.read((tx) => tx.all('select type, name, sql from sqlite_master order by type, name'));
  await world.control('POST', '/_local/reset', { empty: true });
  const fresh = await schema();
  const path = join(folder, 'version-0.2.db');
  writeStoreOf02(path, NODE_MAJOR);
  expect(await restored(path)).toEqual([200, 'OK']);
  expect(await schema()).toEqual(fresh);
  expect((await world.done('GET', '/v1/validate')).workspace.name).toBe('from before');
  expect((await world.call('POST', '/v1/contact', { body: { firstName: 'New' } })).status).toBe(200);
  const earlier = join(folder, 'version-0.2-earlier.db');
  writeStoreOf02(earlier, NODE_MAJOR, 11);
  expect((await restored(earlier))[0]).toBe(400);
});
