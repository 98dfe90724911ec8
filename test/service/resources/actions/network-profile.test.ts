import { expect, test } from 'vitest';
import { contact, list, on, openActionWorld, post, read, run, world } from './action-world.ts';

openActionWorld();

// Someone of the invented world.
const profile = 'https://network.example/in/felix-steinberg-2y43';

test('a profile fills the contact and, unless asked to otherwise, its company', async () => {
  const { records } = await on([await contact({ networkProfileUrl: profile })], 'SCRAPE_LEAD_FROM_NETWORK');
  expect(records[0]).toMatchObject({
    firstName: 'Felix',
    lastName: 'Steinberg',
    jobTitle: 'Chief Technology Officer',
    networkHeadline: 'Chief Technology Officer at Coralpath Apps',
    contactCountry: 'Germany',
    imageUrl: expect.stringContaining('felix-steinberg'),
    company: { name: 'Coralpath Apps', domain: 'coralpath-apps.example' },
  });
  expect(await read(`/v1/companies/${records[0].companyId}`)).toMatchObject({
    industry: 'Software Development',
    headcount: expect.any(Number),
  });
});

test('skipCompanyScrape leaves the company out', async () => {
  const id = await contact({ networkProfileUrl: profile });
  const { records } = await on([id], 'SCRAPE_LEAD_FROM_NETWORK', { skipCompanyScrape: true });
  expect([records[0].firstName, records[0].companyId]).toEqual(['Felix', null]);
});

test('contacts with the same profile become one, with the lists and campaigns of both; skipContactMerge keeps them', async () => {
  const oldest = await contact({ networkProfileUrl: profile, jobTitle: 'Old' });
  const younger = await contact({
    ...{ networkProfileUrl: `${profile}/`, mobilePhone: '+49 555 1', professionalEmail: 'felix@x.example' },
  });
  const on2 = await list('CONTACT', [younger]);
  for (const members of [[younger], [oldest, younger]]) {
    // The oldest has no address: it is refused.
    const steps = [{ type: 'email', subject: 'Hi', content: 'Hi' }];
    const { id: campaignId } = (await post('/v1/campaigns', { name: 'Q3', identityId: 1, steps })).body.data;
    for (const contactId of members) await post('/v1/add-contact-to-campaign', { campaignId, contactId });
  }
  await on([younger], 'SCRAPE_LEAD_FROM_NETWORK', { skipContactMerge: true });
  expect(await read(`/v1/contacts/${oldest}`)).toMatchObject({ jobTitle: 'Old', mobilePhone: null });
  await run({ contactIds: [younger], actions: [{ type: 'SCRAPE_LEAD_FROM_NETWORK' }] });
  expect((await world.call('GET', `/v1/contacts/${younger}`)).status).toBe(404);
  expect(await read(`/v1/contacts/${oldest}`)).toMatchObject({ jobTitle: 'Old', mobilePhone: '+49 555 1' });
  expect((await read('/v1/contacts', { listId: on2 })).contacts.map((one: { id: number }) => one.id)).toEqual([oldest]);
  for (const id of [1, 2])
    expect((await read(`/v1/campaign/${id}`)).progress).toMatchObject({ contacts: 1, active: 1 });
});

test('they become one with the conversations and tags of both, and blocklisted where one was', async () => {
  const oldest = await contact({ networkProfileUrl: profile, professionalEmail: 'felix@x.example' });
  const younger = await contact({ networkProfileUrl: `${profile}/`, professionalEmail: 'f@x.example' });
  await post('/v1/inbox/tags', { name: 'Hot' });
  await post(`/v1/inbox/contacts/${younger}/tags`, { tagIds: [1] });
  const write = (contactId: number, type: string, message: string) =>
    post('/v1/inbox/messages', { contactId, senderIdentityId: 1, type, message, subject: message });
  await write(oldest, 'EMAIL', 'first');
  await write(younger, 'EMAIL', 'second');
  await write(younger, 'NETWORK', 'third');
  const verified = await on([younger], 'VERIFY_LEAD_EMAIL');
  expect(verified.records[0].emailVerificationStatus).toEqual(expect.any(String));
  await world.control('POST', '/_local/emit', { kind: 'reply', contactId: younger, channel: 'EMAIL', text: 'Yes' });
  await world.service.store.write(async (tx) => {
    await tx.run('update contacts set suppressed = 1 where id = ?', younger);
    await tx.run("update threads set status = 'PAUSED' where contact_id = ?", younger);
    await tx.run('update threads set archived = 1 where contact_id = ?', oldest);
  });
  await run({ contactIds: [younger], actions: [{ type: 'SCRAPE_LEAD_FROM_NETWORK' }] });
  const { inboxes } = await read('/v1/inboxes');
  const displayed = inboxes.map((one: Record<string, unknown>) => ({ ...one, tags: JSON.stringify(one['tags']) }));
  expect(displayed).toMatchObject([
    { contactId: oldest, channel: 'NETWORK', messageCount: 1, unreadCount: 0, tags: expect.stringContaining('Hot') },
    {
      contactId: oldest,
      channel: 'EMAIL',
      messageCount: 3,
      unreadCount: 1,
      status: 'PAUSED',
      icpRating: 'DISQUALIFIED',
    },
  ]);
  // Of the other's address.
  expect((await read(`/v1/contacts/${oldest}`)).emailVerificationStatus).toBe(null);
  const { messages } = await read(`/v1/inboxes/${oldest}/messages`);
  expect(messages.map((one: { message: string }) => one.message).sort()).toEqual(['Yes', 'first', 'second', 'third']);
});

test('who has replied as one of them gets nothing more as the other', async () => {
  const steps = [
    { type: 'network_visit_profile' },
    { type: 'network_visit_profile', delay: { value: 3, unit: 'days' } },
  ];
  await post('/v1/campaigns', { name: 'Q3', identityId: 1, steps });
  const ids = [
    await contact({ networkProfileUrl: profile }),
    await contact({ networkProfileUrl: `${profile}/`, mergeWithExisting: false }),
  ];
  for (const contactId of ids) await post('/v1/add-contact-to-campaign', { campaignId: 1, contactId });
  await post('/v1/campaign/1/status', { status: 'ACTIVE' });
  await world.work();
  await world.control('POST', '/_local/emit', { kind: 'reply', contactId: ids[1], text: 'Yes' });
  await run({ contactIds: ids, actions: [{ type: 'SCRAPE_LEAD_FROM_NETWORK' }] });
  expect((await read('/v1/campaign/1')).progress).toMatchObject({ contacts: 1, active: 0, replied: 1 });
});

test('no profile is skipped; one that is private or gone fails', async () => {
  const ids = [await contact({ firstName: 'None' })];
  for (let nth = 0; nth < 60; nth += 1) {
    ids.push(await contact({ networkProfileUrl: `https://network.example/in/somebody-${nth}` }));
  }
  const { reasons, statusCounts } = await on(ids, 'SCRAPE_LEAD_FROM_NETWORK');
  expect(reasons).toEqual({ NO_PROFILE: 1, PROFILE_UNAVAILABLE: statusCounts.FAILED });
});
