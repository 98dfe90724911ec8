// Keys that were stored by older rules: a page that names no one was the key of a contact, a host of free mail that of a company.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConnection } from '../../../../src/service/db/sqlite.ts';
import { isPostgres } from '../../engine.ts';
import { openWorld, type World, withFolder } from '../../world.ts';
import { NODE_MAJOR } from '../local/snapshot-calls.ts';

const PAGE = 'https://www.network.example/newsletters/7';
const OLD_KEYS = [
  "update contacts set network_key = 'network.example/newsletters/7', email_key = null",
  "update companies set domain_key = 'gmail.com'",
];

/** What later migrations add, taken away again. */
const LATER_PARTS = [
  ...[
    'messages_by_address',
    'messages_by_reply',
    'messages_by_day',
    'campaign_actions_by_step',
    'threads_by_unread',
  ].map((index) => `drop index ${index}`),
  ...['contact_name', 'contact_address', 'sender_name', 'sender_address', 'signature'].map(
    (column) => `alter table messages drop column ${column}`,
  ),
  ...['action_outcomes', 'workflow_run_entities'].map((table) => `alter table ${table} drop column at`),
  'drop table workflow_run_times',
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
    ...(await tx.all('select network_key as page, email_key as email from contacts order by id')),
    ...(await tx.all('select domain_key as domain from companies order by id')),
  ]);

const KEYS = [{ page: null, email: 'ada@x.example' }, { domain: null }];

test('a store of an earlier version has the keys of this one once it is opened', async () => {
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    const earlier = await openWorld({ data, empty: true });
    await contact(earlier, 'ada');
    const { store } = earlier.service;
    await store.write(async (tx) => {
      for (const sql of [...OLD_KEYS, ...LATER_PARTS]) await tx.run(sql);
      if (isPostgres) await tx.run("delete from migrations where name > '0025_schema'");
    });
    if (!isPostgres) await store.exec('pragma user_version = 25');
    await earlier.close();
    const world = await openWorld({ data });
    expect(await keysIn(world)).toEqual(KEYS);
    const { body } = await contact(world, 'bob');
    expect([body.data.contactOutcome, body.data.id, body.data.companyId]).toEqual(['CREATED', 2, 2]);
    await world.close();
  });
});

test('a snapshot of an earlier version has the keys of this one once it is restored', async () => {
  await withFolder(async (folder) => {
    const world = await openWorld({ data: join(folder, 'data'), empty: true });
    await contact(world, 'ada');
    const path = join(folder, 'data', 's.db');
    await world.control('POST', '/_local/snapshot', { path });
    const snapshot = openConnection(path, NODE_MAJOR);
    snapshot.exec(`${[...OLD_KEYS, ...LATER_PARTS].join(';')}; pragma user_version = 25`);
    snapshot.close();
    await world.control('POST', '/_local/restore', { path });
    expect(await keysIn(world)).toEqual(KEYS);
    await world.close();
  });
});
