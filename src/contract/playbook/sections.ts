// The sections of the AI playbook and what their items have. Free of zod.

import type { ObjectShape } from '../shape.ts';
import { itemShapes } from './shapes.ts';

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

export interface SectionShape {
  /** What one item is called. */
  readonly noun: string;
  /** The fields that together are the match key. */
  readonly key: readonly string[];
  /** What a new item needs beside its key. */
  readonly required: readonly string[];
  /** Every field that can be written, in the order people write them. */
  readonly fields: ObjectShape['fields'];
}

function sectionOf(section: PlaybookSection, noun: string, ...key: readonly string[]): SectionShape {
  const { fields, required } = itemShapes[section];
  return { noun, key, required: required.filter((field) => !key.includes(field)), fields };
}

export const SECTION_SHAPES: Readonly<Record<PlaybookSection, SectionShape>> = {
  productsServices: sectionOf('productsServices', 'product', 'name'),
  idealCustomerProfiles: sectionOf('idealCustomerProfiles', 'ideal customer profile', 'name'),
  competitors: sectionOf('competitors', 'competitor', 'name'),
  testimonials: sectionOf('testimonials', 'testimonial', 'companyName', 'promoterName'),
  faqs: sectionOf('faqs', 'FAQ', 'question'),
};

/** What comes back from a read and can never be written (ids and times are undocumented). */
export const ITEM_READ_ONLY = ['id', 'linkedInFilters', 'createdAt', 'updatedAt'] as const;
