// Lists as one stream of records, whatever the shape of a page; no page is requested that is not needed.

import type { AnswerOf } from '../../contract/answer.ts';
import type { RequestOf } from '../../contract/endpoint.ts';
import type { Thread } from '../../contract/inbox/endpoints.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Table } from '../../contract/table.ts';
import { filtered, filtersOf } from '../compatibility/filters.ts';
import { ReplyError } from '../errors.ts';
import type { RequestInput } from '../request.ts';
import type { Call } from '../send.ts';
import type { Listing, ListOptions } from './listing.ts';
import { type AnswerPage, first, isSame, pageOf, type Reply, trusted } from './reply.ts';

/** What a list row lists: the elements of the array in its data. */
type RecordOf<R> =
  AnswerOf<R> extends infer D
    ? { [K in keyof D]-?: NonNullable<D[K]> extends readonly (infer T)[] ? T : never }[keyof D]
    : never;

type Lists<G extends keyof Table> = {
  [K in keyof Table[G]]: RecordOf<Table[G][K]> extends never ? never : K;
}[keyof Table[G]];

interface PagingRule {
  /** The page that was asked for by its number: a service that does not page the list answers the first one again. */
  readonly isNumbered?: boolean;
  /** What to ask for after `last`, which was page `number`; the first page comes after page 0. */
  after(last: AnswerPage | null, number: number): RequestInput;
  /** Whether there are records beyond the `seen` ones; `last` was page `number`. */
  rest(seen: number, last: AnswerPage, number: number): boolean | 'unknown';
}

function sizeOf({ limit = null, pageSize = LIMITS.pageSizeMax }: ListOptions): number {
  return Math.min(pageSize, LIMITS.pageSizeMax, limit ?? LIMITS.pageSizeMax);
}

type PagesOf = <T>(call: Call, route: Route, group: string, input: RequestInput, options: ListOptions) => Listing<T>;

/** What lists any row that is paged in this way. */
function listing(pages: PagesOf) {
  return <G extends keyof Table, K extends Lists<G>>(
    call: Call,
    group: G,
    name: K,
    input: RequestOf<Table[G][K]> & RequestInput,
    options: ListOptions = {},
  ): Listing<RecordOf<Table[G][K]>> => {
    const route: Route = routes[group][name];
    return selected(route, input, options, (all) => pages(call, route, String(group), input, all));
  };
}

/**
 * Lists a row that takes `page` and `pageSize`, in its query or, for a search, its body.
 * A page that does not say whether another follows is followed by one unless it is empty, or shorter than the first:
 * a short first page may be the service's own maximum.
 */
export const listPages = listing(pagesOf);

/** All of a listing that is known to be short, or that is needed whole. */
export async function collected<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of listing) all.push(one);
  return all;
}

/** Contacts or companies that a search finds. */
export const searchPages = (
  call: Call,
  group: 'contacts' | 'companies',
  body: JsonObject,
  options: ListOptions = {},
): Listing<JsonObject> =>
  selected(routes[group].search, {}, options, (all) => pagesOf(call, routes[group].search, group, { body }, all));

function pagesOf<T>(call: Call, route: Route, group: string, input: RequestInput, options: ListOptions): Listing<T> {
  const pageSize = sizeOf(options);
  return paged(call, route, group, options, () => {
    let firstLength = 0;
    return {
      after(_, number) {
        const asked = { page: number + 1, pageSize };
        if (route.method === 'GET') return { ...input, query: { ...input.query, ...asked } };
        return { ...input, body: { ...(isObject(input.body) ? input.body : {}), ...asked } };
      },
      isNumbered: true,
      rest(seen, last, number) {
        if (number === 1) firstLength = last.records.length;
        if (last.records.length === 0) return false;
        if (last.more !== null) return last.more;
        if (last.total !== null) return seen < last.total;
        return last.records.length < firstLength ? false : 'unknown';
      },
    };
  });
}

/** Lists a row that takes `cursor` and `limit` (contacts.duplicates). */
export const listByCursor = listing(cursorPagesOf);

function cursorPagesOf<T>(
  call: Call,
  route: Route,
  group: string,
  input: RequestInput,
  options: ListOptions,
): Listing<T> {
  const limit = sizeOf(options);
  return paged(call, route, group, options, () => {
    let before: string | number | null = null;
    return {
      after(last) {
        const cursor = last?.cursor ?? null;
        if (cursor !== null && cursor === before) throw samePage(route);
        before = cursor;
        return { ...input, query: { ...input.query, limit, ...(cursor !== null && { cursor: String(cursor) }) } };
      },
      rest: (_, last) => last.cursor !== null,
    };
  });
}

/**
 * Lists whatever a path answers: by the cursor its pages name, else by page number. The first request is `input` and
 * nothing more, for a service may refuse parameters it does not know.
 */
export function listPath(
  call: Call,
  route: Route,
  input: RequestInput,
  { signal }: Pick<ListOptions, 'signal'> = {},
): Listing<unknown> {
  const from = first([input.query ?? {}], ['page'], isPageNumber);
  const plain: Call = (there, supplied, options) => call(there, supplied, { ...options, asIs: true });
  return paged(plain, route, '', { signal }, () => {
    let before = '';
    return {
      after(last, number) {
        if (last === null) return input;
        const text = JSON.stringify([last.records, last.cursor]);
        if (text === before) throw samePage(route);
        before = text;
        const next = last.cursor === null ? { page: Number(from ?? 1) + number } : { cursor: last.cursor };
        return { ...input, query: { ...input.query, ...next } };
      },
      rest(seen, last) {
        if (last.cursor !== null) return true;
        if (last.records.length === 0) return false;
        return last.more ?? (last.total === null ? false : seen < last.total);
      },
    };
  });
}

const isPageNumber = (value: unknown): value is string | number => /^[1-9]\d*$/.test(String(value));

function samePage({ method, path }: Route): ReplyError {
  return new ReplyError({
    method,
    path,
    fault: 'not_a_page',
    status: 200,
    message: 'the service answers the same page again and again',
    body: '',
  });
}

/** Filtered by the service, and here where it may not have done so. */
function selected<T>(
  route: Route,
  { query }: RequestInput,
  options: ListOptions,
  open: (options: ListOptions) => Listing<T>,
): Listing<T> {
  const filters = options.filtersItself === true ? null : filtersOf(route, query);
  return filters === null ? open(options) : filtered(route, filters, open, options);
}

function paged<T>(call: Call, route: Route, group: string, options: ListOptions, start: () => PagingRule): Listing<T> {
  const { limit = null, signal, filtersItself = false } = options;
  const sending = { filtersItself, ...(signal === undefined ? {} : { signal }) };
  const listing: { -readonly [K in keyof Listing<T>]: Listing<T>[K] } = {
    ...{ more: 'unknown', total: null, ignored: [], notes: [] },
    [Symbol.asyncIterator]: records,
  };

  async function* records(): AsyncGenerator<T> {
    const paging = start();
    let seen = 0;
    let page: AnswerPage | null = null;
    let isMoved = false;
    if (limit === 0) return;
    for (let number = 1; ; number += 1) {
      const input = paging.after(page, number - 1);
      const before: AnswerPage | null = page;
      const isAgain = (next: AnswerPage) =>
        paging.isNumbered === true && before !== null && before.records.length > 0 && isSame(before, next);
      const isSamePage = (answer: Reply) => isAgain(pageOf(route, answer, group));
      const reply = await call(route, input, { ...sending, isSamePage });
      listing.ignored = reply.ignored ?? [];
      page = pageOf(route, reply, group);
      const { total } = page;
      listing.total = total;
      if (isAgain(page)) {
        // One that says there are more, and never gives them, would leave records out.
        if (page.more === true || (total !== null && seen < total)) throw samePage(route);
        listing.more = false;
        return;
      }
      if (paging.isNumbered === true && before !== null) isMoved ||= hasMoved(before, page);
      const isCut = page.records.length === 0 && (page.more === true || (total ?? 0) > seen);
      listing.notes = [...(isMoved ? [MOVED] : []), ...(isCut ? [CUT] : [])];
      for (const record of page.records) {
        if (limit !== null && seen === limit) {
          listing.more = true;
          return;
        }
        seen += 1;
        yield trusted<T>(record);
      }
      const rest = paging.rest(seen, page, number);
      const isPaged = !listing.ignored.some((name) => name === 'page' || name === 'cursor');
      if (rest === false || seen === limit || !isPaged) {
        listing.more = rest;
        return;
      }
    }
  }

  return listing;
}

const MOVED = 'records came or went meanwhile: some may be missing, or there twice';

const CUT = 'the service says that there are more records than it gave';

const idIn = (record: unknown): unknown => getOwn(objectIn(record), 'id') ?? record;

/** Whether a page begins elsewhere than the one before has ended: a record before it went, or came. */
function hasMoved(before: AnswerPage, next: AnswerPage): boolean {
  const last = idIn(before.records.at(-1));
  return (next.total ?? Infinity) < (before.total ?? 0) || next.records.some((record) => idIn(record) === last);
}

/** The conversations of a query, the archived ones last. */
export async function* everyThread(
  call: Call,
  query: { readonly contactId?: number | string; readonly senderIdentityId?: number | string },
  options: ListOptions = {},
): AsyncGenerator<Thread> {
  for (const archived of [false, true])
    yield* listPages(call, 'inbox', 'threads', { query: { ...query, archived } }, options);
}
