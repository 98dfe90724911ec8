// Generated from items.ts by `npm run generate`. Free of zod.

import type { ObjectShape } from '../shape.ts';

export const itemShapes: Readonly<Record<'productsServices' | 'idealCustomerProfiles' | 'competitors' | 'testimonials' | 'faqs', ObjectShape>> = {
  productsServices: { kind: 'object', fields: { name: { kind: 'text', max: 500 }, description: { kind: 'text', max: 10000 }, isMainProduct: { kind: 'boolean' } }, required: ['name', 'description'], ignored: [] },
  idealCustomerProfiles: { kind: 'object', fields: { name: { kind: 'text', max: 500 }, companyIndustry: { kind: 'text', max: 10000 }, companySize: { kind: 'text', max: 10000 }, keyPainPoints: { kind: 'union', of: [{ kind: 'text', max: 10000 }, { kind: 'list', of: { kind: 'text', max: 10000 }, min: 1, max: 100 }] }, jobTitles: { kind: 'list', of: { kind: 'text', max: 10000 }, max: 100 } }, required: ['name', 'companyIndustry', 'companySize', 'keyPainPoints'], ignored: [] },
  competitors: { kind: 'object', fields: { name: { kind: 'text', max: 500 }, productDifferentiator: { kind: 'text', max: 10000 } }, required: ['name', 'productDifferentiator'], ignored: [] },
  testimonials: { kind: 'object', fields: { companyName: { kind: 'text', max: 500 }, promoterName: { kind: 'text', max: 500 }, jobPosition: { kind: 'text', max: 10000 }, mainBenefit: { kind: 'text', max: 10000 } }, required: ['companyName', 'promoterName', 'jobPosition', 'mainBenefit'], ignored: [] },
  faqs: { kind: 'object', fields: { question: { kind: 'text', max: 500 }, answer: { kind: 'text', max: 10000 } }, required: ['question', 'answer'], ignored: [] },
};
