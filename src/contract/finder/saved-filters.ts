import * as z from 'zod';
import { DateTime, Id, PageQuery, pageOf, undocumented } from '../common.ts';
import { endpoints, GET } from '../endpoint.ts';
import { SAVED_FILTER_TYPES } from './enums.ts';

/** A search kept in the web app under a name. */
const SavedFilter = z.lazy(() =>
  undocumented(
    z.object({ id: Id, name: z.string(), type: z.enum(SAVED_FILTER_TYPES), createdAt: DateTime }),
    'the interface names the endpoint and the type, not the record',
  ),
);

export const savedFilters = endpoints({
  list: {
    ...GET,
    path: '/v1/saved-filters',
    access: 'ACTIONS_READ',
    summary: 'Saved searches, for previews and for searching contacts at companies',
    query: PageQuery.extend({
      type: undocumented(z.enum(SAVED_FILTER_TYPES).optional(), 'how the type is asked for is not shown'),
    }),
    data: z.lazy(() => pageOf('savedFilters', SavedFilter)),
    command: 'finder filters',
  },
});
