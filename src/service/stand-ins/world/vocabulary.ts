// What the invented world is made of: where its companies are, what they do and use, and the names of its people and
// companies. Who has one of them in earnest is not meant.

import { getOwn } from '../../../contract/json.ts';
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

// What people do: functions, ranks, and the titles both make together.

const SENIORITIES = ['FOUNDER', 'C_LEVEL', 'VP', 'DIRECTOR', 'MANAGER', 'SENIOR', 'STAFF'] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** `chief`: Chief … Officer, with the letters it is known by; `does`: who does the work. */
export const FUNCTIONS = WORLD.functions;
type Profession = (typeof FUNCTIONS)[number];

export interface JobRole {
  readonly title: string;
  /** Null for who leads the whole company. */
  readonly function: string | null;
  readonly seniority: Seniority;
}

const HEADS: readonly JobRole[] = [
  { title: 'Founder', function: null, seniority: 'FOUNDER' },
  { title: 'Co-Founder', function: null, seniority: 'FOUNDER' },
  { title: 'Chief Executive Officer', function: null, seniority: 'C_LEVEL' },
  { title: 'Managing Director', function: null, seniority: 'C_LEVEL' },
];

function rolesOf({ name, chief, does }: Profession): JobRole[] {
  const role = (title: string, seniority: Seniority): JobRole => ({ title, function: name, seniority });
  return [
    role(chief.title, 'C_LEVEL'),
    role(`VP ${name}`, 'VP'),
    role(`Head of ${name}`, 'DIRECTOR'),
    role(`${name} Director`, 'DIRECTOR'),
    role(`${name} Manager`, 'MANAGER'),
    role(`Senior ${does}`, 'SENIOR'),
    role(does, 'STAFF'),
  ];
}

/** Every role; the first four lead the company. */
export const ROLES: readonly JobRole[] = [...HEADS, ...FUNCTIONS.flatMap(rolesOf)];
export const HEAD_ROLES = HEADS.length;

/** Other names of roles, lower case → title. */
export const TITLE_WORDS: ReadonlyMap<string, string> = new Map([
  ...ROLES.map(({ title }) => [title.toLowerCase(), title] as const),
  ...FUNCTIONS.flatMap(({ name, chief }) => [
    [chief.letters.toLowerCase(), chief.title] as const,
    [`vp of ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`vice president ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`vice president of ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`director of ${name.toLowerCase()}`, `${name} Director`] as const,
    [`heads of ${name.toLowerCase()}`, `Head of ${name}`] as const,
    [`manager of ${name.toLowerCase()}`, `${name} Manager`] as const,
  ]),
  ...Object.entries(WORLD.titleWords),
]);

export const SENIORITY_WORDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(WORLD.seniorityWords));
