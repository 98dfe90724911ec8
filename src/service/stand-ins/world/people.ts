// The invented people: so many at each company, the first of them leads it.

import { networkUrlKey } from '../../../rules/records/addresses.ts';
import { hashOfNumbers, isAmong, pick, slugOf } from '../draw.ts';
import { COMPANY_COUNT, companyAt, companyDomain, companyName, type WorldCompany } from './companies.ts';
import { FUNCTIONS, HEAD_ROLES, type JobRole, ROLES, type Seniority } from './vocabulary.ts';

const DRAW = { role: 101, first: 102, last: 103 };

const LAST_STEP = 5;

/** More than any company has people: a profile's number is that of the company times this, and the person's. */
const PLACES = 16;

export interface WorldPerson {
  readonly company: WorldCompany;
  /** Which of the company's people. */
  readonly nth: number;
  readonly role: JobRole;
}

const LEADING_RANKS: readonly Seniority[] = ['C_LEVEL', 'VP', 'DIRECTOR'];
const FOUNDERS = ROLES.slice(0, 2);
const CHIEFS = ROLES.slice(2, HEAD_ROLES);
/** Who leads a function, most of them as heads of it: the function's first roles. */
const LEADING = FUNCTIONS.map(({ name }) =>
  ROLES.filter((role) => role.function === name && LEADING_RANKS.includes(role.seniority)),
);
const WORKING = ROLES.filter(({ seniority }) => ['MANAGER', 'SENIOR', 'STAFF'].includes(seniority));

/** How many of a company's people have a profile. */
export function peopleCount({ employees }: WorldCompany): number {
  if (employees < 10) return 2;
  if (employees < 50) return 4;
  if (employees < 250) return 7;
  return employees < 1000 ? 10 : 14;
}

/** What filters ask about; no text is made for it. */
export function personAt(company: WorldCompany, nth: number): WorldPerson {
  const hash = hashOfNumbers(company.index, DRAW.role, nth);
  if (nth === 0) {
    // Small companies are led by who founded them.
    const isFounder = company.employees < 60 && isAmong(hash, 60);
    return { company, nth, role: pick(isFounder ? FOUNDERS : CHIEFS, hash >>> 8) };
  }
  // Each function has one head; the larger the company, the more functions have one.
  const leads = nth <= Math.min(FUNCTIONS.length, Math.floor(Math.log2(company.employees)) - 2);
  return { company, nth, role: leads ? pick(pick(LEADING, nth - 1), hash) : pick(WORKING, hash) };
}

export function personName({ company, nth }: WorldPerson): { readonly firstName: string; readonly lastName: string } {
  const { first, last } = company.country;
  return {
    firstName: pick(first, hashOfNumbers(company.index, DRAW.first, nth)),
    // In steps that share no factor with their number: no two people of a company have the same.
    lastName: pick(last, hashOfNumbers(company.index, DRAW.last, 0) + nth * LAST_STEP),
  };
}

/** `https://network.example/in/lena-ackermann-3k2f`: the last part is the number of the person. */
export function profileOf(person: WorldPerson): string {
  const { firstName, lastName } = personName(person);
  const number = (person.company.index * PLACES + person.nth).toString(36);
  return `https://network.example/in/${slugOf(`${firstName} ${lastName}`)}-${number}`;
}

/** Company and person that a profile's number stands for; null for any other profile. */
function placeOfProfile(url: string): { readonly company: number; readonly nth: number } | null {
  const code = /\/in\/[^/?#]*-([0-9a-z]+)\/?(?:[?#].*)?$/i.exec(url)?.[1];
  if (code === undefined) return null;
  const number = Number.parseInt(code, 36);
  return Number.isSafeInteger(number) ? { company: Math.floor(number / PLACES), nth: number % PLACES } : null;
}

export function headlineOf(person: WorldPerson): string {
  return `${person.role.title} at ${companyName(person.company)}`;
}

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
