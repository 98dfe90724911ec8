import type { Context } from '../core/context.ts';
import { ensureSavedFilter } from '../resources/finder/queries/saved-filters.ts';
import { SAMPLE_FILTERS } from './data/finder.ts';

/** The sample's saved filters; those that are there by name stay as they are. */
export async function loadFilters({ tx, principal, now }: Context): Promise<void> {
  // Every start of the service comes by here, and only the first has a sentence to understand.
  const { criteriaOfSaid, saidIn } = await import('../stand-ins/audience/understand.ts');
  for (const { name, type, text } of SAMPLE_FILTERS) {
    const criteria = criteriaOfSaid(saidIn(text));
    await ensureSavedFilter(tx, principal.workspaceId, { name, type, description: text, criteria }, now);
  }
}
