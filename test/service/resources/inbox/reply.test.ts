import { expect, test } from 'vitest';
import { EPOCH } from '../../world.ts';
import { data, email, input, openInboxWorld, reply, threads, world } from './inbox-world.ts';

openInboxWorld();

test('is sent at once, by the channel that reaches the contact, and opens a conversation', async () => {
  expect((await reply(email)).body.data).toEqual({
    ...{ id: 1, threadId: 1, contactId: 1, senderIdentityId: 1, channel: 'EMAIL', direction: 'OUTBOUND' },
    ...{ status: 'SENT', subject: 'Engines', message: 'Hello', attachments: [], campaignId: null },
    ...{ stepId: null, requestId: null },
    at: new Date(EPOCH).toISOString(),
    openedAt: null,
    clickedAt: null,
    viewedAt: null,
    createdAt: new Date(EPOCH).toISOString(),
  });
  expect((await reply({ contactId: 2, senderIdentityId: 1, message: 'Hi' })).body.data.channel).toBe('NETWORK');
  expect((await reply({ ...email, message: 'Again', subject: '' })).body.data).toMatchObject({ threadId: 1, id: 3 });
});

test('the same request id with the same content is the same message', async () => {
  const first = (await reply({ ...email, requestId: 'r1' })).body.data;
  world.clock.advance(5000);
  const { requestId, ...rest } = { ...email, requestId: 'r1' };
  expect((await reply({ requestId, ...rest })).body.data).toEqual(first);
  expect((await data('/v1/inboxes/1/messages')).total).toBe(1);
});

test('409 for the same request id with other content', async () => {
  await reply({ ...email, requestId: 'r1' });
  const other = await reply({ ...email, message: 'Other', requestId: 'r1' });
  expect([...input(other), other.body.details]).toEqual([
    409,
    'The request id r1 was used for another message: 1',
    { messageId: 1 },
  ]);
  const key = await world.newKey(['ALL'], 'theirs', 'other');
  expect((await world.call('POST', '/v1/inbox/messages', { key, body: { ...email, requestId: 'r1' } })).status).toBe(
    404,
  );
});

test.each<[string, object, number, string]>([
  ['an unknown contact', { contactId: 9 }, 404, 'There is no contact 9'],
  ['an unknown sender', { senderIdentityId: 9 }, 404, 'There is no identity 9'],
  ['nothing said', { message: ' ' }, 400, 'message: is required without an attachment'],
  [
    'a first email without subject',
    { subject: ' ' },
    400,
    'subject: is required for the first email of a conversation',
  ],
  ['a channel that is none', { type: 'TASK' }, 400, 'type: must be NETWORK, EMAIL or WHATSAPP, not "TASK"'],
  ['a channel that does not reach the contact', { type: 'WHATSAPP' }, 422, 'Contact 1 has no phone number'],
  [
    'a contact nothing reaches',
    { contactId: 3 },
    422,
    'Contact 3 cannot be reached: it has no email address, no network profile, no phone number',
  ],
])('%s', async (_, more, status, message) => {
  expect(input(await reply({ ...email, ...more }))).toEqual([status, message]);
  expect(await threads()).toEqual([]);
});

test('an attachment needs no words', async () => {
  const file = { attachment: 'https://f.example/a.pdf', attachmentName: 'a.pdf', contentType: 'FILE' };
  expect((await reply({ ...email, message: '', ...file })).body.data).toMatchObject({
    message: '',
    attachments: [{ attachment: 'https://f.example/a.pdf', name: 'a.pdf', contentType: 'FILE' }],
  });
});

test('422 for a contact that is blocklisted or opted out', async () => {
  await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = 1'));
  expect(input(await reply(email))).toEqual([422, 'Contact 1 is blocklisted or opted out: it must not be contacted']);
});
