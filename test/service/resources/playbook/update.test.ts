// Each numbered rule of an update of the AI playbook under its number.

import { describe, expect, test } from 'vitest';
import { checkUpdate } from '../../../../src/rules/playbook/check.ts';
import { done, faq, mains, none, openPlaybookWorld, product, profile, put, read } from './playbook-world.ts';

openPlaybookWorld();

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

  test('of two that are promoted in one payload the last holds: it unsets the one before it (undocumented)', async () => {
    const upsert = [product('A', { isMainProduct: true }), product('B', { isMainProduct: true })];
    expect(mains(await done({ productsServices: { upsert } }))).toEqual(['B']);
    expect(mains(await done({ productsServices: { upsert: upsert.toReversed() } }))).toEqual(['A']);
    expect(
      checkUpdate({ productsServices: { upsert } }).map(({ severity, message }) => `${severity}: ${message}`),
    ).toEqual(['warning: only one product can be the main product; this one replaces productsServices.upsert[0]']);
  });
});
