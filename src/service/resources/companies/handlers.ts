import type { Table } from '../../../contract/table.ts';
import { listCompanies, showCompany } from '../contacts/read.ts';
import type { HandlersFor } from '../handler-types.ts';
import { describeFields } from '../records/search.ts';

/** Writes are loaded when first called: reads need none of their code. */
export const companies: HandlersFor<Table['companies']> = {
  list: ({ query }, context) => listCompanies(context, query),
  search: ({ body }, context) => listCompanies(context, body),
  get: ({ params }, context) => showCompany(context, params.companyId),
  fields: (_, context) => describeFields(context, 'COMPANY'),
  create: async ({ body }, context) => (await import('./write.ts')).createCompany(context, body),
  bulkCreate: async ({ items }, context) => (await import('./write.ts')).bulkCreateCompanies(context, items),
  update: async ({ params, body }, context) =>
    (await import('./write.ts')).updateCompany(context, params.companyId, body),
};
