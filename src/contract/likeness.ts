// What the local service takes over of another one: `reach serve --like`.

import type { LearnedRequest } from './learned.ts';

export interface LikeRequest extends LearnedRequest {
  readonly perMinute?: number;
  /** Names of ids that are text there. */
  readonly textIds?: readonly string[];
  /** Name of a field → words that it does not have there. */
  readonly fewerWords?: Readonly<Record<string, readonly string[]>>;
  /** A parameter that it does not know is refused; else it is ignored. */
  readonly refusesUnknown?: true;
}

export interface ServiceLikeness {
  /** What it says of itself; null where it says nothing. */
  readonly definition: unknown;
  /** `METHOD /v1/path` of ours. */
  readonly requests: Readonly<Record<string, LikeRequest>>;
}
