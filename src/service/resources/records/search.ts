// Lists and searches of contacts and companies: what was asked → ids of one page → records.

import { issuesText } from '../../../contract/issues.ts';
import type { Filters } from '../../../contract/records/fields.ts';
import type { Entity } from '../../../rules/records/fields.ts';
import { checkFilters } from '../../../rules/records/filters.ts';
import type { Predicate } from '../../../rules/records/predicates.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { actionRunById } from '../actions/queries/runs.ts';
import { COMPANIES, leadsCounts } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { listOf } from '../lists/lists.ts';
import { actedOnRecords, allRecords, type IdPage, listedRecords, matchingRecords } from './queries/pages.ts';
import { recordsById } from './queries/records.ts';
import { askedFields, type WorkspaceFields, workspaceFields } from './requested-fields.ts';
import { type CompanyRecord, type ContactRecord, showCompany, showContacts } from './view.ts';

/** What a page is asked by: a list's members, or words and filters, or nothing. */
export interface Asked {
  readonly page: number;
  readonly pageSize: number;
  readonly fields?: readonly string[] | undefined;
  readonly listId?: number | undefined;
  /** Records that an enrichment run or an import worked on or brought in. */
  readonly actionsId?: number | undefined;
  readonly search?: string | undefined;
  readonly include?: Filters | undefined;
  readonly exclude?: Filters | undefined;
}

interface PageOf<R> {
  readonly records: R[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly hasNextPage: boolean;
}

/** Contacts, lowest id first. Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list. */
export async function findContacts(context: Context, asked: Asked): Promise<PageOf<ContactRecord>> {
  const fields = await workspaceFields(context, 'CONTACT');
  const extras = { fields: askedFields(fields, asked.fields), customs: fields.customs };
  const found = await idsOf(context, fields, asked);
  const { tx, principal } = context;
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, found.ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, companyIds);
  return pageOf(asked, found, await showContacts(context, contacts, companies, extras));
}

/** The same for companies. */
export async function findCompanies(context: Context, asked: Asked): Promise<PageOf<CompanyRecord>> {
  const fields = await workspaceFields(context, 'COMPANY');
  const extras = { fields: askedFields(fields, asked.fields), customs: fields.customs };
  const found = await idsOf(context, fields, asked);
  const { tx, principal } = context;
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, found.ids);
  const counts = await leadsCounts(tx, principal.workspaceId, found.ids);
  const records = companies.map((company) => showCompany(context, company, counts.get(company.id) ?? 0, extras));
  return pageOf(asked, found, records);
}

function pageOf<R>({ page, pageSize }: Asked, { total }: IdPage, records: R[]): PageOf<R> {
  return { records, page, pageSize, total, hasNextPage: page * pageSize < total };
}

async function idsOf(context: Context, fields: WorkspaceFields, asked: Asked): Promise<IdPage> {
  const { tx, principal } = context;
  const { entity } = fields;
  const page = { limit: asked.pageSize, offset: (asked.page - 1) * asked.pageSize };
  if (asked.listId !== undefined && asked.actionsId !== undefined) {
    const message = 'give listId or actionsId, not both';
    throw new Refusal('invalid', message, { issues: [{ path: 'actionsId', code: 'exclusive', message }] });
  }
  if (asked.listId !== undefined) {
    await listOf(context, entity, asked.listId);
    return listedRecords(tx, asked.listId, page);
  }
  if (asked.actionsId !== undefined) {
    const run = await actionRunById(tx, context.principal.workspaceId, asked.actionsId);
    if (!run) throw new Refusal('not_found', `There are no actions ${asked.actionsId}`);
    return actedOnRecords(tx, entity, asked.actionsId, page);
  }
  const predicate = predicateOf(fields, asked);
  const search = asked.search?.trim() ?? '';
  const isEverything = search === '' && predicate.is === 'all' && predicate.of.length === 0;
  return isEverything
    ? allRecords(tx, entity, principal.workspaceId, page)
    : matchingRecords(tx, entity, principal.workspaceId, { search, predicate }, page);
}

const NOUNS: Readonly<Record<Entity, string>> = { CONTACT: 'contacts', COMPANY: 'companies' };

function predicateOf({ entity, known }: WorkspaceFields, { include, exclude }: Asked): Predicate {
  const verdict = checkFilters(entity, { include, exclude }, known);
  if (verdict.ok) return verdict.predicate;
  const { issues } = verdict;
  throw new Refusal('invalid', issuesText(issues), {
    issues,
    hint: `GET /v1/${NOUNS[entity]}/fields lists the fields`,
  });
}
