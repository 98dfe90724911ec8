// Stand-in for reading profiles and company pages of the network: those of the invented world, and for any other person
// or company what their record suggests.

import { between, hashOf, isAmong, pick } from './draw.ts';
import { pictureOf } from './search/found.ts';
import { COMPANY_COUNT, companyName, companyPage, type WorldCompany } from './world/companies.ts';
import {
  companyKnownBy,
  headlineOf,
  type KnownBy,
  peopleCount,
  personAt,
  personName,
  personWithProfile,
} from './world/people.ts';
import { COUNTRIES, INDUSTRIES } from './world/vocabulary.ts';

export interface ProfileOwner {
  readonly url: string;
  readonly jobTitle: string | null;
  readonly companyName: string | null;
  readonly country: string | null;
}

/** Null for a private or deleted profile: one in twenty. `company`: the one that is named in it, or null. */
export function readProfile({ url, jobTitle, companyName: at, country }: ProfileOwner) {
  if (isAmong(hashOf('profile', url.toLowerCase().replace(/\/+$/, '')), 5)) return null;
  const person = personWithProfile(url);
  const imageUrl = pictureOf(url.replace(/[?#].*$/, '').replace(/\/+$/, ''));
  if (person !== null) {
    return {
      ...personName(person),
      jobTitle: person.role.title,
      networkHeadline: headlineOf(person),
      contactCountry: person.company.country.name,
      imageUrl,
      company: person.company,
    };
  }
  const networkHeadline = [jobTitle, at].filter((part) => part !== null).join(' at ') || null;
  return {
    firstName: null,
    lastName: null,
    jobTitle,
    networkHeadline,
    contactCountry: country,
    imageUrl,
    company: null,
  };
}

/** The page of the company; for a company outside the invented world, derived from its name. */
export function readCompanyPage(known: KnownBy) {
  const company = companyKnownBy(known);
  const name = known.name ?? known.domain;
  if (company === null && !name) return null;
  const employees = company?.employees ?? between(8, 900, hashOf('employees', name ?? ''));
  return {
    industry: company?.industry.name ?? pick(INDUSTRIES, hashOf('industry', name ?? '')).name,
    numberOfEmployees: employees,
    headcount: employees,
    headcountGrowthYearly: between(-8, 35, hashOf('growth', company === null ? (name ?? '') : companyName(company))),
    companyCountry: company?.country.name ?? null,
    companyNetworkUrl: company === null ? null : companyPage(company),
  };
}

/** All people with a profile at a company, of the invented world or invented for it. `isLinked`: to exactly its page. */
export function peopleOf(known: KnownBy & { readonly employees?: number | null; readonly country?: string | null }) {
  const company = companyKnownBy(known) ?? inventedFor(known);
  return Array.from({ length: peopleCount(company) }, (_, nth) => ({
    person: personAt(company, nth),
    isLinked: isAmong(hashOf('linked', company.index, nth), 80),
  }));
}

/** Beyond the numbers of the invented world, so that the people are not in it. */
function inventedFor({ name, domain, employees, country: where }: Parameters<typeof peopleOf>[0]): WorldCompany {
  const text = (name ?? domain ?? '').toLowerCase();
  const country = COUNTRIES.find((one) => one.name === where) ?? pick(COUNTRIES, hashOf('country', text));
  return {
    index: COMPANY_COUNT + (hashOf('company', text) % 1_000_000),
    industry: pick(INDUSTRIES, hashOf('industry', text)),
    country,
    city: pick(country.cities, hashOf('city', text)),
    employees: employees ?? between(20, 400, hashOf('employees', text)),
    isStore: false,
  };
}
