// A request on its way to a handler: as it came, and parsed.

import type { ItemOf } from '../../contract/endpoint.ts';

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
