import { type Golden, golden, success } from './golden.ts';

// Sections, match keys, required fields, `upsert`, `deleteIds`, the names of a read and of `changes` are the interface's,
// and so are companyIndustry and companyOverview. The other company fields, ids and times of items, and what
// linkedInFilters and idealCompanies hold are undocumented.

const at = { createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' };

const noFields = {
  ...{ companyName: null, companyWebsite: null, companyIndustry: null, companySize: null },
  ...{ companyLocation: null, companyOverview: null, companyMission: null, companyValueProposition: null },
  companyTargetMarket: null,
};

const none = { created: 0, updated: 0, restored: 0, deleted: 0 };

const empty = {
  ...{ company: noFields, allCompanyProductsServices: [], idealCustomerProfiles: [], idealCompanies: [] },
  ...{ competitors: [], testimonials: [], faqs: [] },
};

const first = {
  company: { companyIndustry: 'Machines', companyOverview: 'We build engines that calculate.' },
  productsServices: {
    upsert: [
      { name: 'Difference Engine', description: 'Tables without errors' },
      { name: 'Analytical Engine', description: 'Any calculation', isMainProduct: true },
    ],
  },
  idealCustomerProfiles: {
    upsert: [
      {
        name: 'Insurers',
        companyIndustry: 'Insurance',
        companySize: '200-5000',
        keyPainPoints: ['Errors in tables', 'Slow clerks'],
        jobTitles: ['Chief Actuary'],
      },
    ],
  },
  competitors: { upsert: [{ name: 'Clerks & Co', productDifferentiator: 'Engines do not get tired' }] },
  testimonials: {
    upsert: [
      {
        companyName: 'Navy',
        promoterName: 'Grace Hopper',
        jobPosition: 'Rear Admiral',
        mainBenefit: 'Tables that can be trusted',
      },
    ],
  },
  faqs: { upsert: [{ question: 'Does it need steam?', answer: 'Yes.' }] },
};

const written = {
  company: { ...noFields, companyIndustry: 'Machines', companyOverview: 'We build engines that calculate.' },
  allCompanyProductsServices: [
    { id: 1, name: 'Difference Engine', description: 'Tables without errors', isMainProduct: false, ...at },
    { id: 2, name: 'Analytical Engine', description: 'Any calculation', isMainProduct: true, ...at },
  ],
  idealCustomerProfiles: [
    {
      ...{ id: 3, name: 'Insurers', companyIndustry: 'Insurance', companySize: '200-5000' },
      ...{ keyPainPoints: ['Errors in tables', 'Slow clerks'], jobTitles: ['Chief Actuary'] },
      linkedInFilters: null,
      ...at,
    },
  ],
  idealCompanies: [],
  competitors: [{ id: 4, name: 'Clerks & Co', productDifferentiator: 'Engines do not get tired', ...at }],
  testimonials: [
    {
      id: 5,
      companyName: 'Navy',
      promoterName: 'Grace Hopper',
      jobPosition: 'Rear Admiral',
      mainBenefit: 'Tables that can be trusted',
      ...at,
    },
  ],
  faqs: [{ id: 6, question: 'Does it need steam?', answer: 'Yes.', ...at }],
};

const second = {
  productsServices: { upsert: [{ name: ' Difference Engine ', isMainProduct: true }] },
  faqs: { deleteIds: [6] },
};

export const playbook: readonly Golden[] = [
  golden('an empty playbook', 'playbook.get', {}, 'GET /v1/ai-playbook', success(empty)),
  golden(
    'create in every section',
    'playbook.update',
    { body: first },
    'PUT /v1/ai-playbook',
    success({
      ...written,
      changes: {
        companyFieldsUpdated: 2,
        productsServices: { ...none, created: 2 },
        idealCustomerProfiles: { ...none, created: 1 },
        competitors: { ...none, created: 1 },
        testimonials: { ...none, created: 1 },
        faqs: { ...none, created: 1 },
      },
    }),
  ),
  golden(
    'promote a product, remove a question',
    'playbook.update',
    { body: second },
    'PUT /v1/ai-playbook',
    success({
      ...written,
      allCompanyProductsServices: [
        { id: 1, name: 'Difference Engine', description: 'Tables without errors', isMainProduct: true, ...at },
        { id: 2, name: 'Analytical Engine', description: 'Any calculation', isMainProduct: false, ...at },
      ],
      faqs: [],
      changes: {
        companyFieldsUpdated: 0,
        productsServices: { ...none, updated: 1 },
        idealCustomerProfiles: none,
        competitors: none,
        testimonials: none,
        faqs: { ...none, deleted: 1 },
      },
    }),
  ),
];
