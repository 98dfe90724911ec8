// The items of each section: what a new one has.

import * as z from 'zod';
import { filledText } from '../common.ts';
import { LIMITS } from '../limits.ts';
import type { PlaybookSection } from './sections.ts';

const key = filledText(LIMITS.playbookKeyMax);
const text = filledText(LIMITS.playbookTextMax);
const texts = z.array(text).max(LIMITS.playbookTexts);

/** Of a company field; an empty one changes nothing. */
export const CompanyText = z.string().max(LIMITS.playbookTextMax);

/** Fields in the order people write them. */
export const ITEMS = {
  productsServices: z.strictObject({ name: key, description: text, isMainProduct: z.boolean().optional() }),
  idealCustomerProfiles: z.strictObject({
    name: key,
    companyIndustry: text,
    companySize: text,
    /** Text or a list of texts, kept as sent (undocumented: the interface does not show its kind). */
    keyPainPoints: z.union([text, texts.min(1)]),
    jobTitles: texts.optional(),
  }),
  competitors: z.strictObject({ name: key, productDifferentiator: text }),
  testimonials: z.strictObject({ companyName: key, promoterName: key, jobPosition: text, mainBenefit: text }),
  faqs: z.strictObject({ question: key, answer: text }),
} as const satisfies Readonly<Record<PlaybookSection, z.ZodObject>>;
