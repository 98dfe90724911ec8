// What the invented world is made of: where its companies are, what they do and use, and the names of its people and
// companies. Who has one of them in earnest is not meant.

import { getOwn } from '../../../contract/dictionary.ts';
import type { FUNDING_ROUNDS } from '../../../rules/records/fields.ts';
import WORLD from './world.json';

export interface Country {
  readonly name: string;
  /** Other words for it, and for who is from there; lower case. */
  readonly words: readonly string[];
  readonly dialCode: string;
  readonly cities: readonly string[];
  /** Names that its people have. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

export const COUNTRIES: readonly Country[] = WORLD.countries.map(({ culture, ...country }) => {
  const { first = '', last = '' } = getOwn<{ first: string; last: string }>(WORLD.names, culture) ?? {};
  return { ...country, first: first.split(' '), last: last.split(' ') };
});

/** Words that stand for several countries. */
export const REGIONS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(WORLD.regions));

/** First halves and second halves of company names; each pair once for each ending, so that no two companies share a name. */
export const COMPANY_FIRST = WORLD.companyNames.first.split(' ');
export const COMPANY_SECOND = WORLD.companyNames.second.split(' ');

export interface Industry {
  readonly name: string;
  /** Words for it, lower case; the name itself is one too. */
  readonly words: readonly string[];
  /** Second halves of the names of its companies. */
  readonly endings: readonly string[];
  /** Percent that sell in a store of their own. */
  readonly stores: number;
}

export const INDUSTRIES: readonly Industry[] = WORLD.industries;

/** Technologies, each with the percent of companies that use it. */
export const TECHNOLOGIES = WORLD.technologies;

/** Kinds of places on the map, with other words for them. */
export const BUSINESSES = WORLD.businesses;

export const STORE_PLATFORMS = ['Shopify', 'WooCommerce', 'Magento', 'PrestaShop', 'BigCommerce'] as const;
export const CARRIERS = ['DHL', 'UPS', 'FedEx', 'DPD', 'GLS'] as const;

/** Rounds in the order companies go through them, with usual amounts in US dollars. */
export const ROUNDS: readonly (readonly [
  name: (typeof FUNDING_ROUNDS)[number],
  least: number,
  most: number,
  ...words: string[],
])[] = [
  ['Pre-Seed', 200_000, 1_500_000, 'pre seed', 'preseed'],
  ['Seed', 1_000_000, 5_000_000, 'seed stage', 'seed funded', 'seed round'],
  ['Series A', 5_000_000, 18_000_000],
  ['Series B', 15_000_000, 50_000_000],
  ['Series C', 40_000_000, 120_000_000],
  ['Series D', 90_000_000, 300_000_000],
];
