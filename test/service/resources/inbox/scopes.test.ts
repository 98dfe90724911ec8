import { expect, test } from 'vitest';
import { openInboxWorld, world } from './inbox-world.ts';

openInboxWorld();

test('scopes: reading needs MESSAGING_READ, writing MESSAGING_WRITE, which implies it', async () => {
  const ask = async (scope: 'MESSAGING_READ' | 'MESSAGING_WRITE' | 'CONTACTS_WRITE') => {
    const key = await world.newKey([scope]);
    const calls = [
      ['GET', '/v1/inboxes'],
      ['GET', '/v1/inboxes/1/messages'],
      ['GET', '/v1/inbox/tags'],
      ['POST', '/v1/inbox/link'],
      ['POST', '/v1/inbox/tags'],
      ['POST', '/v1/inbox/messages'],
      ['POST', '/v1/inbox/contacts/1/tags'],
      ['DELETE', '/v1/inbox/contacts/1/tags'],
    ] as const;
    const found: string[] = [];
    for (const [method, path] of calls) {
      const { status, body } = await world.call(method, path, { key, ...(method !== 'GET' && { body: {} }) });
      found.push(status === 403 ? body.details.requiredScope : String(status));
    }
    return found.join(' ');
  };
  expect(await ask('MESSAGING_WRITE')).toBe('200 200 200 200 400 400 400 400');
  expect(await ask('MESSAGING_READ')).toBe(
    '200 200 200 200 MESSAGING_WRITE MESSAGING_WRITE MESSAGING_WRITE MESSAGING_WRITE',
  );
  expect(await ask('CONTACTS_WRITE')).toBe(
    'MESSAGING_READ MESSAGING_READ MESSAGING_READ MESSAGING_READ MESSAGING_WRITE MESSAGING_WRITE MESSAGING_WRITE MESSAGING_WRITE',
  );
});

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
  expect((await ask('PATCH', '/v1/identities/2', { jobTitle: 'Own' }))[0]).toBe(200);
  expect((await ask('PATCH', '/v1/identities/99', { jobTitle: 'x' }))[0]).toBe(404);
});
