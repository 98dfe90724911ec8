// AI finder previews (SERVICE-API, AI finder preview and AI finder previews), over the service.

import { describe, expect, test } from 'vitest';
import { PROVIDERS } from '../../../../src/contract/finder/enums.ts';
import { worldForEachTest } from '../../../opened.ts';
import { openWorld } from '../../world.ts';

const world = worldForEachTest();

const post = (path: string, body: unknown, key?: string) =>
  world.call('POST', path, { body, ...(key !== undefined && { key }) });
const get = (path: string, query: Record<string, string | number> = {}, key?: string) =>
  world.call('GET', path, { query, ...(key !== undefined && { key }) });

const PREVIEWS = '/v1/ai-finder/previews';
const TEXT = 'CTOs at software companies in Germany';

async function preview(body: unknown = { text: TEXT }) {
  const { status, body: answer } = await post(PREVIEWS, body);
  expect([status, answer.message]).toEqual([200, expect.any(String)]);
  return answer.data;
}

async function results(previewId: string, query: Record<string, number> = {}) {
  return (await get(`${PREVIEWS}/${previewId}/results`, query)).body.data;
}

const HOUR = 3_600_000;

describe('a preview', () => {
  test('says what was asked, where it looks, and that it lives for 24 hours', async () => {
    expect(await preview()).toEqual({
      previewId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: '2026-11-21T09:00:00.000Z',
      expiresAt: '2026-11-22T09:00:00.000Z',
      userInput: TEXT,
      requestedProvider: 'AUTO',
      resolvedProvider: 'NETWORK',
      entity: 'CONTACT',
      droppedFilters: [],
      result: {
        standIn: true,
        note: expect.stringContaining('stand-in'),
        filters: {
          titles: ['Chief Technology Officer'],
          industries: ['Software Development'],
          countries: ['Germany'],
        },
        notUnderstood: [],
        refinements: [{ previewId: expect.any(String), feedback: null }],
      },
    });
  });

  test('takes text or a saved filter, not both and not neither', async () => {
    for (const body of [{}, { text: 'a', savedFilterId: 1 }, { text: ' ' }, { text: 'x'.repeat(2001) }]) {
      expect((await post(PREVIEWS, body)).status).toBe(400);
    }
    expect((await post(PREVIEWS, { text: 'a', provider: 'NOBODY' })).status).toBe(400);
    expect((await post(PREVIEWS, { savedFilterId: 7 })).status).toBe(404);
  });

  test.each<[string, string, string, string[]]>([
    ['fintechs in DACH that raised a Series A', 'FUNDRAISING_COMPANIES', 'COMPANY', []],
    ['CFOs at companies that raised more than $10M', 'FUNDRAISING_CONTACTS', 'CONTACT', []],
    ['investors in biotech', 'FUNDRAISING_INVESTORS', 'COMPANY', []],
    ['Shopify stores in France', 'ECOMMERCE_DATA', 'COMPANY', []],
    ['contacts in our CRM in logistics', 'CRM_CONTACTS', 'CONTACT', []],
    ['companies in our CRM', 'CRM_COMPANIES', 'COMPANY', []],
    ['dentists in Berlin', 'GOOGLE_MAPS', 'COMPANY', []],
    ['companies using Kubernetes', 'TECHSTACK_TECHNOLOGY', 'COMPANY', []],
    ['companies hiring data engineers', 'TECHSTACK_JOBS', 'COMPANY', []],
    ['VPs of engineering at companies using Kafka', 'NETWORK', 'CONTACT', ['technologies']],
    ['banks in London', 'NETWORK', 'COMPANY', []],
  ])('AUTO: %s → %s', async (text, resolvedProvider, entity, droppedFilters) => {
    expect(await preview({ text })).toMatchObject({ resolvedProvider, entity, droppedFilters });
  });

  test.each(PROVIDERS)('%s as asked, with filters it cannot serve named', async (provider) => {
    const text = 'companies in Sweden that use Kafka and raised a Series B';
    const made = await preview({ text, provider });
    expect(made).toMatchObject({ requestedProvider: provider, resolvedProvider: provider });
    expect(made.crmProvider === undefined).toBe(!provider.startsWith('CRM_'));
    expect(made.techstackImportType === undefined).toBe(!provider.startsWith('TECHSTACK_'));
    const { records, entity } = await results(made.previewId, { pageSize: 5 });
    expect([entity, records.length]).toEqual([made.entity, 5]);
    // `title` only for person providers.
    expect(records.every((one: { title?: string }) => (one.title !== undefined) === (entity === 'CONTACT'))).toBe(true);
    if (!made.droppedFilters.includes('countries')) {
      expect(records.every((one: { location: string }) => one.location.endsWith('Sweden'))).toBe(true);
    }
  });

  test('a CRM preview without a CRM is 403', async () => {
    await world.control('PATCH', '/_local/features', { crm: false });
    expect((await post(PREVIEWS, { text: 'companies in our CRM' })).status).toBe(403);
  });

  test('words that mean nothing are told, and searched for only when there is nothing else', async () => {
    const some = await preview({ text: 'left-handed CTOs' });
    expect([some.result.notUnderstood, some.result.filters]).toEqual([
      ['left-handed'],
      { titles: ['Chief Technology Officer'] },
    ]);
    const none = await preview({ text: 'left-handed jugglers' });
    expect((await results(none.previewId)).records).toEqual([]);
  });

  test('an identity: of the workspace, and of the caller', async () => {
    const { body } = await get('/v1/identities');
    const [{ id }] = body.data.identities;
    expect((await preview({ text: TEXT, identityId: id })).identityId).toBe(id);
    expect((await post(PREVIEWS, { text: TEXT, identityId: 99 })).status).toBe(400);
  });
});

test('visibility by identity: a preview of an identity the caller may not use is not there', async () => {
  const sampled = await openWorld({ empty: false });
  const key = async (identityIds: number[]) =>
    (await sampled.control('POST', '/_local/keys', { scopes: ['ALL'], identityIds })).key;
  const [robin, sasha] = [await key([2]), await key([3])];
  const make = (by: string, identityId?: number) =>
    sampled.call('POST', PREVIEWS, { key: by, body: { text: TEXT, ...(identityId && { identityId }) } });
  expect((await make(robin, 3)).status).toBe(400);
  const { previewId } = (await make(robin, 2)).body.data;
  const path = `${PREVIEWS}/${previewId}`;
  const statuses = async (by: string) => [
    (await sampled.call('GET', `${path}/results`, { key: by })).status,
    (await sampled.call('POST', `${path}/iterate`, { key: by, body: { feedback: 'also Austria' } })).status,
    (await sampled.call('POST', `${path}/import`, { key: by, body: { listId: 1, maxCount: 100 } })).status,
    (await sampled.call('GET', '/v1/workflows/import-inputs', { key: by, query: { previewId } })).status,
  ];
  expect(await statuses(robin)).toEqual([200, 200, 200, 200]);
  expect(await statuses(sasha)).toEqual([404, 404, 404, 404]);
  // A preview in no one's name is everybody's; the workspace's admin sees all.
  const open = (await make(robin)).body.data.previewId;
  expect((await sampled.call('GET', `${PREVIEWS}/${open}/results`, { key: sasha })).status).toBe(200);
  expect((await sampled.call('GET', `${path}/results`)).status).toBe(200);
  await sampled.close();
});

describe('iterate', () => {
  test('gives a new preview of the same provider; the original is untouched and valid', async () => {
    const first = await preview({ text: 'companies in Sweden', provider: 'TECHSTACK_TECHNOLOGY' });
    const before = await results(first.previewId);
    const { body } = await post(`${PREVIEWS}/${first.previewId}/iterate`, { feedback: 'only in Norway' });
    expect(body.data).toMatchObject({
      previousPreviewId: first.previewId,
      userInput: 'companies in Sweden',
      requestedProvider: 'TECHSTACK_TECHNOLOGY',
      resolvedProvider: 'TECHSTACK_TECHNOLOGY',
      result: {
        filters: { countries: ['Norway'] },
        refinements: [
          { previewId: first.previewId, feedback: null },
          { previewId: body.data.previewId, feedback: 'only in Norway' },
        ],
      },
    });
    expect(body.data.previewId).not.toBe(first.previewId);
    expect(await results(first.previewId)).toEqual(before);
  });

  test('feedback has 1 to 2000 characters', async () => {
    const { previewId } = await preview();
    const sent = (feedback: unknown) => post(`${PREVIEWS}/${previewId}/iterate`, { feedback });
    for (const feedback of ['', ' ', 'x'.repeat(2001), undefined, 7]) expect((await sent(feedback)).status).toBe(400);
    for (const feedback of ['x', 'x'.repeat(2000)]) expect((await sent(feedback)).status).toBe(200);
  });

  test('10 per minute', async () => {
    const limited = await openWorld({ rateLimits: 'on' });
    const { previewId } = (await limited.call('POST', PREVIEWS, { body: { text: TEXT } })).body.data;
    const body = { feedback: 'also Austria' };
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1) {
      statuses.push((await limited.call('POST', `${PREVIEWS}/${previewId}/iterate`, { body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await limited.close();
  });

  test('starts its own 24 hours', async () => {
    const { previewId } = await preview();
    world.clock.advance(23 * HOUR);
    const { body } = await post(`${PREVIEWS}/${previewId}/iterate`, { feedback: 'also Austria' });
    world.clock.advance(2 * HOUR);
    expect((await get(`${PREVIEWS}/${previewId}/results`)).status).toBe(404);
    expect((await get(`${PREVIEWS}/${body.data.previewId}/results`)).status).toBe(200);
  });
});

describe('results', () => {
  test('page 1-50 (default 1), pageSize 1-25 (default 10)', async () => {
    const { previewId } = await preview({ text: 'people in Germany' });
    expect(await results(previewId)).toMatchObject({ page: 1, pageSize: 10, hasNextPage: true });
    expect((await results(previewId, { page: 50, pageSize: 25 })).records.length).toBe(25);
    for (const query of [{ page: 0 }, { page: 51 }, { pageSize: 0 }, { pageSize: 26 }]) {
      expect((await get(`${PREVIEWS}/${previewId}/results`, query)).status).toBe(400);
    }
  });

  test('pages hold everything once, and say when they end', async () => {
    const { previewId } = await preview();
    const seen: string[] = [];
    let page = 1;
    for (; ; page += 1) {
      const { records, hasNextPage, totalCount } = await results(previewId, { page, pageSize: 7 });
      seen.push(...records.map((one: { id: string }) => one.id));
      if (hasNextPage) continue;
      expect(seen.length).toBe(totalCount);
      break;
    }
    expect([page > 1, new Set(seen).size]).toEqual([true, seen.length]);
    expect(await results(previewId, { page: page + 1, pageSize: 7 })).toMatchObject({
      records: [],
      hasNextPage: false,
    });
  });

  test('fundraising: page 10 is the last, page 11 is 422; totalCount is omitted', async () => {
    const { previewId } = await preview({ text: 'funded companies in Europe' });
    const tenth = await results(previewId, { page: 10, pageSize: 25 });
    expect([tenth.records.length, tenth.hasNextPage, 'totalCount' in tenth]).toEqual([25, true, false]);
    const { status, body } = await get(`${PREVIEWS}/${previewId}/results`, { page: 11 });
    expect([status, body.code, body.details]).toEqual([422, 'unprocessable', { maxPage: 10 }]);
  });

  test('nothing is persisted', async () => {
    const { previewId } = await preview();
    await results(previewId);
    const { counts } = await world.control('GET', '/_local/status');
    expect([counts.contacts, counts.companies]).toEqual([0, 0]);
  });

  test('after 24 hours it is unavailable, with what to make it again from', async () => {
    const { previewId } = await preview({ text: TEXT, provider: 'NETWORK' });
    world.clock.advance(24 * HOUR - 1);
    expect((await get(`${PREVIEWS}/${previewId}/results`)).status).toBe(200);
    world.clock.advance(1);
    const list = (await post('/v1/lists', { name: 'A', entity: 'CONTACT' })).body.data.id;
    const gone = await get(`${PREVIEWS}/${previewId}/results`);
    expect([gone.status, gone.body.details]).toEqual([
      404,
      expect.objectContaining({ expiredAt: '2026-11-22T09:00:00.000Z', userInput: TEXT, requestedProvider: 'NETWORK' }),
    ]);
    expect((await post(`${PREVIEWS}/${previewId}/iterate`, { feedback: 'a' })).status).toBe(404);
    expect((await post(`${PREVIEWS}/${previewId}/import`, { listId: list, maxCount: 100 })).status).toBe(404);
    expect((await get('/v1/workflows/import-inputs', { previewId })).status).toBe(404);
  });

  test('of another workspace, or of no one: 404; no uuid: 400', async () => {
    const { previewId } = await preview();
    const key = await world.newKey(['ALL'], 'other', 'Other');
    expect((await get(`${PREVIEWS}/${previewId}/results`, {}, key)).status).toBe(404);
    expect((await get(`${PREVIEWS}/00000000-0000-4000-8000-000000000000/results`)).status).toBe(404);
    expect((await get(`${PREVIEWS}/7/results`)).status).toBe(400);
  });

  test('reading results needs ACTIONS_WRITE', async () => {
    const { previewId } = await preview();
    const key = await world.newKey(['ACTIONS_READ']);
    expect((await get(`${PREVIEWS}/${previewId}/results`, {}, key)).status).toBe(403);
  });
});

describe('import', () => {
  const list = async (entity: 'CONTACT' | 'COMPANY') =>
    (await post('/v1/lists', { name: `${entity}s`, entity })).body.data.id;

  async function imported(previewId: string, body: unknown) {
    const answer = await post(`${PREVIEWS}/${previewId}/import`, body);
    expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)]);
    const { actionsId } = answer.body.data;
    const pending = (await get(`/v1/actions/${actionsId}/status`)).body.data;
    await world.work();
    return { pending, ...(await get(`/v1/actions/${actionsId}/status`)).body.data };
  }

  test('PENDING until the first page, then everything that was found is on the list', async () => {
    const { previewId } = await preview({ text: 'CTOs at software companies in Germany, Austria or Switzerland' });
    const { totalCount } = await results(previewId);
    const listId = await list('CONTACT');
    const done = await imported(previewId, { listId, maxCount: 200 });
    expect(done.pending).toMatchObject({ overallStatus: 'PENDING', totalActions: 0, progress: 0 });
    expect(done).toMatchObject({
      entity: 'CONTACT',
      overallStatus: 'COMPLETED',
      imported: totalCount,
      statusCounts: { COMPLETED: totalCount },
    });
    const { contacts, total } = (await get('/v1/contacts', { listId, pageSize: 100 })).body.data;
    expect(total).toBe(totalCount);
    for (const contact of contacts) {
      expect(contact).toMatchObject({ jobTitle: 'Chief Technology Officer', company: { name: expect.any(String) } });
    }
    expect((await get('/v1/contacts', { actionsId: done.actionsId })).body.data.total).toBe(totalCount);
  });

  test('maxCount: 100 to 2500 in steps of 100, and no more come', async () => {
    const { previewId } = await preview({ text: 'people in Germany' });
    const listId = await list('CONTACT');
    for (const maxCount of [0, 50, 150, 2600, 1.5, '100']) {
      expect((await post(`${PREVIEWS}/${previewId}/import`, { listId, maxCount })).status).toBe(400);
    }
    expect(await imported(previewId, { listId, maxCount: 300 })).toMatchObject({ imported: 300, progress: 100 });
    expect((await get(`/v1/lists/${listId}`)).body.data.size).toBe(300);
  });

  test('again: records are merged, none is doubled', async () => {
    const { previewId } = await preview();
    const listId = await list('CONTACT');
    await imported(previewId, { listId, maxCount: 100 });
    const before = (await world.control('GET', '/_local/status')).counts;
    await imported(previewId, { listId, maxCount: 100 });
    expect((await world.control('GET', '/_local/status')).counts).toEqual(before);
  });

  test('a list of the wrong entity is 422, one that is not there 404', async () => {
    const { previewId } = await preview();
    const companies = await list('COMPANY');
    expect((await post(`${PREVIEWS}/${previewId}/import`, { listId: companies, maxCount: 100 })).status).toBe(422);
    expect((await post(`${PREVIEWS}/${previewId}/import`, { listId: 99, maxCount: 100 })).status).toBe(404);
  });

  test('what the workspace refuses fails, and is counted', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, nth) => [`Field ${nth}`, 'x']));
    await post('/v1/company', { name: 'Full', ...fields });
    // Places bring their phone and address as custom fields, and there is no room for another.
    const { previewId } = await preview({ text: 'dentists in Berlin' });
    const done = await imported(previewId, { listId: await list('COMPANY'), maxCount: 100 });
    expect(done).toMatchObject({ overallStatus: 'FAILED', imported: 0, actions: [{ reasons: { REFUSED: 14 } }] });
  });

  test('companies carry what their provider alone knows', async () => {
    const listId = await list('COMPANY');
    const found = async (text: string) => {
      const { previewId } = await preview({ text });
      const { actionsId } = await imported(previewId, { listId, maxCount: 100 });
      return (await get('/v1/companies', { actionsId, pageSize: 1 })).body.data.companies[0];
    };
    expect(await found('Shopify stores in France')).toMatchObject({
      ecommerceStoresPlatform: 'Shopify',
      ecommerceStoreEstimatedSalesYearly: expect.any(Number),
    });
    expect(await found('software companies that raised a Series A')).toMatchObject({
      fundingLastRoundType: 'Series A',
      fundingLastRoundAt: expect.stringMatching(/^20/),
    });
    expect(await found('companies using Kubernetes')).toMatchObject({
      technologies: expect.stringContaining('Kubernetes'),
    });
    expect(await found('companies hiring data engineers')).toMatchObject({ jobOpeningsCount: expect.any(Number) });
  });

  test('contacts of the CRM come with address and CRM id', async () => {
    const { previewId } = await preview({ text: 'contacts in our CRM in logistics in Germany' });
    const { actionsId } = await imported(previewId, { listId: await list('CONTACT'), maxCount: 100 });
    expect((await get('/v1/contacts', { actionsId })).body.data.contacts[0]).toMatchObject({
      professionalEmail: expect.stringContaining('@'),
      contactCRMId: expect.stringMatching(/^003/),
      isInCRM: true,
    });
  });
});

describe('import sources of workflows', () => {
  test.each<[string, string]>([
    ['CTOs in Germany', 'IMPORT_LEADS_FROM_NETWORK'],
    ['Shopify stores', 'IMPORT_COMPANIES_FROM_ECOMMERCE_DATA'],
    ['dentists in Berlin', 'IMPORT_COMPANIES_FROM_GOOGLE_MAPS'],
  ])('%s → %s, with inputs that repeat the search', async (text, blockId) => {
    const { previewId } = await preview({ text });
    const { body } = await get('/v1/workflows/import-inputs', { previewId, maxCount: 50 });
    expect(body.data).toMatchObject({
      blockId,
      inputs: { search: { provider: expect.any(String), criteria: expect.any(Object) }, maxCount: 50 },
      warnings: [],
      source: { previewId, maxCount: 50 },
    });
  });

  test('some CRM import blocks cannot enforce a per-run maximum and return a warning', async () => {
    const { previewId } = await preview({ text: 'companies in our CRM' });
    const { data } = (await get('/v1/workflows/import-inputs', { previewId, maxCount: 50 })).body;
    expect([data.blockId, data.warnings.length, 'maxCount' in data.inputs]).toEqual([
      'IMPORT_COMPANIES_FROM_CRM',
      1,
      false,
    ]);
    expect(data.inputs.crmProvider).toBe('SAMPLE_CRM');
  });
});

describe('GET /v1/saved-filters', () => {
  test('none in an empty workspace; the sample has some, by type', async () => {
    expect((await get('/v1/saved-filters')).body.data).toMatchObject({ savedFilters: [], total: 0 });
    const sampled = await openWorld({ empty: false });
    const of = async (query: Record<string, string>) =>
      (await sampled.call('GET', '/v1/saved-filters', { query })).body.data.savedFilters.map(
        ({ type }: { type: string }) => type,
      );
    expect([await of({ type: 'LEAD' }), await of({ type: 'COMPANY' })]).toEqual([['LEAD', 'LEAD'], ['COMPANY']]);
    expect((await of({})).length).toBe(3);
    const body = { savedFilterId: 2 };
    expect((await sampled.call('POST', PREVIEWS, { body })).body.data).toMatchObject({
      userInput: 'CTOs, VPs of engineering and heads of engineering',
      entity: 'CONTACT',
    });
    await sampled.close();
  });
});
