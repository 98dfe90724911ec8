// The invented investors: each looks at one industry and a few rounds.

import { hashOfNumbers, pick, slugOf } from '../draw.ts';
import { COUNTRY_POOL, fundingOf, type WorldCompany } from './companies.ts';
import { COMPANY_FIRST, type Country, INDUSTRIES, ROUNDS } from './vocabulary.ts';

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
