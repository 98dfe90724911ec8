// Who becomes whom: one item after the other, each seeing what those before it did. Nothing is written here.

import type { CompanyMatch, Outcome } from '../../../contract/companies/endpoints.ts';
import type { ContactMatch } from '../../../contract/contacts/endpoints.ts';
import {
  COMPANY_PRECEDENCE,
  CONTACT_PRECEDENCE,
  type CompanyKeys,
  companyKeys,
  hasMatchKey,
} from '../../../rules/records/matching.ts';
import { chooseMatch, type Match } from '../../../rules/records/merge.ts';
import { personKey } from '../../../rules/records/normalize.ts';
import { type ContactSought, type KnownCompanies, type KnownContacts, standingOf } from './existing.ts';
import { type Draft, mergeInto, noteChanged, touch, type Written } from './pending-record.ts';
import type { Stored } from './queries/records.ts';

/** What a result shows of a record. */
export type Snapshot = Pick<Stored, 'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'standard'>;

function snapshot({ id, companyId, createdAt, updatedAt, standard }: Draft): Snapshot {
  return { id, companyId, createdAt, updatedAt, standard: new Map(standard) };
}

export interface Upserted<M> {
  /** The record as it stood after this item; later ones may have changed it. */
  readonly record: Snapshot;
  readonly outcome: Outcome;
  /** Set when an existing record was reused because of a key. */
  readonly matchedBy: M | null;
  readonly warnings: readonly string[];
}

export type CompanyUpserted = Upserted<CompanyMatch>;

export interface ContactUpserted extends Upserted<ContactMatch> {
  readonly company: CompanyUpserted | null;
}

/** Values of a company ready to be written: custom names resolved to property keys, match keys computed. */
export interface CompanyValues extends Written {
  readonly keys: CompanyKeys;
}

/** An item ready to be planned. */
export interface CompanyWish extends CompanyValues {
  readonly mergeWithExisting: boolean;
}

export interface ContactWish extends Written, ContactSought {
  readonly mergeWithExisting: boolean;
  readonly company: CompanyValues | null;
}

/** Throws Unsure before anything was changed. */
export function planCompany(companies: KnownCompanies, wish: CompanyWish, now: number): CompanyUpserted {
  const match = wish.mergeWithExisting ? matchCompany(companies, wish, null) : null;
  return upsertCompany(companies, wish, match, now);
}

/** Of records that share a key the oldest counts, but for `preferred`, the company the contact is at already. */
function matchCompany(
  companies: KnownCompanies,
  { keys }: CompanyValues,
  preferred: Draft | null,
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
    const draft = companies.create(now);
    mergeInto(draft, written, now);
    companies.rekey(draft, null, written.keys);
    return { record: snapshot(draft), outcome: 'CREATED', matchedBy: null, warnings: [] };
  }
  const before = companyKeys(existing.standard);
  const isChanged = mergeInto(existing, written, now);
  if (isChanged) companies.rekey(existing, before, companyKeys(existing.standard));
  const outcome = isChanged ? 'MERGED_UPDATED' : 'MERGED_NOOP';
  return { record: snapshot(existing), outcome, matchedBy: match.by, warnings: match.warnings };
}

interface Found {
  readonly contact: Match<ContactMatch> | null;
  readonly company: (Pick<Match<CompanyMatch>, 'id' | 'warnings'> & { by: CompanyMatch | null }) | null;
}

const NOBODY: Found = { contact: null, company: null };

/** Throws Unsure before anything was changed. */
export function planContact(
  contacts: KnownContacts,
  companies: KnownCompanies,
  wish: ContactWish,
  now: number,
): ContactUpserted {
  const found = wish.mergeWithExisting ? find(contacts, companies, wish) : NOBODY;
  const company = wish.company && upsertCompany(companies, wish.company, found.company, now);
  const existing = found.contact && contacts.byId.get(found.contact.id);
  const draft = existing ?? contacts.create(now);
  const before = existing ? standingOf(existing) : null;
  let isChanged = mergeInto(draft, wish, now);
  if (company && draft.companyId !== company.record.id) {
    draft.companyId = company.record.id;
    noteChanged(draft, ['companyId']);
    touch(draft, now);
    isChanged = true;
  }
  if (isChanged || !existing) contacts.rekey(draft, before);
  const outcome = existing ? (isChanged ? 'MERGED_UPDATED' : 'MERGED_NOOP') : 'CREATED';
  return {
    record: snapshot(draft),
    outcome,
    matchedBy: found.contact?.by ?? null,
    warnings: [...(found.contact?.warnings ?? []), ...replacedProfile(found.contact, before, draft)],
    company,
  };
}

/** Two people of one name at one company, or one with a new address? The rule says one, so at least say it. */
function replacedProfile(
  match: Match<ContactMatch> | null,
  before: ReturnType<typeof standingOf> | null,
  draft: Draft,
): string[] {
  if (match?.by !== 'NAME_COMPANY' || !before?.profile || standingOf(draft).profile === before.profile) return [];
  return [`networkProfileUrl of contact ${draft.id} was another profile: ${before.profile}`];
}

/**
 * The company comes first: what it is called after the item is the name the contact is matched by. Where several
 * companies share a key, the one the contact is at already is meant.
 */
function find(contacts: KnownContacts, companies: KnownCompanies, wish: ContactWish): Found {
  const profile = wish.keys.NETWORK_URL;
  const byProfile = profile === null ? null : contacts.profiles.lowest(profile);
  const person = wish.person && personKey(wish.person.firstName, wish.person.lastName);
  const companyName = wish.company?.keys.NAME ?? null;
  const canMatchName = person !== null && companyName !== null;
  const byName = canMatchName ? contacts.personAtNamed(person, companyName) : null;
  const home = companyOf(contacts, companies, byProfile ?? byName);
  const company = wish.company && (matchCompany(companies, wish.company, home) ?? unnamed(wish.company, home));
  const chosen = company && companies.byId.get(company.id);
  const there = canMatchName && chosen ? contacts.personAt(person, chosen) : null;
  const byPerson = byName === null || (there !== null && there < byName) ? there : byName;
  const hits: Readonly<Record<ContactMatch, number | null>> = { NETWORK_URL: byProfile, NAME_COMPANY: byPerson };
  return { contact: chooseMatch('contact', CONTACT_PRECEDENCE, (by) => hits[by]), company };
}

function companyOf(contacts: KnownContacts, companies: KnownCompanies, contactId: number | null): Draft | null {
  const companyId = contactId === null ? null : (contacts.byId.get(contactId)?.companyId ?? null);
  return companyId === null ? null : (companies.byId.get(companyId) ?? null);
}

/** Values of a company without anything to know it by are about the company the contact is at (chosen). */
function unnamed({ keys }: CompanyValues, home: Draft | null): Found['company'] {
  return home && !hasMatchKey(keys) ? { id: home.id, by: null, warnings: [] } : null;
}
