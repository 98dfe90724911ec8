// The AI playbook on the service: each numbered rule of SERVICE-API 'AI playbook' under its number, refusals, 404.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlaybookUpdate } from '../../../../src/contract/playbook/endpoints.ts';
import { checkUpdate } from '../../../../src/rules/playbook/check.ts';
import { linksTo } from '../../../../src/service/core/context.ts';
import { openStore } from '../../../../src/service/db/connection.ts';
import { getPlaybook } from '../../../../src/service/resources/playbook/get.ts';
import { updatePlaybook } from '../../../../src/service/resources/playbook/update.ts';
import { worldForEachTest } from '../../../opened.ts';
import { anyUpdate } from '../../../rules/playbook/generator.ts';
import { openWorld } from '../../world.ts';

const world = worldForEachTest();

const path = '/v1/ai-playbook';
const read = async () => (await world.call('GET', path)).body.data;
const put = (body: unknown) => world.call('PUT', path, { body });
/** What a PUT that is accepted answers. */
const done = async (body: unknown) => {
  const reply = await put(body);
  expect([reply.status, reply.body.message]).toEqual([200, expect.any(String)]);
  return reply.body.data;
};

const product = (name: string, more: object = {}) => ({ name, description: `What ${name} is`, ...more });
const profile = (name: string) => ({ name, companyIndustry: 'Food', companySize: '50-200', keyPainPoints: 'Waste' });
const faq = (question: string, answer = 'Yes.') => ({ question, answer });
const none = { created: 0, updated: 0, restored: 0, deleted: 0 };
const mains = (data: { allCompanyProductsServices: { name: string; isMainProduct: boolean }[] }) =>
  data.allCompanyProductsServices.filter(({ isMainProduct }) => isMainProduct).map(({ name }) => name);

test('rule 1: a section that is absent is untouched, and so is an item that is not listed', async () => {
  await done({
    company: { companyIndustry: 'Food' },
    productsServices: { upsert: [product('A'), product('B')] },
    faqs: { upsert: [faq('Q')] },
  });
  const before = await read();
  const { changes, ...after } = await done({ productsServices: { upsert: [{ name: 'B', description: 'new' }] } });
  expect(changes).toMatchObject({ companyFieldsUpdated: 0, productsServices: { ...none, updated: 1 }, faqs: none });
  const [a, b] = before.allCompanyProductsServices;
  expect(after).toEqual({ ...before, allCompanyProductsServices: [a, { ...b, description: 'new' }] });
  expect((await done({})).changes).toMatchObject({ companyFieldsUpdated: 0, faqs: none });
  expect(await read()).toEqual(after);
});

test('rule 2: the trimmed key decides exactly; every other field is optional then, and unsent ones stay', async () => {
  await done({ idealCustomerProfiles: { upsert: [{ ...profile('Bakers'), jobTitles: ['Baker'] }] } });
  const item = { name: '  Bakers\n', companySize: '10-50' };
  const { idealCustomerProfiles, changes } = await done({ idealCustomerProfiles: { upsert: [item] } });
  expect(changes.idealCustomerProfiles).toEqual({ ...none, updated: 1 });
  expect(idealCustomerProfiles).toMatchObject([
    { name: 'Bakers', companyIndustry: 'Food', companySize: '10-50', keyPainPoints: 'Waste', jobTitles: ['Baker'] },
  ]);
  const other = await done({ idealCustomerProfiles: { upsert: [profile('bakers')] } });
  expect(other.changes.idealCustomerProfiles).toEqual({ ...none, created: 1 });
  const twice = {
    testimonials: { upsert: [{ companyName: 'N', promoterName: 'G', jobPosition: 'x', mainBenefit: 'y' }] },
  };
  expect((await done(twice)).changes.testimonials).toEqual({ ...none, created: 1 });
  expect((await done(twice)).changes.testimonials).toEqual(none);
  const { testimonials } = await done({
    testimonials: { upsert: [{ companyName: 'N', promoterName: 'Ada', jobPosition: 'x', mainBenefit: 'y' }] },
  });
  expect(testimonials).toHaveLength(2);
});

test('rule 3: a new item must carry what it needs', async () => {
  const { status, body } = await put({
    productsServices: { upsert: [product('A'), { name: 'B' }] },
    idealCustomerProfiles: { upsert: [{ name: 'C', companySize: '5' }] },
    competitors: { upsert: [{ name: 'D' }] },
    testimonials: { upsert: [{ companyName: 'E', promoterName: 'F', jobPosition: 'G' }] },
    faqs: { upsert: [{ question: 'H' }] },
  });
  expect(status).toBe(400);
  expect(body.details.issues.map((issue: { path: string; code: string }) => `${issue.path} ${issue.code}`)).toEqual([
    'productsServices.upsert[1].description required',
    'idealCustomerProfiles.upsert[0].companyIndustry required',
    'idealCustomerProfiles.upsert[0].keyPainPoints required',
    'competitors.upsert[0].productDifferentiator required',
    'testimonials.upsert[0].mainBenefit required',
    'faqs.upsert[0].answer required',
  ]);
  expect(body.details.rejectedItems).toHaveLength(5);
  expect(body.details.rejectedItems[1]).toEqual({
    section: 'idealCustomerProfiles',
    index: 0,
    path: 'idealCustomerProfiles.upsert[0]',
    reasons: [
      { field: 'companyIndustry', code: 'required', message: 'a new ideal customer profile needs its companyIndustry' },
      { field: 'keyPainPoints', code: 'required', message: 'a new ideal customer profile needs its keyPainPoints' },
    ],
  });
});

test('rule 4: the key of a removed item restores it, with its id and the fields it had', async () => {
  const [{ id }] = (await done({ faqs: { upsert: [faq('Q', 'First.')] } })).faqs;
  expect((await done({ faqs: { deleteIds: [id] } })).changes.faqs).toEqual({ ...none, deleted: 1 });
  expect((await read()).faqs).toEqual([]);
  const { faqs, changes } = await done({ faqs: { upsert: [{ question: 'Q' }] } });
  expect([changes.faqs, faqs]).toMatchObject([{ ...none, restored: 1 }, [{ id, question: 'Q', answer: 'First.' }]]);
});

test('rule 5: only deleteIds remove; an id that is not an item of the section refuses, and no request clears a section', async () => {
  const made = await done({
    faqs: { upsert: [faq('Q')] },
    competitors: { upsert: [{ name: 'C', productDifferentiator: 'd' }] },
  });
  const [faqId, competitorId] = [made.faqs[0].id, made.competitors[0].id];
  for (const body of [{ faqs: { upsert: [] } }, { faqs: {} }, { faqs: { deleteIds: [] } }]) {
    expect((await done(body)).faqs).toHaveLength(1);
  }
  const wrong = await put({ faqs: { deleteIds: [999, competitorId, faqId, 999] }, competitors: { deleteIds: [777] } });
  expect([wrong.status, wrong.body.details.invalidDeleteIds]).toEqual([400, [999, competitorId, 777]]);
  expect((await put({ faqs: null })).status).toBe(400);
  const gone = await done({ faqs: { deleteIds: [faqId, faqId] } });
  expect([gone.changes.faqs.deleted, gone.faqs, gone.competitors.length]).toEqual([1, [], 1]);
  const again = await put({ faqs: { deleteIds: [faqId] } });
  expect([again.status, again.body.details.invalidDeleteIds]).toEqual([400, [faqId]]);
});

test('rule 6: company fields are written when they are not empty; an empty text clears nothing', async () => {
  const first = await done({ company: { companyIndustry: 'Food', companyOverview: ' We bake. ' } });
  expect([first.changes.companyFieldsUpdated, first.company.companyOverview]).toEqual([2, ' We bake. ']);
  const second = await done({ company: { companyIndustry: '', companyOverview: '  \n', companyMission: 'Bread' } });
  expect(second.changes.companyFieldsUpdated).toBe(1);
  expect(second.company).toMatchObject({
    companyIndustry: 'Food',
    companyOverview: ' We bake. ',
    companyMission: 'Bread',
    companyName: null,
  });
});

test('rule 7: idealCompanies and linkedInFilters cannot be written', async () => {
  const { status, body } = await put({
    idealCompanies: [],
    idealCustomerProfiles: { upsert: [{ ...profile('P'), linkedInFilters: {} }] },
  });
  expect(status).toBe(400);
  expect(body.details.issues).toEqual([
    { path: 'idealCompanies', code: 'not_writable', message: 'idealCompanies is created by the service' },
    {
      path: 'idealCustomerProfiles.upsert[0].linkedInFilters',
      code: 'not_writable',
      message: 'linkedInFilters cannot be written: the service creates it',
    },
  ]);
});

describe('rule 8: the main product', () => {
  test('isMainProduct promotes, and the main product before it is none any more', async () => {
    await done({ productsServices: { upsert: [product('A', { isMainProduct: true }), product('B')] } });
    const { changes, ...data } = await done({ productsServices: { upsert: [{ name: 'B', isMainProduct: true }] } });
    expect([mains(data), changes.productsServices]).toEqual([['B'], { ...none, updated: 1 }]);
  });

  test('where none is main, the first product of the payload becomes it', async () => {
    expect(mains(await done({ productsServices: { upsert: [product('A'), product('B')] } }))).toEqual(['A']);
    const { id } = (await read()).allCompanyProductsServices[0];
    expect(mains(await done({ productsServices: { deleteIds: [id] } }))).toEqual([]);
    expect(mains(await done({ productsServices: { upsert: [product('C'), { name: 'B' }] } }))).toEqual(['C']);
    expect(
      mains(await done({ productsServices: { upsert: [{ name: 'B' }, { name: 'C', isMainProduct: false }] } })),
    ).toEqual(['B']);
  });

  test('a product that was main, removed and restored, is not main by itself', async () => {
    const data = await done({ productsServices: { upsert: [product('A'), product('B')] } });
    const [{ id }] = data.allCompanyProductsServices;
    await done({ productsServices: { deleteIds: [id], upsert: [{ name: 'B', isMainProduct: true }] } });
    expect(mains(await done({ productsServices: { upsert: [{ name: 'A' }] } }))).toEqual(['B']);
  });

  test('of two that are promoted in one payload the last holds: it unsets the one before it (chosen)', async () => {
    const upsert = [product('A', { isMainProduct: true }), product('B', { isMainProduct: true })];
    expect(mains(await done({ productsServices: { upsert } }))).toEqual(['B']);
    expect(mains(await done({ productsServices: { upsert: upsert.toReversed() } }))).toEqual(['A']);
    expect(
      checkUpdate({ productsServices: { upsert } }).map(({ severity, message }) => `${severity}: ${message}`),
    ).toEqual(['warning: only one product can be the main product; this one replaces productsServices.upsert[0]']);
  });
});

describe('rule 9: the whole request is validated before any write', () => {
  test('one bad item among good ones: nothing is written, all of it is told', async () => {
    await done({ faqs: { upsert: [faq('Q')] } });
    const before = await read();
    const { status, body } = await put({
      company: { companyIndustry: 'New', companyColour: 'red' },
      productsServices: { upsert: [product('A'), { description: 'no name' }], deleteIds: [4711] },
      faqs: { upsert: [faq('Q', 'other'), { ...faq('R'), answr: 'x' }, faq(' Q '), 7] },
      allCompanyProductsServices: [],
      competitor: {},
    });
    expect(status).toBe(400);
    expect(body.details.issues.map((issue: { path: string; code: string }) => `${issue.path} ${issue.code}`)).toEqual([
      'company.companyColour unknown_key',
      'productsServices.upsert[1].name required',
      'productsServices.deleteIds[0] unknown_item',
      'faqs.upsert[1].answr unknown_key',
      'faqs.upsert[2] duplicate_item',
      'faqs.upsert[3] invalid_type',
      'allCompanyProductsServices unknown_key',
      'competitor unknown_key',
    ]);
    expect(body.details.rejectedItems.map((item: { path: string }) => item.path)).toEqual([
      'productsServices.upsert[1]',
      'faqs.upsert[1]',
      'faqs.upsert[2]',
      'faqs.upsert[3]',
    ]);
    expect(body.details.invalidDeleteIds).toEqual([4711]);
    expect(await read()).toEqual(before);
  });

  test('an item that is upserted and removed in one request is refused', async () => {
    const [{ id }] = (await done({ faqs: { upsert: [faq('Q')] } })).faqs;
    const { status, body } = await put({ faqs: { upsert: [faq(' Q')], deleteIds: [id] } });
    expect([status, body.message]).toEqual([400, 'faqs.upsert[0]: this FAQ is also in deleteIds']);
  });

  test.each([50, 51])('%i upsert items and ids', async (count) => {
    const upsert = Array.from({ length: count }, (_, index) => faq(`Q${index}`));
    const created = await put({ faqs: { upsert } });
    expect(created.status).toBe(count > 50 ? 400 : 200);
    if (count <= 50) return;
    expect(created.body.details.issues[0]).toMatchObject({ path: 'faqs.upsert', code: 'too_big' });
    const deleted = await put({ faqs: { deleteIds: upsert.map((_, index) => index + 1) } });
    expect(deleted.body.details.issues[0]).toMatchObject({ path: 'faqs.deleteIds', code: 'too_big' });
  });

  test('no body of nonsense gets through, and none is a bug', async () => {
    for (const body of [
      [],
      'text',
      5,
      { company: [] },
      { faqs: [] },
      { faqs: { upsert: {} } },
      { faqs: { deleteIds: ['1', -1, 1.5] } },
    ]) {
      expect((await put(body)).status).toBe(400);
    }
  });

  test('rules and shape agree on any body', () => {
    fc.assert(
      fc.property(anyUpdate(), (body) => {
        const errors = checkUpdate(body).filter(({ severity }) => severity === 'error');
        const isSound = errors.length === 0;
        // Keys given twice are a rule between items, which a shape cannot say.
        const ofItems = errors.every(({ code }) => code === 'duplicate_item');
        expect(PlaybookUpdate.safeParse(body).success).toBe(isSound || ofItems);
      }),
      { numRuns: 300 },
    );
  });
});

describe('rule 10: recommendations are made again in the background', () => {
  const company = { name: 'Bakery', domain: 'bakery.example', industry: 'food', numberOfEmployees: 80 };
  const ideal = async () => (await read()).idealCompanies.map(({ name }: { name: string }) => name);

  test('after the commit, with what a profile says and the companies that fit it', async () => {
    await world.call('POST', '/v1/company', { body: company });
    await world.call('POST', '/v1/company', {
      body: { ...company, name: 'Giant', domain: 'g.example', numberOfEmployees: 9000 },
    });
    const { idealCompanies, idealCustomerProfiles } = await done({
      idealCustomerProfiles: { upsert: [profile('Bakers')] },
    });
    expect([idealCompanies, idealCustomerProfiles[0].linkedInFilters]).toEqual([[], null]);
    await world.work();
    const after = await read();
    expect(after.idealCompanies).toMatchObject([{ id: 1, name: 'Bakery', idealCustomerProfile: 'Bakers' }]);
    expect(after.idealCustomerProfiles[0].linkedInFilters).toEqual({
      industries: ['Food'],
      companySize: { min: 50, max: 200 },
      jobTitles: [],
    });
  });

  const answer = { question: 'Q', answer: 'A' };
  const said = { companyName: 'N', promoterName: 'G', jobPosition: 'x', mainBenefit: 'y' };
  test.each<[string, object, number]>([
    ['the company overview', { company: { companyOverview: 'new' } }, 1],
    ['a product', { productsServices: { upsert: [product('A')] } }, 1],
    ['a profile', { idealCustomerProfiles: { upsert: [{ name: 'Bakers', companySize: '60-200' }] } }, 1],
    ['a competitor', { competitors: { upsert: [{ name: 'C', productDifferentiator: 'd' }] } }, 1],
    ['a testimonial', { testimonials: { upsert: [said] } }, 1],
    ['a profile as it was', { idealCustomerProfiles: { upsert: [profile('Bakers')] } }, 0],
    ['FAQs only', { faqs: { upsert: [answer] } }, 0],
    ['other company fields only', { company: { companyIndustry: 'new', companyMission: 'new' } }, 0],
    ['nothing', {}, 0],
    ['a refused request', { productsServices: { upsert: [product('A'), {}] } }, 0],
  ])('%s', async (_, body, refreshes) => {
    await done({ idealCustomerProfiles: { upsert: [profile('Bakers')] } });
    await world.work();
    await world.call('POST', '/v1/company', { body: company });
    await put(body);
    await world.work();
    expect(await ideal()).toEqual(refreshes === 1 ? ['Bakery'] : []);
  });

  test('one in flight for each workspace, however many changes come', async () => {
    for (const name of ['A', 'B', 'C']) await done({ competitors: { upsert: [{ name, productDifferentiator: 'd' }] } });
    expect((await world.work()).performed).toBe(1);
  });
});

test('a key without the scope may not', async () => {
  const key = await world.newKey(['WORKSPACE_READ']);
  expect((await world.call('GET', path, { key })).status).toBe(200);
  const { status, body } = await world.call('PUT', path, { key, body: {} });
  expect([status, body.details.requiredScope]).toEqual([403, 'WORKSPACE_WRITE']);
});

test('each workspace has its own', async () => {
  const [{ id }] = (await done({ faqs: { upsert: [faq('Q')] } })).faqs;
  const key = await world.newKey(['ALL'], 'other', 'Another');
  expect((await world.call('GET', path, { key })).body.data.faqs).toEqual([]);
  const wrong = await world.call('PUT', path, { key, body: { faqs: { deleteIds: [id] } } });
  expect([wrong.status, wrong.body.details.invalidDeleteIds]).toEqual([400, [id]]);
});

test('a workspace that is gone is 404', async () => {
  const store = await openStore(':memory:', Number(process.versions.node.split('.')[0]));
  const principal = { workspaceId: 99, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'k', scopes: [] } as const;
  const refused = { code: 'not_found', message: 'Playbook workspace not found' };
  await store.write(async (tx) => {
    const context = { tx, principal, now: 0, ...linksTo() };
    await expect(getPlaybook(context)).rejects.toMatchObject(refused);
    await expect(updatePlaybook(context, {})).rejects.toMatchObject(refused);
  });
  await store.close();
});

test('the sample playbook has recommendations, and seeding leaves a playbook that someone wrote alone', async () => {
  const full = await openWorld({ empty: false });
  const { data } = (await full.call('GET', path)).body;
  expect([data.company.companyName, data.allCompanyProductsServices.length, data.faqs.length]).toEqual([
    'Wayfare Planning',
    2,
    2,
  ]);
  expect(data.idealCustomerProfiles[0].linkedInFilters).toEqual({
    industries: ['Food Production', 'Logistics', 'Retail'],
    companySize: { min: 200, max: 2000 },
    jobTitles: ['Head of Operations', 'Fleet Manager', 'Plant Manager'],
  });
  expect(data.idealCompanies.map(({ name }: { name: string }) => name)).toEqual([
    'Alderbrook Foods',
    'Gannet Logistics',
    'Juniper Lane',
    'Fernhill Hospitals',
  ]);
  await full.close();
  await done({ company: { companyName: 'Mine' } });
  await world.control('POST', '/_local/seed');
  expect((await read()).company).toMatchObject({ companyName: 'Mine', companyIndustry: null });
});
