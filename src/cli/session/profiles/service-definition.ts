// The definition of a service, kept for a day for each address.

import type { ServiceDefinition } from '../../../client/compatibility/fitted-request.ts';
import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Learned } from '../../../contract/learned.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { type Cache, type CacheContext, serviceCache } from '../profile-cache.ts';

type Known = CacheContext & { profile(): { readonly baseUrl: { readonly value: string } | null } };

/** What the definition of the service of a profile said when it was read last; null where nothing is known. */
export function knownDefinition(session: Known): Learned | null {
  const { baseUrl } = session.profile();
  return baseUrl === null ? null : (serviceCache(session, baseUrl.value).read('definition')?.value ?? null);
}

/** The most entries of a list that a service takes in a request, as far as its definition is known; at most `most`. */
export function knownMaxItems(
  session: Known,
  { method, path }: Pick<Route, 'method' | 'path'>,
  field: string,
  most: number,
): number {
  const requests = knownDefinition(session)?.requests ?? {};
  return Math.min(most, getOwn(getOwn(requests, `${method} ${path}`)?.maxItems ?? {}, field) ?? most);
}

/** A command that goes on for long asks again. */
const AGAIN_MS = 10_000;

interface DefinitionOptions {
  readonly now: () => number;
  readonly cache: Cache;
  readonly renames: ServiceDefinition['renames'];
  /** Reads the definition now; null where the service has none. Throws where it could not be asked. */
  readonly ask: (before: Learned | null, isNeeded: boolean) => Promise<Learned | null>;
}

export function serviceDefinition(options: DefinitionOptions): ServiceDefinition {
  const { cache, renames, ask, now } = options;
  let kept: { readonly value: Learned | null; readonly isFresh: boolean } | null | undefined;
  let asked: Promise<Learned | null> | null = null;
  let failure: Error | null = null;
  let failedAt: number | null = null;
  const known = () => {
    if (kept === undefined) kept = cache.read('definition');
    return kept?.value ?? null;
  };
  const askNow = async (isNeeded: boolean) => {
    const before = known();
    if (kept?.isFresh === true) return before;
    try {
      const learned = await ask(before, isNeeded);
      failure = null;
      kept = { value: learned, isFresh: true };
      return learned;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      // Half of a definition is none; without an answer, yesterday's is the best there is.
      failure = error;
      failedAt = now();
      return before;
    }
  };
  return {
    renames,
    known,
    failure: () => failure,
    learn: (isNeeded) => {
      if (failedAt !== null && now() - failedAt >= AGAIN_MS) [asked, failedAt] = [null, null];
      asked ??= askNow(isNeeded && known() === null);
      return asked;
    },
  };
}

/** The service did not answer, or not with a definition: the request itself may still be possible. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof ReplyError;
