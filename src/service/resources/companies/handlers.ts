import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { describeFields } from '../records/requested-fields.ts';
import { createCompanies, createCompany, getCompany, listCompanies, updateCompany } from './companies.ts';

export const companies: HandlersFor<Table['companies']> = {
  bulkCreate: ({ items }, context) => createCompanies(context, items),
  create: ({ body }, context) => createCompany(context, body),
  get: ({ params }, context) => getCompany(context, params.companyId),
  list: ({ query }, context) => listCompanies(context, query),
  search: ({ body }, context) => listCompanies(context, body),
  fields: (_, context) => describeFields(context, 'COMPANY'),
  update: ({ params, body }, context) => updateCompany(context, params.companyId, body),
};
