import { expect, test } from 'vitest';
import { world } from './inbox-world.ts';

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
