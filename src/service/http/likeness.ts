// The local service with the paths, names, maxima, words and id types that another one has.

import { getOwn, isObject } from '../../contract/json.ts';
import type { LikeRequest, ServiceLikeness } from '../../contract/learned.ts';
import { isJson } from '../../contract/parse-json.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { Refusal } from '../core/context.ts';
import type { RequestHandler } from './listener.ts';
import { ROUTES, unknownPath } from './routes.ts';

const invalid = (message: string) => new Refusal('invalid', message);

/** What is other there; a Refusal for a path that it does not have. */
function likeAt({ requests }: ServiceLikeness, method: string, path: string): LikeRequest | Refusal {
  const match = ROUTES.match(method, path);
  const like =
    match instanceof Refusal ? undefined : getOwn(requests, `${match.route.row.method} ${match.route.row.path}`);
  return like?.missing === true ? unknownPath(path) : (like ?? {});
}

/** Throws Refusal. */
function knownQuery(like: LikeRequest, query: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const isAbsent = like.absent?.includes(name) === true;
    if (isAbsent && like.refusesUnknown === true) throw invalid(`unknown parameter ${name}`);
    if (!isAbsent) kept.append(name, value);
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
function knownBody(like: LikeRequest, text: string | null): string | null {
  if (text === null || !isJson(text)) return text;
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) return text;
  const kept = Object.entries(body).filter(([name]) => like.absent?.includes(name) !== true);
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
  const handle: RequestHandler['handle'] = async (request, arrival = {}) => {
    const refuse = (refusal: Refusal) => handler.handle(request, { ...arrival, refusal });
    const [path = '', query = ''] = request.path.split(/\?(.*)/s);
    if (path === '/definitions.json') {
      if (likeness.definition === null) return await refuse(unknownPath(path));
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return { status: 200, headers, body: JSON.stringify(likeness.definition) };
    }
    const like = isOfInterface(path) ? likeAt(likeness, request.method, path) : {};
    if (like instanceof Refusal) return await refuse(like);
    try {
      const asked: WireRequest = {
        ...request,
        path: path + knownQuery(like, query),
        body: knownBody(like, request.body),
      };
      const { readBody } = arrival;
      const read = readBody && { readBody: async () => knownBody(like, await readBody()) };
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
