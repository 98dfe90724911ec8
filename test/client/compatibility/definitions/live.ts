// A definition as another hand would write it: the interface's own names where it shows them, others where it does not.

const id = { type: 'integer' };
const ids = { type: 'array', items: id };
const query = (name: string, schema: object, description = '') => ({ name, in: 'query', schema, description });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: id });
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });
const answer = (properties: object) => ({
  responses: {
    200: { content: { 'application/json': { schema: { properties: { data: { type: 'object', properties } } } } } },
  },
});

export const LIVE = {
  openapi: '3.1.0',
  info: { title: 'Live', version: '1.0.0' },
  paths: {
    '/v1/validate': { get: { ...answer({ ok: { type: 'boolean' } }) } },
    '/v1/contacts/duplicates': {
      get: {
        operationId: 'findDuplicates',
        parameters: [
          query('fields', { type: 'string' }),
          query('listId', id),
          query('after', { type: 'string', pattern: '^[0-9]+$' }, 'the nextCursor of the page before'),
          query('groupsPerPage', { type: 'integer', minimum: 1, maximum: 100 }),
        ],
      },
    },
    '/v1/enrichments/run': {
      post: {
        operationId: 'runEnrichments',
        ...body({
          type: 'object',
          required: ['actions'],
          properties: {
            actions: { type: 'array', items: { type: 'object' } },
            contactIds: ids,
            companyIds: ids,
            contactGroupIds: ids,
            companyGroupIds: ids,
          },
        }),
        ...answer({ actionsId: id, createdAt: { type: 'string' } }),
      },
    },
    '/v1/enrichments/{runId}/status': {
      get: {
        operationId: 'enrichmentStatus',
        parameters: [inPath('runId')],
        ...answer({
          actionsId: id,
          overallStatus: { type: 'string' },
          totalActions: id,
          statusCounts: {},
          progress: id,
        }),
      },
    },
    '/v1/add-contact-to-campaign': { post: body({ $ref: '#/components/schemas/AddLead' }) },
    '/v1/add-contact-group-to-campaign': {
      post: body({ allOf: [{ properties: { campaignId: id } }, { properties: { leadsGroupId: id } }] }),
    },
    '/v1/billing/invoices': { get: answer({ invoices: { type: 'array' } }) },
  },
  components: {
    schemas: { AddLead: { type: 'object', properties: { campaignId: id, leadId: id }, required: ['leadId'] } },
  },
} as const;
