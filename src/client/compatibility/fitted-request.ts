// What the interface does not show is sent only where the service's own definition has it, in the same place under the same
// name, or where the user named it in the profile. Anything else is left out, or ends the request before it is sent.

import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { type Learned, operationKey, type Renamed, type Renames } from '../../contract/learned.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Reply } from '../answers/reply.ts';
import { ApiError } from '../errors.ts';
import type { RequestInput } from '../request.ts';

// What a person can do where a service may have what it is asked for under another name.

/** `campaigns.addContact`, as profiles and REACH_NAMES name a request. */
function requestKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const all = Object.entries(routes).flatMap(([group, rows]) =>
    Object.entries<Route>(rows).map(([name, route]) => [`${group}.${name}`, route] as const),
  );
  const found = all.find(([, route]) => route.method === method && route.path === path);
  return found?.[0] ?? `${method} ${path}`;
}

/** How the user says it: in a saved profile, or for the profile of the environment. */
function setting(option: '--path' | '--field', pairs: readonly string[]): string {
  const flags = pairs.map((pair) => `${option} ${pair}`).join(' ');
  return `reach profile set PROFILE ${flags} (with REACH_BASE_URL: REACH_NAMES=${pairs.join(',')})`;
}

/** What the interface shows of the same, where it is another question. */
const INSTEAD: Readonly<Record<string, string>> = {
  'GET /v1/actions/{actionsId}/records': 'reach action status has the counts; ',
  'GET /v1/workflow-runs/{runId}/records': 'reach workflow status has the counts; ',
};

function pathHint(route: Route): string {
  const instead = getOwn(INSTEAD, `${route.method} ${route.path}`) ?? '';
  const why = `${instead}the interface does not show this path; if the service has it elsewhere`;
  return `${why}: ${setting('--path', [`${requestKey(route)}=/v1/…`])}`;
}

function fieldHint(route: Route, names: readonly string[]): string {
  const pairs = names.map((name) => `${requestKey(route)}.${name}=NAME`);
  return `the interface does not show this; to name it: ${setting('--field', pairs)}`;
}

/** The definition of the service at the other end, and the names that the user set. */
export interface ServiceDefinition {
  /** As it was read before; null where it is not known. Sends nothing. */
  known(): Learned | null;
  /** Asked for where it was not read today, with patience where a request is impossible without it; null where the service has none. */
  learn(isNeeded: boolean): Promise<Learned | null>;
  /** Why the definition could not be read; null where it was read, or where the service has none. */
  failure(): Error | null;
  readonly renames: Renames;
}

/** Every list takes them, as the interface says. */
const PAGES: readonly string[] = ['page', 'pageSize'];

/** Parameters that page a list: left out without a loss of meaning, where the reader knows that they were. */
const PAGING: readonly string[] = [...PAGES, 'cursor', 'limit'];

/** What only reach adds to a write: a service that does not know it cannot tell that it was sent twice. */
const OURS: readonly string[] = ['requestId'];

export const requestName = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

type RequestPart = 'query' | 'body';

/** Where the names are that a service may not know: in the query, or in the body. */
function partOf(input: RequestInput): RequestPart | null {
  if (isObject(input.query)) return 'query';
  return isObject(input.body) ? 'body' : null;
}

function valuesIn(input: RequestInput, part: RequestPart | null): JsonObject {
  const values = part === null ? undefined : input[part];
  return isObject(values) ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) : {};
}

/** The names of a request that the interface does not show: filters, or fields of what is written. */
function undocumentedNames(route: Route, part: RequestPart | null, values: JsonObject): string[] {
  const isBody = part === 'body' && route.effect === 'write';
  const names = (isBody ? route.undocumentedBody : route.undocumentedQuery) ?? [];
  const sent = Object.keys(values).filter((name) => !PAGES.includes(name));
  return names === 'whole' ? sent : sent.filter((name) => names.includes(name));
}

const namesOf = (route: Route, { renames }: ServiceDefinition): Renamed | undefined =>
  getOwn(renames, requestName(route));

/** What the definition says of a request in the place that reach knows; undefined where nothing differs there. */
const learnedOf = (route: Route, learned: Learned | null) => getOwn(learned?.requests ?? {}, requestName(route));

/** The names that the definition has in the place that the user set; undefined where it describes none. */
const namesThere = (path: string, { method }: Route, learned: Learned | null) =>
  getOwn(learned?.others ?? {}, operationKey({ method, path }));

/** Whether the definition of the service describes a request, in the place that reach knows or the user set. */
function isDescribed(route: Route, learned: Learned | null, service: ServiceDefinition): boolean {
  const path = namesOf(route, service)?.path;
  if (path !== undefined) return namesThere(path, route, learned) !== undefined;
  return learned !== null && learnedOf(route, learned)?.missing !== true;
}

/** Whether the definition of the service has a name of ours, or the user has said what it is called there. */
function isConfirmed(route: Route, name: string, learned: Learned | null, service: ServiceDefinition): boolean {
  const { path, query, body } = namesOf(route, service) ?? {};
  if (Object.hasOwn({ ...query, ...body }, name)) return true;
  if (path !== undefined) return namesThere(path, route, learned)?.includes(name) === true;
  return isDescribed(route, learned, service) && learnedOf(route, learned)?.absent?.includes(name) !== true;
}

/** Whether a service takes a name of ours that the interface does not show. Asks for its definition. */
export async function takes(route: Route, name: string, service: ServiceDefinition): Promise<boolean> {
  return isConfirmed(route, name, await service.learn(false), service);
}

function isServed(route: Route, learned: Learned | null, service: ServiceDefinition): boolean {
  if (route.undocumented !== true) return true;
  return namesOf(route, service) !== undefined || isDescribed(route, learned, service);
}

/** Whether a service has a path of ours: only the interface, its definition and the user say so. Asks for the definition. */
export async function serves(route: Route, service: ServiceDefinition): Promise<boolean> {
  if (route.undocumented !== true) return true;
  const learned = await service.learn(true);
  const is = isServed(route, learned, service);
  const failure = service.failure();
  if (!is && learned === null && failure !== null) throw failure;
  return is;
}

/** The most entries of a list that a service takes in a request, as far as its definition is known; at most `most`. */
export function maxItems(route: Route, field: string, most: number, service: ServiceDefinition): number {
  return Math.min(most, getOwn(learnedOf(route, service.known())?.maxItems ?? {}, field) ?? most);
}

/** What is not sent, as the service would refuse it, or answer something else than was asked for. */
export function notPossible({ method, path }: Pick<Route, 'method' | 'path'>, why: string, hint?: string): ApiError {
  const message = `not possible with this service, ${why}`;
  return new ApiError({ method, path, status: 405, code: 'not_found', message, hint, attempts: 0, body: '' });
}

/** A path that only a definition can confirm. */
function notServed(route: Route, learned: Learned | null): ApiError {
  const why = learned === null ? 'which has no definition that confirms' : 'which has no';
  return notPossible(route, `${why} ${requestName(route)}`, pathHint(route));
}

/** Names that the interface does not show, and nothing confirms: they may be ignored without a word. */
function unconfirmedError(route: Route, names: readonly string[], learned: Learned | null): ApiError {
  const known = learned === null ? 'has no definition that confirms' : 'does not have';
  const why = `which ${known} ${names.join(', ')} of ${requestName(route)}`;
  return notPossible(route, why, fieldHint(route, names));
}

/**
 * The request as the service takes it, its page no larger than the definition says. `mayLeaveOut`: whether the caller
 * filters by itself what comes back, or can do without a name; anything else that nothing confirms throws ApiError. `names`: how
 * those of this request are written there.
 */
export async function fittedRequest(
  route: Route,
  input: RequestInput,
  service: ServiceDefinition,
  mayLeaveOut: (name: string) => boolean,
): Promise<{ readonly input: RequestInput; readonly names: Renamed; readonly ignored: readonly string[] }> {
  const part = partOf(input);
  const values = valuesIn(input, part);
  const undocumented = undocumentedNames(route, part, values);
  const needsDefinition = route.undocumented === true || undocumented.length > 0;
  const learned = needsDefinition ? await service.learn(route.undocumented === true) : service.known();
  if (!isServed(route, learned, service))
    throw (learned === null ? service.failure() : null) ?? notServed(route, learned);
  const isWrite = route.effect === 'write';
  // A path that the user set is written to with our names: they are as sure as the path.
  const isByHand = route.undocumented === true && !isDescribed(route, learned, service) && part === 'body';
  const unsure = undocumented.filter(
    (name) => !isConfirmed(route, name, learned, service) && (!isByHand || OURS.includes(name)),
  );
  const isSpare = (name: string) =>
    isWrite
      ? OURS.includes(name) || Array.isArray(route.undocumentedBody) || mayLeaveOut(name)
      : PAGING.includes(name) || mayLeaveOut(name);
  const left = unsure.filter(isSpare);
  const isNothing = isWrite && left.length > 0 && left.length === Object.keys(values).length;
  const needed = isNothing ? left : unsure.filter((name) => !isSpare(name));
  if (needed.length > 0) throw unconfirmedError(route, needed, learned);
  const names = namesOf(route, service) ?? {};
  if (part === null) return { input, names, ignored: [] };
  const { absent: unknown = [], pageSizeMax: most = Number.POSITIVE_INFINITY } = learnedOf(route, learned) ?? {};
  const isAbsent = (name: string) => unknown.includes(name) && !isConfirmed(route, name, learned, service);
  const dropped = new Set([...left, ...[...PAGING, ...OURS].filter(isAbsent)]);
  const kept = Object.entries(values)
    .filter(([name]) => !dropped.has(name))
    .map(([name, value]) => [name, name === 'pageSize' && Number(value) > most ? most : value] as const);
  const ignored = Object.keys(values).filter((name) => dropped.has(name));
  return { input: { ...input, [part]: Object.fromEntries(kept) }, names, ignored };
}

/**
 * The same read with a page as large as the definition says, or as the service likes: it may have refused ours as too large,
 * and the interface shows no maximum. Null where nothing would be different.
 */
export async function withSmallerPage(
  route: Route,
  input: RequestInput,
  service: ServiceDefinition,
): Promise<RequestInput | null> {
  const part = partOf(input);
  if (part === null || !Object.hasOwn(valuesIn(input, part), 'pageSize')) return null;
  const { pageSize, ...rest } = valuesIn(input, part);
  const learned = await service.learn(false);
  const most = learnedOf(route, learned)?.pageSizeMax;
  if (most === undefined) return Number(pageSize) > 1 ? { ...input, [part]: rest } : null;
  return most < Number(pageSize) ? { ...input, [part]: { ...rest, pageSize: most } } : null;
}

// What stands in for a request that the interface does not show: documented reads and writes, with the data of its route.

export type DocumentedCall = (route: Route, input?: RequestInput) => Promise<Reply>;

/** Answers an undocumented read. `note` is for a person. */
export type DocumentedRead = (
  call: DocumentedCall,
  route: Route,
  input: RequestInput,
) => Promise<{ readonly reply: Reply; readonly note?: string }>;

export interface RequestContext {
  /** A read goes as any other; a write with what its caller asked of the write that it stands in for. */
  readonly call: DocumentedCall;
  /** The most entries of a list that a request takes, as far as the definition is known; at most `most`. */
  readonly maxItems: (route: Route, field: string, most: number) => number;
  readonly now: () => number;
  readonly note: (text: string) => void;
}

interface DocumentedPlan {
  /** The writes, as far as they are known before the first is sent. */
  readonly requests: readonly { readonly route: Route; readonly input: RequestInput }[];
  readonly send: () => Promise<Reply>;
}

/** Plans what does an undocumented write: only reads are sent. Throws where it cannot be done. */
export type DocumentedWrite = (context: RequestContext, route: Route, input: RequestInput) => Promise<DocumentedPlan>;
