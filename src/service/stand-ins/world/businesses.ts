// The invented places on the map: so many of each kind in each city.

import { between, hashOfNumbers, pick, slugOf } from '../draw.ts';
import { BUSINESSES, COUNTRIES, type Country } from './vocabulary.ts';

/** Of each kind in each city. */
const PER_CITY = 14;

export interface WorldBusiness {
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

export function businessFacts(business: WorldBusiness): {
  readonly domain: string;
  readonly phone: string;
  readonly address: string;
  readonly rating: number;
  readonly reviews: number;
} {
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
