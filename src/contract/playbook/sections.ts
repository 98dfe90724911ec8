// The sections of the AI playbook and what their items have (SERVICE-API, AI playbook). Free of zod.

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

/** Industry and overview are the interface's; the rest is chosen: it shows two of "company-level fields such as". */
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

/** `flexible`: text or a list of texts, kept as sent. */
export type FieldKind = 'text' | 'texts' | 'flexible' | 'flag';

export interface SectionShape {
  /** What one item is called. */
  readonly noun: string;
  /** The fields that together are the match key. */
  readonly key: readonly string[];
  /** What a new item needs beside its key. */
  readonly required: readonly string[];
  /** Every field that can be written, in the order people write them. */
  readonly fields: Readonly<Record<string, FieldKind>>;
}

export const SECTION_SHAPES: Readonly<Record<PlaybookSection, SectionShape>> = {
  productsServices: {
    noun: 'product',
    key: ['name'],
    required: ['description'],
    fields: { name: 'text', description: 'text', isMainProduct: 'flag' },
  },
  idealCustomerProfiles: {
    noun: 'ideal customer profile',
    key: ['name'],
    required: ['companyIndustry', 'companySize', 'keyPainPoints'],
    fields: {
      name: 'text',
      companyIndustry: 'text',
      companySize: 'text',
      keyPainPoints: 'flexible',
      jobTitles: 'texts',
    },
  },
  competitors: {
    noun: 'competitor',
    key: ['name'],
    required: ['productDifferentiator'],
    fields: { name: 'text', productDifferentiator: 'text' },
  },
  testimonials: {
    noun: 'testimonial',
    key: ['companyName', 'promoterName'],
    required: ['jobPosition', 'mainBenefit'],
    fields: { companyName: 'text', promoterName: 'text', jobPosition: 'text', mainBenefit: 'text' },
  },
  faqs: {
    noun: 'FAQ',
    key: ['question'],
    required: ['answer'],
    fields: { question: 'text', answer: 'text' },
  },
};

/** What comes back from a read and can never be written (PUT rule 7; ids and times are chosen). */
export const ITEM_READ_ONLY = ['id', 'linkedInFilters', 'createdAt', 'updatedAt'] as const;
