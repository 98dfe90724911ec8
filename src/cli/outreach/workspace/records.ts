// The records of each kind over the interface: one table, so that everything else need not know the kinds.

import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { type AnyId, isId, isSameId } from '../../../contract/ids.ts';
import { isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { keyOf, type ResourceKind } from '../../../rules/outreach/kinds.ts';
import { KINDS } from '../../shared/ai/kinds.ts';

/** A kind whose records have ids: all but the playbook. */
export type KindWithIds = Exclude<ResourceKind, 'playbook'>;

export interface RecordRoutes {
  /** The parameter of its routes that is its id. */
  readonly param: string;
  /** None: it is looked for in the list. */
  readonly get: Route | null;
  readonly create: Route;
  /** None for lists: the interface changes none. */
  readonly update: Route | null;
  readonly remove: Route | null;
  /** Whether a list shows records whole. */
  readonly isWhole: boolean;
  /** `name`: exactly this one. */
  list(call: Call, name?: string): AsyncIterable<unknown>;
}

/** A name that the service does not filter by is looked for here. */
const FILTERED = { filtersItself: true };

const named = (name: string | undefined) => (name === undefined ? {} : { name });

function aiRecords(kind: (typeof KINDS)[keyof typeof KINDS]): RecordRoutes {
  return {
    param: kind.param,
    get: kind.routes.get,
    create: kind.routes.create,
    update: kind.routes.update,
    remove: kind.routes.delete,
    isWhole: true,
    list: (call, name) =>
      kind.list(call, { ...named(name), ...(kind.word === 'variable' && { includeArchived: true }) }, FILTERED),
  };
}

export const RECORDS: Readonly<Record<KindWithIds, RecordRoutes>> = {
  list: {
    param: 'listId',
    get: routes.lists.get,
    create: routes.lists.create,
    update: null,
    remove: null,
    isWhole: true,
    list: (call, name) => listPages(call, 'lists', 'list', { query: named(name) }, FILTERED),
  },
  tag: {
    param: 'tagId',
    get: null,
    create: routes.inbox.createTag,
    update: null,
    remove: null,
    isWhole: true,
    list: (call, name) => listPages(call, 'inbox', 'tags', { query: named(name) }, FILTERED),
  },
  // Each is a field of an identity, which is there already.
  signature: {
    param: 'identityId',
    get: null,
    create: routes.identities.update,
    update: routes.identities.update,
    remove: routes.identities.update,
    isWhole: true,
    async *list(call) {
      for await (const one of listPages(call, 'identities', 'list', {}))
        if (one.signature) yield { ...one, name: one.name ?? one.email ?? String(one.id) };
    },
  },
  'ai-variable': aiRecords(KINDS.variable),
  'ai-snippet': aiRecords(KINDS.snippet),
  'ai-message': aiRecords(KINDS.message),
  template: aiRecords(KINDS.template),
  campaign: {
    param: 'campaignId',
    get: routes.campaigns.get,
    create: routes.campaigns.create,
    update: routes.campaigns.update,
    remove: null,
    isWhole: false,
    list: (call, name) => listPages(call, 'campaigns', 'list', { query: named(name) }, FILTERED),
  },
  workflow: {
    param: 'workflowId',
    get: routes.workflows.get,
    create: routes.workflows.create,
    update: routes.workflows.editDraft,
    remove: null,
    isWhole: false,
    list: (call, name) => listPages(call, 'workflows', 'list', { query: named(name) }, FILTERED),
  },
};

interface ListedRecord {
  readonly id: AnyId;
  readonly name: string;
}

/** A record as it is read: an id, a name, and the rest. */
export type LiveRecord = JsonObject & ListedRecord;

/** `onUnreadable`: a record without an id or a name, which can be neither read nor written. */
export async function allRecords(
  call: Call,
  kind: KindWithIds,
  name?: string,
  onUnreadable?: () => void,
): Promise<LiveRecord[]> {
  const found: LiveRecord[] = [];
  for await (const record of RECORDS[kind].list(call, name)) {
    const { id, name: own } = objectIn(record);
    if (!isId(id) || typeof own !== 'string') onUnreadable?.();
    else if (name === undefined || own === name) found.push({ ...(isObject(record) && record), id, name: own });
  }
  return found;
}

/**
 * What is read is what was asked for, also where the answer leaves out its id or its name. Null for one that no list has; throws
 * ApiError `not_found`.
 */
export async function oneRecord(call: Call, kind: KindWithIds, { id, name }: ListedRecord): Promise<LiveRecord | null> {
  const { get, param } = RECORDS[kind];
  if (get === null) return (await allRecords(call, kind)).find((one) => isSameId(one.id, id)) ?? null;
  const { data } = await call(get, { params: { [param]: id } });
  const record = objectIn(data);
  const own = record['name'];
  return { ...record, id, name: typeof own === 'string' ? own : name };
}

/** Which records are read whole; everything for a pull. */
export type Selects = (kind: ResourceKind, id: AnyId | null, name: string, isArchived: boolean) => boolean;

/** Keys of what a lock or files name. */
export function selecting(keys: ReadonlySet<string>, ids: ReadonlySet<string>): Selects {
  return (kind, id, name) => keys.has(keyOf(kind, name)) || ids.has(`${kind}/${id}`);
}
