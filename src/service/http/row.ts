// A row of the contract as the dispatcher needs it: no schemas, so no zod.

import type { ParameterKind } from '../../contract/common.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** One parameter; `schema`: only its schema can read it. */
export type Parameter = (
  | ParameterKind
  | { readonly is: 'text'; readonly max?: number }
  | { readonly is: 'word'; readonly of: readonly string[] }
  | { readonly is: 'schema' }
) & {
  readonly optional?: true;
  /** Its value where it is left out. */
  readonly fallback?: number | boolean | string;
};

export type Parameters = Readonly<Record<string, Parameter>>;

export type EndpointRow = Pick<Endpoint, 'method' | 'path' | 'access' | 'perMinute' | 'effect' | 'heavy'> & {
  readonly params?: Parameters;
  readonly query?: Parameters;
  readonly hasBody?: true;
};
