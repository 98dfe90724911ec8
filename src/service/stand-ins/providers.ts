// Stand-ins for the CRM of the workspace, the directory of company pages, and the finding and verifying of addresses: pure
// functions of the person or company. Nothing is stored, sent or called.

import { looseName } from '../../rules/nearest.ts';
import { hashOf, isAmong, letters, slugOf } from './draw.ts';
import { companyDomain, companyName, companyPage } from './world/companies.ts';
import { companyKnownBy } from './world/people.ts';
import { COUNTRIES } from './world/vocabulary.ts';

/** The `crmProvider` of previews. */
export const CRM_NAME = 'SAMPLE_CRM';

type CrmObject = 'CONTACT' | 'LEAD' | 'COMPANY';

export interface CrmKey {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly company?: string | null;
  readonly domain?: string | null;
}

/** Ids start with a prefix per object type, as in other CRMs. */
const PREFIX: Readonly<Record<CrmObject, string>> = { CONTACT: '003', LEAD: '00Q', COMPANY: '001' };

const ID_LENGTH = 18;

function keyText(object: CrmObject, { email, name, company, domain }: CrmKey): string | null {
  if (object === 'COMPANY') return (domain ?? name ?? null)?.trim().toLowerCase() || null;
  if (email) return email.trim().toLowerCase();
  return name && company ? `${name.trim().toLowerCase()} at ${company.trim().toLowerCase()}` : null;
}

/** The record's id in the CRM, existing or new; null for a record without an identifying field. */
export function crmIdFor(object: CrmObject, key: CrmKey): string | null {
  const text = keyText(object, key);
  return text === null ? null : `${PREFIX[object]}${letters(ID_LENGTH - 3, 'crm', object, text)}`;
}

/** Whether the CRM had the record before any export: about half of all. */
export function isInCrm(object: CrmObject, key: CrmKey): boolean {
  const text = keyText(object, key);
  return text !== null && isAmong(hashOf('in crm', object, text), object === 'COMPANY' ? 60 : 48);
}

/** The id of the record in the CRM; null if it is not there. */
export function matchInCrm(object: CrmObject, key: CrmKey, input: string | null): string | null {
  const id = crmIdFor(object, key);
  if (id === null) return null;
  // A record with a CRM id has been exported before.
  const isExported = input !== null && input.slice(0, 15) === id.slice(0, 15);
  return isExported || isInCrm(object, key) ? id : null;
}

export interface CompanyPage {
  readonly url: string;
  readonly name: string;
  readonly domain: string;
}

function pageOf(name: string, domain: string): CompanyPage {
  return { url: `https://network.example/company/${slugOf(name)}`, name, domain };
}

/** `domain` of the company, if known: most pages have the same. */
export function pagesNamed(name: string, domain: string | null): CompanyPage[] {
  const known = companyKnownBy({ name, domain });
  if (known !== null) return [{ url: companyPage(known), name: companyName(known), domain: companyDomain(known) }];
  const hash = hashOf('pages', name.toLowerCase()) % 100;
  const elsewhere = `${slugOf(name)}-group.example`;
  const own = domain ?? `${slugOf(name)}.example`;
  if (hash < 60) return [pageOf(name, own), pageOf(`${name} Group`, elsewhere)];
  if (hash < 75) return [pageOf(name, elsewhere)];
  if (hash < 88) return [pageOf(`${name} Group`, own)];
  return [];
}

/** Equal apart from legal forms and similar suffixes. */
export function isSimilarName(a: string, b: string): boolean {
  const bare = (name: string): string =>
    looseName(name.replace(/\b(group|holding|gmbh|ag|inc|ltd|llc|sa|bv)\.?$/i, ''));
  return bare(a) === bare(b);
}

export interface MailPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** Of the company. */
  readonly domain: string;
}

/** The default providers, with the percentage of addresses each one knows. */
const EMAILS_KNOWN: readonly (readonly [api: string, percent: number])[] = [
  ['mailfinder', 45],
  ['inboxlookup', 40],
  ['domaincrawler', 35],
];
export const MAIL_APIS: readonly string[] = EMAILS_KNOWN.map(([name]) => name);

/** The address that the provider knows, or null. */
export function findEmail(api: string, { firstName, lastName, domain }: MailPerson): string | null {
  const percent = EMAILS_KNOWN.find(([name]) => name === api)?.[1] ?? 40;
  const email = `${slugOf(firstName)}.${slugOf(lastName)}@${domain}`;
  return isAmong(hashOf('finds', api, email), percent) ? email : null;
}

/** A private address; one person in seven has one. */
export function findPrivateEmail({ firstName, lastName, domain }: MailPerson): string | null {
  const hash = hashOf('private', firstName, lastName, domain);
  return isAmong(hash, 14) ? `${slugOf(firstName)}.${slugOf(lastName)}${hash % 90}@mail.example` : null;
}

/** The answer of the mail server; UNKNOWN: it did not answer. */
export function verifyEmail(email: string): 'VALID' | 'INVALID' | 'CATCH_ALL' | 'UNKNOWN' {
  const hash = hashOf('verify', email.trim().toLowerCase()) % 100;
  if (hash < 80) return 'VALID';
  if (hash < 88) return 'CATCH_ALL';
  return hash < 96 ? 'INVALID' : 'UNKNOWN';
}

export interface PhonePerson {
  readonly name: string;
  /** Of the company: its name or domain. */
  readonly company: string;
  readonly country: string | null;
}

const PHONES_KNOWN: readonly (readonly [api: string, percent: number])[] = [
  ['phonebook', 30],
  ['dialdata', 25],
  ['callgraph', 20],
];
export const PHONE_APIS: readonly string[] = PHONES_KNOWN.map(([name]) => name);

function numberOf({ name, company, country }: PhonePerson, kind: string): string {
  const dialCode = COUNTRIES.find((one) => one.name === country)?.dialCode ?? '1';
  return `+${dialCode} 555 ${String(1_000_000 + (hashOf(kind, name, company) % 1_000_000)).slice(1)}`;
}

/** The mobile number that the provider knows, or null; 555 numbers are reserved for fiction. */
export function findMobile(api: string, person: PhonePerson): string | null {
  const percent = PHONES_KNOWN.find(([name]) => name === api)?.[1] ?? 25;
  return isAmong(hashOf('mobile', api, person.name, person.company), percent) ? numberOf(person, 'mobile') : null;
}

/** The office number; one person in five has one. */
export function findOffice(person: PhonePerson): string | null {
  return isAmong(hashOf('office', person.name, person.company), 20) ? numberOf(person, 'office') : null;
}

/** The answer of the network; UNKNOWN: it did not answer. */
export function verifyPhone(phone: string): 'VALID' | 'INVALID' | 'UNKNOWN' {
  const hash = hashOf('ring', phone.replace(/\D/g, '')) % 100;
  if (hash < 84) return 'VALID';
  return hash < 95 ? 'INVALID' : 'UNKNOWN';
}
