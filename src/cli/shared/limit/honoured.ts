// Filters that no answer shows: whether another service reads them is asked with a value that nothing has.

import { ApiError } from '../../../client/errors.ts';
import { isObject } from '../../../contract/json.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { readCache, writeCache } from '../lookup/profile-cache.ts';

/** An id that no record has. */
export const NO_ID = 999_999_999;
/** A text that no record has. */
export const NO_TEXT = 'reach: no record has this';

const REFUSALS = [400, 404, 422];

type Ask = () => AsyncIterable<unknown> | Promise<unknown>;

/**
 * Whether the service selects by a filter. `ask` reads what the impossible value gives: a service that reads the filter
 * has nothing, or refuses the value. The service on this machine reads all.
 */
export async function isHonoured(session: Session, ask: Ask): Promise<boolean> {
  if (isLocal(session)) return true;
  try {
    const answer = ask();
    if (answer instanceof Promise) {
      await answer;
      return false;
    }
    for await (const _ of answer) return false;
    return true;
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.status)) return true;
    throw error;
  }
}

const KEPT_MS = 86_400_000;
const NAMES_MAX = 500;

/** Filters that the service was seen to read, for a day, so that a filter that is used often costs one request. */
export function openHonoured(session: Session, what: string) {
  const { baseUrl } = session.profile();
  const host = baseUrl === null ? null : `${new URL(baseUrl.value).host} ${what}`;
  const kept = host === null ? null : readCache(session.paths, 'filters', host);
  const now = session.io.now();
  const seen = new Map(
    Object.entries(isObject(kept) ? kept : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && Math.abs(now - entry[1]) < KEPT_MS,
    ),
  );
  return {
    has: (name: string) => seen.has(name),
    add: (name: string) => {
      if (host === null) return;
      seen.set(name, now);
      writeCache(session.paths, 'filters', host, Object.fromEntries([...seen].slice(-NAMES_MAX)));
    },
  };
}

/** What is thrown in place of other records than those that were asked for. */
export function ignored(filter: string): CliError {
  return new CliError('notFound', 'not_found', `not possible with this service, which ignores ${filter}`, {
    hint: 'it would give other records than those that were asked for',
  });
}
