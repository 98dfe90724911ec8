// The sections of the AI playbook, and how their items are matched. Free of zod.

export const PLAYBOOK_SECTIONS = [
  'productsServices',
  'idealCustomerProfiles',
  'competitors',
  'testimonials',
  'faqs',
] as const;
export type PlaybookSection = (typeof PLAYBOOK_SECTIONS)[number];

/** How the answer of a read calls a section. */
export const READ_AS = {
  productsServices: 'allCompanyProductsServices',
  idealCustomerProfiles: 'idealCustomerProfiles',
  competitors: 'competitors',
  testimonials: 'testimonials',
  faqs: 'faqs',
} as const satisfies Record<PlaybookSection, string>;

/** Industry and overview are the interface's; the rest is undocumented. */
export const COMPANY_FIELDS = [
  'companyName',
  'companyWebsite',
  'companyIndustry',
  'companySize',
  'companyLocation',
  'companyOverview',
  'companyMission',
  'companyValueProposition',
  'companyTargetMarket',
] as const;

interface Section {
  /** What one item is called. */
  readonly noun: string;
  /** The fields that together are the match key. */
  readonly key: readonly string[];
  /** What a new item needs beside its key. */
  readonly required: readonly string[];
  /** What may be left out. */
  readonly optional: readonly string[];
}

/** Fields in the order people write them: key, required, optional. */
export const SECTIONS: Readonly<Record<PlaybookSection, Section>> = {
  productsServices: { noun: 'product', key: ['name'], required: ['description'], optional: ['isMainProduct'] },
  idealCustomerProfiles: {
    noun: 'ideal customer profile',
    key: ['name'],
    required: ['companyIndustry', 'companySize', 'keyPainPoints'],
    optional: ['jobTitles'],
  },
  competitors: { noun: 'competitor', key: ['name'], required: ['productDifferentiator'], optional: [] },
  testimonials: {
    noun: 'testimonial',
    key: ['companyName', 'promoterName'],
    required: ['jobPosition', 'mainBenefit'],
    optional: [],
  },
  faqs: { noun: 'FAQ', key: ['question'], required: ['answer'], optional: [] },
};

export function fieldsOfSection(section: PlaybookSection): readonly string[] {
  const { key, required, optional } = SECTIONS[section];
  return [...key, ...required, ...optional];
}

/** Fields that are always lists. */
export const LIST_FIELDS: readonly string[] = ['jobTitles'];

/** What comes back from a read and can never be written (ids and times are undocumented). */
export const ITEM_READ_ONLY = ['id', 'linkedInFilters', 'createdAt', 'updatedAt'] as const;
