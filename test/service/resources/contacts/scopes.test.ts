import { describe, expect, test } from 'vitest';
import { openContactWorld, world } from './contact-world.ts';

openContactWorld();

describe('scopes', () => {
  test.each([
    ['GET', '/v1/contacts', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/1', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/fields', 'CONTACTS_READ'],
    ['GET', '/v1/contacts/duplicates?fields=fullName', 'CONTACTS_READ'],
    ['POST', '/v1/contacts/search', 'CONTACTS_READ'],
    ['POST', '/v1/contacts/bulk', 'CONTACTS_WRITE'],
    ['POST', '/v1/contact', 'CONTACTS_WRITE'],
    ['PATCH', '/v1/contacts/1', 'CONTACTS_WRITE'],
    ['DELETE', '/v1/contacts/1', 'CONTACTS_WRITE'],
  ] as const)('%s %s needs %s', async (method, path, scope) => {
    const wrong = await world.newKey(['COMPANIES_WRITE'], 'wrong');
    const reply = await world.call(method, path, { key: wrong, body: method === 'GET' ? undefined : {} });
    expect([reply.status, reply.body.details.requiredScope]).toEqual([403, scope]);
    const right = await world.newKey([scope], 'right');
    expect((await world.call(method, path, { key: right, body: method === 'GET' ? undefined : {} })).status).not.toBe(
      403,
    );
  });
});
