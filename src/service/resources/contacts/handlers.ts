import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { describeFields } from '../records/search.ts';
import { listContacts, showContact } from './read.ts';

/** Writes and the duplicate search are loaded when first called: reads need neither. */
export const contacts: HandlersFor<Table['contacts']> = {
  list: ({ query }, context) => listContacts(context, query),
  search: ({ body }, context) => listContacts(context, body),
  get: ({ params }, context) => showContact(context, params.contactId),
  fields: (_, context) => describeFields(context, 'CONTACT'),
  create: async ({ body }, context) => (await import('./write.ts')).createContact(context, body),
  bulkCreate: async ({ items }, context) => (await import('./write.ts')).bulkCreateContacts(context, items),
  update: async ({ params, body }, context) =>
    (await import('./write.ts')).updateContact(context, params.contactId, body),
  delete: async ({ params }, context) => (await import('./write.ts')).deleteContact(context, params.contactId),
  duplicates: async ({ query }, context) => (await import('./duplicates.ts')).findDuplicates(context, query),
};
