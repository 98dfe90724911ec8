// Which options of an action need or exclude each other. Free of zod.

import type { Relations } from '../relations.ts';

/** Who is searched for at a company: `text` stands alone; a saved filter may be narrowed by keywords, not by filters. */
export const SEARCH_RELATIONS: Required<Pick<Relations, 'oneOf' | 'excludes'>> = {
  oneOf: [['text'], ['savedFilterId'], ['filters'], ['keyword']],
  excludes: [
    { field: 'text', others: ['savedFilterId', 'filters', 'keyword'] },
    { field: 'savedFilterId', others: ['filters'] },
  ],
};
