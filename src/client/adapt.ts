// What the interface does not show is a guess about a service: it is sent where the service's own definition has it, under
// its name there, and left out, or refused here, where nothing confirms it. What is refused all the same is remembered.

import { own } from '../contract/dictionary.ts';
import { isObject, type JsonObject } from '../contract/json.ts';
import { type Learned, type LearnedRequest, mergedNames, type Renamed, type Renames } from '../contract/learned.ts';
import type { Reply } from './answers/reply.ts';
import { ApiError } from './errors.ts';
import type { RequestInput } from './request.ts';
import type { Route } from './routes/route.ts';

/** What a service was found to refuse, by `METHOD /v1/path`. */
export interface Refusals {
  /** Names that it does not know. */
  readonly unknown: Readonly<Record<string, readonly string[]>>;
  /** The largest page that it gives. */
  readonly pageSizeMax: Readonly<Record<string, number>>;
}

/** What is known of the service at the other end. */
export interface ServiceMemory {
  refusals(): Refusals;
  keep(refusals: Refusals): void;
  /** Its definition as it was read before; null where it is not known. Sends nothing. */
  known(): Learned | null;
  /** Its definition, asked for where it was not read today; null where it has none. */
  learn(): Promise<Learned | null>;
  /** Names that the user set or accepted. */
  readonly renames: Renames;
  /** The user wants our names, whatever the definition says. */
  readonly isOff?: boolean;
}

/** Every list takes them, as the interface says. */
const PAGES: readonly string[] = ['page', 'pageSize'];

/** Parameters that page a list: left out without a loss of meaning, where the reader knows that they were. */
const PAGING: readonly string[] = [...PAGES, 'cursor', 'limit'];

/** What only reach adds to a write: a service that does not know it cannot tell that it was sent twice. */
const OURS: readonly string[] = ['requestId'];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

type RequestPart = 'query' | 'body';

/** Where the names are that a service may not know: in the query, or in the body. */
function partOf(input: RequestInput): RequestPart | null {
  if (isObject(input.query)) return 'query';
  return isObject(input.body) ? 'body' : null;
}

const givenIn = (input: RequestInput, part: RequestPart | null): JsonObject => {
  const values = part === null ? undefined : input[part];
  return isObject(values) ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) : {};
};

/** The names of a request that the interface does not show: filters, or fields of what is written. */
function guessesIn(route: Route, input: RequestInput): string[] {
  const part = partOf(input);
  const names = (part === 'body' && route.effect === 'write' ? route.undocumentedBody : route.undocumentedQuery) ?? [];
  const given = Object.keys(givenIn(input, part)).filter((name) => !PAGES.includes(name));
  return names === 'whole' ? given : given.filter((name) => names.includes(name));
}

/** One request to one service. */
interface Sending {
  readonly route: Route;
  readonly there: LearnedRequest | undefined;
  /** Names that are not ours. */
  readonly names: Renamed;
  /** Whether a name may be left out. */
  isOpen(name: string): boolean;
}

interface Adapted {
  readonly input: RequestInput;
  /** The names that were left out. */
  readonly ignored: readonly string[];
}

/** Whether the definition of the service has a name of ours, or the user has said what it is called there. */
function isConfirmed(name: string, names: Renamed, learned: Learned | null): boolean {
  const renamed = { ...names.query, ...names.body };
  return Object.hasOwn(renamed, name) || (learned !== null && names.absent?.includes(name) !== true);
}

/** Whether a service takes a name of ours that the interface does not show. Asks for its definition. */
export async function takes(route: Route, name: string, memory: ServiceMemory): Promise<boolean> {
  const learned = await memory.learn();
  const names = mergedNames(own(learned?.requests ?? {}, nameOf(route)), own(memory.renames, nameOf(route)));
  return isConfirmed(name, names, learned) && own(memory.refusals().unknown, nameOf(route))?.includes(name) !== true;
}

/** Whether a service has a path of ours: as far as the interface, its definition or the user says. */
export type Serves = 'yes' | 'no' | 'unknown';

/** Asks for the definition where the interface does not show the path. */
export async function serves(route: Route, memory: ServiceMemory): Promise<Serves> {
  if (route.undocumented !== true || memory.isOff === true) return 'yes';
  const request = nameOf(route);
  const learned = await memory.learn();
  const there = own(learned?.requests ?? {}, request);
  if (mergedNames(there, own(memory.renames, request)).path !== undefined) return 'yes';
  if (learned === null) return own(memory.renames, request)?.byHand === true ? 'yes' : 'unknown';
  // What may be there under another path is for the user to decide first.
  const isOpen = learned.proposals.some((one) => one.part === 'path' && one.request === request);
  return there?.missing === true && !isOpen ? 'no' : 'yes';
}

/** The request without what is not known there, its page no larger than the service gives. */
function adapted(sending: Sending, input: RequestInput, left: readonly string[], known: Refusals): Adapted {
  const { route, there, names, isOpen } = sending;
  const request = nameOf(route);
  const part = partOf(input);
  const given = givenIn(input, part);
  if (part === null) return { input, ignored: [] };
  const absent = (names.absent ?? []).filter((name) => [...PAGING, ...OURS].includes(name));
  const refused = new Set([...left, ...[...(own(known.unknown, request) ?? []), ...absent].filter(isOpen)]);
  const most = Math.min(
    own(known.pageSizeMax, request) ?? Number.POSITIVE_INFINITY,
    there?.pageSizeMax ?? Number.POSITIVE_INFINITY,
  );
  const kept = Object.entries(given)
    .filter(([name]) => !refused.has(name))
    .map(([name, value]) => [name, name === 'pageSize' && Number(value) > most ? most : value] as const);
  const ignored = Object.keys(given).filter((name) => refused.has(name));
  return { input: { ...input, [part]: Object.fromEntries(kept) }, ignored };
}

const UNKNOWN =
  /unknown|unexpected|unrecogni[sz]ed|not allowed|not permitted|unsupported|additional propert|should not exist|no such/i;
/** In what is written, an unknown value is the user's mistake: only an unknown name is left out. */
const UNKNOWN_NAME =
  /(unknown|unexpected|unrecogni[sz]ed|additional|unsupported)\W+(\w+\W+)?(propert|field|key|parameter|attribute)|should not exist|(property|field|key)\W+\w+\W+(is\W+)?not\W+(allowed|permitted)/i;

const mentions = (text: string, name: string) => new RegExp(`(^|[^\\w])${name}([^\\w]|$)`).test(text);

/** What a refusal teaches about the request as it was sent; null: nothing, it stands. */
function lessonOf(
  error: unknown,
  { route, names, isOpen }: Sending,
  sent: RequestInput,
  known: Refusals,
): Refusals | null {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return null;
  const given = givenIn(sent, partOf(sent));
  const text = `${error.message} ${JSON.stringify(error.details ?? {})}`;
  const request = nameOf(route);
  const isWrite = route.effect === 'write';
  if ((isWrite ? UNKNOWN_NAME : UNKNOWN).test(text)) {
    const open = Object.keys(given).filter(isOpen);
    const named = open.filter((name) => mentions(text, own({ ...names.query, ...names.body }, name) ?? name));
    const refused = named.length > 0 || isWrite ? named : open.filter((name) => !PAGING.includes(name));
    if (refused.length === 0) return null;
    const all = [...new Set([...(own(known.unknown, request) ?? []), ...refused])];
    return { ...known, unknown: { ...known.unknown, [request]: all } };
  }
  const size = Number(given['pageSize']);
  if (!(size > 1) || !/page.?size|limit/i.test(text)) return null;
  const bounds = (text.match(/\d+/g) ?? []).map(Number).filter((bound) => bound > 0 && bound < size);
  const most = bounds.length > 0 ? Math.max(...bounds) : Math.floor(size / 2);
  return { ...known, pageSizeMax: { ...known.pageSizeMax, [request]: most } };
}

const HINT = 'the interface does not show this path: reach profile sync finds where the service has it';

/** What is not sent, as the service would refuse it, or answer something else than was asked for. */
function notPossible({ method, path }: Route, why: string, hint: string): ApiError {
  const message = `not possible with this service, ${why}`;
  const error = new ApiError({ method, path, status: 405, code: 'not_found', message, body: '' });
  error.hint = hint;
  error.attempts = 0;
  return error;
}

/** Names that the interface does not show, and nothing confirms: they may be ignored without a word. */
function unconfirmedError(route: Route, names: readonly string[], learned: Learned | null): ApiError {
  const known = learned === null ? 'has no definition that confirms' : 'does not have';
  const why = `which ${known} ${names.join(', ')} of ${nameOf(route)}`;
  const how = learned === null ? 'reach profile set --field says' : 'reach profile sync finds';
  return notPossible(route, why, `the interface does not show this: ${how} what the service calls it`);
}

/** A path that the interface does not show may not be there, or be elsewhere, unless the definition of the service has it. */
function explained(error: unknown, route: Route, isConfirmed: boolean): unknown {
  if (!(error instanceof ApiError) || route.undocumented !== true || (error.status !== 404 && error.status !== 405)) {
    return error;
  }
  if (isConfirmed && error.status === 404) return error;
  const { method, path, details, requestId, body } = error;
  const missing = new ApiError({
    ...{ method, path, details, requestId, body },
    status: error.status,
    code: 'not_found',
    message: error.status === 404 ? error.message : `${error.message} (${method} ${route.path})`,
  });
  missing.hint = HINT;
  missing.attempts = error.attempts;
  return missing;
}

interface AdaptOptions {
  /**
   * Whether the caller filters by itself what comes back, or can do without a name: what nothing confirms is left out. Else
   * it ends the request before it is sent: another answer than the one asked for would be a wrong one.
   */
  readonly filters: (name: string) => boolean;
}

/** Sends, again without what is refused as unknown, until the service takes the request or refuses it for another reason. */
export async function sentAdapted(
  route: Route,
  input: RequestInput,
  memory: ServiceMemory,
  { filters }: AdaptOptions,
  send: (input: RequestInput, names: Renamed, ignored: readonly string[]) => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly ignored: readonly string[] }> {
  const guesses = guessesIn(route, input);
  const learned = route.undocumented === true || guesses.length > 0 ? await memory.learn() : memory.known();
  const there = own(learned?.requests ?? {}, nameOf(route));
  const names = mergedNames(there, own(memory.renames, nameOf(route)));
  if (there?.missing === true && names.path === undefined && route.undocumented === true) {
    throw notPossible(route, `which has no ${nameOf(route)}`, HINT);
  }
  const isWrite = route.effect === 'write';
  const given = givenIn(input, partOf(input));
  const isOpen = (name: string) =>
    isWrite
      ? OURS.includes(name) ||
        filters(name) ||
        (Array.isArray(route.undocumentedBody) && route.undocumentedBody.includes(name) && !isObject(own(given, name)))
      : PAGING.includes(name) || (filters(name) && route.undocumentedQuery?.includes(name) === true);
  const sending: Sending = { route, there, names, isOpen };
  // Without a definition, what is written to a path of our own choice is as good a guess as the path: 404 says no to both.
  const isOneGuess = route.undocumented === true && learned === null && partOf(input) === 'body';
  const unsure = guesses.filter((name) => !isConfirmed(name, names, learned) && (!isOneGuess || OURS.includes(name)));
  const isSpare = (name: string) =>
    isWrite
      ? OURS.includes(name) || Array.isArray(route.undocumentedBody) || filters(name)
      : PAGING.includes(name) || filters(name);
  const left = unsure.filter(isSpare);
  const isNothing = isWrite && left.length > 0 && left.length === Object.keys(given).length;
  const needed = isNothing ? left : unsure.filter((name) => !isSpare(name));
  if (needed.length > 0) throw unconfirmedError(route, needed, learned);
  for (;;) {
    const known = memory.refusals();
    const { input: written, ignored } = adapted(sending, input, left, known);
    try {
      return { reply: await send(written, names, ignored), ignored };
    } catch (error) {
      // Each lesson leaves out one name more, or makes the page smaller: it ends.
      const lesson = lessonOf(error, sending, written, known);
      if (lesson === null) throw explained(error, route, learned !== null && there?.missing !== true);
      memory.keep(lesson);
    }
  }
}
