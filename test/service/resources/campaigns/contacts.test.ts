import { describe, expect, test } from 'vitest';
import { moveMemberships } from '../../../../src/service/resources/contacts/queries/same-profile.ts';
import { worldForEachTest } from '../../../opened.ts';
import { create, email, problems, refused, visit } from './bodies.ts';

const world = worldForEachTest();

async function contact(fields: object): Promise<number> {
  return (await world.done('POST', '/v1/contact', { body: { ...fields, mergeWithExisting: false } })).id;
}
const mailed = (name: string) => contact({ firstName: name, professionalEmail: `${name}@a.example` });
const add = (contactId: number, campaignId = 1) =>
  world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId, contactId } });
const become = (status: string, id = 1) => world.done('POST', `/v1/campaign/${id}/status`, { body: { status } });
const found = async (ids: number[], path = '/v1/contacts/search') => {
  const data = await world.done('POST', path, { body: { include: { campaigns: ids } } });
  return (data.contacts ?? data.companies).map(({ id }: { id: number }) => id);
};

async function listOf(ids: number[]): Promise<number> {
  const { id } = await world.done('POST', '/v1/lists', { body: { name: 'A list', entity: 'CONTACT' } });
  await world.done('POST', `/v1/lists/${id}/members`, { body: { contactIds: ids } });
  return id;
}

describe('one contact', () => {
  test('is added, is there already, and starts again after its sequence was over', async () => {
    await create(world, { identityId: 1 });
    const id = await mailed('ada');
    expect(await add(id)).toEqual({ campaignId: 1, contactId: id, outcome: 'ADDED' });
    expect((await add(id)).outcome).toBe('ALREADY_PRESENT');
    await become('ACTIVE');
    await become('COMPLETED');
    await become('ACTIVE');
    expect((await add(id)).outcome).toBe('REACTIVATED');
    expect((await add(id)).outcome).toBe('ALREADY_PRESENT');
  });

  test('whom no step can reach is skipped, saying what is missing', async () => {
    await create(world, { steps: [email, visit] });
    const id = await contact({ firstName: 'Ada' });
    expect(await add(id)).toEqual({
      campaignId: 1,
      contactId: id,
      outcome: 'SKIPPED',
      reason: 'no email address, no network profile',
    });
    expect(await found([1])).toEqual([]);
  });

  test('who is blocklisted or opted out is skipped', async () => {
    await create(world, {});
    const id = await mailed('ada');
    await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = ?', id));
    expect(await add(id)).toMatchObject({ outcome: 'SKIPPED', reason: 'blocklisted or opted out' });
  });

  test.each([
    ['email', { type: 'email', subject: 'x', content: 'x' }, { professionalEmail: 'a@b.example' }],
    ['network', { type: 'network_message', content: 'x' }, { networkProfileUrl: 'https://network.example/in/a' }],
    ['phone', { type: 'whatsapp_message', content: 'x' }, { mobilePhone: '+4912345' }],
    ['other phones', { type: 'whatsapp_message', content: 'x' }, { phones: '+4912345' }],
    ['nothing, for a task', { type: 'task', taskType: 'CALL', title: 'Call' }, {}],
    ['nothing, for an end', { type: 'end' }, {}],
  ])('is reached by %s', async (_, step, fields) => {
    await create(world, { steps: [step] });
    expect((await add(await contact({ firstName: 'A', ...fields }))).outcome).toBe('ADDED');
  });

  test('404 for a campaign or contact that does not exist or is someone else’s; 400 for a body that is none', async () => {
    await create(world, {});
    const id = await mailed('ada');
    const ask = async (body: object) => (await refused(world, 'POST', '/v1/add-contact-to-campaign', { body })).message;
    expect(await ask({ campaignId: 9, contactId: id })).toBe('There is no campaign 9');
    expect(await ask({ campaignId: 1, contactId: 99 })).toBe('There is no contact 99');
    expect(
      await problems(world, 'POST', '/v1/add-contact-to-campaign', { campaignId: '1', contactId: 1, x: 1 }),
    ).toEqual([400, 'campaignId invalid_type', 'x unknown_key']);
    const key = await world.newKey(['ALL'], 'other', 'Elsewhere');
    const body = { campaignId: 1, contactId: id };
    expect((await world.call('POST', '/v1/add-contact-to-campaign', { key, body })).status).toBe(404);
  });

  test('409 for a campaign that is completed', async () => {
    await create(world, { identityId: 1 });
    const id = await mailed('ada');
    await become('ACTIVE');
    await become('COMPLETED');
    const body = { campaignId: 1, contactId: id };
    expect(await refused(world, 'POST', '/v1/add-contact-to-campaign', { body })).toEqual({
      status: 409,
      code: 'conflict',
      message: 'Campaign 1 is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it',
      details: { status: 'COMPLETED' },
    });
  });
});

describe('a list', () => {
  const addList = (contactGroupId: number) =>
    world.done('POST', '/v1/add-contact-group-to-campaign', { body: { campaignId: 1, contactGroupId } });

  test('every member is counted once: added, reactivated, present or skipped', async () => {
    await create(world, { identityId: 1 });
    const [over, present, fresh] = [await mailed('over'), await mailed('present'), await mailed('fresh')];
    const unreachable = await contact({ firstName: 'nobody' });
    await add(over);
    await become('ACTIVE');
    await become('COMPLETED');
    await become('ACTIVE');
    await add(present);
    const list = await listOf([over, present, fresh, unreachable]);
    const reason = 'no email address';
    const skippedContacts = [{ contactId: unreachable, firstName: 'nobody', lastName: null, reason }];
    const counts = { campaignId: 1, contactGroupId: list, skippedContacts };
    expect(await addList(list)).toEqual({ ...counts, added: 1, reactivated: 1, alreadyPresent: 1, skipped: 1 });
    expect(await addList(list)).toEqual({ ...counts, added: 0, reactivated: 0, alreadyPresent: 3, skipped: 1 });
    expect(await found([1])).toEqual([over, present, fresh]);
  });

  test('an empty one adds no one; 404 for none, 422 for a list of companies', async () => {
    await create(world, {});
    const empty = await world.done('POST', '/v1/lists', { body: { name: 'Empty', entity: 'CONTACT' } });
    expect(await addList(empty.id)).toMatchObject({ added: 0, reactivated: 0, alreadyPresent: 0, skipped: 0 });
    const { id } = await world.done('POST', '/v1/lists', { body: { name: 'C', entity: 'COMPANY' } });
    const ask = async (contactGroupId: number) => {
      const body = { campaignId: 1, contactGroupId };
      const { status, message } = await refused(world, 'POST', '/v1/add-contact-group-to-campaign', { body });
      return [status, message];
    };
    expect(await ask(99)).toEqual([404, 'There is no list 99']);
    expect(await ask(id)).toEqual([422, `List ${id} holds companies, not contacts`]);
  });
});

describe('a contact that no step can reach', () => {
  const statuses = async () => {
    const { contacts } = await world.control('GET', '/_local/campaigns/1/contacts');
    return contacts.map((row: { contactId: number; status: string; reason: string | null }) => [
      row.contactId,
      row.status,
      row.reason,
    ]);
  };

  test('is listed as SKIPPED with the reason, and is in the campaign nowhere else', async () => {
    await create(world, { identityId: 1 });
    const id = await contact({ firstName: 'nobody' });
    expect(await add(id)).toEqual({ campaignId: 1, contactId: id, outcome: 'SKIPPED', reason: 'no email address' });
    expect(await statuses()).toEqual([[id, 'SKIPPED', 'no email address']]);
    expect(await found([1])).toEqual([]);
    expect((await world.done('GET', '/v1/campaign/1')).progress.contacts).toBe(0);
    expect((await world.control('GET', '/_local/timeline')).events).toEqual([]);
  });

  test('enters for the first time once it can be reached; later, what it did stays', async () => {
    await create(world, { identityId: 1 });
    const id = await contact({ firstName: 'nobody' });
    await add(id);
    await world.done('PATCH', `/v1/contacts/${id}`, { body: { professionalEmail: 'ada@a.example' } });
    expect((await add(id)).outcome).toBe('ADDED');
    expect(await statuses()).toEqual([[id, 'ACTIVE', null]]);
    await become('ACTIVE');
    await become('COMPLETED');
    await become('ACTIVE');
    await world.done('PATCH', `/v1/contacts/${id}`, { body: { professionalEmail: null } });
    expect((await add(id)).outcome).toBe('SKIPPED');
    expect(await statuses()).toEqual([[id, 'STOPPED', 'the campaign was completed']]);
  });

  test('takes over the place in the sequence of a contact that it is merged with', async () => {
    await create(world, { identityId: 1 });
    const [oldest, other] = [await contact({ firstName: 'nobody' }), await mailed('ada')];
    await add(oldest);
    await add(other);
    await world.service.store.write((tx) => moveMemberships(tx, 1, other, oldest));
    expect(await statuses()).toEqual([[oldest, 'ACTIVE', null]]);
  });
});

test('a deleted contact leaves its campaigns', async () => {
  await create(world, {});
  const [ada, bob] = [await mailed('ada'), await mailed('bob')];
  await add(ada);
  await add(bob);
  await world.done('DELETE', `/v1/contacts/${ada}`);
  expect(await found([1])).toEqual([bob]);
});

test('the filter `campaigns` finds contacts and their companies, in any of the campaigns, and excludes', async () => {
  await create(world, {});
  await create(world, {});
  const at = (name: string) =>
    contact({ firstName: name, professionalEmail: `${name}@a.example`, companyName: `Company of ${name}` });
  const [ada, bob, cay] = [await at('ada'), await at('bob'), await at('cay')];
  await add(ada);
  await add(bob, 2);
  expect([await found([1]), await found([1, 2]), await found([99])]).toEqual([[ada], [ada, bob], []]);
  expect(await found([1, 2], '/v1/companies/search')).toEqual([1, 2]);
  const others = await world.done('POST', '/v1/contacts/search', { body: { exclude: { campaigns: [1, 2] } } });
  expect(others.contacts.map(({ id }: { id: number }) => id)).toEqual([cay]);
  const key = await world.newKey(['ALL'], 'other', 'Elsewhere');
  const body = { include: { campaigns: [1] } };
  expect((await world.done('POST', '/v1/contacts/search', { key, body })).total).toBe(0);
});

describe('status', () => {
  const STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'];
  const WAY = { DRAFT: [], ACTIVE: ['ACTIVE'], PAUSED: ['ACTIVE', 'PAUSED'], COMPLETED: ['ACTIVE', 'COMPLETED'] };

  test.each([
    ['DRAFT', [200, 200, 409, 409]],
    ['ACTIVE', [409, 200, 200, 200]],
    ['PAUSED', [200, 200, 200, 200]],
    ['COMPLETED', [409, 200, 409, 200]],
  ] as const)('from %s', async (from, answers) => {
    const input: number[] = [];
    for (const to of STATUSES) {
      const { id } = await create(world, { identityId: 1 });
      for (const status of WAY[from]) await become(status, id);
      const reply = await world.call('POST', `/v1/campaign/${id}/status`, { body: { status: to } });
      input.push(reply.status);
      const { status } = await world.done('GET', `/v1/campaign/${id}`);
      expect(status).toBe(reply.status === 200 ? to : from);
    }
    expect(input).toEqual(answers);
  });

  test('a refusal names what can come next', async () => {
    await create(world, {});
    expect(await refused(world, 'POST', '/v1/campaign/1/status', { body: { status: 'PAUSED' } })).toEqual({
      status: 409,
      code: 'conflict',
      message: 'Campaign 1 is DRAFT and cannot become PAUSED; it can become ACTIVE',
      details: { status: 'DRAFT', nextStatuses: ['ACTIVE'] },
    });
    expect((await world.call('POST', '/v1/campaign/1/status', { body: { status: 'GONE' } })).status).toBe(400);
    expect((await world.call('POST', '/v1/campaign/2/status', { body: { status: 'ACTIVE' } })).status).toBe(404);
  });

  test('nothing starts that no one sends, or that the workspace has outgrown', async () => {
    await create(world, { steps: [{ type: 'task', taskType: 'CALL', title: 'Call' }] });
    await world.service.store.write((tx) =>
      tx.run("insert into task_owners (workspace_id, name, email) values (1, 'O', 'o@a.example')"),
    );
    expect(await problems(world, 'POST', '/v1/campaign/1/status', { status: 'ACTIVE' })).toEqual([
      400,
      'identityId required',
      'steps[0].ownerId required',
    ]);
  });
});
