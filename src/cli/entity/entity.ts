// Contacts and companies are worked with by the same verbs; an Entity is what differs between them.

import { routes } from '../../client/routes.ts';
import type { Access } from '../../contract/scopes.ts';
import type { Api } from '../../contract/table.ts';
import type { View } from '../output/cells.ts';
import { companyResultView, companyView } from '../output/views/companies.ts';
import { contactResultView, contactView } from '../output/views/contacts.ts';

export interface SearchInput {
  readonly search?: string;
  readonly include?: Readonly<Record<string, FilterInput>>;
  readonly exclude?: Readonly<Record<string, FilterInput>>;
  readonly fields?: readonly string[];
  readonly page: number;
  readonly pageSize: number;
}

/** One filter's value, as the interface's table of value shapes has it. */
export type FilterInput = (string | number | boolean)[] | { startDate?: string; endDate?: string };

export interface ListInput {
  readonly fields?: readonly string[];
  readonly listId?: number;
  readonly page: number;
  readonly pageSize: number;
}

interface Routes {
  readonly get: { readonly access: Access };
  readonly list: { readonly access: Access };
  readonly search: { readonly access: Access };
  readonly create: { readonly access: Access };
  readonly update: { readonly access: Access };
  readonly fields: { readonly access: Access };
  readonly bulkCreate: { readonly access: Access };
}

export interface Entity {
  readonly kind: 'CONTACT' | 'COMPANY';
  readonly noun: 'contact' | 'company';
  readonly plural: 'contacts' | 'companies';
  readonly view: View;
  readonly resultView: View;
  readonly routes: Routes;
  /** The special filter key for lists of this entity. */
  readonly listFilter: 'leadsGroup' | 'companyGroup';
  get(api: Api, id: number): Promise<Readonly<Record<string, unknown>>>;
  list(api: Api, input: ListInput): Promise<unknown>;
  search(api: Api, input: SearchInput): Promise<unknown>;
  create(api: Api, record: Readonly<Record<string, unknown>>): Promise<unknown>;
  update(api: Api, id: number, record: Readonly<Record<string, unknown>>): Promise<unknown>;
  fields(api: Api): Promise<unknown>;
}

const mutableFilters = (filters: SearchInput['include']) => (filters === undefined ? {} : { ...filters });

function searchBody(input: SearchInput) {
  const { search, include, exclude, page, pageSize } = input;
  return {
    page,
    pageSize,
    ...(search === undefined ? {} : { search }),
    ...(include === undefined ? {} : { include: mutableFilters(include) }),
    ...(exclude === undefined ? {} : { exclude: mutableFilters(exclude) }),
  };
}

function listQuery({ page, pageSize, fields, listId }: ListInput) {
  return { page, pageSize, ...(fields === undefined ? {} : { fields: [...fields] }), ...(listId === undefined ? {} : { listId }) };
}

export const CONTACT: Entity = {
  kind: 'CONTACT',
  noun: 'contact',
  plural: 'contacts',
  view: contactView,
  resultView: contactResultView,
  routes: routes.contacts,
  listFilter: 'leadsGroup',
  get: (api, contactId) => api.contacts.get({ params: { contactId } }),
  list: (api, input) => api.contacts.list({ query: listQuery(input) }),
  search: (api, input) =>
    api.contacts.search({ body: { ...searchBody(input), ...(input.fields === undefined ? {} : { fields: [...input.fields] }) } }),
  create: (api, record) => api.contacts.create({ body: record }),
  update: (api, contactId, record) => api.contacts.update({ params: { contactId }, body: record }),
  fields: (api) => api.contacts.fields(),
};

export const COMPANY: Entity = {
  kind: 'COMPANY',
  noun: 'company',
  plural: 'companies',
  view: companyView,
  resultView: companyResultView,
  routes: routes.companies,
  listFilter: 'companyGroup',
  get: (api, companyId) => api.companies.get({ params: { companyId } }),
  list: (api, input) => api.companies.list({ query: listQuery(input) }),
  search: (api, input) => api.companies.search({ body: searchBody(input) }),
  create: (api, record) => api.companies.create({ body: record }),
  update: (api, companyId, record) => api.companies.update({ params: { companyId }, body: record }),
  fields: (api) => api.companies.fields(),
};
