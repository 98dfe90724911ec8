import * as z from 'zod';
import type { PartialAnswer } from '../answer.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  filledText,
  Id,
  lazyInput,
  lazyObject,
  undocumented,
  undocumentedValue,
} from '../common.ts';
import { endpoints, get } from '../endpoint.ts';
import { recordOf } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { COMPANY_FIELDS, PLAYBOOK_SECTIONS, type PlaybookSection } from './sections.ts';

/** Items matched by key: every field but the key is optional, and nothing else is known. */
function itemsOf<T extends z.core.$ZodShape>(item: z.ZodObject<T>) {
  return z
    .strictObject({
      upsert: z.array(item).max(LIMITS.playbookItems).optional(),
      deleteIds: z.array(AnyId).max(LIMITS.playbookItems).optional(),
    })
    .optional();
}

const CompanyInput = () =>
  undocumentedValue(
    z.strictObject(recordOf(COMPANY_FIELDS, () => CompanyText.optional())),
    'companyIndustry and companyOverview are shown as examples, the other names are not',
  );

/** The body of a PUT: what is not in it stays. */
export const PlaybookUpdate = lazyInput(() => ({
  company: CompanyInput().optional(),
  productsServices: itemsOf(ITEMS.productsServices.partial().required({ name: true })),
  idealCustomerProfiles: itemsOf(ITEMS.idealCustomerProfiles.partial().required({ name: true })),
  competitors: itemsOf(ITEMS.competitors.partial().required({ name: true })),
  testimonials: itemsOf(ITEMS.testimonials.partial().required({ companyName: true, promoterName: true })),
  faqs: itemsOf(ITEMS.faqs.partial().required({ question: true })),
}));
export type PlaybookUpdate = z.output<typeof PlaybookUpdate>;

/** An item as read: every field, whatever a change may leave out. */
function itemRecord<T extends z.core.$ZodShape>(item: z.ZodObject<T>) {
  return z.object({ id: AnyId, createdAt: DateTime, updatedAt: DateTime, ...item.required().shape });
}

/** What a search for such companies and people would ask for; made by the service. */
const LinkedInFilters = () =>
  undocumented(
    z.object({
      industries: z.array(z.string()),
      companySize: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
      jobTitles: z.array(z.string()),
    }),
    'the interface names linkedInFilters and does not show them',
  );

const IdealCompany = () =>
  undocumented(
    z.object({
      id: Id,
      appUrl: AppUrl,
      name: z.string().nullable(),
      domain: z.string().nullable(),
      industry: z.string().nullable(),
      idealCustomerProfile: z.string(),
    }),
    'the interface names idealCompanies and does not show them',
  );

const Company = () =>
  undocumented(
    z.object(Object.fromEntries(COMPANY_FIELDS.map((name) => [name, z.string().nullable()]))),
    'companyIndustry and companyOverview are shown as examples, the other names are not',
  );

const displayed = () => ({
  company: Company(),
  allCompanyProductsServices: z.array(itemRecord(ITEMS.productsServices)),
  idealCustomerProfiles: z.array(
    itemRecord(ITEMS.idealCustomerProfiles).extend({ linkedInFilters: LinkedInFilters().nullable() }),
  ),
  idealCompanies: z.array(IdealCompany()),
  competitors: z.array(itemRecord(ITEMS.competitors)),
  testimonials: z.array(itemRecord(ITEMS.testimonials)),
  faqs: z.array(itemRecord(ITEMS.faqs)),
});

const Playbook = z.lazy(() =>
  undocumented(
    z.object(displayed()),
    'ids and times of items, and null for a company field without a value, are not shown',
  ),
);

const counts = () => z.object({ created: z.int(), updated: z.int(), restored: z.int(), deleted: z.int() });

export const UpdatedPlaybook = lazyObject(() => ({
  ...displayed(),
  changes: z.object({ companyFieldsUpdated: z.int(), ...recordOf(PLAYBOOK_SECTIONS, counts) }),
}));
export type UpdatedPlaybook = PartialAnswer<typeof UpdatedPlaybook>;

export const playbook = endpoints({
  get: get('/v1/ai-playbook', 'WORKSPACE_READ', {
    given: 'scope',
    refuses: ['not_found'],
    summary: 'The AI playbook of the workspace',
    data: Playbook,
    command: 'playbook show',
  }),
  update: {
    method: 'PUT',
    path: '/v1/ai-playbook',
    access: 'WORKSPACE_WRITE',
    perMinute: LIMITS.writePerMinute,
    effect: 'write',
    given: 'scope',
    refuses: ['not_found'],
    summary: 'Add to the AI playbook, change and remove items; what is not named stays',
    body: PlaybookUpdate,
    checkedBy: 'rules',
    data: UpdatedPlaybook,
    command: 'playbook apply',
  },
});

// The items of each section: what a new one has.

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
