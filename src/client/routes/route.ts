// A row of the contract as the client needs it when it runs: no schemas, so no zod.

import type { Endpoint } from '../../contract/endpoint.ts';

export type Route = Pick<
  Endpoint,
  'method' | 'path' | 'access' | 'perMinute' | 'effect' | 'summary' | 'command' | 'heavy'
>;
