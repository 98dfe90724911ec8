// A row of the contract as client and service need it when they run: no schemas, so no zod.

import type { Endpoint } from '../endpoint.ts';

export type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'perMinute' | 'effect' | 'heavy'> & {
  /** The interface does not show this request. */
  readonly undocumented?: true;
  /** Parameters of the query, or of the body of a search, that the interface does not show. */
  readonly undocumentedQuery?: readonly string[];
  /** Fields of what is written that the interface does not show; `whole`: it shows none of them. */
  readonly undocumentedBody?: readonly string[] | 'whole';
  /** The interface does not show how often it may be sent. */
  readonly undocumentedRate?: true;
};
