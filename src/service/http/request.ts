// A request on its way to a handler: as it came, and parsed.

import type { ItemOf } from '../../contract/endpoint.ts';
import type { Refusal } from '../core/refusals.ts';

/** A trusted call from inside the process: the built-in profile. */
export type Caller = 'operator' | undefined;

/** How a request comes, beside its head. */
export interface RequestArrival {
  readonly caller?: Caller;
  /** Why it is refused whatever it is; it is still logged. */
  readonly refusal?: Refusal | undefined;
  /**
   * Reads the body, which is still coming: who has no key cannot make the service hold megabytes. Throws Refusal, and
   * ConnectionCut.
   */
  readonly readBody?: (() => Promise<string | null>) | undefined;
}

/** The connection ended before the request was complete. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
}

/** A request before it is parsed. */
export interface UnparsedRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string | null;
  readonly contentType: string | undefined;
}

/** A request parsed by the row's schemas; each row's handler knows its own types. */
export interface ParsedRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly items?: readonly ItemOf<unknown>[];
}
