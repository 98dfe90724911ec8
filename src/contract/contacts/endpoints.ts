import * as z from 'zod';
import {
  AppUrl,
  DateTime,
  Email,
  Id,
  IdText,
  lazyObject,
  pageOf,
  Text,
  TextList,
  Uri,
  undocumented,
  undocumentedValue,
  wholeNumber,
} from '../common.ts';
import { COMPANY_MATCHES, OUTCOMES } from '../companies/endpoints.ts';
import { del, endpoints, get, patch, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { bulkDataOf, FieldsData, ListQuery, patchOf, SearchBody } from '../records/requests.ts';

const contactFields = () => ({
  firstName: Text.nullish(),
  lastName: Text.nullish(),
  professionalEmail: Email.nullish(),
  jobTitle: Text.nullish(),
  networkProfileUrl: Uri.nullish(),
  mobilePhone: Text.nullish(),
  /** Other phone numbers, comma-separated. */
  phones: Text.nullish(),
  networkHeadline: Text.nullish(),
  contactCountry: Text.nullish(),
});

/** Contact input for create, single or bulk item. Further properties are custom and AI fields, by name. */
export const ContactInput = z.lazy(() =>
  z.looseObject({
    ...contactFields(),
    company: z
      .looseObject({
        name: Text.nullish(),
        domain: Text.nullish(),
        companyNetworkUrl: Uri.nullish(),
        industry: Text.nullish(),
        website: Uri.nullish(),
      })
      .nullish(),
    /** Aliases of `company.name`, `.domain`, `.companyNetworkUrl`, `.industry`, `.website`. */
    companyName: Text.nullish(),
    companyDomain: Text.nullish(),
    companyNetworkUrl: Uri.nullish(),
    companyIndustry: Text.nullish(),
    companyWebsite: Uri.nullish(),
    contactCRMId: undocumentedValue(Text.nullish(), 'an import from a CRM carries its ids'),
    leadCRMId: undocumentedValue(Text.nullish(), 'an import from a CRM carries its ids'),
    listId: Id.nullish(),
    mergeWithExisting: z.boolean().default(true),
  }),
);
export type ContactInput = z.output<typeof ContactInput>;

const CONTACT_MATCHES = ['NETWORK_URL', 'NAME_COMPANY'] as const;
export type ContactMatch = (typeof CONTACT_MATCHES)[number];

const ContactResult = lazyObject(() => ({
  id: Id,
  appUrl: AppUrl,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  professionalEmail: z.string().nullable(),
  networkProfileUrl: z.string().nullable(),
  companyId: Id.nullable(),
  companyAppUrl: AppUrl.nullable(),
  createdAt: DateTime,
  contactOutcome: z.enum(OUTCOMES),
  contactMatchedBy: z.enum(CONTACT_MATCHES).optional(),
  companyOutcome: undocumented(z.enum(OUTCOMES).optional(), 'the company-outcome fields are not shown'),
  companyMatchedBy: undocumented(z.enum(COMPANY_MATCHES).optional(), 'the company-outcome fields are not shown'),
  warnings: undocumented(z.array(z.string()), 'as on a company result'),
}));

/** A contact as read. Custom and AI fields stand beside these, by name. */
const ContactRecord = z.lazy(() =>
  undocumented(
    z.looseObject({
      id: Id,
      appUrl: AppUrl,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      jobTitle: z.string().nullable(),
      networkProfileUrl: z.string().nullable(),
      professionalEmail: z.string().nullable(),
      personalEmails: z.array(z.string()),
      mobilePhone: z.string().nullable(),
      phones: z.string().nullable(),
      imageUrl: z.string().nullable(),
      companyId: Id.nullable(),
      company: z
        .object({
          id: Id,
          name: z.string().nullable(),
          domain: z.string().nullable(),
          companyNetworkUrl: z.string().nullable(),
          appUrl: AppUrl,
        })
        .nullable(),
      emailVerificationStatus: z.string().nullable(),
      contactCountry: z.string().nullable(),
      networkHeadline: z.string().nullable(),
      contactCRMId: z.string().nullable(),
      leadCRMId: z.string().nullable(),
      isInCRM: z.boolean(),
      createdAt: DateTime,
      updatedAt: DateTime,
    }),
    'the interface does not show the whole record',
  ),
);

/** The duplicate fields; `linkedinUrl` is the enum's own word for `networkUrl` and is sent back as asked. */
export const DUPLICATE_FIELDS = [
  'fullName',
  'professionalEmail',
  'networkUrl',
  'linkedinUrl',
  'contactCRMId',
  'leadCRMId',
] as const;
export type DuplicateField = (typeof DUPLICATE_FIELDS)[number];

const DuplicateGroup = lazyObject(() => ({
  values: z.record(z.string(), z.string()),
  contactIds: z.array(Id),
  size: z.int(),
}));

const ContactPatch = patchOf(() => ({ ...contactFields(), contactCRMId: Text.nullish(), leadCRMId: Text.nullish() }));

const params = z.object({ contactId: IdText });

export const contacts = endpoints({
  bulkCreate: post('/v1/contacts/bulk', 'CONTACTS_WRITE', {
    perMinute: LIMITS.bulkPerMinute,
    given: 'scope and rate',
    summary: 'Create or merge up to 100 contacts',
    body: z.lazy(() => z.object({ contacts: z.array(ContactInput).min(1).max(LIMITS.bulkItems) })),
    items: { key: 'contacts', schema: ContactInput },
    data: z.lazy(() => bulkDataOf({ contact: ContactResult.optional() })),
    command: 'contacts import',
    heavy: true,
  }),
  create: post('/v1/contact', 'CONTACTS_WRITE', {
    refuses: ['not_found', 'unprocessable'],
    summary: 'Create or merge one contact',
    body: ContactInput,
    data: z.lazy(() => undocumented(ContactResult, 'response shape not shown: the same as a bulk item')),
    command: 'contacts create',
  }),
  get: get('/v1/contacts/{contactId}', 'CONTACTS_READ', {
    summary: 'One contact',
    params,
    data: ContactRecord,
    command: 'contacts show',
  }),
  list: get('/v1/contacts', 'CONTACTS_READ', {
    refuses: ['not_found', 'unprocessable'],
    summary: 'Contacts, oldest first',
    query: ListQuery,
    data: z.lazy(() => pageOf('contacts', ContactRecord)),
    command: 'contacts list',
  }),
  search: post('/v1/contacts/search', 'CONTACTS_READ', {
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'Search and filter contacts',
    body: z.lazy(() => SearchBody.extend({ fields: z.array(z.string().min(1)).max(100).optional() })),
    data: z.lazy(() => pageOf('contacts', ContactRecord)),
    command: 'contacts search',
    heavy: true,
  }),
  fields: get('/v1/contacts/fields', 'CONTACTS_READ', {
    summary: 'The fields of contacts',
    data: FieldsData,
    command: 'contacts fields',
  }),
  duplicates: get('/v1/contacts/duplicates', 'CONTACTS_READ', {
    perMinute: LIMITS.duplicatesPerMinute,
    given: 'scope and rate',
    refuses: ['not_found', 'unprocessable'],
    summary: 'Groups of contacts that share the selected fields',
    query: z.object({
      fields: TextList.pipe(
        z
          .array(z.enum(DUPLICATE_FIELDS))
          .min(1, 'name 1 to 5 fields')
          .max(LIMITS.duplicateFields, 'name 1 to 5 fields')
          .refine(
            (names) =>
              new Set(names.map((name) => (name === 'linkedinUrl' ? 'networkUrl' : name))).size === names.length,
            'a field is named twice',
          ),
      ),
      listId: IdText.optional(),
      cursor: undocumented(
        z
          .string()
          .regex(/^[0-9]{1,15}$/, 'must be digits: the previous nextCursor')
          .optional(),
        'the name of the cursor parameter is not shown',
      ),
      limit: undocumented(
        wholeNumber(1, LIMITS.duplicateGroupsPerPage).default(LIMITS.duplicateGroupsPerPage),
        'the name of the groups-per-page parameter is not shown',
      ),
    }),
    data: z.lazy(() => z.object({ groups: z.array(DuplicateGroup), nextCursor: z.string().nullable() })),
    command: 'contacts duplicates',
    heavy: true,
  }),
  update: patch('/v1/contacts/{contactId}', 'CONTACTS_WRITE', {
    summary: 'Change fields of one contact',
    params,
    body: ContactPatch,
    data: ContactRecord,
    undocumented: 'the interface names the entity update endpoint and does not show it',
    command: 'contacts update',
  }),
  delete: del('/v1/contacts/{contactId}', 'CONTACTS_WRITE', {
    summary: 'Delete one contact for good: lists and campaigns lose it',
    params,
    data: z.lazy(() => z.object({ id: Id, deleted: z.literal(true) })),
    undocumented: 'the interface describes the deletion and does not show its path',
    command: 'contacts delete',
  }),
});
