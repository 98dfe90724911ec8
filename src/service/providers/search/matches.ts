// Whether somebody or some company of the world is what the criteria ask for.

import type { Criteria, Facet, Facets, Span } from '../../../rules/finder/criteria.ts';
import {
  companyName,
  fundingOf,
  hasOpening,
  storePlatform,
  usesTechnology,
  type WorldCompany,
} from '../world/companies.ts';
import { personName, type WorldPerson } from '../world/people.ts';
import { FUNCTIONS } from '../world/roles.ts';
import { TECHNOLOGIES } from '../world/trades.ts';

export function isWithin(value: number, span: Span | undefined): boolean {
  return span === undefined || (value >= (span.min ?? value) && value <= (span.max ?? value));
}

type Has<T> = (of: T, wanted: readonly string[]) => boolean;
type Tests<T> = { readonly [F in Facet]?: Has<T> };

const sameText = (value: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => one === value || one.toLowerCase() === value.toLowerCase());

const indexesIn = (names: readonly string[], wanted: readonly string[]): number[] =>
  names.flatMap((name, index) => (sameText(name, wanted) ? [index] : []));

const TECHNOLOGY_NAMES = TECHNOLOGIES.map(([name]) => name);
const FUNCTION_NAMES = FUNCTIONS.map(({ name }) => name);

const COMPANY_TESTS: Tests<WorldCompany> = {
  industries: ({ industry }, wanted) => sameText(industry.name, wanted),
  countries: ({ country }, wanted) => sameText(country.name, wanted),
  cities: ({ city }, wanted) => sameText(city, wanted),
  technologies: (company, wanted) =>
    indexesIn(TECHNOLOGY_NAMES, wanted).some((technology) => usesTechnology(company, technology)),
  fundingStages: (company, wanted) => {
    const funding = fundingOf(company);
    return funding !== null && sameText(funding.roundName, wanted);
  },
  storePlatforms: (company, wanted) => company.isStore && sameText(storePlatform(company), wanted),
  openings: (company, wanted) => indexesIn(FUNCTION_NAMES, wanted).some((one) => hasOpening(company, one)),
  keywords: (company, wanted) => holds(`${companyName(company)} ${company.industry.name}`, wanted),
};

const RANK_TESTS: Tests<WorldPerson> = {
  functions: ({ role }, wanted) => role.function !== null && sameText(role.function, wanted),
  seniorities: ({ role }, wanted) => sameText(role.seniority, wanted),
};

const TITLE_TESTS: Tests<WorldPerson> = { titles: ({ role }, wanted) => sameText(role.title, wanted) };

const WORD_TESTS: Tests<WorldPerson> = {
  keywords: (person, wanted) => {
    const { firstName, lastName } = personName(person);
    return holds(`${firstName} ${lastName} ${person.role.title} ${companyName(person.company)}`, wanted);
  },
};

function holds(text: string, wanted: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return wanted.some((one) => lower.includes(one.toLowerCase()));
}

function hasAll<T>(of: T, tests: Tests<T>, facets: Facets): boolean {
  return Object.entries(tests).every(([name, test]) => {
    const wanted = Object.entries(facets).find(([facet]) => facet === name)?.[1];
    return wanted === undefined || wanted.length === 0 || test(of, wanted);
  });
}

function hasAny<T>(of: T, tests: Tests<T>, facets: Facets): boolean {
  return Object.entries(tests).some(([name, test]) => {
    const unwanted = Object.entries(facets).find(([facet]) => facet === name)?.[1];
    return unwanted !== undefined && unwanted.length > 0 && test(of, unwanted);
  });
}

/** Everything that is asked of the company; keywords only where no person has to have them. */
export function isCompanyWanted(company: WorldCompany, criteria: Criteria, forPeople = false): boolean {
  const { include, exclude, spans, flags } = criteria;
  const { keywords: _, ...ofCompany } = include;
  const funding = spans.fundingAmount === undefined && !flags.isFunded ? undefined : fundingOf(company);
  return (
    isWithin(company.employees, spans.employees) &&
    hasAll(company, COMPANY_TESTS, forPeople ? ofCompany : include) &&
    !hasAny(company, COMPANY_TESTS, exclude) &&
    (funding === undefined || (funding !== null && isWithin(funding.lastAmount, spans.fundingAmount)))
  );
}

/** A title, or a function and rank that were asked for: `CTOs and sales leaders` are both. */
export function isPersonWanted(person: WorldPerson, { include, exclude }: Criteria): boolean {
  const { titles = [], functions = [], seniorities = [] } = include;
  const isRanked = functions.length + seniorities.length > 0;
  const isRight =
    (titles.length === 0 && !isRanked) ||
    (titles.length > 0 && hasAll(person, TITLE_TESTS, include)) ||
    (isRanked && hasAll(person, RANK_TESTS, include));
  if (!isRight || !hasAll(person, WORD_TESTS, include)) return false;
  return ![RANK_TESTS, TITLE_TESTS, WORD_TESTS].some((tests) => hasAny(person, tests, exclude));
}
