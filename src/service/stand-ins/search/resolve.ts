// AUTO: chooses the provider for the criteria.

import type { EntityName } from '../../../contract/entities.ts';
import type { AskedProvider, Provider } from '../../../contract/finder/enums.ts';
import type { Criteria } from '../../../rules/finder/criteria.ts';
import { SOURCES } from './sources.ts';

/** The requested provider, or the best one for AUTO. */
export function resolvedProvider(asked: AskedProvider, criteria: Criteria): Provider {
  if (asked !== 'AUTO') return asked;
  const { include, spans, flags, entity } = criteria;
  const isAbout = (...facets: readonly (keyof Criteria['include'])[]): boolean =>
    facets.some((facet) => (include[facet]?.length ?? 0) > 0);
  const forPeople = entity === 'CONTACT';
  if (flags.isInCrm) return forPeople || entity === null ? 'CRM_CONTACTS' : 'CRM_COMPANIES';
  if (flags.isInvestor) return 'FUNDRAISING_INVESTORS';
  if (flags.isFunded || isAbout('fundingStages') || spans.fundingAmount !== undefined) {
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
