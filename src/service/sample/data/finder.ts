// The sample workspace's saved filters, as somebody kept them in the web app: each a sentence that is understood anew.

import type { SavedFilterType } from '../../../contract/finder/enums.ts';

export interface SampleFilter {
  readonly name: string;
  readonly type: SavedFilterType;
  readonly text: string;
}

export const SAMPLE_FILTERS: readonly SampleFilter[] = [
  { name: 'Sales leaders in DACH', type: 'LEAD', text: 'sales leaders in DACH at companies with 50-500 employees' },
  { name: 'Engineering leaders', type: 'LEAD', text: 'CTOs, VPs of engineering and heads of engineering' },
  { name: 'Funded software companies', type: 'COMPANY', text: 'software companies in Europe that raised a Series A' },
];
