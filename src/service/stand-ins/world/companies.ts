// The invented companies: each is a pure function of its number, so that nothing is stored and all of them can be walked.

import { between, hashOfNumbers, isAmong, pick, slugOf } from '../draw.ts';
import {
  BUSINESSES,
  CARRIERS,
  COMPANY_FIRST,
  COMPANY_SECOND,
  COUNTRIES,
  type Country,
  FUNCTIONS,
  INDUSTRIES,
  type Industry,
  ROUNDS,
  STORE_PLATFORMS,
  TECHNOLOGIES,
} from './vocabulary.ts';

const PAIRS = COMPANY_FIRST.length * COMPANY_SECOND.length;
/** With each pair of words in so many industries. */
const PER_PAIR = 14;
export const COMPANY_COUNT = PAIRS * PER_PAIR;

/** What each draw of a company is for. */
const DRAW = {
  trade: 1,
  place: 2,
  city: 3,
  size: 4,
  ending: 5,
  funded: 6,
  amount: 7,
  round: 8,
  store: 9,
  tech: 10,
  jobs: 30,
  more: 60,
};

/** Large economies have more companies. */
const COUNTRY_POOL: readonly Country[] = COUNTRIES.flatMap((one) =>
  Array.from(
    { length: ['United States', 'Germany', 'United Kingdom', 'France'].includes(one.name) ? 4 : 1 },
    () => one,
  ),
);

export interface WorldCompany {
  readonly index: number;
  readonly industry: Industry;
  readonly country: Country;
  readonly city: string;
  readonly employees: number;
  readonly isStore: boolean;
}

/** What filters ask about; no text is made for it. */
export function companyAt(index: number): WorldCompany {
  const country = pick(COUNTRY_POOL, hashOfNumbers(index, DRAW.place, 0));
  const industry = pick(INDUSTRIES, hashOfNumbers(index % PAIRS, DRAW.trade, 0) + Math.floor(index / PAIRS));
  // From 2 to 5,000, as many between 10 and 100 as between 100 and 1,000.
  const employees = Math.round(2 * 2_500 ** (hashOfNumbers(index, DRAW.size, 0) / 2 ** 32));
  return {
    index,
    industry,
    country,
    city: pick(country.cities, hashOfNumbers(index, DRAW.city, 0)),
    employees,
    isStore: isAmong(hashOfNumbers(index, DRAW.store, 0), industry.stores),
  };
}

/** `Cedarworks Freight`: no two are the same, for the industries of one pair of words differ and share no endings. */
export function companyName({ index, industry }: WorldCompany): string {
  const pair = (index % PAIRS) * 1103 + 7;
  const first = pick(COMPANY_FIRST, Math.floor(pair / COMPANY_SECOND.length) % COMPANY_FIRST.length);
  const second = pick(COMPANY_SECOND, pair % COMPANY_SECOND.length);
  return `${first}${second} ${pick(industry.endings, hashOfNumbers(index, DRAW.ending, 0))}`;
}

export function companyDomain(company: WorldCompany): string {
  return `${slugOf(companyName(company))}.example`;
}

export function companyPage(company: WorldCompany): string {
  return `https://network.example/company/${slugOf(companyName(company))}`;
}

/** Null for a company that never raised money. Small companies are in early rounds. `round`: in ROUNDS; `lastAt`: epoch ms. */
export function fundingOf({ index, employees }: WorldCompany) {
  if (employees > 3000 || !isAmong(hashOfNumbers(index, DRAW.funded, 0), 38)) return null;
  const reached = employees < 12 ? 1 : employees < 40 ? 2 : employees < 120 ? 3 : employees < 500 ? 4 : 5;
  const round = Math.max(0, reached - (hashOfNumbers(index, DRAW.round, 0) % 2));
  const [roundName, least, most] = pick(ROUNDS, round);
  const lastAmount = roughly(between(least, most, hashOfNumbers(index, DRAW.amount, 0)));
  const before = ROUNDS.slice(0, round).reduce((sum, [, low, high]) => sum + Math.round((low + high) / 3), 0);
  const month = hashOfNumbers(index, DRAW.amount, 1) % 60;
  const lastAt = Date.UTC(2021 + Math.floor(month / 12), month % 12, 1 + (hashOfNumbers(index, DRAW.amount, 2) % 28));
  return { round, roundName, lastAmount, total: roughly(before + lastAmount), lastAt };
}

/** Two significant digits, as amounts are given. */
function roughly(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  return Math.round(amount / unit) * unit;
}

export function technologiesOf(company: WorldCompany): string[] {
  return TECHNOLOGIES.flatMap(({ name, percent }, at) =>
    isAmong(hashOfNumbers(company.index, DRAW.tech, at), percent) ? [name] : [],
  );
}

/** The functions that it looks for people in; most look for no one. */
export function openingsOf({ index, employees }: WorldCompany): string[] {
  const percent = Math.min(20, 3 + Math.log2(employees));
  return FUNCTIONS.flatMap(({ name }, at) => (isAmong(hashOfNumbers(index, DRAW.jobs, at), percent) ? [name] : []));
}

export function storePlatform({ index }: WorldCompany): string {
  return pick(STORE_PLATFORMS, hashOfNumbers(index, DRAW.store, 1));
}

/** What a provider of store data knows, under the ids of company fields. */
export function storeFacts(company: WorldCompany): Record<string, string | number> {
  const draw = (nth: number) => hashOfNumbers(company.index, DRAW.more, nth);
  const products = between(12, 4000, draw(1));
  const price = between(8, 240, draw(2));
  const visits = company.employees * between(150, 900, draw(3));
  const sales = Math.round(visits * 0.02) * price;
  const country = companyAt(company.index).country.name;
  return {
    ecommerceStoreEstimatedSales: sales,
    ecommerceStoreEstimatedSalesYearly: sales * 12,
    ecommerceStoreProductCount: products,
    ecommerceStoreAvgPrice: price,
    ecommerceStoreEstimatedVisits: visits,
    ecommerceStoreEstimatedPageViews: visits * between(2, 6, draw(4)),
    ecommerceStoreTrustpilotRating: between(28, 49, draw(5)) / 10,
    ecommerceStoreTrustpilotReviewCount: between(3, 5200, draw(6)),
    ecommerceStoresPlatform: storePlatform(company),
    ecommerceStoresShippingCarriers: [...new Set([pick(CARRIERS, draw(7)), pick(CARRIERS, draw(8))])].join(', '),
    ecommerceStoresShipsToCountries: [...new Set([country, pick(COUNTRIES, draw(9)).name])].join(', '),
    ecommerceStores: `https://shop.${companyDomain(company)}`,
  };
}

// The invented places on the map: so many of each kind in each city.

/** Of each kind in each city. */
const PER_CITY = 14;

interface WorldBusiness {
  readonly index: number;
  /** Index into BUSINESSES. */
  readonly kind: number;
  readonly country: Country;
  readonly city: string;
  readonly nth: number;
}

const CITIES = COUNTRIES.flatMap((country) => country.cities.map((city) => ({ country, city })));

export const BUSINESS_COUNT = CITIES.length * BUSINESSES.length * PER_CITY;

export function businessAt(index: number): WorldBusiness {
  const nth = index % PER_CITY;
  const kind = Math.floor(index / PER_CITY) % BUSINESSES.length;
  const place = Math.floor(index / (PER_CITY * BUSINESSES.length));
  return { index, kind, nth, ...pick(CITIES, place) };
}

const STYLES = ['Golden', 'Little', 'Old Town', 'Corner', 'Central', 'Riverside', 'Garden', 'Station'];

/** `Riverside Bakery Ackermann`; the same name twice in a city gets a number. */
export function businessName({ index, kind, nth, country }: WorldBusiness): string {
  const { name: what } = pick(BUSINESSES, kind);
  const owner = pick(country.last, hashOfNumbers(index, 201, 0) + nth);
  return `${pick(STYLES, hashOfNumbers(index, 202, 0))} ${what} ${owner}`;
}

export function businessFacts(business: WorldBusiness) {
  const { index, country, city } = business;
  const street = pick(['Market', 'Station', 'Church', 'Mill', 'Park', 'Harbour', 'High'], hashOfNumbers(index, 203, 0));
  return {
    domain: `${slugOf(`${businessName(business)} ${city}`)}-${index.toString(36)}.example`,
    phone: `+${country.dialCode} 555 ${String(1_000_000 + index).slice(1)}`,
    address: `${between(1, 180, hashOfNumbers(index, 204, 0))} ${street} Street, ${city}, ${country.name}`,
    rating: between(31, 50, hashOfNumbers(index, 205, 0)) / 10,
    reviews: between(2, 900, hashOfNumbers(index, 206, 0)),
  };
}

// The invented investors: each looks at one industry and a few rounds.

const ENDINGS = 'Ventures Capital Partners Growth Equity Fund Holdings Angels Invest Seed'.split(' ');

export const INVESTOR_COUNT = COMPANY_FIRST.length * ENDINGS.length;

export interface Investor {
  readonly index: number;
  readonly name: string;
  readonly domain: string;
  readonly country: Country;
  /** Industries. */
  readonly focus: readonly string[];
  /** Rounds it takes part in. */
  readonly rounds: readonly string[];
}

export function investorAt(index: number): Investor {
  const first = pick(COMPANY_FIRST, index % COMPANY_FIRST.length);
  const name = `${first} ${pick(ENDINGS, Math.floor(index / COMPANY_FIRST.length))}`;
  const from = hashOfNumbers(index, 301, 0) % (ROUNDS.length - 1);
  return {
    index,
    name,
    domain: `${slugOf(name)}.example`,
    country: pick(COUNTRY_POOL, hashOfNumbers(index, 302, 0)),
    focus: [...new Set([1, 2, 3].map((nth) => pick(INDUSTRIES, hashOfNumbers(index, 303, nth)).name))],
    rounds: ROUNDS.slice(from, from + 3).map(([round]) => round),
  };
}

/** Who paid for the last round of a company: two or three names. */
export function investorsOf(company: WorldCompany): string[] {
  if (fundingOf(company) === null) return [];
  const count = 2 + (hashOfNumbers(company.index, 304, 0) % 2);
  const names = Array.from(
    { length: count },
    (_, nth) => investorAt(hashOfNumbers(company.index, 305, nth) % INVESTOR_COUNT).name,
  );
  return [...new Set(names)];
}
