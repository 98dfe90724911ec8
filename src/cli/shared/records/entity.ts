// Contacts and companies are worked with by the same verbs; an entity is what differs between them.

import type { Listing, ListOptions } from '../../../client/answers/listing.ts';
import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { given, isObject, listIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import type { Session } from '../../session/session.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { companyResultView, companyView, contactResultView, contactView } from '../views/records.ts';

export interface SearchInput {
  readonly search?: string | undefined;
  readonly include?: Readonly<Record<string, NamedFilters>>;
  readonly exclude?: Readonly<Record<string, NamedFilters>>;
  readonly fields?: readonly string[] | undefined;
}

/** One filter's value, as the interface's table of value shapes has it. */
export type NamedFilters = (string | number | boolean)[] | { startDate?: string; endDate?: string };

interface ListInput {
  readonly fields?: readonly string[] | undefined;
  /** An enrichment run or an import. */
  readonly actionsId?: AnyId | undefined;
}

type TypeRoutes = Readonly<Record<'get' | 'list' | 'search' | 'create' | 'update' | 'fields' | 'bulkCreate', Route>>;

export interface Entity {
  readonly name: 'CONTACT' | 'COMPANY';
  readonly noun: 'contact' | 'company';
  readonly plural: 'contacts' | 'companies';
  readonly view: View;
  readonly resultView: View;
  readonly routes: TypeRoutes;
  /** Companies have none. */
  readonly deleteRoute?: Route;
  /** The special filter key for lists of this entity. */
  readonly listFilter: 'leadsGroup' | 'companyGroup';
  /** The parameter of its routes that is its id. */
  params(id: number): Readonly<Record<string, number>>;
  get(api: Api, id: number): Promise<Readonly<Record<string, unknown>>>;
  list(call: Call, input: ListInput, options: ListOptions): Listing<unknown>;
  search(call: Call, input: SearchInput, options: ListOptions): Listing<unknown>;
  create(api: Api, record: Readonly<Record<string, unknown>>): Promise<unknown>;
  update(api: Api, id: number, record: Readonly<Record<string, unknown>>): Promise<unknown>;
  fields(api: Api): Promise<unknown>;
}

const filled = (filters: SearchInput['include']) =>
  filters === undefined || Object.keys(filters).length === 0 ? undefined : { ...filters };

const searchBody = ({ search, include, exclude }: SearchInput) =>
  given({ search, include: filled(include), exclude: filled(exclude) });

const listQuery = ({ fields, actionsId }: ListInput) => given({ fields: fields && [...fields], actionsId });

export const CONTACT: Entity = {
  name: 'CONTACT',
  noun: 'contact',
  plural: 'contacts',
  view: contactView,
  resultView: contactResultView,
  routes: routes.contacts,
  deleteRoute: routes.contacts.delete,
  listFilter: 'leadsGroup',
  params: (contactId) => ({ contactId }),
  get: (api, contactId) => api.contacts.get({ params: { contactId } }),
  list: (call, input, options) => listPages(call, 'contacts', 'list', { query: listQuery(input) }, options),
  search: (call, input, options) =>
    listPages(
      call,
      'contacts',
      'search',
      { body: { ...searchBody(input), ...given({ fields: input.fields && [...input.fields] }) } },
      options,
    ),
  create: (api, record) => api.contacts.create({ body: record }),
  update: (api, contactId, record) => api.contacts.update({ params: { contactId }, body: record }),
  fields: (api) => api.contacts.fields(),
};

export const COMPANY: Entity = {
  name: 'COMPANY',
  noun: 'company',
  plural: 'companies',
  view: companyView,
  resultView: companyResultView,
  routes: routes.companies,
  listFilter: 'companyGroup',
  params: (companyId) => ({ companyId }),
  get: (api, companyId) => api.companies.get({ params: { companyId } }),
  list: (call, input, options) => listPages(call, 'companies', 'list', { query: listQuery(input) }, options),
  search: (call, input, options) => listPages(call, 'companies', 'search', { body: searchBody(input) }, options),
  create: (api, record) => api.companies.create({ body: record }),
  update: (api, companyId, record) => api.companies.update({ params: { companyId }, body: record }),
  fields: (api) => api.companies.fields(),
};

/** How many there are. A service that does not say is read to the end. */
export async function countFound(
  { search }: Pick<Entity, 'search'>,
  call: Call,
  input: Pick<SearchInput, 'include' | 'exclude'>,
): Promise<number> {
  const first = search(call, input, { limit: 1, pageSize: 1 });
  for await (const _ of first) break;
  if (first.total !== null) return first.total;
  let all = 0;
  for await (const _ of search(call, input, { limit: null })) all += 1;
  return all;
}

/** The fields of the workspace; none where the key may not read them. */
export async function readableFields(
  session: Session,
  { fields }: Pick<Entity, 'fields'>,
): Promise<readonly unknown[]> {
  try {
    return rowsOf(await fields(await session.api()));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}

/** The records of an answer that is one page by nature: an array, or the one array in an object. */
export function rowsOf(data: unknown): readonly unknown[] {
  return isObject(data) ? (Object.values(data).find(Array.isArray) ?? []) : listIn(data);
}
