// The definition of a service, kept for a day in one file per host.

import type { ServiceDefinition } from '../../../client/compatibility/fitted-request.ts';
import { ApiError, ReplyError } from '../../../client/errors.ts';
import type { Route } from '../../../client/routes/route.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { dictionary, own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { Bounds, Learned, LearnedRequest, Proposal, Renamed } from '../../../contract/learned.ts';
import type { Paths } from '../paths.ts';
import { readCache, writeCache } from '../profile-cache.ts';

const DEFINITION = 'definition';
const KEPT_MS = 86_400_000;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isSize = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const isTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText);

const isBounds = (value: unknown): value is Bounds =>
  isObject(value) && Object.values(value).every((most) => isSize(most) || most === 0);

function entriesOf<T>(value: unknown, is: (one: unknown) => one is T): Record<string, T> {
  const found = dictionary<T>();
  for (const [request, one] of Object.entries(isObject(value) ? value : {})) if (is(one)) found[request] = one;
  return found;
}

/** The names of a request, as a file has them that any build may have written. */
export function renamedOf(value: unknown): Renamed {
  if (!isObject(value)) return {};
  const { path, query, body, absent, byHand } = value;
  return {
    ...(isText(path) && path.startsWith('/') && { path }),
    ...(isTexts(query) && { query }),
    ...(isTexts(body) && { body }),
    ...(isNames(absent) && { absent }),
    ...(byHand === true && { byHand }),
  };
}

function requestOf(value: unknown): LearnedRequest {
  const { missing, pageSizeMax, maxItems } = isObject(value) ? value : {};
  return {
    ...renamedOf(value),
    ...(missing === true && { missing }),
    ...(isSize(pageSizeMax) && { pageSizeMax }),
    ...(isObject(maxItems) && { maxItems: entriesOf(maxItems, isSize) }),
  };
}

const isProposal = (value: unknown): value is Proposal =>
  isObject(value) && ['name', 'request', 'part', 'ours', 'theirs'].every((key) => isText(own(value, key)));

function learnedOf(value: unknown): Learned | null {
  if (!isObject(value)) return null;
  const { requests, proposals, words, bounds, draftOperations } = value;
  return {
    requests: Object.fromEntries(
      Object.entries(entriesOf(requests, isObject)).map(([name, one]) => [name, requestOf(one)]),
    ),
    proposals: (Array.isArray(proposals) ? proposals.filter(isProposal) : []).map((one) => ({
      ...one,
      renamed: renamedOf(one.renamed),
    })),
    words: entriesOf(words, isNames),
    bounds: entriesOf(bounds, isBounds),
    draftOperations: entriesOf(draftOperations, isNames),
  };
}

interface SavedDefinition {
  readonly at: number;
  /** Null: the service has no definition. */
  readonly learned: Learned | null;
}

const hostOf = (baseUrl: string) => new URL(baseUrl).host;
const isFresh = (at: unknown, now: number): at is number => typeof at === 'number' && Math.abs(now - at) < KEPT_MS;

function keptDefinition(paths: Paths, baseUrl: string): SavedDefinition | null {
  const kept = readCache(paths, DEFINITION, hostOf(baseUrl));
  return isObject(kept) && typeof kept['at'] === 'number'
    ? { at: kept['at'], learned: learnedOf(kept['learned']) }
    : null;
}

export function keepDefinition(paths: Paths, baseUrl: string, at: number, learned: Learned | null): void {
  writeCache(paths, DEFINITION, hostOf(baseUrl), { at, learned });
}

/** What the definition of a service said when it was read last; null where nothing is known. */
export const knownDefinition = (paths: Paths, baseUrl: string): Learned | null =>
  keptDefinition(paths, baseUrl)?.learned ?? null;

/** The most entries of a list that a service takes in a request, as far as its definition is known; at most `most`. */
export function knownMaxItems(
  { paths, profile }: { readonly paths: Paths; profile(): { readonly baseUrl: { readonly value: string } | null } },
  { method, path }: Pick<Route, 'method' | 'path'>,
  field: string,
  most: number,
): number {
  const { baseUrl } = profile();
  const there = baseUrl === null ? null : knownDefinition(paths, baseUrl.value)?.requests;
  const known = own(own(there ?? {}, `${method} ${path}`)?.maxItems ?? {}, field);
  return Math.min(most, known ?? most);
}

interface DefinitionOptions {
  readonly paths: Paths;
  readonly baseUrl: string;
  readonly now: () => number;
  readonly renames: ServiceDefinition['renames'];
  /** The user wants the names of reach: no definition counts. */
  readonly isOff: boolean;
  /** Reads the definition now; null where the service has none. Throws where it could not be asked. */
  readonly ask: (before: Learned | null) => Promise<Learned | null>;
}

export function serviceDefinition(options: DefinitionOptions): ServiceDefinition {
  const { paths, baseUrl, now, renames, isOff, ask } = options;
  let kept: SavedDefinition | null | undefined;
  let asked: Promise<Learned | null> | null = null;
  let failure: Error | null = null;
  const known = () => {
    if (kept === undefined) kept = isOff ? null : keptDefinition(paths, baseUrl);
    return kept?.learned ?? null;
  };
  const askNow = async () => {
    const before = known();
    if (isOff || isFresh(kept?.at, now())) return before;
    try {
      const learned = await ask(before);
      kept = { at: now(), learned };
      return learned;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      // Half of a definition is none; without an answer, yesterday's is the best there is.
      failure = error;
      return before;
    }
  };
  return {
    renames,
    isOff,
    known,
    failure: () => failure,
    learn: () => {
      asked ??= askNow();
      return asked;
    },
  };
}

/** The service did not answer, or not with a definition: the request itself may still be possible. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof ReplyError;
