// What a service refuses of what the interface does not show: left out, or made smaller, and remembered for its host.

import { own } from '../contract/dictionary.ts';
import { isObject } from '../contract/json.ts';
import type { Reply } from './answers/reply.ts';
import { ApiError } from './errors.ts';
import type { RequestInput } from './request.ts';
import type { Route } from './routes/route.ts';

/** What a service was found to refuse, by `METHOD /v1/path`. */
export interface Refusals {
  /** Parameters that it does not know. */
  readonly unknown: Readonly<Record<string, readonly string[]>>;
  /** The largest page that it gives. */
  readonly pageSizeMax: Readonly<Record<string, number>>;
}

export interface RefusalMemory {
  read(): Refusals;
  keep(refusals: Refusals): void;
}

/** Whether a parameter may be left out. */
type IsOpen = (name: string) => boolean;

/** A request as this service takes it, and the names that were left out. */
interface Adapted {
  readonly input: RequestInput;
  readonly ignored: readonly string[];
}

/** Parameters that page a list: left out without a loss of meaning, where the reader knows that they were. */
const PAGING: readonly string[] = ['page', 'pageSize', 'cursor', 'limit'];

const NONE: Refusals = { unknown: {}, pageSizeMax: {} };

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Where the parameters are: in the query, or in the body of a search. What a write sends is never changed. */
function partOf(route: Route, input: RequestInput): 'query' | 'body' | null {
  if (isObject(input.query)) return 'query';
  return route.effect === 'read' && isObject(input.body) ? 'body' : null;
}

/** The request without what the service refused before, its page no larger than the service gives. */
function adapted(route: Route, input: RequestInput, { unknown, pageSizeMax }: Refusals, isOpen: IsOpen): Adapted {
  const part = partOf(route, input);
  if (part === null) return { input, ignored: [] };
  const refused = (own(unknown, nameOf(route)) ?? []).filter(isOpen);
  const most = own(pageSizeMax, nameOf(route)) ?? Number.POSITIVE_INFINITY;
  const given = Object.entries({ ...(isObject(input[part]) ? input[part] : {}) });
  const kept = given
    .filter(([name]) => !refused.includes(name))
    .map(([name, value]) => [name, name === 'pageSize' && Number(value) > most ? most : value] as const);
  const ignored = given.filter(([name, value]) => refused.includes(name) && value !== undefined).map(([name]) => name);
  return { input: { ...input, [part]: Object.fromEntries(kept) }, ignored };
}

const UNKNOWN =
  /unknown|unexpected|unrecogni[sz]ed|not allowed|not permitted|unsupported|additional propert|should not exist|no such/i;

const names = (text: string, name: string) => new RegExp(`(^|[^\\w])${name}([^\\w]|$)`).test(text);

/** What a refusal teaches about the request as it was sent; null: nothing, it stands. */
function learned(error: unknown, route: Route, sent: RequestInput, known: Refusals, isOpen: IsOpen): Refusals | null {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return null;
  const part = partOf(route, sent);
  const given = part === null ? undefined : sent[part];
  if (!isObject(given)) return null;
  const text = `${error.message} ${JSON.stringify(error.details ?? {})}`;
  const request = nameOf(route);
  if (UNKNOWN.test(text)) {
    const open = Object.keys(given).filter(isOpen);
    const named = open.filter((name) => names(text, name));
    const refused = named.length > 0 ? named : open.filter((name) => !PAGING.includes(name));
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

/** A path that the interface does not show may not be there, or be elsewhere. */
function explained(error: unknown, route: Route): unknown {
  if (!(error instanceof ApiError) || route.chosen !== true || (error.status !== 404 && error.status !== 405)) {
    return error;
  }
  const { method, path, details, requestId, body } = error;
  const missing = new ApiError({
    ...{ method, path, details, requestId, body },
    status: error.status,
    code: 'not_found',
    message: error.status === 404 ? error.message : `${error.message} (${method} ${route.path})`,
  });
  missing.hint = 'the interface does not show this path: reach profile sync finds where the service has it';
  missing.attempts = error.attempts;
  return missing;
}

interface AdaptOptions {
  /**
   * The caller filters by itself what comes back. Else a filter that is refused ends the request: more records than were
   * asked for would be a wrong answer.
   */
  readonly filters: boolean;
}

/** Sends, again without what is refused as unknown, until the service takes the request or refuses it for another reason. */
export async function sentAdapted(
  route: Route,
  input: RequestInput,
  memory: RefusalMemory,
  { filters }: AdaptOptions,
  send: (input: RequestInput) => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly ignored: readonly string[] }> {
  const isOpen = (name: string) => PAGING.includes(name) || (filters && route.chosenQuery?.includes(name) === true);
  for (;;) {
    // Nothing can be left out of a request without parameters: the file is not read for it.
    const known = partOf(route, input) === null ? NONE : memory.read();
    const { input: written, ignored } = adapted(route, input, known, isOpen);
    try {
      return { reply: await send(written), ignored };
    } catch (error) {
      // Each lesson leaves out one name more, or makes the page smaller: it ends.
      const lesson = learned(error, route, written, known, isOpen);
      if (lesson === null) throw explained(error, route);
      memory.keep(lesson);
    }
  }
}
