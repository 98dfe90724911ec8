import { expect, test } from 'vitest';
import { appendMessage } from '../../../../src/service/resources/inbox/queries/messages.ts';
import { EPOCH } from '../../world.ts';
import { data, email, openInboxWorld, reply, threads, world } from './inbox-world.ts';

openInboxWorld();

test('newest first, of one sender or channel; 404 without the contact', async () => {
  await reply(email);
  await reply({ ...email, senderIdentityId: 2, message: 'Two' });
  const texts = async (query: object) =>
    (await data('/v1/inboxes/1/messages', query)).messages.map(({ message }: { message: string }) => message);
  expect(await texts({})).toEqual(['Two', 'Hello']);
  expect(await texts({ senderIdentityId: 1 })).toEqual(['Hello']);
  expect(await texts({ channel: 'NETWORK' })).toEqual([]);
  expect((await world.call('GET', '/v1/inboxes/9/messages')).status).toBe(404);
});

test('what is planned is not where a conversation is', async () => {
  await reply(email);
  await world.service.store.write((tx) =>
    appendMessage(tx, {
      ...{ workspaceId: 1, contactId: 1, identityId: 1, channel: 'EMAIL', direction: 'OUTBOUND' },
      ...{ status: 'SCHEDULED', body: 'Later', campaignId: 5, stepId: 6, at: EPOCH + 1000, now: EPOCH },
    }),
  );
  const [thread] = (await data('/v1/inboxes')).inboxes;
  expect(thread).toMatchObject({ status: 'ACTIVE', messageCount: 2, lastMessage: { message: 'Hello' } });
});

test('conversations of a deleted contact are deleted (the interface: DELETE one contact)', async () => {
  await reply(email);
  await world.call('DELETE', '/v1/contacts/1');
  expect(await threads()).toEqual([]);
  expect((await world.call('GET', '/v1/inboxes/1/messages')).status).toBe(404);
  const kept = await world.service.store.read((tx) => tx.all('select deleted_at as at from threads'));
  expect(kept).toEqual([{ at: EPOCH }]);
});
