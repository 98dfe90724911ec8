import * as z from 'zod';
import { AppUrl, chosen, DateTime, Id } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { COMPANY_FIELDS } from './sections.ts';

const filled = 'must not be empty';
const key = () => z.string().max(LIMITS.playbookKeyMax).regex(/\S/, filled);
const text = () => z.string().max(LIMITS.playbookTextMax).regex(/\S/, filled);
const texts = () => z.array(text()).max(LIMITS.playbookTexts);

/** Text or a list of texts, kept as sent (chosen: the interface does not show its kind). */
const painPoints = () => z.union([text(), texts().min(1)]);

const product = { name: key(), description: text(), isMainProduct: z.boolean() };
const profile = { name: key(), companyIndustry: text(), companySize: text(), keyPainPoints: painPoints() };
const competitor = { name: key(), productDifferentiator: text() };
const testimonial = { companyName: key(), promoterName: key(), jobPosition: text(), mainBenefit: text() };
const faq = { question: key(), answer: text() };

/** Items matched by key: every field but the key is optional, and nothing else is known (PUT rules 2, 7, 9). */
function itemsOf<T extends z.core.$ZodShape>(item: z.ZodObject<T>) {
  return z
    .strictObject({
      upsert: z.array(item).max(LIMITS.playbookItems).optional(),
      deleteIds: z.array(Id).max(LIMITS.playbookItems).optional(),
    })
    .optional();
}

const CompanyInput = () =>
  chosen(
    z.strictObject({
      companyName: z.string().max(LIMITS.playbookTextMax).optional(),
      companyWebsite: z.string().max(LIMITS.playbookTextMax).optional(),
      companyIndustry: z.string().max(LIMITS.playbookTextMax).optional(),
      companySize: z.string().max(LIMITS.playbookTextMax).optional(),
      companyLocation: z.string().max(LIMITS.playbookTextMax).optional(),
      companyOverview: z.string().max(LIMITS.playbookTextMax).optional(),
      companyMission: z.string().max(LIMITS.playbookTextMax).optional(),
      companyValueProposition: z.string().max(LIMITS.playbookTextMax).optional(),
      companyTargetMarket: z.string().max(LIMITS.playbookTextMax).optional(),
    }),
    'companyIndustry and companyOverview are shown as examples, the other names are not',
  );

/** The body of a PUT: what is not in it stays (PUT rules 1, 5). */
export const PlaybookUpdate = z.lazy(() =>
  z.strictObject({
    company: CompanyInput().optional(),
    productsServices: itemsOf(z.strictObject(product).partial().required({ name: true })),
    idealCustomerProfiles: itemsOf(
      z
        .strictObject({ ...profile, jobTitles: texts() })
        .partial()
        .required({ name: true }),
    ),
    competitors: itemsOf(z.strictObject(competitor).partial().required({ name: true })),
    testimonials: itemsOf(z.strictObject(testimonial).partial().required({ companyName: true, promoterName: true })),
    faqs: itemsOf(z.strictObject(faq).partial().required({ question: true })),
  }),
);
export type PlaybookUpdate = z.output<typeof PlaybookUpdate>;

const kept = { id: Id, createdAt: DateTime, updatedAt: DateTime };

/** What a search for such companies and people would ask for; made by the service (PUT rules 7, 10). */
const LinkedInFilters = () =>
  chosen(
    z.object({
      industries: z.array(z.string()),
      companySize: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
      jobTitles: z.array(z.string()),
    }),
    'the interface names linkedInFilters and does not show them',
  );

const IdealCompany = () =>
  chosen(
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
  chosen(
    z.object(Object.fromEntries(COMPANY_FIELDS.map((name) => [name, z.string().nullable()]))),
    'companyIndustry and companyOverview are shown as examples, the other names are not',
  );

const shown = () => ({
  company: Company(),
  allCompanyProductsServices: z.array(z.object({ ...kept, ...product })),
  idealCustomerProfiles: z.array(
    z.object({ ...kept, ...profile, jobTitles: z.array(z.string()), linkedInFilters: LinkedInFilters().nullable() }),
  ),
  idealCompanies: z.array(IdealCompany()),
  competitors: z.array(z.object({ ...kept, ...competitor })),
  testimonials: z.array(z.object({ ...kept, ...testimonial })),
  faqs: z.array(z.object({ ...kept, ...faq })),
});

export const Playbook = z.lazy(() =>
  chosen(z.object(shown()), 'ids and times of items, and null for a company field without a value, are not shown'),
);
export type Playbook = z.output<typeof Playbook>;

const counts = () => z.object({ created: z.int(), updated: z.int(), restored: z.int(), deleted: z.int() });

export const UpdatedPlaybook = z.lazy(() =>
  z.object({
    ...shown(),
    changes: z.object({
      companyFieldsUpdated: z.int(),
      productsServices: counts(),
      idealCustomerProfiles: counts(),
      competitors: counts(),
      testimonials: counts(),
      faqs: counts(),
    }),
  }),
);
export type UpdatedPlaybook = z.output<typeof UpdatedPlaybook>;

export const playbook = endpoints({
  get: {
    method: 'GET',
    path: '/v1/ai-playbook',
    access: 'WORKSPACE_READ',
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    given: 'scope',
    refuses: ['not_found'],
    summary: 'The AI playbook of the workspace',
    data: Playbook,
    command: 'playbook show',
  },
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
