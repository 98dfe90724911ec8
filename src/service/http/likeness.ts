// The local service under the names, with the maxima, words and id types of another one.

import { getOwn, isJson, isObject } from '../../contract/json.ts';
import type { LikeRequest, ServiceLikeness } from '../../contract/learned.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { Refusal } from '../core/context.ts';
import type { RequestHandler } from './listener.ts';
import { routesOf, unknownPath } from './routes.ts';

const invalid = (message: string) => new Refusal('invalid', message);

interface LikePath {
  readonly like: LikeRequest;
  readonly method: string;
  readonly ours: string;
  readonly theirs: RegExp;
}

/** `/v1/groups/{listId}` → a pattern with its parameters by name. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^/]+)')}$`,
  );

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function pathsOf({ requests }: ServiceLikeness): LikePath[] {
  return Object.entries(requests).flatMap(([request, like]) => {
    const [method = '', ours = ''] = request.split(' ');
    return like.path === undefined ? [] : [{ like, method, ours, theirs: patternOf(like.path) }];
  });
}

/** The path under our names, and what is other there; a Refusal for one that it does not have. */
function ourPath({ requests }: ServiceLikeness, paths: readonly LikePath[], method: string, path: string) {
  for (const { like, theirs, ours, ...one } of paths) {
    const found = one.method === method ? theirs.exec(path) : null;
    if (found === null) continue;
    const values = new Map(namesIn(like.path ?? '').map((name, at) => [name, found[at + 1] ?? '']));
    return { like, path: ours.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '') };
  }
  const match = ROUTES.match(method, path);
  const like =
    match instanceof Refusal ? undefined : getOwn(requests, `${match.route.row.method} ${match.route.row.path}`);
  if (like?.missing === true || like?.path !== undefined) return unknownPath(path);
  return { like: like ?? {}, path };
}

const ROUTES = routesOf();

const ourNames = (names: Readonly<Record<string, string>> = {}) =>
  new Map(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));

/** Throws Refusal. */
function ourQuery(like: LikeRequest, query: string): string {
  const asked = new URLSearchParams(query);
  const renamed = ourNames(like.query);
  const kept = new URLSearchParams();
  for (const [name, value] of asked) {
    const isAbsent = !renamed.has(name) && like.absent?.includes(name) === true;
    if (isAbsent && like.refusesUnknown === true) throw invalid(`unknown parameter ${name}`);
    if (!isAbsent) kept.append(renamed.get(name) ?? name, value);
  }
  checkPageSize(like, Number(kept.get('pageSize') ?? 0));
  return kept.size === 0 ? '' : `?${kept}`;
}

function checkPageSize({ pageSizeMax }: LikeRequest, size: number): void {
  if (pageSizeMax !== undefined && size > pageSizeMax) throw invalid(`pageSize must be at most ${pageSizeMax}`);
}

function checkWords(words: NonNullable<LikeRequest['fewerWords']>, value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const one of value) checkWords(words, one, name);
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) checkWords(words, one, key);
  else if (typeof value === 'string' && getOwn(words, name)?.includes(value))
    throw invalid(`${name} cannot be ${value}`);
}

/** Throws Refusal. */
function ourBody(like: LikeRequest, text: string | null): string | null {
  if (text === null || !isJson(text)) return text;
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) return text;
  const renamed = ourNames(like.body);
  const kept = Object.entries(body)
    .filter(([name]) => renamed.has(name) || like.absent?.includes(name) !== true)
    .map(([name, value]) => [renamed.get(name) ?? name, value] as const);
  for (const [name, value] of kept) {
    const most = getOwn(like.maxItems ?? {}, name);
    if (most !== undefined && Array.isArray(value) && value.length > most)
      throw invalid(`${name} must have at most ${most} entries`);
    if (name === 'pageSize') checkPageSize(like, Number(value));
  }
  checkWords(like.fewerWords ?? {}, body);
  return JSON.stringify(Object.fromEntries(kept));
}

const withTextIds = (names: readonly string[], text: string): string =>
  JSON.stringify(
    JSON.parse(text, (key, value: unknown) =>
      typeof value === 'number' && names.includes(key) ? String(value) : value,
    ),
  );

const isOfInterface = (path: string) => path.startsWith('/v1/');

/** Null takes nothing over. */
export function alike<Handler extends RequestHandler>(handler: Handler, likeness: ServiceLikeness | null): Handler {
  if (likeness === null) return handler;
  const paths = pathsOf(likeness);
  const handle: RequestHandler['handle'] = async (request, arrival = {}) => {
    const refuse = (refusal: Refusal) => handler.handle(request, { ...arrival, refusal });
    const [path = '', query = ''] = request.path.split(/\?(.*)/s);
    if (path === '/definitions.json') {
      if (likeness.definition === null) return await refuse(unknownPath(path));
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return { status: 200, headers, body: JSON.stringify(likeness.definition) };
    }
    const found = isOfInterface(path) ? ourPath(likeness, paths, request.method, path) : { like: {}, path };
    if (found instanceof Refusal) return await refuse(found);
    const { like } = found;
    try {
      const asked: WireRequest = {
        ...request,
        path: found.path + ourQuery(like, query),
        body: ourBody(like, request.body),
      };
      const { readBody } = arrival;
      const read = readBody && { readBody: async () => ourBody(like, await readBody()) };
      const answer = await handler.handle(asked, { ...arrival, ...read });
      if (like.textIds === undefined || !('body' in answer) || !isJson(answer.body)) return answer;
      return { ...answer, body: withTextIds(like.textIds, answer.body) };
    } catch (error) {
      if (error instanceof Refusal) return await refuse(error);
      throw error;
    }
  };
  return { ...handler, handle };
}
