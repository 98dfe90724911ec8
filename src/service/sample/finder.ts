// The sample workspace's saved filters: each is a text that is understood when it is loaded. Existing ones are kept.

import type { SavedFilterType } from '../../contract/finder/enums.ts';
import type { Context } from '../core/context.ts';
import { ensureSavedFilter } from '../resources/finder/queries/saved-filters.ts';

interface SampleFilter {
  readonly name: string;
  readonly type: SavedFilterType;
  readonly text: string;
}

const SAMPLE_FILTERS: readonly SampleFilter[] = [
  { name: 'Sales leaders in DACH', type: 'LEAD', text: 'sales leaders in DACH at companies with 50-500 employees' },
  { name: 'Engineering leaders', type: 'LEAD', text: 'CTOs, VPs of engineering and heads of engineering' },
  { name: 'Funded software companies', type: 'COMPANY', text: 'software companies in Europe that raised a Series A' },
];

export async function loadSavedFilters({ tx, principal, now }: Context): Promise<void> {
  // Loaded late: every start of the service gets here, but only the first has texts to understand.
  const { criteriaOfText, parseText } = await import('../stand-ins/audience/understand.ts');
  for (const { name, type, text } of SAMPLE_FILTERS) {
    const criteria = criteriaOfText(parseText(text));
    await ensureSavedFilter(tx, principal.workspaceId, { name, type, description: text, criteria }, now);
  }
}
