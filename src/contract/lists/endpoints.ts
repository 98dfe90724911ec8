import * as z from 'zod';
import { AppUrl, DateTime, Id, IdText, lazyInput, lazyObject, PageQuery, pageOf } from '../common.ts';
import { del, endpoints, get, post } from '../endpoint.ts';
import { ENTITIES } from '../entities.ts';
import { LIMITS } from '../limits.ts';

const List = lazyObject(() => ({
  id: Id,
  appUrl: AppUrl,
  name: z.string(),
  entity: z.enum(ENTITIES),
  size: z.int(),
  createdAt: DateTime,
}));

const params = z.object({ listId: IdText });
const ids = z.array(Id).min(1).max(LIMITS.listMembers);
const Members = z.lazy(() => z.union([z.strictObject({ contactIds: ids }), z.strictObject({ companyIds: ids })]));
const why = 'the interface uses list ids and shows no endpoint for lists';

export const lists = endpoints({
  list: get('/v1/lists', 'LISTS_READ', {
    summary: 'Lists of contacts and companies',
    query: PageQuery.extend({ entity: z.enum(ENTITIES).optional(), name: z.string().optional() }),
    data: z.lazy(() => pageOf('lists', List)),
    undocumented: why,
    command: 'list list',
  }),
  create: post('/v1/lists', 'LISTS_WRITE', {
    refuses: ['conflict'],
    summary: 'Create a list',
    body: lazyInput(() => ({ name: z.string().trim().min(1).max(200), entity: z.enum(ENTITIES).default('CONTACT') })),
    data: List,
    undocumented: why,
    command: 'list create',
  }),
  get: get('/v1/lists/{listId}', 'LISTS_READ', {
    summary: 'One list',
    params,
    data: List,
    undocumented: why,
    command: 'list show',
  }),
  addMembers: post('/v1/lists/{listId}/members', 'LISTS_WRITE', {
    refuses: ['unprocessable'],
    summary: 'Add contacts or companies to a list',
    params,
    body: Members,
    data: z.lazy(() => z.object({ listId: Id, added: z.int(), alreadyPresent: z.int() })),
    undocumented: why,
    command: 'list add',
  }),
  removeMembers: del('/v1/lists/{listId}/members', 'LISTS_WRITE', {
    refuses: ['unprocessable'],
    summary: 'Take contacts or companies off a list',
    params,
    body: Members,
    data: z.lazy(() => z.object({ listId: Id, removed: z.int(), notPresent: z.int() })),
    undocumented: why,
    command: 'list remove',
  }),
});
