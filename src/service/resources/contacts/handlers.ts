import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { describeFields } from '../records/requested-fields.ts';
import { createContact, createContacts, deleteContact, getContact, listContacts, updateContact } from './contacts.ts';
import { findDuplicates } from './duplicates.ts';

export const contacts: HandlersFor<Table['contacts']> = {
  bulkCreate: ({ items }, context) => createContacts(context, items),
  create: ({ body }, context) => createContact(context, body),
  get: ({ params }, context) => getContact(context, params.contactId),
  list: ({ query }, context) => listContacts(context, query),
  search: ({ body }, context) => listContacts(context, body),
  fields: (_, context) => describeFields(context, 'CONTACT'),
  duplicates: ({ query }, context) => findDuplicates(context, query),
  update: ({ params, body }, context) => updateContact(context, params.contactId, body),
  delete: ({ params }, context) => deleteContact(context, params.contactId),
};
