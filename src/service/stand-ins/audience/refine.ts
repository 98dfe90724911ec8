// Feedback on a search: what it names takes the place of what was asked before, unless it says otherwise.

import { type Criteria, FACETS, type Facet, type Facets } from '../../../rules/finder/criteria.ts';
import { entityOf, facetsOf, type ParsedText } from './understand.ts';

const IS_ADDED = /\b(?:also|add|include|including|plus|additionally)\b/i;

/** Another country makes the cities of before wrong, and other titles the functions. */
const GOES_WITH: Readonly<Partial<Record<Facet, readonly Facet[]>>> = {
  countries: ['cities'],
  cities: ['countries'],
  titles: ['functions', 'seniorities'],
  functions: ['titles'],
  seniorities: ['titles'],
};

/** The criteria after feedback. */
export function refined(before: Criteria, feedback: string, { mentions, flags, employees, nouns }: ParsedText) {
  const isMore = IS_ADDED.test(feedback);
  const wanted = facetsOf(mentions.filter(({ isExcluded }) => !isExcluded));
  const unwanted = facetsOf(mentions.filter(({ isExcluded }) => isExcluded));
  const isNamed = (facet: Facet) => wanted[facet] !== undefined;
  const isOver = (facet: Facet) =>
    !isMore && !isNamed(facet) && FACETS.some((other) => isNamed(other) && GOES_WITH[other]?.includes(facet));
  const changed = (facet: Facet): Facets => {
    const kept = (isMore || !isNamed(facet) ? before.include[facet] : undefined) ?? [];
    const values = isOver(facet) ? [] : [...new Set([...kept, ...(wanted[facet] ?? [])])];
    const left = values.filter((value) => unwanted[facet]?.includes(value) !== true);
    return left.length === 0 ? {} : { [facet]: left };
  };
  const excluded = (facet: Facet): Facets => {
    const values = [...new Set([...(before.exclude[facet] ?? []), ...(unwanted[facet] ?? [])])];
    const left = values.filter((value) => wanted[facet]?.includes(value) !== true);
    return left.length === 0 ? {} : { [facet]: left };
  };
  return {
    include: Object.assign({}, ...FACETS.map(changed)),
    exclude: Object.assign({}, ...FACETS.map(excluded)),
    spans: { ...before.spans, ...(employees !== null && { employees }) },
    flags: { ...before.flags, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
    entity: entityOf({ mentions, nouns }) ?? before.entity,
  };
}
