import { describe, expect, test } from 'vitest';
import { get, openFinderWorld, PREVIEWS, post, preview, results, world } from './finder-world.ts';

openFinderWorld();

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
});
