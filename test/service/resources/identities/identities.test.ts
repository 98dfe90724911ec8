import { createDecipheriv } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretsIn } from '../../../../src/service/db/files.ts';
import { folderForTest } from '../../../folder.ts';
import { identity } from '../../../golden/identities.ts';
import { worldForEachTest } from '../../../opened.ts';
import { EPOCH, openWorld } from '../../world.ts';

const world = worldForEachTest();

const at = new Date(EPOCH).toISOString();
const update = (id: number | string, body: unknown, key?: string) =>
  world.call('PATCH', `/v1/identities/${id}`, { body, ...(key && { key }) });
const list = async () => (await world.done('GET', '/v1/identities')).identities;
/** A nonce, a tag and the encrypted text, by AES-256-GCM. */
const opened = (sealed: string, key: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
};
const mailboxes = (id = 1) => world.done('GET', `/v1/identities/${id}/mailboxes`);
const credentials = {
  password: 'open sesame 7',
  imapHost: 'imap.x.example',
  imapPort: 993,
  smtpHost: 's.x.example',
  smtpPort: 587,
};
const addMailbox = (email: string, more: object = {}, id = 1) =>
  world.call('POST', `/v1/identities/${id}/mailboxes`, { body: { email, provider: 'imap', credentials, ...more } });

describe('GET /v1/identities', () => {
  test('an empty store has one identity, with every field', async () => {
    expect(await list()).toEqual([
      {
        ...identity,
        appUrl: 'https://app.reach.invalid/identities/1',
        email: null,
        name: 'Admin',
        createdAt: at,
        updatedAt: at,
      },
    ]);
  });

  test('only those of the key’s workspace, in pages, without deleted ones', async () => {
    await world.service.store.write(async (tx) => {
      for (const name of ['B', 'C', 'D'])
        await tx.run('insert into identities (workspace_id, name, created_at) values (1, ?, 0)', name);
      await tx.run("update identities set deleted_at = 1 where name = 'C'");
    });
    const key = await world.newKey(['IDENTITIES_READ'], 'theirs', 'other');
    const ask = async (query: object, as?: string) => {
      const { data } = (await world.call('GET', '/v1/identities', { query: { ...query }, ...(as && { key: as }) }))
        .body;
      return [data.identities.map(({ name }: { name: string }) => name), data.total, data.hasNextPage];
    };
    expect(await ask({ pageSize: 2 })).toEqual([['Admin', 'B'], 3, true]);
    expect(await ask({ pageSize: 2, page: 2 })).toEqual([['D'], 3, false]);
    expect(await ask({}, key)).toEqual([['Admin'], 1, false]);
  });
});

describe('PATCH /v1/identities/{identityId}', () => {
  test('the fields that are sent, and no other; null clears; lists are lists', async () => {
    world.clock.advance(60_000);
    const later = new Date(EPOCH + 60_000).toISOString();
    const first = { name: 'Ada', interests: ['Engines'], languages: [], email: 'a@x.example', countryCode: 'GB' };
    expect((await update(1, first)).body.data).toMatchObject({ ...first, createdAt: at, updatedAt: later });
    const cleared = { name: null, interests: null, email: null };
    expect((await update(1, cleared)).body.data).toMatchObject({ ...cleared, countryCode: 'GB', languages: [] });
    expect((await list())[0]).toMatchObject(cleared);
  });

  test('the same again changes nothing, not even the time', async () => {
    const before = (await update(1, { jobTitle: 'CTO' })).body.data;
    world.clock.advance(1000);
    expect((await update(1, { jobTitle: 'CTO' })).body.data).toEqual(before);
  });

  test('signature is HTML stored as sent; null clears it', async () => {
    const signature = '<p style="color:red">Ada &amp; Co<script>x</script></p>\n  <br/>';
    expect((await update(1, { signature })).body.data.signature).toBe(signature);
    expect((await list())[0].signature).toBe(signature);
    expect((await update(1, { signature: null })).body.data.signature).toBe(null);
  });

  test('the email field configures no mailbox', async () => {
    expect((await update(1, { email: 'ada@x.example' })).body.data).toMatchObject({
      email: 'ada@x.example',
      emails: [],
    });
    expect((await mailboxes()).mailboxes).toEqual([]);
  });

  test.each<[string, number | string, unknown, number, string]>([
    ['no field supplied', 1, {}, 400, 'give at least one field to change'],
    ['an identity id that is none', 'ada', { name: 'x' }, 400, 'identityId: must be a positive integer'],
    ['an identity id of 0', 0, { name: 'x' }, 400, 'identityId: must be a positive integer'],
    ['a field that is none', 1, { nickname: 'x' }, 400, 'nickname: is not known here'],
    ['what only reading shows', 1, { emails: [] }, 400, 'emails: is not known here'],
    ['a number', 1, { jobTitle: 7 }, 400, 'jobTitle: must be text, not the number 7'],
    ['a text for a list', 1, { languages: 'English' }, 400, 'languages: must be a list of texts, not text'],
    ['an address that is none', 1, { email: 'ada' }, 400, 'email: must be an email address'],
    ['a zone that is none', 1, { timezone: 'Moon' }, 400, 'timezone: must be an IANA time zone such as Europe/Vienna'],
    ['no object', 1, [], 400, 'must be an object such as { name: … }, not a list'],
    ['absent from the workspace', 99, { name: 'x' }, 404, 'There is no identity 99'],
  ])('%s', async (_, id, body, status, message) => {
    const reply = await update(id, body);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  test('404 for one that is deleted, and for one of another workspace', async () => {
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    expect((await update(1, { name: 'x' }, key)).status).toBe(404);
    await world.service.store.write((tx) => tx.run('update identities set deleted_at = 1'));
    expect((await update(1, { name: 'x' })).status).toBe(404);
  });

  test('needs ALL: there is no scope of its own for it', async () => {
    for (const scopes of [['IDENTITIES_READ'], ['WORKSPACE_WRITE', 'MESSAGING_WRITE']] as const) {
      const { status, body } = await update(1, { name: 'x' }, await world.newKey([...scopes]));
      expect([status, body.details]).toEqual([403, { requiredScope: 'ALL' }]);
    }
  });

  test('a name that was changed is the one conversations show, and campaigns keep working', async () => {
    await update(1, { name: 'Grace' });
    const steps = [{ type: 'email', subject: 'x', content: 'y' }];
    const made = await world.call('POST', '/v1/campaigns', { body: { name: 'C', identityId: 1, steps } });
    expect(made.status).toBe(200);
  });
});

describe('mailboxes (undocumented)', () => {
  test('the first is the primary one; its address becomes the identity’s', async () => {
    const first = (await addMailbox('ada@x.example')).body.data;
    expect(first).toEqual({
      ...{ id: 1, identityId: 1, email: 'ada@x.example', provider: 'imap', isPrimary: true },
      ...{ emailCredentialsExpired: false, healthStatus: 'HEALTHY' },
      ...{ warmup: { enabled: false, mailboxId: null } },
    });
    expect((await addMailbox('b@x.example')).body.data.isPrimary).toBe(false);
    expect((await addMailbox('c@x.example', { makePrimary: true })).body.data.isPrimary).toBe(true);
    const displayed = (await mailboxes()).mailboxes.map(({ email, isPrimary }: Record<string, unknown>) => [
      email,
      isPrimary,
    ]);
    expect(displayed).toEqual([
      ['c@x.example', true],
      ['ada@x.example', false],
      ['b@x.example', false],
    ]);
    expect((await list())[0]).toMatchObject({
      email: 'c@x.example',
      emails: ['c@x.example', 'ada@x.example', 'b@x.example'],
    });
  });

  test('409 naming the mailbox that has the address, capitals aside', async () => {
    await addMailbox('ada@x.example');
    const { status, body } = await addMailbox('ADA@x.example');
    expect([status, body.message, body.details]).toEqual([
      409,
      'ada@x.example is already a mailbox of identity 1: 1',
      { mailboxId: 1, identityId: 1 },
    ]);
  });

  test.each<[string, object]>([
    ['provider: must be imap', { provider: 'pigeon' }],
    ['credentials.password: is empty', { credentials: { ...credentials, password: '' } }],
    ['credentials.imapPort: must be at most 65535', { credentials: { ...credentials, imapPort: 70_000 } }],
    ['credentials.smtpHost: must be the name of a host', { credentials: { ...credentials, smtpHost: 'http://x' } }],
  ])('400 %s', async (message, more) => {
    const { status, body } = await addMailbox('ada@x.example', more);
    expect([status, body.message.slice(0, message.length)]).toEqual([400, message]);
  });

  test('404 without the identity; needs ALL to add, IDENTITIES_READ to see', async () => {
    expect((await addMailbox('a@x.example', {}, 9)).status).toBe(404);
    expect((await world.call('GET', '/v1/identities/9/mailboxes')).status).toBe(404);
    const key = await world.newKey(['IDENTITIES_READ']);
    const body = { email: 'a@x.example', provider: 'imap', credentials };
    expect((await world.call('GET', '/v1/identities/1/mailboxes', { key })).status).toBe(200);
    expect((await world.call('POST', '/v1/identities/1/mailboxes', { key, body })).status).toBe(403);
  });

  test('the password is in no file of the store and in no answer; the key that opens it lies beside', async () => {
    const folder = folderForTest();
    const kept = await openWorld({ data: folder });
    try {
      const body = { email: 'ada@x.example', provider: 'imap', credentials };
      const answers = [
        await kept.call('POST', '/v1/identities/1/mailboxes', { body }),
        await kept.call('GET', '/v1/identities/1/mailboxes'),
        await kept.call('GET', '/v1/identities'),
      ];
      expect(JSON.stringify(answers)).not.toContain('sesame');
      const row = await kept.service.store.read((tx) =>
        tx.one<{ sealed: string }>('select sealed_password as sealed from mailboxes'),
      );
      const key = await secretsIn(folder, 'test').read('seal.key');
      expect(opened(row?.sealed ?? '', key ?? '')).toBe(credentials.password);
    } finally {
      await kept.close();
    }
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'latin1')).not.toContain('sesame');
  });
});
