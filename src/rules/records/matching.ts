// Who is the same contact or company.

import type { CompanyMatch } from '../../contract/companies/endpoints.ts';
import type { ContactMatch } from '../../contract/contacts/endpoints.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from './addresses.ts';
import type { FieldValue, WantedValues } from './items.ts';
import { nameKey, personAtCompanyKey } from './normalize.ts';

export type CompanyKeys = Readonly<Record<CompanyMatch, string | null>>;
export type ContactKeys = Readonly<Record<ContactMatch, string | null>>;

/** Which key counts when two of them match two different records: the first. */
export const COMPANY_PRECEDENCE = [
  'NETWORK_URL',
  'DOMAIN',
  'WEBSITE',
  'NAME',
] as const satisfies readonly CompanyMatch[];
export const CONTACT_PRECEDENCE = ['NETWORK_URL', 'NAME_COMPANY'] as const satisfies readonly ContactMatch[];

type Standard = WantedValues['standard'];

export interface Matchable {
  readonly standard: Standard;
  readonly company: { readonly standard: Standard } | null;
}

function text(values: Standard, id: string): string | null {
  const value: FieldValue | undefined = values.get(id);
  return value === undefined ? null : String(value);
}

/** Normalised network URL, domain, website, or exact name. None of a page or host that names no company, or a word for no value (undocumented). */
export function companyKeys(company: Standard): CompanyKeys {
  return {
    NETWORK_URL: networkPageKey('COMPANY', text(company, 'companyNetworkUrl')),
    DOMAIN: companyDomainKey(text(company, 'domain')),
    WEBSITE: companyWebsiteKey(text(company, 'website')),
    NAME: nameKey(text(company, 'name')),
  };
}

/** Normalised profile URL, or exact first name + last name + company name. */
export function contactKeys({ standard, company }: Matchable): ContactKeys {
  return {
    NETWORK_URL: networkPageKey('CONTACT', text(standard, 'networkProfileUrl')),
    NAME_COMPANY: personAtCompanyKey(
      text(standard, 'firstName'),
      text(standard, 'lastName'),
      company && text(company.standard, 'name'),
    ),
  };
}

/** Whether sending the item again, with merging on, finds the record it made. */
export function hasMatchKey(keys: ContactKeys | CompanyKeys): boolean {
  return Object.values(keys).some((key) => key !== null);
}
