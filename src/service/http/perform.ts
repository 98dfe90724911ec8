// One authorized request of one row: parse, handle in a transaction, return the data as JSON text.

import type { Endpoint, ItemOf } from '../../contract/endpoint.ts';
import { type Issue, issuesText } from '../../contract/envelope.ts';
import { check } from '../../contract/issues.ts';
import { dictionary, getOwn } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Group, Table } from '../../contract/table.ts';
import { keepable } from '../../rules/records/items.ts';
import { type Context, type EncryptSecret, type Principal, Refusal } from '../core/context.ts';
import type { OperatorContext } from '../core/operator.ts';
import { linksTo } from '../core/principals.ts';
import type { Tx } from '../core/sql.ts';
import type { Store, TransactionWork } from '../core/store.ts';
import { takenBack } from '../core/trial.ts';
import { handlerOf } from '../resources/index.ts';
import type { ParsedRequest, UnparsedRequest } from './respond.ts';
import type { ServiceRoute } from './routes.ts';

// The rows with their schemas, loaded group by group when a request needs them: zod and the schemas of a group take longer
// than a read.

const LOADERS: { readonly [G in Group]: () => Promise<Table[G]> } = {
  account: async () => (await import('../../contract/account/endpoints.ts')).account,
  contacts: async () => (await import('../../contract/contacts/endpoints.ts')).contacts,
  companies: async () => (await import('../../contract/companies/endpoints.ts')).companies,
  lists: async () => (await import('../../contract/lists/endpoints.ts')).lists,
  campaigns: async () => (await import('../../contract/campaigns/endpoints.ts')).campaigns,
  workflows: async () => (await import('../../contract/workflows/endpoints.ts')).workflows,
  tasks: async () => (await import('../../contract/campaigns/endpoints.ts')).tasks,
  voices: async () => (await import('../../contract/campaigns/endpoints.ts')).voices,
  promptLibrary: async () => (await import('../../contract/ai/library.ts')).promptLibrary,
  savedFilters: async () => (await import('../../contract/finder/endpoints.ts')).savedFilters,
  actions: async () => (await import('../../contract/actions/endpoints.ts')).actions,
  finder: async () => (await import('../../contract/finder/endpoints.ts')).finder,
  aiVariables: async () => (await import('../../contract/ai/variables.ts')).aiVariables,
  aiFolders: async () => (await import('../../contract/ai/folders.ts')).aiFolders,
  aiMessages: async () => (await import('../../contract/ai/contents.ts')).aiMessages,
  aiSnippets: async () => (await import('../../contract/ai/contents.ts')).aiSnippets,
  messageTemplates: async () => (await import('../../contract/ai/contents.ts')).messageTemplates,
  aiTones: async () => (await import('../../contract/ai/library.ts')).aiTones,
  social: async () => (await import('../../contract/social/endpoints.ts')).social,
  playbook: async () => (await import('../../contract/playbook/endpoints.ts')).playbook,
  identities: async () => (await import('../../contract/identities/endpoints.ts')).identities,
  inbox: async () => (await import('../../contract/inbox/endpoints.ts')).inbox,
  local: async () => (await import('../../contract/local/endpoints.ts')).local,
};

async function endpointOf(group: string, name: string): Promise<Endpoint> {
  const rows = await getOwn<() => Promise<Readonly<Record<string, Endpoint>>>>(LOADERS, group)?.();
  const endpoint = rows && getOwn(rows, name);
  if (endpoint === undefined) throw new Error(`no schemas for ${group}.${name}`);
  return endpoint;
}

// Reads a request by the schemas of its row, once: its path, its query and its body. All problems are reported at once.

/** Throws Refusal `unsupported_media_type` or `invalid` with `details.issues`. */
function parseRequest(row: Endpoint, raw: UnparsedRequest): ParsedRequest {
  const issues: Issue[] = [];
  const take = (schema: Endpoint['body'], value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const checked = check(schema, value);
    if (checked.issues === null) return checked.input;
    for (const issue of checked.issues) issues.push(issue);
    return undefined;
  };
  const params = take(row.params, raw.params);
  const query = row.query && take(row.query, queryOf(raw.query));
  const content = row.body && jsonOf(raw);
  const { items } = row;
  const parsedItems = items && itemsOf(items, content);
  const bodyOf = (): unknown => {
    if (row.checkedBy === 'rules') return content;
    if (items === undefined) return take(row.body, content);
    if (parsedItems !== undefined) return itemsBody(items.key, parsedItems);
    for (const issue of boundsIssues(row, items.key, content)) issues.push(issue);
    return undefined;
  };
  const body = bodyOf();
  if (issues.length > 0) throw new Refusal('invalid', issuesText(issues), { issues });
  return {
    ...(row.params && { params }),
    ...(row.query && { query }),
    ...(row.body && { body }),
    ...(parsedItems && { items: parsedItems }),
  };
}

/** A repeated parameter becomes an array. */
function queryOf(text: string): Record<string, string | string[]> {
  const query = dictionary<string | string[]>();
  if (text === '') return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    query[name] = known === undefined ? value : [known, value].flat();
  }
  return query;
}

/** No body counts as an empty object, so that the answer names the missing properties. */
function jsonOf({ body, contentType }: UnparsedRequest): unknown {
  if (body === null || body === '') return {};
  if (!/^\s*application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
    const received = contentType ? `not ${contentType}` : 'and has no Content-Type';
    throw new Refusal(
      'unsupported_media_type',
      `The body must be JSON with Content-Type: application/json, ${received}`,
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch (error) {
    throw new Refusal(
      'invalid',
      `The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  assertPlain(content);
  if (!UNKEEPABLE_IN_JSON.test(body)) return content;
  const clean = kept(content);
  assertPlain(clean);
  return clean;
}

/** How NUL and halves of characters are written in JSON; an escaped backslash before it makes it something else. */
const UNKEEPABLE_IN_JSON = /\\u(?:0000|d[89a-f])|\p{Surrogate}/iu;

/** Without the characters that no store keeps. */
function kept(content: unknown): unknown {
  if (typeof content === 'string') return keepable(content);
  if (Array.isArray(content)) return content.map(kept);
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [keepable(name), kept(value)]));
}

/** What follows walks a body by recursion, copies objects by name and names each that is wrong: no JSON may make that long. */
function assertPlain(content: unknown): void {
  let level: object[] = typeof content === 'object' && content !== null ? [content] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > LIMITS.bodyDepthMax) {
      throw new Refusal('invalid', `The body is nested more than ${LIMITS.bodyDepthMax} levels deep`);
    }
    const next: object[] = [];
    for (const value of level) {
      if (Object.hasOwn(value, '__proto__')) throw new Refusal('invalid', '__proto__ is not a valid name');
      const values = Object.values(value);
      if (!Array.isArray(value) && values.length > LIMITS.objectProperties) {
        throw new Refusal('invalid', `The body has an object with more than ${LIMITS.objectProperties} properties`);
      }
      for (const inner of values) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
}

/** The items, each checked on its own; undefined if the body as a whole is invalid. */
function itemsOf({ key, schema }: NonNullable<Endpoint['items']>, content: unknown) {
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, key)) return undefined;
  const list: unknown = Object.entries(content).find(([name]) => name === key)?.[1];
  if (!Array.isArray(list) || list.length === 0 || list.length > LIMITS.bulkItems) return undefined;
  return list.map((item: unknown): ItemOf<unknown> => {
    const checked = check(schema, item);
    if (checked.issues === null) return { ok: true, value: checked.input };
    const { issues } = checked;
    return { ok: false, message: issuesText(issues), issues };
  });
}

function itemsBody(key: string, items: readonly ItemOf<unknown>[]): Record<string, unknown> {
  return { [key]: items.flatMap((item) => (item.ok ? [item.value] : [])) };
}

/** Problems of the body as a whole, without those inside its items. */
function boundsIssues(row: Endpoint, key: string, content: unknown): Issue[] {
  const { issues } = row.body === undefined ? { issues: null } : check(row.body, content);
  if (issues === null) return [{ path: key, code: 'invalid', message: 'is not valid' }];
  return issues.filter(({ path }) => !path.startsWith(`${key}[`));
}

/** Plain data: it may be sent to a worker thread. */
export interface RowRequest {
  readonly group: string;
  readonly name: string;
  readonly raw: UnparsedRequest;
  readonly principal: Principal;
  readonly now: number;
  /** The address of the service; absent for calls inside the process. */
  readonly baseUrl?: string | undefined;
  /** The address of the pages; absent where there are none. */
  readonly appBase?: string | undefined;
  readonly delivery?: Context['delivery'];
  /** What a write does is taken back: its answer is that of the same request without this, and nothing has changed. */
  readonly isTrial?: boolean;
}

interface PerformOptions {
  /** Heavy rows take no secrets and need none. */
  readonly encryptSecret?: EncryptSecret;
  /** Of one statement. */
  readonly limitMs?: number | undefined;
}

/** Throws Refusal. A `write` row is on disk when it answers. */
export async function perform(
  store: Store,
  row: Route,
  rowRequest: RowRequest,
  { encryptSecret, limitMs }: PerformOptions = {},
): Promise<string> {
  const { group, name, raw, principal, now, baseUrl, appBase, delivery, isTrial } = rowRequest;
  const request = parseRequest(await endpointOf(group, name), raw);
  const { prepare, handle } = await handlerOf(group, name);
  const contextIn = (tx: Tx): Context => ({
    tx,
    principal,
    now,
    ...linksTo(appBase, principal.workspaceId),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(delivery && { delivery }),
    ...(encryptSecret && { encryptSecret }),
  });
  const prepared = prepare === undefined ? {} : await store.read((tx) => prepare(request, contextIn(tx)));
  const work = async (tx: Tx): Promise<unknown> => handle(request, contextIn(tx), prepared);
  if (row.effect === 'read') return JSON.stringify(await store.read(work, limitMs));
  const write = <T>(done: TransactionWork<T>) => store.write(done, principal.workspaceId, limitMs);
  return JSON.stringify(await (isTrial ? takenBack(write, work) : write(work)));
}

/** A row of the control surface, whose handlers open their own transactions. They are loaded when first called. */
export async function performControl(route: ServiceRoute, raw: UnparsedRequest, context: OperatorContext) {
  const { local } = await import('../resources/local/handlers.ts');
  const handler = new Map<string, unknown>(Object.entries(local)).get(route.name);
  if (typeof handler !== 'function') throw new Error(`no handler for local.${route.name}`);
  return JSON.stringify(await handler(await parseRequest(await endpointOf(route.group, route.name), raw), context));
}
