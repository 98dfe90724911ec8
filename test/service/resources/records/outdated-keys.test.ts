// Keys that were stored by older rules: a page that names no one was the key of a contact, a host of free mail that of a company, a letter and its accent two characters.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIRST_VERSION } from '../../../../src/service/db/schema-version.ts';
import { openConnection } from '../../../../src/service/db/sqlite.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForTest } from '../../../opened.ts';
import { isPostgres } from '../../engine.ts';
import { openWorld, type World } from '../../world.ts';
import { NODE_MAJOR } from '../local/snapshot-calls.ts';

const PAGE = 'https://www.network.example/newsletters/7';
const OLD_KEYS = [
  "update contacts set network_key = 'network.example/newsletters/7', email_key = null, last_name = 'Ro\u0308w'",
  "update companies set domain_key = 'gmail.com'",
];

const contact = (world: World, firstName: string) =>
  world.call('POST', '/v1/contact', {
    body: {
      ...{ firstName, lastName: 'Row', networkProfileUrl: PAGE, professionalEmail: `${firstName}@x.example` },
      ...{ companyName: `${firstName} Ltd`, companyDomain: 'gmail.com' },
    },
  });

const keysIn = (world: World) =>
  world.service.store.read(async (tx) => [
    ...(await tx.all('select network_key as page, email_key as email, last_name as name from contacts order by id')),
    ...(await tx.all('select domain_key as domain from companies order by id')),
  ]);

const KEYS = [{ page: null, email: 'ada@x.example', name: 'R\u00F6w' }, { domain: null }];

/** The version before the rules of keys changed, and what the next migration drops. */
const BEFORE = 31;
const DROPPED = 'create index messages_by_address on messages (workspace_id, contact_address)';

test('a store of an earlier version has the keys of this one once it is opened', async () => {
  const folder = folderForTest();
  const data = join(folder, 'data');
  const earlier = await openWorld({ data, empty: true });
  await contact(earlier, 'ada');
  const { store } = earlier.service;
  await store.write(async (tx) => {
    for (const sql of OLD_KEYS) await tx.run(sql);
    await tx.run(DROPPED);
    if (isPostgres) await tx.run("delete from migrations where name >= '0032'");
  });
  if (!isPostgres) await store.exec(`pragma user_version = ${BEFORE}`);
  await earlier.close();
  const world = await worldForTest({ data });
  expect(await keysIn(world)).toEqual(KEYS);
  const { body } = await contact(world, 'bob');
  expect([body.data.contactOutcome, body.data.id, body.data.companyId]).toEqual(['CREATED', 2, 2]);
});

test('a snapshot of an earlier version has the keys of this one once it is restored', async () => {
  const folder = folderForTest();
  const world = await worldForTest({ data: join(folder, 'data'), empty: true });
  await contact(world, 'ada');
  const path = join(folder, 'data', 's.db');
  await world.control('POST', '/_local/snapshot', { path });
  const snapshot = openConnection(path, NODE_MAJOR);
  snapshot.exec(`${OLD_KEYS.join(';')}; pragma user_version = ${FIRST_VERSION - 1}`);
  snapshot.close();
  await world.control('POST', '/_local/restore', { path });
  expect(await keysIn(world)).toEqual(KEYS);
});
