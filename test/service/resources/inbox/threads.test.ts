import { expect, test } from 'vitest';
import type { TextRow, Tx } from '../../../../src/service/core/sql.ts';
import { isPostgres } from '../../engine.ts';
import { data, email, openInboxWorld, reply, threads, world } from './inbox-world.ts';

openInboxWorld();

test('one for each contact, sender and channel; the newest first', async () => {
  await reply(email);
  world.clock.advance(1000);
  await reply({ ...email, senderIdentityId: 2 });
  world.clock.advance(1000);
  await reply({ contactId: 2, senderIdentityId: 1, message: 'Hi' });
  expect(await threads()).toEqual(['2 1 NETWORK', '1 2 EMAIL', '1 1 EMAIL']);
  expect(await threads({ senderIdentityId: 1 })).toEqual(['2 1 NETWORK', '1 1 EMAIL']);
  expect(await threads({ contactId: 1, channel: 'EMAIL' })).toEqual(['1 2 EMAIL', '1 1 EMAIL']);
  expect(await threads({ pageSize: 1, page: 2 })).toEqual(['1 2 EMAIL']);
});

test('search: every word of contact or company, or the text of a message', async () => {
  await reply({ ...email, message: 'Über die Maschine 🚀' });
  await reply({ contactId: 2, senderIdentityId: 1, message: 'Hi' });
  expect(await threads({ search: 'love' })).toEqual(['1 1 EMAIL']);
  expect(await threads({ search: 'maschine 🚀' })).toEqual(['1 1 EMAIL']);
  expect(await threads({ search: 'ENGINES' })).toEqual(['1 1 EMAIL']);
  expect(await threads({ search: "' or 1=1 --" })).toEqual([]);
});

/** As a server has PostgreSQL look at tables that have grown: what it plans for no rows takes longer with each of them. */
async function lookedAt(tx: Tx): Promise<void> {
  if (isPostgres) await tx.run('analyze messages, messages_fts, contacts, contacts_fts, threads');
}

test('search: a word of more than 10,000 messages finds every conversation that has it, the newest first', async () => {
  await reply({ ...email, message: 'A plenty' });
  await reply({ ...email, senderIdentityId: 2, message: 'None' });
  await reply({ contactId: 2, senderIdentityId: 1, message: 'Hi' });
  await world.done('PATCH', '/v1/contacts/2', { body: { jobTitle: 'Plenty' } });
  world.clock.advance(1000);
  await reply({ contactId: 2, senderIdentityId: 2, message: 'Plenty' });
  await world.service.store.write(async (tx) => {
    await tx.run(`with recursive n (n) as (select 1 union all select n + 1 from n where n < 10000)
      insert into messages (workspace_id, thread_id, direction, status, body, at, created_at)
      select 1, thread_id, direction, status, body, at, created_at from messages join n on body = 'Plenty'`);
    const rows = await tx.all<TextRow>("select id, body from messages_text where id > 4 and body = 'Plenty'");
    await tx.addText('messages', 1, rows);
    await lookedAt(tx);
  });
  expect(await threads({ search: 'plenty' })).toEqual(['2 2 NETWORK', '2 1 NETWORK', '1 1 EMAIL']);
  expect(await threads({ search: 'plenty', contactId: 1 })).toEqual(['1 1 EMAIL']);
});

test('search: a word of more than 10,000 contacts finds theirs, and the conversations that have it in a message', async () => {
  await reply({ ...email, message: 'A crowd' });
  await reply({ contactId: 2, senderIdentityId: 1, message: 'Hi' });
  await reply({ contactId: 3, senderIdentityId: 1, message: 'None' });
  await world.done('PATCH', '/v1/contacts/2', { body: { jobTitle: 'Crowd' } });
  await world.service.store.write(async (tx) => {
    await tx.run(`with recursive n (n) as (select 1 union all select n + 1 from n where n < 10000)
      insert into contacts (workspace_id, first_name, created_at, updated_at) select 1, 'Crowd', 0, 0 from n`);
    const rows = await tx.all<TextRow>("select id, body from contacts_text where body = 'Crowd'");
    await tx.addText('contacts', 1, rows);
    await lookedAt(tx);
  });
  expect((await threads({ search: 'crowd' })).toSorted()).toEqual(['1 1 EMAIL', '2 1 NETWORK']);
});

test('unread, archived and status', async () => {
  await reply(email);
  await world.control('POST', '/_local/emit', { kind: 'reply', contactId: 2, text: 'Hi' });
  expect(await threads({ unread: true })).toEqual(['2 1 EMAIL']);
  expect(await threads({ unread: 'false' })).toEqual(['1 1 EMAIL']);
  expect(await threads({ status: 'COMPLETED' })).toHaveLength(2);
  await world.service.store.write((tx) => tx.run('update threads set archived = 1 where contact_id = 1'));
  expect(await threads()).toEqual(['2 1 EMAIL']);
  expect(await threads({ archived: true })).toEqual(['1 1 EMAIL']);
});

test('how well the contact fits', async () => {
  await reply(email);
  const company = { name: 'Engines', numberOfEmployees: 500 };
  await world.call('POST', '/v1/contact', {
    body: { ...{ firstName: 'Di', jobTitle: 'VP', professionalEmail: 'd@x.example' }, company },
  });
  await reply({ ...email, contactId: 4 });
  const ratings = (await data('/v1/inboxes')).inboxes.map(({ icpRating }: { icpRating: string }) => icpRating);
  expect(ratings).toEqual(['HIGH', 'MISSING_DATA']);
});

test('404 for a sender or contact that is not there; 400 for what is not a filter', async () => {
  for (const [query, status] of [
    [{ senderIdentityId: 9 }, 404],
    [{ contactId: 9 }, 404],
    [{ senderIdentityId: 'x' }, 400],
    [{ tagIds: 'a,b' }, 400],
    [{ channel: 'FAX' }, 400],
    [{ archived: 'maybe' }, 400],
  ] as const) {
    expect([query, (await world.call('GET', '/v1/inboxes', { query })).status]).toEqual([query, status]);
  }
});
