// Whether a person or a company of the world matches the criteria. The criteria are prepared once, for a
// search asks it of two hundred thousand people.

import type { Criteria, Facet, Facets, NumberRange } from '../../../rules/finder/criteria.ts';
import {
  companyName,
  fundingOf,
  hasOpening,
  storePlatform,
  usesTechnology,
  type WorldCompany,
} from '../world/companies.ts';
import { personName, type WorldPerson } from '../world/people.ts';
import { FUNCTIONS, TECHNOLOGIES } from '../world/vocabulary.ts';

export type Matcher<T> = (of: T) => boolean;

/** Makes the question of a facet from the values that are wanted. */
type Facetwise<T> = { readonly [F in Facet]?: (wanted: readonly string[]) => Matcher<T> };

/** One of the words, whatever its case. The values of the world are few: each is compared once. */
function oneOf(wanted: readonly string[]): Matcher<string> {
  const words = new Set(wanted.map((one) => one.toLowerCase()));
  const known = new Map<string, boolean>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const isOne = words.has(value.toLowerCase());
    known.set(value, isOne);
    return isOne;
  };
}

/** The places of the names that are wanted. */
function placesOf(names: readonly string[], wanted: readonly string[]): number[] {
  const isWanted = oneOf(wanted);
  return names.flatMap((name, index) => (isWanted(name) ? [index] : []));
}

function holding(wanted: readonly string[]): Matcher<string> {
  const words = wanted.map((one) => one.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return words.some((word) => lower.includes(word));
  };
}

const TECHNOLOGY_NAMES = TECHNOLOGIES.map(({ name }) => name);
const FUNCTION_NAMES = FUNCTIONS.map(({ name }) => name);

const OF_COMPANY: Facetwise<WorldCompany> = {
  countries: (wanted) => {
    const is = oneOf(wanted);
    return ({ country }) => is(country.name);
  },
  cities: (wanted) => {
    const is = oneOf(wanted);
    return ({ city }) => is(city);
  },
  industries: (wanted) => {
    const is = oneOf(wanted);
    return ({ industry }) => is(industry.name);
  },
  technologies: (wanted) => {
    const places = placesOf(TECHNOLOGY_NAMES, wanted);
    return (company) => places.some((technology) => usesTechnology(company, technology));
  },
  fundingStages: (wanted) => {
    const is = oneOf(wanted);
    return (company) => {
      const funding = fundingOf(company);
      return funding !== null && is(funding.roundName);
    };
  },
  storePlatforms: (wanted) => {
    const is = oneOf(wanted);
    return (company) => company.isStore && is(storePlatform(company));
  },
  openings: (wanted) => {
    const places = placesOf(FUNCTION_NAMES, wanted);
    return (company) => places.some((one) => hasOpening(company, one));
  },
  keywords: (wanted) => {
    const holds = holding(wanted);
    return (company) => holds(`${companyName(company)} ${company.industry.name}`);
  },
};

const OF_RANK: Facetwise<WorldPerson> = {
  functions: (wanted) => {
    const is = oneOf(wanted);
    return ({ role }) => role.function !== null && is(role.function);
  },
  seniorities: (wanted) => {
    const is = oneOf(wanted);
    return ({ role }) => is(role.seniority);
  },
};

const OF_TITLE: Facetwise<WorldPerson> = {
  titles: (wanted) => {
    const is = oneOf(wanted);
    return ({ role }) => is(role.title);
  },
};

const OF_WORDS: Facetwise<WorldPerson> = {
  keywords: (wanted) => {
    const holds = holding(wanted);
    return (person) => {
      const { firstName, lastName } = personName(person);
      return holds(`${firstName} ${lastName} ${person.role.title} ${companyName(person.company)}`);
    };
  },
};

/** The questions that the facets ask; none for those nothing was said about. */
function asked<T>(questions: Facetwise<T>, facets: Facets): Matcher<T>[] {
  return Object.entries(questions).flatMap(([name, question]) => {
    const wanted = Object.entries(facets).find(([facet]) => facet === name)?.[1] ?? [];
    return wanted.length === 0 ? [] : [question(wanted)];
  });
}

const all =
  <T>(matchers: readonly Matcher<T>[]): Matcher<T> =>
  (of) =>
    matchers.every((matches) => matches(of));

function within(value: number, { min, max }: NumberRange): boolean {
  return value >= (min ?? value) && value <= (max ?? value);
}

/** Everything that is asked of the company; of people, keywords are theirs. */
export function companyMatcher({ include, exclude, spans, flags }: Criteria, forPeople = false): Matcher<WorldCompany> {
  const { keywords: _, ...ofCompany } = include;
  const { employees, fundingAmount } = spans;
  const wanted = all(asked(OF_COMPANY, forPeople ? ofCompany : include));
  const unwanted = asked(OF_COMPANY, exclude);
  const mustBeFunded = fundingAmount !== undefined || flags.isFunded === true;
  const isFundedSo = (company: WorldCompany): boolean => {
    const funding = fundingOf(company);
    return funding !== null && (fundingAmount === undefined || within(funding.lastAmount, fundingAmount));
  };
  return (company) =>
    (employees === undefined || within(company.employees, employees)) &&
    wanted(company) &&
    !unwanted.some((matches) => matches(company)) &&
    (!mustBeFunded || isFundedSo(company));
}

/** A title, or a function and rank that were asked for: `CTOs and sales leaders` are both. */
export function personMatcher({ include, exclude }: Criteria): Matcher<WorldPerson> {
  const ways = [asked(OF_TITLE, include), asked(OF_RANK, include)].filter((way) => way.length > 0).map(all);
  const words = all(asked(OF_WORDS, include));
  const unwanted = [OF_RANK, OF_TITLE, OF_WORDS].flatMap((questions) => asked(questions, exclude));
  return (person) =>
    (ways.length === 0 || ways.some((way) => way(person))) &&
    words(person) &&
    !unwanted.some((matches) => matches(person));
}
