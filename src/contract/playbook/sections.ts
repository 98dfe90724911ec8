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
}

export const SECTIONS: Readonly<Record<PlaybookSection, Section>> = {
  productsServices: { noun: 'product', key: ['name'] },
  idealCustomerProfiles: { noun: 'ideal customer profile', key: ['name'] },
  competitors: { noun: 'competitor', key: ['name'] },
  testimonials: { noun: 'testimonial', key: ['companyName', 'promoterName'] },
  faqs: { noun: 'FAQ', key: ['question'] },
};

/** What comes back from a read and can never be written (ids and times are undocumented). */
export const ITEM_READ_ONLY = ['id', 'linkedInFilters', 'createdAt', 'updatedAt'] as const;
