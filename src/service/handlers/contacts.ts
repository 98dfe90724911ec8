import type { Table } from '../../contract/table.ts';
import { describeFields } from '../domain/asked-fields.ts';
import {
  createContact,
  createContacts,
  deleteContact,
  getContact,
  listContacts,
  updateContact,
} from '../domain/contacts.ts';
import { findDuplicates } from '../domain/duplicates.ts';
import type { HandlersFor } from './handlers.ts';

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
