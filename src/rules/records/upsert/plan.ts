// Decides for each item whether it creates or merges, in order, each seeing the result of those before it. Writes nothing.

import type { CompanyMatch, Outcome } from '../../../contract/companies/endpoints.ts';
import type { ContactMatch } from '../../../contract/contacts/endpoints.ts';
import type { CompanyItem, ContactItem, WantedValues } from '../items.ts';
import {
  COMPANY_PRECEDENCE,
  CONTACT_PRECEDENCE,
  type CompanyKeys,
  type ContactKeys,
  companyKeys,
  contactKeys,
  hasMatchKey,
} from '../matching.ts';
import { chooseMatch, keptNumbers, type Match } from '../merge.ts';
import { personKey } from '../normalize.ts';
import { type KnownCompanies, type KnownContacts, lookupKeysOf, type Person, personOf } from './known-records.ts';
import {
  addChangedFields,
  markChanged,
  mergeInto,
  type PendingRecord,
  type RecordValues,
  type StoredRecord,
} from './pending-record.ts';

/** The part of a record that results report. */
export type RecordSnapshot = Pick<StoredRecord, 'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'standard'>;

function snapshot({ id, companyId, createdAt, updatedAt, standard }: PendingRecord): RecordSnapshot {
  return { id, companyId, createdAt, updatedAt, standard };
}

interface Upserted<M> {
  /** The record as it stood after this item; later ones may have changed it. */
  readonly record: RecordSnapshot;
  readonly outcome: Outcome;
  /** Set when an existing record was reused because of a key. */
  readonly matchedBy: M | null;
  readonly warnings: readonly string[];
}

export type CompanyUpserted = Upserted<CompanyMatch>;

export interface ContactUpserted extends Upserted<ContactMatch> {
  readonly company: CompanyUpserted | null;
}

/** Company values ready to write: custom names resolved to property keys, match keys computed. */
export interface CompanyValues extends RecordValues {
  readonly keys: CompanyKeys;
}

export interface CompanyPlanInput extends CompanyValues {
  readonly mergeWithExisting: boolean;
}

export interface ContactPlanInput extends RecordValues, ContactMatchInput {
  readonly mergeWithExisting: boolean;
  readonly company: CompanyValues | null;
}

/** The part of a contact item that decides which records it may match. */
export interface ContactMatchInput {
  readonly keys: ContactKeys;
  readonly person: Person | null;
  readonly company: { readonly keys: CompanyKeys } | null;
}

/** The keys of custom values by the names of their fields. */
type Keyed = (entity: 'CONTACT' | 'COMPANY', custom: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

const companyValues = ({ standard, custom }: WantedValues, keyed: Keyed): CompanyValues => ({
  standard,
  properties: keyed('COMPANY', custom),
  keys: companyKeys(standard),
});

export const companyInput = (item: CompanyItem, keyed: Keyed): CompanyPlanInput => ({
  ...companyValues(item, keyed),
  mergeWithExisting: item.mergeWithExisting,
});

export const contactInput = (item: ContactItem, keyed: Keyed): ContactPlanInput => ({
  standard: item.standard,
  properties: keyed('CONTACT', item.custom),
  keys: contactKeys(item),
  person: personOf(item.standard),
  company: item.company && companyValues(item.company, keyed),
  mergeWithExisting: item.mergeWithExisting,
});

/** Throws NeedsLookup before it changes anything. */
export function planCompany(companies: KnownCompanies, input: CompanyPlanInput, now: number): CompanyUpserted {
  const match = input.mergeWithExisting ? matchCompany(companies, input, null) : null;
  return upsertCompany(companies, input, match, now);
}

/** Of several companies with the same key the oldest wins, unless `preferred`, the contact's current company, has it. */
export function matchCompany(
  companies: KnownCompanies,
  { keys }: CompanyValues,
  preferred: PendingRecord | null,
): Match<CompanyMatch> | null {
  const own = preferred && companyKeys(preferred.standard);
  return chooseMatch('company', COMPANY_PRECEDENCE, (by) => {
    const key = keys[by];
    if (key === null) return null;
    return preferred && own?.[by] === key ? preferred.id : companies.lowest(by, key);
  });
}

function upsertCompany(
  companies: KnownCompanies,
  written: CompanyValues,
  match: (Pick<Match<CompanyMatch>, 'id' | 'warnings'> & { by: CompanyMatch | null }) | null,
  now: number,
): CompanyUpserted {
  const existing = match && companies.byId.get(match.id);
  if (!match || !existing) {
    const pending = companies.create(now);
    mergeInto(pending, written, now);
    companies.rekey(pending, null, written.keys);
    return { record: snapshot(pending), outcome: 'CREATED', matchedBy: null, warnings: [] };
  }
  const before = companyKeys(existing.standard);
  const isChanged = mergeInto(existing, written, now);
  if (isChanged) companies.rekey(existing, before, companyKeys(existing.standard));
  const outcome = isChanged ? 'MERGED_UPDATED' : 'MERGED_NOOP';
  const warnings = [...match.warnings, ...keptNumbers(existing.standard, written.standard)];
  return { record: snapshot(existing), outcome, matchedBy: match.by, warnings };
}

export interface MatchedRecords {
  readonly contact: Match<ContactMatch> | null;
  readonly company: (Pick<Match<CompanyMatch>, 'id' | 'warnings'> & { by: CompanyMatch | null }) | null;
}

const NO_MATCH: MatchedRecords = { contact: null, company: null };

/** Throws NeedsLookup before it changes anything. */
export function planContact(
  contacts: KnownContacts,
  companies: KnownCompanies,
  input: ContactPlanInput,
  now: number,
): ContactUpserted {
  const found = input.mergeWithExisting ? matchedRecords(contacts, companies, input) : NO_MATCH;
  const sent = input.company && found.company?.by === null ? withoutNames(input.company) : input.company;
  const company = sent && upsertCompany(companies, sent, found.company, now);
  const existing = found.contact && contacts.byId.get(found.contact.id);
  const pending = existing ?? contacts.create(now);
  const before = existing ? lookupKeysOf(existing) : null;
  let isChanged = mergeInto(pending, input, now);
  if (company && pending.companyId !== company.record.id) {
    pending.companyId = company.record.id;
    addChangedFields(pending, ['companyId']);
    markChanged(pending, now);
    isChanged = true;
  }
  if (isChanged || !existing) contacts.rekey(pending, before);
  const outcome = existing ? (isChanged ? 'MERGED_UPDATED' : 'MERGED_NOOP') : 'CREATED';
  return {
    record: snapshot(pending),
    outcome,
    matchedBy: found.contact?.by ?? null,
    warnings: [
      ...(found.contact?.warnings ?? []),
      ...(existing ? keptNumbers(pending.standard, input.standard) : []),
      ...replacedProfile(found.contact, before, pending),
      ...droppedNames(input.company, sent),
    ],
    company,
  };
}

/** The same name at the same company with another profile is merged by rule, but may be a different person: warn. */
function replacedProfile(
  match: Match<ContactMatch> | null,
  before: ReturnType<typeof lookupKeysOf> | null,
  pending: PendingRecord,
): string[] {
  if (match?.by !== 'NAME_COMPANY' || !before?.profile || lookupKeysOf(pending).profile === before.profile) return [];
  return [`networkProfileUrl of contact ${pending.id} was another profile: ${before.profile}`];
}

/**
 * The company is matched first: its name after the item is the name the contact is matched by. If several companies
 * share a key, the contact's current company wins.
 */
export function matchedRecords(
  contacts: KnownContacts,
  companies: KnownCompanies,
  input: ContactPlanInput,
): MatchedRecords {
  const profile = input.keys.NETWORK_URL;
  const byProfile = profile === null ? null : contacts.profiles.lowest(profile);
  const person = input.person && personKey(input.person.firstName, input.person.lastName);
  const companyName = input.company?.keys.NAME ?? null;
  const canMatchName = person !== null && companyName !== null;
  const byName = canMatchName ? contacts.personAtNamed(person, companyName) : null;
  const home = companyOf(contacts, companies, byProfile ?? byName);
  const company = input.company && (matchCompany(companies, input.company, home) ?? keylessMatch(input.company, home));
  const chosen = company && companies.byId.get(company.id);
  const there = canMatchName && chosen ? contacts.personAt(person, chosen) : null;
  const byPerson = byName === null || (there !== null && there < byName) ? there : byName;
  const hits: Readonly<Record<ContactMatch, number | null>> = { NETWORK_URL: byProfile, NAME_COMPANY: byPerson };
  return { contact: chooseMatch('contact', CONTACT_PRECEDENCE, (by) => hits[by]), company };
}

function companyOf(contacts: KnownContacts, companies: KnownCompanies, contactId: number | null): PendingRecord | null {
  const companyId = contactId === null ? null : (contacts.byId.get(contactId)?.companyId ?? null);
  return companyId === null ? null : (companies.byId.get(companyId) ?? null);
}

/** Keys that name a company. */
const COMPANY_NAMES = ['name', 'domain', 'website', 'companyNetworkUrl'];

/** For a company that was not found by them: `N/A` or `gmail.com` name no company, and must not replace what names this one. */
function withoutNames(values: CompanyValues): CompanyValues {
  const standard = new Map([...values.standard].filter(([field]) => !COMPANY_NAMES.includes(field)));
  return standard.size === values.standard.size ? values : { ...values, standard };
}

const droppedNames = (sent: CompanyValues | null, used: CompanyValues | null): string[] =>
  [...(sent?.standard ?? [])].flatMap(([field, value]) =>
    used?.standard.has(field) ? [] : [`company.${field} was ignored: ${JSON.stringify(value)} names no company`],
  );

/** Company values without a match key apply to the contact's current company (our choice). */
function keylessMatch({ keys }: CompanyValues, home: PendingRecord | null): MatchedRecords['company'] {
  return home && !hasMatchKey(keys) ? { id: home.id, by: null, warnings: [] } : null;
}
