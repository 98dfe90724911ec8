// Whether a person or a company of the world matches the criteria. The criteria are prepared once, for a
// search asks it of two hundred thousand people.

import type { Criteria, Facet, Facets, NumberRange } from '../../../rules/finder/criteria.ts';
import {
  companyName,
  fundingOf,
  openingsOf,
  storePlatform,
  technologiesOf,
  type WorldCompany,
} from '../world/companies.ts';
import { personName, type WorldPerson } from '../world/people.ts';

export type Matcher<T> = (of: T) => boolean;

/** What a record has of each facet: one of its values is to be wanted, whatever its case. */
type FacetValues<T> = { readonly [F in Facet]?: (of: T) => readonly (string | null)[] };

const OF_COMPANY: FacetValues<WorldCompany> = {
  countries: ({ country }) => [country.name],
  cities: ({ city }) => [city],
  industries: ({ industry }) => [industry.name],
  technologies: technologiesOf,
  fundingStages: (company) => [fundingOf(company)?.roundName ?? null],
  storePlatforms: (company) => (company.isStore ? [storePlatform(company)] : []),
  openings: openingsOf,
};

const OF_RANK: FacetValues<WorldPerson> = {
  functions: ({ role }) => [role.function],
  seniorities: ({ role }) => [role.seniority],
};

const OF_TITLE: FacetValues<WorldPerson> = { titles: ({ role }) => [role.title] };

const companyText = (company: WorldCompany): string => `${companyName(company)} ${company.industry.name}`;

function personText(person: WorldPerson): string {
  const { firstName, lastName } = personName(person);
  return `${firstName} ${lastName} ${person.role.title} ${companyName(person.company)}`;
}

/** The questions that the facets ask; none for those nothing was said about. */
function asked<T>(values: FacetValues<T>, facets: Facets): Matcher<T>[] {
  return Object.entries(values).flatMap(([facet, valuesOf]) => {
    const wanted = Object.entries(facets).find(([name]) => name === facet)?.[1] ?? [];
    const words = new Set(wanted.map((one) => one.toLowerCase()));
    return words.size === 0
      ? []
      : [(of: T) => valuesOf(of).some((one) => one !== null && words.has(one.toLowerCase()))];
  });
}

/** Whether a text holds one of the keywords; nothing is asked without any. */
function askedOf<T>({ keywords = [] }: Facets, textOf: (of: T) => string): Matcher<T>[] {
  if (keywords.length === 0) return [];
  const words = keywords.map((one) => one.toLowerCase());
  return [(of) => words.some((word) => textOf(of).toLowerCase().includes(word))];
}

function within(value: number, { min, max }: NumberRange): boolean {
  return value >= (min ?? value) && value <= (max ?? value);
}

/** Everything that is asked of the company; of people, keywords are theirs. */
export function companyMatcher({ include, exclude, spans, flags }: Criteria, forPeople = false): Matcher<WorldCompany> {
  const { employees } = spans;
  const wanted = [...asked(OF_COMPANY, include), ...(forPeople ? [] : askedOf(include, companyText))];
  const unwanted = [...asked(OF_COMPANY, exclude), ...askedOf(exclude, companyText)];
  return (company) =>
    (employees === undefined || within(company.employees, employees)) &&
    wanted.every((matches) => matches(company)) &&
    !unwanted.some((matches) => matches(company)) &&
    (flags.isFunded !== true || fundingOf(company) !== null);
}

/** A title, or a function and rank that were asked for: `CTOs and sales leaders` are both. */
export function personMatcher({ include, exclude }: Criteria): Matcher<WorldPerson> {
  const either = [asked(OF_TITLE, include), asked(OF_RANK, include)].filter((all) => all.length > 0);
  const words = askedOf(include, personText);
  const unwanted = [...asked(OF_RANK, exclude), ...asked(OF_TITLE, exclude), ...askedOf(exclude, personText)];
  return (person) =>
    (either.length === 0 || either.some((all) => all.every((matches) => matches(person)))) &&
    words.every((matches) => matches(person)) &&
    !unwanted.some((matches) => matches(person));
}
