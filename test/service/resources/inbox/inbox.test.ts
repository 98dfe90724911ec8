// SERVICE-API, Inbox: links, threads, messages, replies, tags.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendMessage } from '../../../../src/service/resources/inbox/queries/messages.ts';
import { EPOCH, openWorld, type Reply, type World } from '../../world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  const contacts = [
    { firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@x.example', jobTitle: 'Chief Analyst' },
    { firstName: 'Bo', networkProfileUrl: 'https://www.network.example/in/bo' },
    { firstName: 'Cy' },
  ];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await world.service.store.write((tx) =>
    tx.run("insert into identities (workspace_id, name, created_at) values (1, 'Robin', 0)"),
  );
});
afterEach(async () => {
  expect(world.bugs).toEqual([]);
  await world.close();
});

const told = ({ status, body }: Reply) => [status, body.message];
const data = async (path: string, query: object = {}) =>
  (await world.call('GET', path, { query: { ...query } })).body.data;
const reply = (body: object) => world.call('POST', '/v1/inbox/messages', { body });
const email = { contactId: 1, senderIdentityId: 1, message: 'Hello', subject: 'Engines' };
const threads = async (query: object = {}) =>
  (await data('/v1/inboxes', query)).inboxes.map(
    (thread: { contactId: number; senderIdentityId: number; channel: string }) =>
      `${thread.contactId} ${thread.senderIdentityId} ${thread.channel}`,
  );

describe('POST /v1/inbox/link', () => {
  const link = async (body: object) => (await world.call('POST', '/v1/inbox/link', { body })).body.data.url;
  const shown = (query: string) => `https://app.reach.invalid/inbox?${query}`;

  test.each<[object, string]>([
    [{}, 'folder=received'],
    [{ folder: 'ai_draft', channel: ['NETWORK', 'TASK'] }, 'folder=ai_draft&channel=NETWORK%2CTASK'],
    [{ leadId: 7 }, 'folder=received&leadId=7'],
    [{ leadIds: [7, 8], tagIds: [] }, 'folder=received&leadIds=7%2C8'],
    [
      { archived: false, status: ['PAUSED'], includeUntagged: true, startDate: '2026-11-01T00:00:00+01:00' },
      'folder=received&archived=false&status=PAUSED&includeUntagged=true&startDate=2026-11-01T00%3A00%3A00%2B01%3A00',
    ],
  ])('%j', async (body, query) => {
    expect(await link(body)).toBe(shown(query));
  });

  test.each<[object, string]>([
    [{ folder: 'spam' }, 'folder: Invalid option'],
    [{ channel: 'EMAIL' }, 'channel: expected array, received string'],
    [{ channel: ['FAX'] }, 'channel[0]: Invalid option'],
    [{ leadId: 0 }, 'leadId: must be more than 0'],
    [{ icpRatings: ['GOOD'] }, 'icpRatings[0]: Invalid option'],
    [{ startDate: '2026-02-01', endDate: '2026-01-01' }, 'endDate: must not be before startDate'],
    [{ sender: 1 }, 'sender: is not known here'],
  ])('400 for %j', async (body, message) => {
    const { status, body: answer } = await world.call('POST', '/v1/inbox/link', { body });
    expect([status, answer.message.slice(0, message.length)]).toEqual([400, message]);
  });
});

describe('POST /v1/inbox/messages (chosen)', () => {
  test('is sent at once, by the channel that reaches the contact, and opens a conversation', async () => {
    expect((await reply(email)).body.data).toEqual({
      id: 1,
      threadId: 1,
      contactId: 1,
      senderIdentityId: 1,
      channel: 'EMAIL',
      direction: 'OUTBOUND',
      status: 'SENT',
      subject: 'Engines',
      message: 'Hello',
      attachments: [],
      campaignId: null,
      stepId: null,
      requestId: null,
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
    expect([...told(other), other.body.details]).toEqual([
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
    [
      'a channel that is none',
      { type: 'TASK' },
      400,
      'type: Invalid option: expected one of "NETWORK"|"EMAIL"|"WHATSAPP"',
    ],
    ['a channel that does not reach the contact', { type: 'WHATSAPP' }, 422, 'Contact 1 has no phone number'],
    [
      'a contact nothing reaches',
      { contactId: 3 },
      422,
      'Contact 3 cannot be reached: it has no email address, no network profile, no phone number',
    ],
  ])('%s', async (_, more, status, message) => {
    expect(told(await reply({ ...email, ...more }))).toEqual([status, message]);
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
    expect(told(await reply(email))).toEqual([422, 'Contact 1 is blocklisted or opted out: it must not be contacted']);
  });
});

describe('GET /v1/inboxes (chosen)', () => {
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

  test('404 for a sender or contact that is not there; 400 for what is no filter', async () => {
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
});

describe('messages', () => {
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

  test('what is planned is not where a conversation stands', async () => {
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

  test('conversations of a deleted contact are deleted (SERVICE-API, DELETE one contact)', async () => {
    await reply(email);
    await world.call('DELETE', '/v1/contacts/1');
    expect(await threads()).toEqual([]);
    expect((await world.call('GET', '/v1/inboxes/1/messages')).status).toBe(404);
    const kept = await world.service.store.read((tx) => tx.all('select deleted_at as at from threads'));
    expect(kept).toEqual([{ at: EPOCH }]);
  });
});

describe('tags', () => {
  const tag = async (name: string, more: object = {}) =>
    (await world.call('POST', '/v1/inbox/tags', { body: { name, ...more } })).body.data;
  const change = (method: 'POST' | 'DELETE', contact: number, body?: object, query: object = {}) =>
    world.call(method, `/v1/inbox/contacts/${contact}/tags`, { ...(body && { body }), query: { ...query } });
  const tagsOf = async (contact: number) =>
    (await data('/v1/inboxes', { contactId: contact })).inboxes.map(
      ({ senderIdentityId, tags }: { senderIdentityId: number; tags: { name: string }[] }) =>
        [senderIdentityId, ...tags.map(({ name }) => name)].join(' '),
    );
  const talk = async () => {
    await reply(email);
    world.clock.advance(1);
    await reply({ ...email, senderIdentityId: 2 });
  };

  test('a name that exists gives the tag that has it (chosen)', async () => {
    const first = await tag(' Hot ', { color: '#FF0000' });
    expect(first).toEqual({ id: 1, name: 'Hot', color: '#ff0000', createdAt: new Date(EPOCH).toISOString() });
    expect(await tag('Hot', { color: '#00ff00' })).toEqual(first);
    expect((await tag('hot')).id).toBe(2);
    expect((await data('/v1/inbox/tags', { name: 'Hot' })).tags).toEqual([first]);
    expect((await data('/v1/inbox/tags')).total).toBe(2);
  });

  test.each([[{}], [{ name: ' ' }], [{ name: 'x'.repeat(51) }], [{ name: 'x', color: 'red' }], [{ name: 'x', y: 1 }]])(
    '400 for the tag %j',
    async (body) => {
      expect((await world.call('POST', '/v1/inbox/tags', { body })).status).toBe(400);
    },
  );

  test('on the contact it is in all its conversations; on a sender-specific thread in that one', async () => {
    await talk();
    await tag('Hot');
    await tag('Cold');
    expect((await change('POST', 1, { tagIds: [1, 1] })).body.data).toEqual({
      contactId: 1,
      tagIds: [1],
      success: true,
    });
    await change('POST', 1, { tagIds: [2], senderIdentityId: 2 });
    expect(await tagsOf(1)).toEqual(['2 Cold Hot', '1 Hot']);
    expect(await threads({ tagIds: '2' })).toEqual(['1 2 EMAIL']);
    expect(await threads({ tagIds: [1, 2] })).toEqual(['1 2 EMAIL', '1 1 EMAIL']);
  });

  test('removing: one sender-specific thread, or everywhere; twice is the same as once', async () => {
    await talk();
    await tag('Hot');
    for (const senderIdentityId of [1, 2]) await change('POST', 1, { tagIds: [1], senderIdentityId });
    const done = { contactId: 1, tagIds: [1], success: true };
    expect((await change('DELETE', 1, { tagIds: [1], senderIdentityId: 1 })).body.data).toEqual(done);
    expect(await tagsOf(1)).toEqual(['2 Hot', '1']);
    expect((await change('DELETE', 1, { tagIds: [1] })).body.data).toEqual(done);
    expect((await change('DELETE', 1, undefined, { tagIds: '1' })).body.data).toEqual(done);
    expect(await tagsOf(1)).toEqual(['2', '1']);
  });

  test.each<[string, object | undefined, object, number, string]>([
    ['no tag ids', {}, {}, 400, 'tagIds: is required'],
    ['no body', undefined, {}, 400, 'tagIds: is required'],
    ['none in the list', { tagIds: [] }, {}, 400, 'tagIds: must have at least 1 item'],
    ['ids that are none', undefined, { tagIds: 'x' }, 400, 'tagIds: must be ids'],
    ['an unknown tag', { tagIds: [1, 8, 9] }, {}, 404, 'There are no tags 8, 9: nothing was changed'],
    ['an unknown sender', { tagIds: [1], senderIdentityId: 9 }, {}, 404, 'There is no identity 9'],
    ['no such thread', { tagIds: [1], senderIdentityId: 2 }, {}, 404, 'Contact 1 has no conversation with identity 2'],
  ])('%s', async (_, body, query, status, message) => {
    await tag('Hot');
    expect(told(await change('DELETE', 1, body, query))).toEqual([status, message]);
  });

  test('404 for an unknown contact; tags of another workspace are not there', async () => {
    await tag('Hot');
    expect((await change('DELETE', 9, { tagIds: [1] })).status).toBe(404);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    await world.call('POST', '/v1/contact', { key, body: { firstName: 'X' } });
    const theirs = await world.call('POST', '/v1/inbox/contacts/4/tags', { key, body: { tagIds: [1] } });
    expect(theirs.status).toBe(404);
  });

  test('removing is limited to 30 a minute (SERVICE-API, Limits)', async () => {
    const limited = await openWorld({ rateLimits: 'on' });
    try {
      const statuses: number[] = [];
      for (let index = 0; index < 31; index += 1) {
        const path = '/v1/inbox/contacts/1/tags';
        statuses.push((await limited.call('DELETE', path, { body: { tagIds: [1] } })).status);
      }
      expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([30, 429]);
    } finally {
      await limited.close();
    }
  });
});

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
