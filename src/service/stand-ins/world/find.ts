// Who of the invented world is meant by an address, a domain or a name.

import { networkUrlKey } from '../../../rules/records/addresses.ts';
import { COMPANY_COUNT, companyAt, companyDomain, companyName, type WorldCompany } from './companies.ts';
import { peopleCount, personAt, placeOfProfile, profileOf, type WorldPerson } from './people.ts';

/** Domain without its ending → number of the company; made when it is first asked for, some milliseconds. */
let byDomain: ReadonlyMap<string, number> | undefined;

function companyNumbers(): ReadonlyMap<string, number> {
  byDomain ??= new Map(
    Array.from({ length: COMPANY_COUNT }, (_, index) => [companyDomain(companyAt(index)), index] as const),
  );
  return byDomain;
}

export interface KnownBy {
  readonly domain?: string | null;
  readonly networkUrl?: string | null;
  readonly name?: string | null;
}

/** The invented company with this domain, page or exact name; null for a company of another world. */
export function companyKnownBy({ domain, networkUrl, name }: KnownBy): WorldCompany | null {
  const page = networkUrl ? /\/company\/([a-z0-9-]+)/i.exec(networkUrl)?.[1] : undefined;
  for (const wanted of [domain?.toLowerCase(), page === undefined ? undefined : `${page.toLowerCase()}.example`]) {
    const index = wanted === undefined ? undefined : companyNumbers().get(wanted);
    if (index !== undefined) return companyAt(index);
  }
  if (!name) return null;
  const index = companyNumbers().get(`${name.toLowerCase().replace(/ /g, '-')}.example`);
  const company = index === undefined ? null : companyAt(index);
  return company !== null && companyName(company) === name ? company : null;
}

/** The invented person with this profile; null for anybody else. */
export function personWithProfile(url: string): WorldPerson | null {
  const place = placeOfProfile(url);
  if (place === null || place.company >= COMPANY_COUNT) return null;
  const company = companyAt(place.company);
  if (place.nth >= peopleCount(company)) return null;
  const person = personAt(company, place.nth);
  return networkUrlKey(profileOf(person)) === networkUrlKey(url) ? person : null;
}
