import { describe, expect, test } from 'vitest';
import { openWorld } from '../../world.ts';
import { done, openPlaybookWorld, path, product, profile, put, read, world } from './playbook-world.ts';

openPlaybookWorld();

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
  const message = { companyName: 'N', promoterName: 'G', jobPosition: 'x', mainBenefit: 'y' };
  test.each<[string, object, number]>([
    ['the company overview', { company: { companyOverview: 'new' } }, 1],
    ['a product', { productsServices: { upsert: [product('A')] } }, 1],
    ['a profile', { idealCustomerProfiles: { upsert: [{ name: 'Bakers', companySize: '60-200' }] } }, 1],
    ['a competitor', { competitors: { upsert: [{ name: 'C', productDifferentiator: 'd' }] } }, 1],
    ['a testimonial', { testimonials: { upsert: [message] } }, 1],
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
