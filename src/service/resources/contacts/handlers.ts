import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { listContactFields } from './fields.ts';
import { listContacts } from './list.ts';
import { showContact } from './show.ts';

/** Writes and the duplicate search are loaded when first called: reads need neither. */
export const contacts: HandlersFor<Table['contacts']> = {
  list: ({ query }, context) => listContacts(context, query),
  search: ({ body }, context) => listContacts(context, body),
  get: ({ params }, context) => showContact(context, params.contactId),
  fields: (_, context) => listContactFields(context),
  create: async ({ body }, context) => (await import('./create.ts')).createContact(context, body),
  bulkCreate: async ({ items }, context) => (await import('./bulk-create.ts')).bulkCreateContacts(context, items),
  update: async ({ params, body }, context) =>
    (await import('./update.ts')).updateContact(context, params.contactId, body),
  delete: async ({ params }, context) => (await import('./delete.ts')).deleteContact(context, params.contactId),
  duplicates: async ({ query }, context) => (await import('./duplicates.ts')).findDuplicates(context, query),
};
