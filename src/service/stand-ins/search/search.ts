// A search with one provider.

import type { EntityName } from '../../../contract/entities.ts';
import type { Provider } from '../../../contract/finder/enums.ts';
import { type Criteria, type FilterName, filtersOf, keptCriteria } from '../../../rules/finder/criteria.ts';
import type { SearchResult } from './found.ts';
import { SOURCES } from './sources.ts';

/** Everything needed to repeat a search. */
export interface AudienceSearch {
  readonly provider: Provider;
  readonly entity: EntityName;
  readonly criteria: Criteria;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

export interface FoundPage {
  readonly found: readonly SearchResult[];
  readonly hasMore: boolean;
  /** Null if the provider does not report it. */
  readonly total: number | null;
}

/** Filters that the provider does not support. */
export function droppedBy(provider: Provider, entity: EntityName, criteria: Criteria): FilterName[] {
  const known = filtersKnown(provider, entity);
  const { implied = [] } = SOURCES[provider];
  return filtersOf(criteria).filter((name) => !known.includes(name) && !implied.includes(name));
}

/** The criteria that the provider supports. */
export function servedBy(provider: Provider, entity: EntityName, criteria: Criteria): Criteria {
  return keptCriteria(criteria, filtersKnown(provider, entity));
}

const OF_PEOPLE: readonly FilterName[] = ['titles', 'functions', 'seniorities'];

function filtersKnown(provider: Provider, entity: EntityName): readonly FilterName[] {
  const { filters } = SOURCES[provider];
  return entity === 'CONTACT' ? filters : filters.filter((name) => !OF_PEOPLE.includes(name));
}

/** More than an import takes: the exact total beyond that is not needed, and counting ends sooner. */
const COUNTED_MOST = 5000;

/** The results within the window, always the same. */
export function find({ provider, entity, criteria }: AudienceSearch, { offset, limit }: Window): FoundPage {
  const source = SOURCES[provider];
  const found: SearchResult[] = [];
  let count = 0;
  for (const candidate of source.walk(criteria, entity)) {
    if (count >= offset && count < offset + limit) found.push(candidate());
    count += 1;
    if (count > (source.counts ? Math.max(COUNTED_MOST, offset + limit) : offset + limit)) break;
  }
  const isCounted = source.counts && count <= COUNTED_MOST;
  return { found, hasMore: count > offset + limit, total: isCounted ? count : null };
}
