// Search results: the record as it is displayed, and the input of an import.

import { companyDomain, companyName, companyPage, type WorldCompany } from '../world/companies.ts';
import { headlineOf, personName, profileOf, type WorldPerson } from '../world/people.ts';

/** A normalized record of any provider. */
interface ProviderRecord {
  readonly id: string;
  readonly name: string;
  readonly domain?: string;
  readonly networkUrl?: string;
  readonly title?: string;
  readonly location?: string;
  readonly imageUrl?: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface SearchResult {
  readonly record: ProviderRecord;
  /** The input to create the contact or company, by field name. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What only the provider knows about the company, by field id. */
  readonly enrichment: Readonly<Record<string, string | number>>;
}

export function pictureOf(profile: string): string {
  return `${profile.replace('/in/', '/pictures/')}.jpg`;
}

export function companyInput(company: WorldCompany): Record<string, unknown> {
  const domain = companyDomain(company);
  return {
    name: companyName(company),
    domain,
    website: `https://www.${domain}`,
    industry: company.industry.name,
    companyNetworkUrl: companyPage(company),
    numberOfEmployees: company.employees,
    companyCountry: company.country.name,
  };
}

export function personInput(person: WorldPerson): Record<string, unknown> {
  return {
    ...personName(person),
    jobTitle: person.role.title,
    networkProfileUrl: profileOf(person),
    networkHeadline: headlineOf(person),
    contactCountry: person.company.country.name,
    company: companyInput(person.company),
  };
}

export function emailOf(person: WorldPerson): string {
  const slug = profileOf(person)
    .replace(/^.*\/in\//, '')
    .split('-')
    .slice(0, -1)
    .join('.');
  return `${slug}@${companyDomain(person.company)}`;
}

function placeOf({ city, country }: WorldCompany): string {
  return `${city}, ${country.name}`;
}

export function foundPerson(person: WorldPerson, extra: Readonly<Record<string, unknown>> = {}): SearchResult {
  const { company, nth, role } = person;
  const { firstName, lastName } = personName(person);
  const networkUrl = profileOf(person);
  return {
    record: {
      id: `person-${company.index}-${nth}`,
      name: `${firstName} ${lastName}`,
      domain: companyDomain(company),
      networkUrl,
      title: role.title,
      location: placeOf(company),
      imageUrl: pictureOf(networkUrl),
      extra: { company: companyName(company), industry: company.industry.name, employees: company.employees, ...extra },
    },
    input: personInput(person),
    enrichment: {},
  };
}

export function foundCompany(
  company: WorldCompany,
  extra: Readonly<Record<string, unknown>> = {},
  enrichment: SearchResult['enrichment'] = {},
): SearchResult {
  return {
    record: {
      id: `company-${company.index}`,
      name: companyName(company),
      domain: companyDomain(company),
      networkUrl: companyPage(company),
      location: placeOf(company),
      extra: { industry: company.industry.name, employees: company.employees, ...extra },
    },
    input: companyInput(company),
    enrichment,
  };
}
