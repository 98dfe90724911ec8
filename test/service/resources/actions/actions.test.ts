// Enrichment runs (SERVICE-API, Actions), over the service.

import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { openWorld, type World } from '../../world.ts';

const world = worldForEachTest();

const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', path, { body, ...(key !== undefined && { key }) });
const read = async (path: string, query: Record<string, string | number> = {}) =>
  (await world.call('GET', path, { query })).body.data;
const statusOf = (id: number) => read(`/v1/actions/${id}/status`);

/** A new contact; a company beside it where one is named. */
async function contact(given: Record<string, unknown>): Promise<number> {
  return (await post('/v1/contact', { mergeWithExisting: false, ...given })).body.data.id;
}

async function company(given: Record<string, unknown>): Promise<number> {
  return (await post('/v1/company', { mergeWithExisting: false, ...given })).body.data.id;
}

async function list(entity: 'CONTACT' | 'COMPANY', ids: readonly number[], name = 'Chosen'): Promise<number> {
  const { id } = (await post('/v1/lists', { name, entity })).body.data;
  await post(`/v1/lists/${id}/members`, entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids });
  return id;
}

async function start(body: unknown): Promise<number> {
  const { status, body: answer } = await post('/v1/actions', body);
  expect([status, answer.message]).toEqual([200, expect.any(String)]);
  return answer.data.actionsId;
}

/** The status of a run that was worked off. */
async function run(body: unknown) {
  const id = await start(body);
  await world.work();
  return statusOf(id);
}

/** One action on some contacts: what came of it, and the records afterwards. */
async function on(contactIds: readonly number[], type: string, options?: unknown) {
  const status = await run({ contactIds, actions: [{ type, ...(options !== undefined && { options }) }] });
  const records = await Promise.all(contactIds.map((id) => read(`/v1/contacts/${id}`)));
  const [action] = status.actions;
  return { ...status, ...action, records };
}

async function onCompanies(companyIds: readonly number[], type: string, options?: unknown) {
  const status = await run({ companyIds, actions: [{ type, ...(options !== undefined && { options }) }] });
  const records = await Promise.all(companyIds.map((id) => read(`/v1/companies/${id}`)));
  const [action] = status.actions;
  return { ...status, ...action, records };
}

/** People the stand-ins always answer the same about. */
const at = { companyName: 'Pathlight', companyDomain: 'pathlight.example' };
const known = { firstName: 'Anna', lastName: 'Ackermann', ...at };
const unknown = { firstName: 'Lena', lastName: 'Ackermann', ...at };

test('each record of a run with what came of every action, by record and page by page', async () => {
  const [found, missing] = [await contact(known), await contact({ firstName: 'Nobody' })];
  const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }];
  const id = await start({ contactIds: [found, missing], actions });
  const of = (query: Record<string, string | number>) => read(`/v1/actions/${id}/records`, query);
  expect((await of({ status: 'PENDING', limit: 3 })).records.map((one: { id: number }) => one.id)).toEqual([1, 1, 2]);
  await world.work();
  const first = await of({ limit: 3 });
  expect(first).toEqual({
    records: [
      {
        id: 1,
        entity: 'CONTACT',
        name: 'Anna Ackermann',
        action: 'ENRICH_WITH_EMAIL',
        status: 'COMPLETED',
        reason: null,
        creditsUsed: 2,
      },
      {
        id: 1,
        entity: 'CONTACT',
        name: 'Anna Ackermann',
        action: 'VERIFY_LEAD_EMAIL',
        status: 'COMPLETED',
        reason: null,
        creditsUsed: 1,
      },
      {
        id: 2,
        entity: 'CONTACT',
        name: 'Nobody',
        action: 'ENRICH_WITH_EMAIL',
        status: 'SKIPPED',
        reason: 'MISSING_DATA',
        creditsUsed: 0,
      },
    ],
    nextCursor: '2-0',
  });
  const last = { id: 2, action: 'VERIFY_LEAD_EMAIL', status: 'SKIPPED', reason: 'NO_EMAIL' };
  expect(await of({ cursor: '2-0' })).toMatchObject({ records: [last], nextCursor: null });
  expect((await of({ status: 'SKIPPED', limit: 1 })).records).toMatchObject([{ id: 2, reason: 'MISSING_DATA' }]);
  expect((await world.call('GET', '/v1/actions/99/records')).status).toBe(404);
});

describe('a run', () => {
  test('actions run sequentially on each entity: what one finds, the next verifies', async () => {
    const id = await contact(known);
    const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }];
    expect(await run({ contactIds: [id], actions })).toMatchObject({
      entity: 'CONTACT',
      overallStatus: 'COMPLETED',
      totalActions: 2,
      statusCounts: { COMPLETED: 2 },
      progress: 100,
      creditsUsed: 3,
    });
    expect(await read(`/v1/contacts/${id}`)).toMatchObject({
      professionalEmail: 'anna.ackermann@pathlight.example',
      emailVerificationStatus: 'VALID',
    });
  });

  test('the other way round there is nothing to verify yet', async () => {
    const id = await contact(known);
    const actions = [{ type: 'VERIFY_LEAD_EMAIL' }, { type: 'ENRICH_WITH_EMAIL' }];
    const { statusCounts, actions: done } = await run({ contactIds: [id], actions });
    expect([statusCounts, done[0].reasons]).toEqual([{ COMPLETED: 1, SKIPPED: 1 }, { NO_EMAIL: 1 }]);
  });

  test('an action that fails does not keep the next from its turn', async () => {
    const id = await contact(unknown);
    const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'EXPORT_TO_CRM' }];
    const { overallStatus, actions: done } = await run({ contactIds: [id], actions });
    expect([overallStatus, done[0].reasons, done[1].statusCounts]).toEqual([
      'PARTIAL',
      { NOT_FOUND: 1 },
      { COMPLETED: 1 },
    ]);
  });

  test('QUEUED, then PROCESSING slice by slice, then over; the same result whoever looks', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 90; nth += 1) ids.push(await contact({ firstName: `P${nth}`, lastName: 'Otto', ...at }));
    const id = await start({
      contactIds: ids,
      actions: [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }],
    });
    expect(await statusOf(id)).toMatchObject({
      overallStatus: 'QUEUED',
      totalActions: 180,
      statusCounts: { PENDING: 180 },
      progress: 0,
      finishedAt: null,
    });
    const first = new AbortController();
    await world.work({ signal: first.signal, onProgress: () => first.abort() });
    expect(await statusOf(id)).toMatchObject({ overallStatus: 'PROCESSING', progress: 44, finishedAt: null });
    await world.work();
    const status = await statusOf(id);
    expect(status).toMatchObject({ overallStatus: 'PARTIAL', progress: 100, totalActions: 180 });
    const { COMPLETED = 0, FAILED = 0, SKIPPED = 0, PENDING = 0 } = status.statusCounts;
    expect([COMPLETED + FAILED + SKIPPED, PENDING]).toEqual([180, 0]);
    expect(await world.work()).toMatchObject({ performed: 0 });
  });

  test('an empty list: nothing to do, and it is done', async () => {
    const id = await list('CONTACT', []);
    expect(await run({ contactGroupIds: [id], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] })).toMatchObject({
      overallStatus: 'COMPLETED',
      totalActions: 0,
      progress: 100,
    });
  });

  test('several lists: who is on two of them is worked on once; who joins later is not', async () => {
    const [a, b] = [await contact(known), await contact(unknown)];
    const [one, two] = [await list('CONTACT', [a], 'One'), await list('CONTACT', [a, b], 'Two')];
    const id = await start({ contactGroupIds: [one, two], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    await post(`/v1/lists/${one}/members`, { contactIds: [await contact({ firstName: 'Late' })] });
    await world.work();
    expect(await statusOf(id)).toMatchObject({ totalActions: 2, statusCounts: { SKIPPED: 2 } });
  });

  test('CANCELLED: records that are gone before their turn', async () => {
    const [gone, stays] = [await contact(unknown), await contact(known)];
    const id = await start({ contactIds: [gone, stays], actions: [{ type: 'ENRICH_WITH_EMAIL' }] });
    await world.call('DELETE', `/v1/contacts/${gone}`);
    await world.work();
    expect(await statusOf(id)).toMatchObject({
      overallStatus: 'PARTIAL',
      statusCounts: { CANCELLED: 1, COMPLETED: 1 },
      actions: [{ reasons: { RECORD_GONE: 1 } }],
    });
    const other = await start({ contactIds: [stays], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    await world.call('DELETE', `/v1/contacts/${stays}`);
    await world.work();
    expect(await statusOf(other)).toMatchObject({ overallStatus: 'CANCELLED', statusCounts: { CANCELLED: 1 } });
  });

  test('FAILED: nothing succeeded', async () => {
    expect(await on([await contact(unknown)], 'ENRICH_WITH_EMAIL')).toMatchObject({ overallStatus: 'FAILED' });
  });

  test('GET contacts by actionsId: what a run worked on', async () => {
    const ids = [await contact(known), await contact(unknown)];
    await contact({ firstName: 'Other' });
    const id = await start({ contactIds: ids, actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    const found = await read('/v1/contacts', { actionsId: id });
    expect([found.total, found.contacts.map((one: { id: number }) => one.id)]).toEqual([2, ids]);
    expect((await read('/v1/companies', { actionsId: id })).total).toBe(0);
    expect((await world.call('GET', '/v1/contacts', { query: { actionsId: 99 } })).status).toBe(404);
  });

  test('is 404 in another workspace', async () => {
    const id = await start({ contactIds: [await contact(known)], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    const key = await world.newKey(['ALL'], 'other', 'Other');
    expect((await world.call('GET', `/v1/actions/${id}/status`, { key })).status).toBe(404);
    expect((await world.call('GET', '/v1/actions/99/status')).status).toBe(404);
  });
});

describe('refusals: all problems at once, and nothing is started', () => {
  const VERIFY = [{ type: 'VERIFY_LEAD_EMAIL' }];

  test('exactly one target is required', async () => {
    for (const targets of [{}, { contactIds: [1], companyIds: [1] }, { contactIds: [1], contactGroupIds: [1] }]) {
      expect((await post('/v1/actions', { actions: VERIFY, ...targets })).status).toBe(400);
    }
  });

  test('a target of the wrong kind is 400 and names the action', async () => {
    const { status, body } = await post('/v1/actions', {
      companyIds: [1],
      actions: [{ type: 'COMPANY_NETWORK_FROM_NAME' }, { type: 'VERIFY_LEAD_EMAIL' }],
    });
    expect([status, body.details.issues]).toEqual([
      400,
      [
        {
          path: 'actions[1].type',
          code: 'wrong_target',
          message: 'VERIFY_LEAD_EMAIL works on contacts, and companyIds names companies',
        },
      ],
    ]);
  });

  test('mutex rules of the search: text alone; savedFilterId not with filters, but with keyword; one of the four', async () => {
    const asked = async (options: unknown) => {
      const actions = [{ type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY', options }];
      const { status, body } = await post('/v1/actions', { companyIds: [1], actions });
      return [status, (body.details?.issues ?? []).map(({ path, code }: Record<string, string>) => `${path} ${code}`)];
    };
    const at = 'actions[0].options';
    expect(await asked({ text: 'a', savedFilterId: 1, filters: {}, keyword: 'b' })).toEqual([
      400,
      [
        `${at}.savedFilterId exclusive`,
        `${at}.filters exclusive`,
        `${at}.filters exclusive`,
        `${at}.keyword exclusive`,
      ],
    ]);
    expect(await asked({ savedFilterId: 1, filters: {} })).toEqual([400, [`${at}.filters exclusive`]]);
    expect(await asked({})).toEqual([400, [`${at}.text required`]]);
    expect(await asked(undefined)).toEqual([400, [`${at}.text required`]]);
    expect(await asked({ keyword: 'b', maxLeadsToImport: 11 })).toEqual([400, [`${at}.maxLeadsToImport too_big`]]);
    expect(await asked({ text: 'x'.repeat(501) })).toEqual([400, [`${at}.text too_big`]]);
  });

  test('ids that are not there: 404 with each of them; lists of the other kind: 422', async () => {
    const id = await contact(known);
    const companies = await list('COMPANY', [], 'Companies');
    const gone = await post('/v1/actions', { contactIds: [id, 98, 99], actions: VERIFY });
    expect([gone.status, gone.body.details.issues.map(({ path }: { path: string }) => path)]).toEqual([
      404,
      ['contactIds[1]', 'contactIds[2]'],
    ]);
    expect((await post('/v1/actions', { contactGroupIds: [companies], actions: VERIFY })).status).toBe(422);
    expect((await post('/v1/actions', { contactGroupIds: [77], actions: VERIFY })).status).toBe(404);
    const search = { type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY' };
    const into = (options: unknown) =>
      post('/v1/actions', { companyGroupIds: [companies], actions: [{ ...search, options }] });
    expect((await into({ text: 'a', destinationContactGroupId: companies })).status).toBe(422);
    expect((await into({ savedFilterId: 9 })).status).toBe(404);
    await world.work();
    expect((await world.call('GET', '/v1/actions/1/status')).status).toBe(404);
  });

  test('CRM actions without a CRM: 403', async () => {
    await world.control('PATCH', '/_local/features', { crm: false });
    const { status, body } = await post('/v1/actions', {
      contactIds: [await contact(known)],
      actions: [{ type: 'EXPORT_TO_CRM' }],
    });
    expect([status, body.details]).toEqual([403, { feature: 'crm' }]);
  });

  test('scopes: running needs ACTIONS_WRITE, which reads too', async () => {
    const id = await contact(known);
    const reader = await world.newKey(['ACTIONS_READ']);
    const writer = await world.newKey(['ACTIONS_WRITE']);
    const body = { contactIds: [id], actions: VERIFY };
    expect((await post('/v1/actions', body, reader)).status).toBe(403);
    const started = await post('/v1/actions', body, writer);
    expect(started.status).toBe(200);
    for (const key of [reader, writer]) {
      expect((await world.call('GET', `/v1/actions/${started.body.data.actionsId}/status`, { key })).status).toBe(200);
    }
  });
});

describe('ENRICH_WITH_EMAIL and ENRICH_WITH_PHONE', () => {
  test('an address that is there is left alone, unless a verified one is wanted', async () => {
    const given = { ...known, professionalEmail: 'a@pathlight.example' };
    expect(await on([await contact(given)], 'ENRICH_WITH_EMAIL')).toMatchObject({ reasons: { HAS_EMAIL: 1 } });
    const wanted = await on([await contact(given)], 'ENRICH_WITH_EMAIL', { stopType: 'VERIFIED_EMAIL' });
    expect(wanted.records[0].professionalEmail).toBe('anna.ackermann@pathlight.example');
  });

  test('without a name or a company domain no one is asked', async () => {
    const ids = [await contact({ firstName: 'Anna', ...at }), await contact({ firstName: 'Anna', lastName: 'Solo' })];
    for (const type of ['ENRICH_WITH_EMAIL', 'ENRICH_WITH_PHONE']) {
      expect(await on(ids, type)).toMatchObject({ statusCounts: { SKIPPED: 2 }, reasons: { MISSING_DATA: 2 } });
    }
  });

  test('the website tells the domain where none is stored', async () => {
    const id = await contact({ ...known, companyDomain: null, companyWebsite: 'https://www.pathlight.example/about' });
    const { records } = await on([id], 'ENRICH_WITH_EMAIL');
    expect(records[0].professionalEmail).toBe('anna.ackermann@pathlight.example');
  });

  test('only as many providers are asked as sortedApis, speed and maxTimeToWait leave time for', async () => {
    // The third provider alone knows this address.
    const late = { firstName: 'Ida', lastName: 'Ackermann', ...at };
    const outcome = async (options: unknown) =>
      (await on([await contact(late)], 'ENRICH_WITH_EMAIL', options)).statusCounts;
    expect(await outcome({})).toEqual({ COMPLETED: 1 });
    expect(await outcome({ speed: 'FAST' })).toEqual({ FAILED: 1 });
    expect(await outcome({ maxTimeToWait: 5000 })).toEqual({ FAILED: 1 });
    expect(await outcome({ sortedApis: ['domaincrawler'] })).toEqual({ COMPLETED: 1 });
    expect(await outcome({ sortedApis: ['mailfinder', 'inboxlookup'] })).toEqual({ FAILED: 1 });
  });

  test('stopType NONE goes on: private addresses and the number at the desk as well', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 40; nth += 1) ids.push(await contact({ firstName: `Q${nth}`, lastName: 'Otto', ...at }));
    const mail = await on(ids, 'ENRICH_WITH_EMAIL', { stopType: 'NONE' });
    const phone = await on(ids, 'ENRICH_WITH_PHONE', { stopType: 'NONE' });
    const some = (records: Record<string, unknown>[], field: string) => records.filter((one) => one[field]).length;
    expect(mail.records.some((one: { personalEmails: string[] }) => one.personalEmails.length > 0)).toBe(true);
    for (const field of ['mobilePhone', 'phones']) {
      const count = some(phone.records, field);
      expect([field, count > 0 && count < 40]).toEqual([field, true]);
    }
  });

  test('phones: found, kept, and verified', async () => {
    const id = await contact({ firstName: 'Jonas', lastName: 'Ackermann', ...at });
    const found = await on([id], 'ENRICH_WITH_PHONE');
    expect([found.statusCounts, found.records[0].mobilePhone]).toEqual([
      { COMPLETED: 1 },
      expect.stringMatching(/^\+\d+ 555 \d{6}$/),
    ]);
    expect(await on([id], 'ENRICH_WITH_PHONE')).toMatchObject({ reasons: { HAS_PHONE: 1 } });
    const verified = await on([id], 'VERIFY_LEAD_PHONE');
    expect(verified.records[0].phoneVerificationStatus).toBe('VALID');
    expect(await on([await contact({ firstName: 'None' })], 'VERIFY_LEAD_PHONE')).toMatchObject({
      reasons: { NO_PHONE: 1 },
    });
  });
});

describe('VERIFY_LEAD_EMAIL', () => {
  test('every verdict is stored; only a server that gives no answer is a failure', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 80; nth += 1) {
      ids.push(await contact({ firstName: `V${nth}`, professionalEmail: `v${nth}@pathlight.example` }));
    }
    const { records, statusCounts, reasons } = await on(ids, 'VERIFY_LEAD_EMAIL');
    const verdicts = records.map((one: { emailVerificationStatus: string }) => one.emailVerificationStatus);
    expect([...new Set(verdicts)].toSorted()).toEqual(['CATCH_ALL', 'INVALID', 'UNKNOWN', 'VALID']);
    const unanswered = verdicts.filter((verdict: string) => verdict === 'UNKNOWN').length;
    expect([statusCounts.FAILED, reasons]).toEqual([unanswered, { NO_ANSWER: unanswered }]);
  });
});

describe('SCRAPE_LEAD_FROM_NETWORK', () => {
  // Someone of the invented world.
  const profile = 'https://network.example/in/felix-steinberg-2y43';

  test('a profile fills the contact and, unless told otherwise, its company', async () => {
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

  test('contacts with the same profile become one, with the lists of both; skipContactMerge keeps them', async () => {
    const oldest = await contact({ networkProfileUrl: profile, jobTitle: 'Old' });
    const younger = await contact({ networkProfileUrl: `${profile}/`, mobilePhone: '+49 555 1' });
    const on2 = await list('CONTACT', [younger]);
    await on([younger], 'SCRAPE_LEAD_FROM_NETWORK', { skipContactMerge: true });
    expect(await read(`/v1/contacts/${oldest}`)).toMatchObject({ jobTitle: 'Old', mobilePhone: null });
    await run({ contactIds: [younger], actions: [{ type: 'SCRAPE_LEAD_FROM_NETWORK' }] });
    expect((await world.call('GET', `/v1/contacts/${younger}`)).status).toBe(404);
    expect(await read(`/v1/contacts/${oldest}`)).toMatchObject({ jobTitle: 'Old', mobilePhone: '+49 555 1' });
    expect((await read('/v1/contacts', { listId: on2 })).contacts.map((one: { id: number }) => one.id)).toEqual([
      oldest,
    ]);
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
    await world.control('POST', '/_local/emit', { kind: 'reply', contactId: younger, channel: 'EMAIL', text: 'Yes' });
    await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = ?', younger));
    await run({ contactIds: [younger], actions: [{ type: 'SCRAPE_LEAD_FROM_NETWORK' }] });
    const { inboxes } = await read('/v1/inboxes');
    const shown = inboxes.map((one: Record<string, unknown>) => ({ ...one, tags: JSON.stringify(one['tags']) }));
    expect(shown).toMatchObject([
      { contactId: oldest, channel: 'NETWORK', messageCount: 1, unreadCount: 0, tags: expect.stringContaining('Hot') },
      { contactId: oldest, channel: 'EMAIL', messageCount: 3, unreadCount: 1, icpRating: 'DISQUALIFIED' },
    ]);
    const { messages } = await read(`/v1/inboxes/${oldest}/messages`);
    expect(messages.map((one: { message: string }) => one.message).sort()).toEqual(['Yes', 'first', 'second', 'third']);
  });

  test('no profile is skipped; one that is private or gone fails', async () => {
    const ids = [await contact({ firstName: 'None' })];
    for (let nth = 0; nth < 60; nth += 1) {
      ids.push(await contact({ networkProfileUrl: `https://network.example/in/somebody-${nth}` }));
    }
    const { reasons, statusCounts } = await on(ids, 'SCRAPE_LEAD_FROM_NETWORK');
    expect(reasons).toEqual({ NO_PROFILE: 1, PROFILE_UNAVAILABLE: statusCounts.FAILED });
  });
});

describe('SEARCH_LEADS_FROM_NETWORK_COMPANY', () => {
  const TYPE = 'SEARCH_LEADS_FROM_NETWORK_COMPANY';
  const given = { name: 'Kestrel Payments', domain: 'kestrel.example', numberOfEmployees: 900 };

  test('5 contacts unless told otherwise, at most maxLeadsToImport, onto the destination list', async () => {
    const id = await company(given);
    const into = await list('CONTACT', []);
    const usual = await onCompanies([id], TYPE, { keyword: 'Kestrel' });
    expect(usual.statusCounts).toEqual({ FAILED: 1 });
    const some = await onCompanies([id], TYPE, { filters: {}, destinationContactGroupId: into });
    expect([some.imported, some.creditsUsed, (await read(`/v1/lists/${into}`)).size]).toEqual([5, 5, 5]);
    const more = await onCompanies([id], TYPE, { filters: {}, maxLeadsToImport: 10, destinationContactGroupId: into });
    expect([more.imported, (await read(`/v1/lists/${into}`)).size]).toEqual([10, 10]);
    const found = await read('/v1/contacts', { actionsId: more.actionsId });
    expect(found.total).toBe(10);
    expect(new Set(found.contacts.map((one: { companyId: number }) => one.companyId))).toEqual(new Set([id]));
  });

  test('text is understood: only whom it describes', async () => {
    const id = await company(given);
    const { actionsId, imported } = await onCompanies([id], TYPE, { text: 'engineering leaders' });
    const { contacts } = await read('/v1/contacts', { actionsId });
    expect(imported).toBeGreaterThan(0);
    for (const { jobTitle } of contacts) {
      expect(jobTitle).toMatch(/^(Chief Technology Officer|VP Engineering|Head of Engineering|Engineering Director)$/);
    }
  });

  test('filters: titles as people write them; a name no one knows is 400, or it would find everybody', async () => {
    const id = await company(given);
    const { actionsId } = await onCompanies([id], TYPE, {
      filters: { titles: ['CTO', 'VP Engineering', 'Head of Engineering', 'Engineering Director'] },
    });
    const { contacts } = await read('/v1/contacts', { actionsId });
    expect(contacts.length).toBe(1);
    const { status, body } = await post('/v1/actions', {
      companyIds: [id],
      actions: [{ type: TYPE, options: { filters: { title: ['CTO'] } } }],
    });
    expect([status, body.details.issues]).toEqual([
      400,
      [
        {
          path: 'actions[0].options.filters.title',
          code: 'unknown_filter',
          message: 'unknown filter "title"; did you mean "titles"?',
        },
      ],
    ]);
  });

  test('importOnlyNewContacts leaves out who is there already', async () => {
    const id = await company(given);
    const first = await onCompanies([id], TYPE, { text: 'engineering leaders', maxLeadsToImport: 10 });
    const again = await onCompanies([id], TYPE, { text: 'engineering leaders', importOnlyNewContacts: true });
    expect([first.statusCounts, again.reasons]).toEqual([{ COMPLETED: 1 }, { NOBODY_NEW: 1 }]);
  });

  test('onlyIncludeIfCompanyUrnMatch needs the page of the company', async () => {
    const options = { filters: {}, onlyIncludeIfCompanyUrnMatch: true, maxLeadsToImport: 10 };
    expect(await onCompanies([await company(given)], TYPE, options)).toMatchObject({ reasons: { NO_NETWORK_PAGE: 1 } });
    const withPage = { ...given, companyNetworkUrl: 'https://network.example/company/kestrel' };
    expect((await onCompanies([await company(withPage)], TYPE, options)).imported).toBeLessThanOrEqual(10);
  });
});

describe('COMPANY_NETWORK_FROM_NAME', () => {
  const TYPE = 'COMPANY_NETWORK_FROM_NAME';

  test('no options accepts the best search result; each option is stricter', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 40; nth += 1)
      ids.push(await company({ name: `Firm ${nth}`, domain: `firm${nth}.example` }));
    const matched = async (options?: unknown): Promise<number> => {
      const { statusCounts } = await onCompanies(ids, TYPE, options);
      for (const id of ids) await world.call('PATCH', `/v1/companies/${id}`, { body: { companyNetworkUrl: null } });
      return statusCounts.COMPLETED ?? 0;
    };
    const [any, name, domain, both, similar] = [
      await matched(),
      await matched({ matchOnlyExactName: true }),
      await matched({ matchOnlyExactDomain: true }),
      await matched({ matchOnlyExactName: true, matchOnlyExactDomain: true }),
      await matched({ matchOnlySimilarName: true }),
    ];
    expect([any > name, any > domain, name > both, similar >= name, any < 40]).toEqual([true, true, true, true, true]);
    // The similar-name flag is ignored when the exact-name flag is set.
    expect(await matched({ matchOnlyExactName: true, matchOnlySimilarName: true })).toBe(name);
  });

  test('exact-domain matching finds nothing for a company with no stored domain or website, and stores nothing', async () => {
    const { reasons, records } = await onCompanies([await company({ name: 'Nameless' })], TYPE, {
      matchOnlyExactDomain: true,
    });
    expect([reasons, records[0].companyNetworkUrl]).toEqual([{ NO_DOMAIN: 1 }, null]);
  });

  test('a page that is there is kept', async () => {
    const id = await company({ name: 'Paged', companyNetworkUrl: 'https://network.example/company/own' });
    const { reasons, records } = await onCompanies([id], TYPE);
    expect([reasons, records[0].companyNetworkUrl]).toEqual([
      { HAS_NETWORK_PAGE: 1 },
      'https://network.example/company/own',
    ]);
  });
});

describe('the CRM', () => {
  /** Two companies with so many contacts. */
  async function staffed(count: number): Promise<number[]> {
    const ids = [await company({ name: 'Large', domain: 'large.example' })];
    ids.push(await company({ name: 'Small', domain: 'small.example' }));
    const people = [...Array(count).keys()].map((nth) => {
      const company = { domain: nth % 10 === 0 ? 'small.example' : 'large.example' };
      return { firstName: 'Jo', lastName: `L${nth}`, professionalEmail: `l${nth}@staff.example`, company };
    });
    for (let from = 0; from < people.length; from += 100)
      expect((await post('/v1/contacts/bulk', { contacts: people.slice(from, from + 100) })).status).toBe(200);
    return ids;
  }
  const exported = () =>
    world.service.store.read((tx) =>
      tx.one(
        'select count(contact_crm_id) as contacts, count(lead_crm_id) as leads, count(company_id) as n from contacts',
      ),
    );

  test('EXPORT_TO_CRM gives contacts, leads and companies their CRM ids', async () => {
    const id = await contact(known);
    const first = await on([id], 'EXPORT_TO_CRM', { exportAssociatedObject: true });
    expect(first.records[0]).toMatchObject({ contactCRMId: expect.stringMatching(/^003\w{15}$/), isInCRM: true });
    expect(await read(`/v1/companies/${first.records[0].companyId}`)).toMatchObject({
      companyCRMId: expect.stringMatching(/^001\w{15}$/),
      isCompanyInCRM: true,
    });
    const again = await on([id], 'EXPORT_TO_CRM', { associationType: 'LEAD' });
    expect(again.records[0]).toMatchObject({
      contactCRMId: first.records[0].contactCRMId,
      leadCRMId: expect.stringMatching(/^00Q/),
    });
  });

  test('a CRM takes no one without a last name', async () => {
    expect(await on([await contact({ firstName: 'Cher' })], 'EXPORT_TO_CRM')).toMatchObject({
      reasons: { NO_NAME: 1 },
    });
  });

  test('companies, and with exportAssociatedObject their contacts', async () => {
    const person = await contact(known);
    const { companyId } = await read(`/v1/contacts/${person}`);
    await onCompanies([companyId], 'EXPORT_TO_CRM', { exportAssociatedObject: true });
    expect((await read(`/v1/contacts/${person}`)).contactCRMId).toMatch(/^003/);
  });

  test('contacts of its companies slice by slice; the run ends when all are exported', async () => {
    const ids = await staffed(230);
    const both = ['CONTACT', 'LEAD'].map((associationType) => ({
      type: 'EXPORT_TO_CRM',
      options: { exportAssociatedObject: true, associationType },
    }));
    const id = await start({ companyIds: ids, actions: both });
    const performed: unknown[] = [];
    const stop = new AbortController();
    await world.work({ signal: stop.signal, onProgress: () => stop.abort() });
    performed.push([(await statusOf(id)).overallStatus, await exported()]);
    await world.work();
    performed.push([(await statusOf(id)).overallStatus, await exported()]);
    expect(performed).toEqual([
      ['PROCESSING', { contacts: 200, leads: 200, n: 230 }],
      ['COMPLETED', { contacts: 230, leads: 230, n: 230 }],
    ]);
  });

  test('a step of a workflow exports them too, the rest in the background', async () => {
    const companyGroupId = await list('COMPANY', await staffed(230));
    const from = { id: 'from', kind: 'BLOCK', blockId: 'SELECT_COMPANIES_FROM_LIST', inputs: { companyGroupId } };
    const inputs = { exportAssociatedObject: true };
    const plan = {
      nodes: [
        { ...from, next: ['crm'] },
        { id: 'crm', kind: 'BLOCK', blockId: 'EXPORT_TO_CRM', inputs, next: [] },
      ],
    };
    const trigger = { type: 'MANUAL' };
    const made = await post('/v1/workflows', { name: 'Export', plan, trigger, publish: true });
    expect((await post(`/v1/workflow/${made.body.data.id}/run`, {})).status).toBe(200);
    await world.work();
    expect(await exported()).toEqual({ contacts: 230, leads: 0, n: 230 });
  });

  test('SYNC_LEAD_WITH_CRM keeps an id; with fullResync every record is matched again', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 30; nth += 1) {
      ids.push(await contact({ ...known, firstName: `S${nth}`, contactCRMId: `003own${nth}` }));
    }
    const kept = await on(ids, 'SYNC_LEAD_WITH_CRM');
    expect(kept.records.every((one: { contactCRMId: string }) => one.contactCRMId.startsWith('003own'))).toBe(true);
    const { records, statusCounts, reasons } = await on(ids, 'SYNC_LEAD_WITH_CRM', { fullResync: true });
    const now = records.map((one: { contactCRMId: string | null }) => one.contactCRMId);
    const missing = now.filter((crmId: string | null) => crmId === null).length;
    expect(now.some((crmId: string | null) => crmId?.startsWith('003own'))).toBe(false);
    expect([missing > 0 && missing < 30, statusCounts.FAILED, reasons]).toEqual([
      true,
      missing,
      { NOT_IN_CRM: missing },
    ]);
  });

  test('what was exported is found again by a full resync', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) ids.push(await contact({ ...known, firstName: `E${nth}` }));
    const exported = await on(ids, 'EXPORT_TO_CRM');
    const synced = await on(ids, 'SYNC_LEAD_WITH_CRM', { fullResync: true });
    const crmIds = ({ records }: typeof exported) => records.map((one: { contactCRMId: string }) => one.contactCRMId);
    expect(crmIds(synced)).toEqual(crmIds(exported));
  });

  test('SYNC_COMPANY_WITH_CRM does the same for companies', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      ids.push(await company({ name: `C${nth}`, domain: `c${nth}.example`, companyCRMId: `001own${nth}` }));
    }
    const { records, reasons } = await onCompanies(ids, 'SYNC_COMPANY_WITH_CRM', { fullResync: true });
    const missing = records.filter((one: { companyCRMId: string | null }) => one.companyCRMId === null).length;
    expect([missing > 0 && missing < 20, reasons]).toEqual([true, { NOT_IN_CRM: missing }]);
  });

  test('a CRM that is disconnected meanwhile: every record fails', async () => {
    const id = await start({ contactIds: [await contact(known)], actions: [{ type: 'EXPORT_TO_CRM' }] });
    await world.control('PATCH', '/_local/features', { crm: false });
    await world.work();
    expect(await statusOf(id)).toMatchObject({
      overallStatus: 'FAILED',
      actions: [{ reasons: { CRM_NOT_CONNECTED: 1 } }],
    });
  });
});

test('what a run changes starts a workflow that waits for it', async () => {
  const plan = {
    nodes: [
      { id: 'who', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: '__MANUAL_INPUT' }, next: ['verify'] },
      { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: [] },
    ],
  };
  const trigger = { type: 'INTENT', signal: { kind: 'LEAD_PROPERTY_UPDATED' } };
  const made = await post('/v1/workflows', { name: 'Verify what is found', plan, trigger, publish: true });
  expect([made.status, made.body.data?.isPublished]).toEqual([200, true]);
  const id = await contact(known);
  await on([id], 'ENRICH_WITH_EMAIL');
  const { runs } = await read(`/v1/workflow/${made.body.data.id}/runs`);
  expect(runs[0]).toMatchObject({ status: 'SUCCEEDED', triggerType: 'INTENT', distinctEntityCount: 1 });
});

test('the same run on the same records does the same, in any workspace', async () => {
  const other = await openWorld({ now: () => Date.UTC(2027, 1, 1) });
  const body = { ...known, mergeWithExisting: false };
  await post('/v1/contact', body);
  await other.call('POST', '/v1/contact', { body });
  const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'ENRICH_WITH_PHONE' }, { type: 'EXPORT_TO_CRM' }];
  const fields = async (at: World) => {
    await at.call('POST', '/v1/actions', { body: { contactIds: [1], actions } });
    await at.work();
    const { professionalEmail, mobilePhone, contactCRMId } = (await at.call('GET', '/v1/contacts/1')).body.data;
    return [professionalEmail, mobilePhone, contactCRMId];
  };
  expect(await fields(world)).toEqual(await fields(other));
  await other.close();
});
