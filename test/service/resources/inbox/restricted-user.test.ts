import { expect, test } from 'vitest';
import { openInboxWorld, world } from './inbox-world.ts';

openInboxWorld();

test('a user restricted to identities writes as none of the others, and changes none of them', async () => {
  const { key } = await world.control('POST', '/_local/keys', { scopes: ['ALL'], identityIds: [2] });
  const ask = async (method: string, path: string, body: object) => {
    const reply = await world.call(method, path, { key, body });
    return [reply.status, reply.status === 403 ? reply.body.message : ''];
  };
  const refused = [403, 'The user of this key may act for the identities 2 only'];
  const written = { contactId: 1, message: 'Hello', subject: 'Hello', type: 'EMAIL' };
  const mailbox = {
    ...{ email: 'other@example.com', provider: 'imap', makePrimary: false },
    credentials: {
      password: 'x',
      imapHost: 'imap.example.com',
      imapPort: 993,
      smtpHost: 'smtp.example.com',
      smtpPort: 465,
    },
  };
  expect(await ask('POST', '/v1/inbox/messages', { ...written, senderIdentityId: 1 })).toEqual(refused);
  expect(await ask('PATCH', '/v1/identities/1', { jobTitle: 'Taken over' })).toEqual(refused);
  expect(await ask('POST', '/v1/identities/1/mailboxes', mailbox)).toEqual(refused);
  const campaign = { name: 'C', steps: [{ type: 'network_visit_profile' }] };
  await world.done('POST', '/v1/campaigns', { body: { ...campaign, identityId: 1 } });
  await world.done('POST', '/v1/campaigns', { body: { ...campaign, identityId: 2 } });
  expect(await ask('POST', '/v1/campaigns', { ...campaign, identityId: 1 })).toEqual(refused);
  expect(await ask('PATCH', '/v1/campaign/2', { identityId: 1 })).toEqual(refused);
  expect(await ask('POST', '/v1/campaign/1/status', { status: 'ACTIVE' })).toEqual(refused);
  expect((await ask('PATCH', '/v1/campaign/1', { name: 'Theirs', identityId: 1 }))[0]).toBe(200);
  expect((await ask('POST', '/v1/campaign/2/status', { status: 'ACTIVE' }))[0]).toBe(200);
  expect((await ask('PATCH', '/v1/identities/2', { jobTitle: 'Own' }))[0]).toBe(200);
  expect((await ask('PATCH', '/v1/identities/99', { jobTitle: 'x' }))[0]).toBe(404);
});
