import type { EntityName } from '../../../contract/entities.ts';
import type { AskedProvider, Provider } from '../../../contract/finder/enums.ts';
import { type Criteria, type FilterName, filtersOf, keptCriteria } from '../../../rules/finder/criteria.ts';
import type { PageWindow } from '../../core/sql.ts';
import type { SearchResult } from './found.ts';
import { SOURCES } from './sources.ts';

/** Everything needed to repeat a search. */
export interface AudienceSearch {
  readonly provider: Provider;
  readonly entity: EntityName;
  readonly criteria: Criteria;
}

export function droppedBy(provider: Provider, entity: EntityName, criteria: Criteria): FilterName[] {
  const known = filtersKnown(provider, entity);
  const { implied = [] } = SOURCES[provider];
  return filtersOf(criteria).filter((name) => !known.includes(name) && !implied.includes(name));
}

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

/** The results within the window, always the same. `total`: null if the provider does not report it. */
export function find({ provider, entity, criteria }: AudienceSearch, { offset, limit }: PageWindow) {
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

// AUTO: chooses the provider for the criteria.

/** The requested provider, or the best one for AUTO. */
export function resolvedProvider(asked: AskedProvider, criteria: Criteria): Provider {
  if (asked !== 'AUTO') return asked;
  const { include, flags, entity } = criteria;
  const isAbout = (...facets: readonly (keyof Criteria['include'])[]): boolean =>
    facets.some((facet) => (include[facet]?.length ?? 0) > 0);
  const forPeople = entity === 'CONTACT';
  if (flags.isInCrm) return forPeople || entity === null ? 'CRM_CONTACTS' : 'CRM_COMPANIES';
  if (flags.isInvestor) return 'FUNDRAISING_INVESTORS';
  if (flags.isFunded || isAbout('fundingStages')) {
    return forPeople ? 'FUNDRAISING_CONTACTS' : 'FUNDRAISING_COMPANIES';
  }
  // The others know companies only: people are looked for on the network, whatever else is asked of their company.
  if (forPeople) return 'NETWORK';
  if (flags.isStore || isAbout('storePlatforms')) return 'ECOMMERCE_DATA';
  if (isAbout('businesses')) return 'GOOGLE_MAPS';
  if (flags.isHiring || isAbout('openings')) return 'TECHSTACK_JOBS';
  return isAbout('technologies') ? 'TECHSTACK_TECHNOLOGY' : 'NETWORK';
}

/** What the provider finds: what was asked for where it has both, else people before companies. */
export function resolvedEntity(provider: Provider, asked: EntityName | null): EntityName {
  const { entities } = SOURCES[provider];
  return entities.find((entity) => entity === asked) ?? entities[0] ?? 'CONTACT';
}

/** The import type of TECHSTACK previews, such as `TECHNOLOGY`. */
export function techstackImportType(provider: Provider): string | null {
  if (provider === 'TECHSTACK_TECHNOLOGY') return 'TECHNOLOGY';
  return provider === 'TECHSTACK_JOBS' ? 'JOBS' : null;
}
