// What a service is asked, so that its answers can be laid beside those of another one: every operation that reads, in the few
// forms in which services differ.

import type { Client } from '../../../client/api.ts';
import type { Operation } from '../../../client/compatibility/definitions/read.ts';
import { ApiError, ReplyError, SetupError } from '../../../client/errors.ts';
import { pathAndQuery, withNames } from '../../../client/request.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { dictionary, getOwn, isObject, objectIn } from '../../../contract/json.ts';
import type { Renamed } from '../../../contract/learned.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';

// Questions to a service that change nothing: a write has no type here, so that none can be sent.

const SEARCHES = ['/v1/contacts/search', '/v1/companies/search'] as const;

interface DocumentedSearch extends Route {
  readonly method: 'POST';
  readonly path: (typeof SEARCHES)[number];
}

/** A GET, or a search that the interface shows. */
type ReadRoute = (Route & { readonly method: 'GET' }) | DocumentedSearch;

export function isReadRoute(route: Route): route is ReadRoute {
  return route.method === 'GET' || (route.method === 'POST' && SEARCHES.some((path) => path === route.path));
}

export interface ReadAnswer {
  /** 0 where there is no answer. */
  readonly status: number;
  /** The headers that speak of the rate. */
  readonly rate: Readonly<Record<string, string>>;
  /** Its JSON; undefined where it has none, or where only the status is compared. */
  readonly body: unknown;
}

interface ReadInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Of a search. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Null for an id that no path can hold. */
export type Read = (
  route: ReadRoute,
  input: ReadInput,
  options?: { readonly names?: Renamed; readonly withBody?: boolean },
) => Promise<ReadAnswer | null>;

/** What is deeper, or more, says nothing that the rest does not say. */
const DEPTH_MAX = 24;
const ITEMS_MAX = 200;

function bounded(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => bounded(one, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_MAX);
  return Object.fromEntries(entries.map(([key, one]) => [key, bounded(one, depth + 1)]));
}

function jsonOf(text: string): unknown {
  try {
    return bounded(parseJson(text));
  } catch {
    return undefined;
  }
}

const rateIn = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /rate-?limit/.test(name)));

/** A service that is gone is not asked everything else. */
const UNANSWERED_MAX = 3;

/** Sends reads, each at its rate. Throws NetworkError where the service does not answer at all any more. */
export function readsOver({ raw }: Pick<Client, 'raw'>, signal: AbortSignal): Read {
  let unanswered = 0;
  // A service that fails every request is not waited for each time.
  let isFailing = false;
  return async (route, { query = {}, ...input }, { names = {}, withBody = true } = {}) => {
    const there: ReadRoute = route.method === 'GET' ? { ...route, path: names.path ?? route.path } : route;
    const named = withNames(query, names.query);
    try {
      const path = pathAndQuery(there, { ...input, query: objectIn(named) });
      const { method } = there;
      const { status, headers, body } = await raw(
        { method, path, body: input.body },
        { signal, ...(isFailing && { retry: { retries: 0 } }) },
      );
      [unanswered, isFailing] = [0, false];
      return { status, rate: rateIn(headers), body: withBody ? jsonOf(body) : undefined };
    } catch (error) {
      if (error instanceof SetupError) return null;
      const isRefused = error instanceof ApiError || error instanceof ReplyError;
      unanswered = isRefused ? 0 : unanswered + 1;
      isFailing = !isRefused || error.status >= 500;
      if (isRefused) return { status: error.status, rate: {}, body: undefined };
      if (!(error instanceof NetworkError) || unanswered === UNANSWERED_MAX) throw error;
      return { status: 0, rate: {}, body: undefined };
    }
  };
}

export interface NamedOperation {
  /** `contacts.list` */
  readonly name: string;
  readonly route: Route;
}

/** Every operation of the interface, in its order. */
export const OPERATIONS: readonly NamedOperation[] = Object.entries(routes).flatMap(([group, rows]) =>
  Object.entries<Route>(rows)
    .filter(([, { path }]) => path.startsWith('/v1/'))
    .map(([name, route]) => ({ name: `${group}.${name}`, route })),
);

export const FORMS = [
  ...(['plain', 'page 1', 'page 2', 'largest page', 'unknown parameter', 'unknown filter', 'unknown id'] as const),
];
export type Form = (typeof FORMS)[number];
/** Of the others the status is compared. */
const WITH_BODY: ReadonlySet<Form> = new Set(['plain', 'page 1', 'page 2']);

/** Parameter of a path → the operation whose first record has it, its field, the list it is in; or a value that it may have. */
const SOURCES: Readonly<Record<string, string | readonly [operation: string, field: string, list?: string]>> = {
  contactId: ['contacts.list', 'id'],
  companyId: ['companies.list', 'id'],
  listId: ['lists.list', 'id'],
  campaignId: ['campaigns.list', 'id'],
  workflowId: ['workflows.list', 'id'],
  runId: ['workflows.runs', 'runId'],
  blockId: ['workflows.blocks', 'blockId'],
  aiVariableId: ['aiVariables.list', 'id'],
  kind: 'contacts',
  folderId: ['aiFolders.list', 'id', 'children'],
  aiMessageId: ['aiMessages.list', 'id'],
  aiSnippetId: ['aiSnippets.list', 'id'],
  messageTemplateId: ['messageTemplates.list', 'id'],
  postId: ['social.posts', 'id'],
  identityId: ['identities.list', 'id'],
};

const NEEDED: Readonly<Record<string, ReadInput>> = {
  'contacts.duplicates': { query: { fields: ['professionalEmail'] } },
};

/** No record has it. */
const UNKNOWN_ID = 999_999_999;
const UNKNOWN_NAME = 'reachCompare';

/** The records of an answer: `data` itself, the list of the name, or the first list in it. */
export function recordsIn(body: unknown, name = ''): readonly unknown[] {
  const data = isObject(body) ? getOwn(body, 'data') : undefined;
  if (!isObject(data)) return Array.isArray(data) ? data : [];
  return [getOwn(data, name), ...Object.values(data)].find(Array.isArray) ?? [];
}

const paramsIn = ({ path }: Route): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function formsOf({ route }: NamedOperation, input: ReadInput, isPaged: boolean): Map<Form, ReadInput> {
  const isSearch = route.method === 'POST';
  const withValues = (values: Readonly<Record<string, unknown>>): ReadInput =>
    isSearch ? { ...input, body: { ...input.body, ...values } } : { ...input, query: { ...input.query, ...values } };
  const forms = new Map<Form, ReadInput>([['plain', withValues({})]]);
  if (isPaged) {
    forms.set('page 1', withValues({ page: 1, pageSize: 1 }));
    forms.set('page 2', withValues({ page: 2, pageSize: 1 }));
    forms.set('largest page', withValues({ pageSize: LIMITS.pageSizeMax }));
  }
  forms.set('unknown parameter', withValues({ [UNKNOWN_NAME]: 1 }));
  if (isSearch) forms.set('unknown filter', withValues({ include: { [UNKNOWN_NAME]: ['1'] } }));
  const ids = Object.keys(input.params ?? {}).filter((name) => Array.isArray(getOwn(SOURCES, name)));
  const unknown = Object.fromEntries(ids.map((name) => [name, UNKNOWN_ID]));
  if (ids.length > 0) forms.set('unknown id', { ...input, params: { ...input.params, ...unknown } });
  return forms;
}

export interface ReadAnswers {
  /** `contacts.list: plain` → its answer. */
  readonly answers: Map<string, ReadAnswer>;
  /** Operation → why it was not asked. */
  readonly notAsked: Map<string, string>;
}

export const answerKey = (operation: Pick<NamedOperation, 'name'>, form: Form) => `${operation.name}: ${form}`;

/** What an operation needs; a text says why it cannot be had. */
function inputOf(
  { name, route }: NamedOperation,
  required: readonly string[],
  { answers }: ReadAnswers,
): ReadInput | string {
  const input = getOwn(NEEDED, name) ?? {};
  const params = dictionary<unknown>();
  for (const param of paramsIn(route)) {
    const source = getOwn(SOURCES, param);
    if (source === undefined) return `no operation that reads names a ${param}`;
    const [operation, field, list] = typeof source === 'string' ? ['', ''] : source;
    const [first] = recordsIn(answers.get(`${operation}: plain`)?.body, list);
    const id = typeof source === 'string' ? source : isObject(first) ? getOwn(first, field) : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return `${operation} has no record with an id`;
    params[param] = id;
  }
  const missing = required.filter((one) => getOwn(input.query ?? {}, one) === undefined);
  return missing.length === 0 ? { ...input, params } : `no operation that reads names a ${missing.join(', ')}`;
}

interface AskOptions {
  /** The operations of our own definition. */
  readonly defined: readonly Operation[];
  /** How the service writes a request, or why it is not asked for it. */
  readonly namesOf: (question: NamedOperation) => Promise<Renamed | string>;
  readonly tell: (text: string) => void;
}

/** Asks one after the other, lists before what is inside them. */
export async function askAll(read: Read, { defined, namesOf, tell }: AskOptions): Promise<ReadAnswers> {
  const asked: ReadAnswers = { answers: new Map(), notAsked: new Map() };
  const reads = OPERATIONS.toSorted((a, b) => paramsIn(a.route).length - paramsIn(b.route).length);
  for (const question of reads) {
    const { name, route } = question;
    if (!isReadRoute(route)) continue;
    const query = defined.find(({ id }) => id === name)?.query ?? [];
    const names = await namesOf(question);
    const required = query.filter((field) => field.required).map((field) => field.name);
    const input = typeof names === 'string' ? names : inputOf(question, required, asked);
    if (typeof names === 'string' || typeof input === 'string') {
      asked.notAsked.set(name, String(input));
      continue;
    }
    tell(`Asking ${name}`);
    const pages =
      query.some((field) => field.name === 'pageSize') && route.undocumentedQuery?.includes('page') !== true;
    const forms = formsOf(question, input, pages || route.method === 'POST');
    const why = await askOne(read, { name, route }, { forms, names }, asked);
    if (why !== null) asked.notAsked.set(name, why);
  }
  return asked;
}

async function askOne(
  read: Read,
  { name, route }: { readonly name: string; readonly route: ReadRoute },
  { forms, names }: { readonly forms: ReadonlyMap<Form, ReadInput>; readonly names: Renamed },
  { answers }: ReadAnswers,
): Promise<string | null> {
  for (const [form, input] of forms) {
    const answer = await read(route, input, { names, withBody: WITH_BODY.has(form) });
    if (answer === null) return 'its id cannot be written in a path';
    answers.set(answerKey({ name }, form), answer);
    // What the key may not read, or the service does not have, is the same in every form.
    if (form === 'plain' && answer.status !== 200) return null;
  }
  return null;
}
