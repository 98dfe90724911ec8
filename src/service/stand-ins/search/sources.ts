// Where a search looks: each provider, what it knows to filter by, and what it finds.

import type { EntityName } from '../../../contract/entities.ts';
import type { Provider } from '../../../contract/finder/enums.ts';
import type { Criteria, FilterName } from '../../../rules/finder/criteria.ts';
import { crmIdFor, isInCrm } from '../providers.ts';
import {
  BUSINESS_COUNT,
  businessAt,
  businessFacts,
  businessName,
  COMPANY_COUNT,
  companyAt,
  companyDomain,
  fundingOf,
  INVESTOR_COUNT,
  type Investor,
  investorAt,
  investorsOf,
  openingsOf,
  storeFacts,
  technologiesOf,
  type WorldCompany,
} from '../world/companies.ts';
import { peopleCount, personAt, type WorldPerson } from '../world/people.ts';
import { BUSINESSES, FUNCTIONS } from '../world/vocabulary.ts';
import { emailOf, foundCompany, foundPerson, personInput, type SearchResult } from './found.ts';
import { companyMatcher, personMatcher } from './matches.ts';

/** Someone or something a source has; made into a record only when it is on the page that was asked for. */
type LazyResult = () => SearchResult;

export interface ProviderSource {
  readonly entities: readonly EntityName[];
  readonly filters: readonly FilterName[];
  /** What the provider is about anyway: asked for or not, it is not a filter. */
  readonly implied?: readonly FilterName[];
  /** Whether the provider says how many there are. */
  readonly counts: boolean;
  readonly walk: (criteria: Criteria, entity: EntityName) => Iterable<LazyResult>;
}

const PLACE: readonly FilterName[] = ['countries', 'cities'];
const FIRM: readonly FilterName[] = ['industries', 'employees', ...PLACE];
const PERSON: readonly FilterName[] = ['titles', 'functions', 'seniorities'];

/** Walks numbers in an order that looks like none; the step shares no factor with the count. */
function* scattered(count: number): Generator<number> {
  const step = 7919;
  for (let at = 0; at < count; at += 1) yield (at * step) % count;
}

function* companiesWanted(criteria: Criteria, forPeople = false): Generator<WorldCompany> {
  const isWanted = companyMatcher(criteria, forPeople);
  for (const index of scattered(COMPANY_COUNT)) {
    const company = companyAt(index);
    if (isWanted(company)) yield company;
  }
}

function* peopleWanted(criteria: Criteria): Generator<WorldPerson> {
  const isWanted = personMatcher(criteria);
  for (const company of companiesWanted(criteria, true)) {
    for (let nth = 0; nth < peopleCount(company); nth += 1) {
      const person = personAt(company, nth);
      if (isWanted(person)) yield person;
    }
  }
}

function* map<T>(items: Iterable<T>, found: (item: T) => SearchResult, isWanted: (item: T) => boolean = () => true) {
  for (const item of items) if (isWanted(item)) yield () => found(item);
}

function fundingExtra(company: WorldCompany) {
  const funding = fundingOf(company);
  if (funding === null) return { extra: {}, fields: {} };
  const { roundName, lastAmount, total, lastAt } = funding;
  const investors = investorsOf(company).join(', ');
  return {
    extra: { lastRound: roundName, lastRoundAmount: lastAmount, totalFunding: total, investors },
    fields: {
      fundingTotal: total,
      fundingLastRoundType: roundName,
      fundingLastRoundAmount: lastAmount,
      fundingLastRoundAt: lastAt,
      fundingInvestors: investors,
    },
  };
}

function fundedCompany(company: WorldCompany): SearchResult {
  const { extra, fields } = fundingExtra(company);
  return foundCompany(company, extra, fields);
}

function fundedPerson(person: WorldPerson): SearchResult {
  const { extra, fields } = fundingExtra(person.company);
  return { ...foundPerson(person, extra), enrichment: fields };
}

function store(company: WorldCompany): SearchResult {
  const facts = storeFacts(company);
  const extra = {
    platform: facts['ecommerceStoresPlatform'],
    estimatedYearlySales: facts['ecommerceStoreEstimatedSalesYearly'],
    products: facts['ecommerceStoreProductCount'],
  };
  return foundCompany(company, extra, facts);
}

function techUser(company: WorldCompany): SearchResult {
  const technologies = technologiesOf(company).join(', ');
  return foundCompany(company, { technologies }, { technologies });
}

function hiring(company: WorldCompany): SearchResult {
  const wanted = openingsOf(company);
  const openings = FUNCTIONS.filter(({ name }) => wanted.includes(name)).map(({ does }) => does);
  const jobOpeningTitles = openings.join(', ');
  return foundCompany(
    company,
    { openings: openings.length, titles: jobOpeningTitles },
    { jobOpeningsCount: openings.length, jobOpeningTitles },
  );
}

function crmPerson(person: WorldPerson): SearchResult {
  const email = emailOf(person);
  const contactCRMId = crmIdFor('CONTACT', { email }) ?? '';
  const found = foundPerson(person, { crmId: contactCRMId, email });
  return { ...found, input: { ...personInput(person), professionalEmail: email, contactCRMId } };
}

function crmCompany(company: WorldCompany): SearchResult {
  const companyCRMId = crmIdFor('COMPANY', { domain: companyDomain(company) }) ?? '';
  const found = foundCompany(company, { crmId: companyCRMId });
  return { ...found, input: { ...found.input, companyCRMId } };
}

function business(index: number): SearchResult {
  const place = businessAt(index);
  const { domain, phone, address, rating, reviews } = businessFacts(place);
  const name = businessName(place);
  const kind = BUSINESSES[place.kind]?.name ?? '';
  return {
    record: {
      id: `place-${index}`,
      name,
      domain,
      location: address,
      extra: { category: kind, phone, rating, reviews },
    },
    input: {
      name,
      domain,
      website: `https://${domain}`,
      industry: kind,
      companyCountry: place.country.name,
      Phone: phone,
      Address: address,
    },
    enrichment: {},
  };
}

function* businessesWanted({ include, exclude }: Criteria): Generator<LazyResult> {
  const has = (wanted: readonly string[] | undefined, value: string) => wanted?.includes(value) === true;
  for (const index of scattered(BUSINESS_COUNT)) {
    const place = businessAt(index);
    const values = [
      ['businesses', BUSINESSES[place.kind]?.name ?? ''],
      ['countries', place.country.name],
      ['cities', place.city],
    ] as const;
    const isRight = values.every(([facet, value]) => include[facet] === undefined || has(include[facet], value));
    if (!isRight || values.some(([facet, value]) => has(exclude[facet], value))) continue;
    const { keywords } = include;
    const name = keywords === undefined ? '' : businessName(place).toLowerCase();
    if (keywords?.some((word) => name.includes(word.toLowerCase())) !== false) yield () => business(index);
  }
}

function investor({ index, name, domain, country, focus, rounds }: Investor): SearchResult {
  return {
    record: {
      id: `investor-${index}`,
      name,
      domain,
      networkUrl: `https://network.example/company/${domain.replace('.example', '')}`,
      location: country.name,
      extra: { focus: focus.join(', '), stages: rounds.join(', ') },
    },
    input: {
      name,
      domain,
      website: `https://${domain}`,
      industry: 'Venture Capital',
      companyNetworkUrl: `https://network.example/company/${domain.replace('.example', '')}`,
      companyCountry: country.name,
    },
    enrichment: {},
  };
}

function* investorsWanted({ include, exclude }: Criteria): Generator<LazyResult> {
  for (let index = 0; index < INVESTOR_COUNT; index += 1) {
    const one = investorAt(index);
    const values = [
      ['countries', [one.country.name]],
      ['industries', one.focus],
      ['fundingStages', one.rounds],
    ] as const;
    const has = (wanted: readonly string[] | undefined, of: readonly string[]) => wanted?.some((x) => of.includes(x));
    const isRight = values.every(([facet, of]) => has(include[facet], of) !== false && !has(exclude[facet], of));
    if (isRight) yield () => investor(one);
  }
}

const isFunded = (company: WorldCompany): boolean => fundingOf(company) !== null;

/** Every provider. Filters that a provider does not have are dropped, and reported. */
export const SOURCES: Readonly<Record<Provider, ProviderSource>> = {
  NETWORK: {
    entities: ['CONTACT', 'COMPANY'],
    filters: [...PERSON, ...FIRM, 'keywords'],
    counts: true,
    walk: (criteria, entity) =>
      entity === 'CONTACT'
        ? map(peopleWanted(criteria), (person) => foundPerson(person))
        : map(companiesWanted(criteria), (company) => foundCompany(company)),
  },
  FUNDRAISING_COMPANIES: {
    entities: ['COMPANY'],
    filters: [...FIRM, 'fundingStages', 'isFunded'],
    implied: ['isFunded'],
    counts: false,
    walk: (criteria) => map(companiesWanted(criteria), fundedCompany, isFunded),
  },
  FUNDRAISING_CONTACTS: {
    entities: ['CONTACT'],
    filters: [...PERSON, ...FIRM, 'fundingStages', 'isFunded'],
    implied: ['isFunded'],
    counts: false,
    walk: (criteria) => map(peopleWanted(criteria), fundedPerson, ({ company }) => isFunded(company)),
  },
  FUNDRAISING_INVESTORS: {
    entities: ['COMPANY'],
    filters: ['countries', 'industries', 'fundingStages', 'isInvestor', 'isFunded'],
    implied: ['isInvestor', 'isFunded'],
    counts: false,
    walk: (criteria) => investorsWanted(criteria),
  },
  ECOMMERCE_DATA: {
    entities: ['COMPANY'],
    filters: [...FIRM, 'storePlatforms', 'keywords', 'isStore'],
    implied: ['isStore'],
    counts: true,
    walk: (criteria) => map(companiesWanted(criteria), store, ({ isStore }) => isStore),
  },
  CRM_CONTACTS: {
    entities: ['CONTACT'],
    filters: [...PERSON, ...FIRM, 'keywords', 'isInCrm'],
    implied: ['isInCrm'],
    counts: true,
    walk: (criteria) =>
      map(peopleWanted(criteria), crmPerson, (person) => isInCrm('CONTACT', { email: emailOf(person) })),
  },
  CRM_COMPANIES: {
    entities: ['COMPANY'],
    filters: [...FIRM, 'keywords', 'isInCrm'],
    implied: ['isInCrm'],
    counts: true,
    walk: (criteria) =>
      map(companiesWanted(criteria), crmCompany, (company) => isInCrm('COMPANY', { domain: companyDomain(company) })),
  },
  GOOGLE_MAPS: {
    entities: ['COMPANY'],
    filters: ['businesses', ...PLACE, 'keywords'],
    counts: false,
    walk: (criteria) => businessesWanted(criteria),
  },
  TECHSTACK_TECHNOLOGY: {
    entities: ['COMPANY'],
    filters: [...FIRM, 'technologies'],
    counts: true,
    walk: (criteria) => map(companiesWanted(criteria), techUser),
  },
  TECHSTACK_JOBS: {
    entities: ['COMPANY'],
    filters: [...FIRM, 'openings', 'isHiring', 'technologies'],
    implied: ['isHiring'],
    counts: true,
    walk: (criteria) => map(companiesWanted(criteria), hiring, (company) => openingsOf(company).length > 0),
  },
};
