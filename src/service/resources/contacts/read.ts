import type { EnrolmentStatus } from '../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { Table } from '../../../contract/table.ts';
import { fieldLabel, valueLabel } from '../../../presentation/labels.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { requireRecord } from '../records/lookup.ts';
import { recordsById } from '../records/queries/records.ts';
import { describeFields, requestedFields, workspaceFields } from '../records/requested-fields.ts';
import { findIds, type RecordQuery } from '../records/search.ts';
import { type ContactView, contactView, contactViews } from '../records/view.ts';
import { CONTACTS, campaignsOf, contactPageAt, listsOf } from './queries/contacts.ts';
import { type HistoryRow, historyOf } from './queries/events.ts';

/** Throws Refusal `not_found`. */
export async function showContact(context: Context, id: number): Promise<ContactView> {
  const { tx, principal } = context;
  const contact = await requireRecord(context, CONTACTS, id);
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { companyId } = contact;
  const [company] = companyId === null ? [] : await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return contactView(context, contact, { company: company ?? null, leadsCount: 0 }, { fields: [], customs });
}

/**
 * A page of contacts, lowest id first: members of a list, records of an enrichment run, or matches of words and filters.
 * Throws Refusal `invalid` for unknown fields or wrong filters, `not_found` for the list or run.
 */
export async function listContacts(context: Context, query: RecordQuery): Promise<ReplyOf<Table['contacts']['list']>> {
  const { tx, principal } = context;
  const fields = await workspaceFields(context, 'CONTACT');
  const extras = { fields: requestedFields(fields, query.fields), customs: fields.customs };
  const page = await findIds(context, fields, query);
  const contacts = await recordsById(tx, CONTACTS, principal.workspaceId, page.ids);
  const companyIds = new Set(contacts.flatMap(({ companyId }) => companyId ?? []));
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, companyIds);
  return { contacts: await contactViews(context, contacts, companies, extras), ...pagingOf(query, page.total) };
}

/** Standard and custom fields of contacts in this workspace. */
export function listContactFields(context: Context): Promise<{ fields: FieldDescriptor[] }> {
  return describeFields(context, 'CONTACT');
}

export interface Memberships {
  readonly lists: readonly { readonly id: number; readonly name: string }[];
  /** `status`: of the contact in the campaign. */
  readonly campaigns: readonly {
    readonly id: number;
    readonly name: string;
    readonly status: EnrolmentStatus;
    readonly reason: string | null;
  }[];
}

/** The lists and campaigns that a contact is in. */
export async function membershipsOf({ tx, principal }: Context, contactId: number): Promise<Memberships> {
  const { workspaceId } = principal;
  return {
    lists: await listsOf(tx, workspaceId, 'CONTACT', contactId),
    campaigns: await campaignsOf(tx, workspaceId, contactId),
  };
}

export async function listsOfCompany({ tx, principal }: Context, companyId: number): Promise<Memberships['lists']> {
  return listsOf(tx, principal.workspaceId, 'COMPANY', companyId);
}

/** The contacts at a company, by name. */
export async function listPeople(
  context: Context,
  companyId: number,
  query: PageRequest,
): Promise<ReplyOf<Table['contacts']['list']>> {
  const { tx, principal } = context;
  const { customs } = await workspaceFields(context, 'CONTACT');
  const { ids, total } = await contactPageAt(tx, principal.workspaceId, companyId, windowOf(query));
  const byId = new Map((await recordsById(tx, CONTACTS, principal.workspaceId, ids)).map((one) => [one.id, one]));
  const contacts = ids.flatMap((id) => byId.get(id) ?? []);
  const companies = await recordsById(tx, COMPANIES, principal.workspaceId, [companyId]);
  return {
    contacts: await contactViews(context, contacts, companies, { fields: [], customs }),
    ...pagingOf(query, total),
  };
}

export interface ContactEventLine {
  readonly at: string;
  readonly what: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'plain';
  readonly detail: string | null;
  readonly messageId: number | null;
  readonly campaign: { readonly id: number; readonly name: string } | null;
}

const EVENTS_MAX = 200;

/** The newest events, newest first. */
export async function timelineOf({ tx, principal }: Context, contactId: number): Promise<ContactEventLine[]> {
  const rows = await historyOf(tx, principal.workspaceId, contactId, EVENTS_MAX);
  return rows.map((row) => ({
    at: isoTime(row.at),
    ...wordsOf(row),
    detail: row.detail,
    messageId: row.messageId,
    campaign:
      row.campaignId === null ? null : { id: row.campaignId, name: row.campaignName ?? `campaign ${row.campaignId}` },
  }));
}

const EVENTS: ReadonlyMap<string, string> = new Map([
  ['open', 'Opened'],
  ['click', 'Link clicked'],
  ['view', 'Seen'],
  ['reply', 'Replied'],
  ['accept', 'Request accepted'],
  ['visit', 'Visited'],
  ['complete', 'Task done'],
]);

function wordsOf({ source, kind, state }: HistoryRow): Pick<ContactEventLine, 'what' | 'tone'> {
  if (source === 'event') return { what: EVENTS.get(kind) ?? fieldLabel(kind), tone: 'good' };
  if (source === 'message') {
    const status = state?.split(' ')[1] ?? '';
    return {
      what: `${valueLabel(kind)} ${valueLabel(status).toLowerCase()}`,
      tone: state?.startsWith('INBOUND') ? 'good' : 'plain',
    };
  }
  const isFailed = state === 'FAILED';
  return { what: `${valueLabel(kind)}: ${valueLabel(state ?? '').toLowerCase()}`, tone: isFailed ? 'bad' : 'plain' };
}
