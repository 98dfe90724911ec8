// The service as an import uses it: bulks, exact searches, its fields, and its clock.

import type { Client, SendOptions } from '../../client/api.ts';
import { type NotAdded, notAddedOf } from '../../client/compatibility/not-added.ts';
import { ApiError } from '../../client/errors.ts';
import type { Rate } from '../../client/retry/pacer.ts';
import type { Wait } from '../../client/retry/retry.ts';
import { isObject, objectIn } from '../../contract/json.ts';
import type { FieldDescriptor } from '../../contract/records/fields.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Item } from '../../rules/records/search-fields.ts';
import { waitReason } from '../session/connect.ts';
import { knownMaxItems } from '../session/profiles/service-definition.ts';
import type { Session } from '../session/session.ts';
import { undocumentedRules } from '../shared/lint/undocumented-rules.ts';
import { isField } from '../shared/records/columns.ts';
import { type Entity, type NamedFilters, rowsOf } from '../shared/records/entity.ts';
import { BULK_BOUNDS, type BulkBounds, hasIds, type ImportPlan } from './mapping/plan.ts';
import type { Limits } from './recover/journal.ts';

/** One attempt of a bulk takes no longer, so that a lost one can be looked for soon. */
const BULK_TIMEOUT_MS = 30_000;

/** Small enough for any service: the interface names no largest page of a search. */
const PAGE_SIZE = 50;

/** Enough to tell one match from several. */
const CANDIDATES_MAX = 100;

export type SearchedRecord = Readonly<Record<string, unknown>>;
export type Include = Readonly<Record<string, NamedFilters>>;

export interface Turn {
  /** Awaited right before the request goes. */
  readonly onTurn: (timeoutMs: number, isRecorded?: boolean) => Promise<void>;
  readonly signal: AbortSignal;
}

export type ImportService = ReturnType<typeof serviceOver>;

const ACTS = ['create', 'update', 'delete'] as const;

function serviceOver(
  client: Client,
  entity: Entity,
  options: {
    readonly requestTimeoutMs: number;
    readonly isInProcess: boolean;
    readonly onWait: (wait: Wait) => void;
  },
) {
  const { requestTimeoutMs, isInProcess, onWait } = options;
  const rows = entity.name === 'CONTACT' ? routes.contacts : routes.companies;
  const paced = { create: rows.bulkCreate, update: rows.update, delete: routes.contacts.delete };
  let lastReceivedAt: number | null = null;

  const call: Client['call'] = async (route, input, sendOptions) => {
    const reply = await client.call(route, input, { onWait, ...sendOptions });
    const date = Date.parse(reply.headers['date'] ?? '');
    if (!Number.isNaN(date)) lastReceivedAt = Math.max(lastReceivedAt ?? 0, date);
    return reply;
  };

  const oneAttempt: SendOptions['retry'] = { retries: 0, attemptMs: Math.min(BULK_TIMEOUT_MS, requestTimeoutMs) };
  const addToList = async (
    listId: number,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly NotAdded[]> => {
    const body = entity.name === 'CONTACT' ? { contactIds: ids } : { companyIds: ids };
    const { data } = await call(routes.lists.addMembers, { params: { listId }, body }, { signal });
    return notAddedOf(data);
  };

  return {
    /** Whether a request ends with this process: nothing can arrive after it. */
    isInProcess,
    /** What the service has said of the rates of an import's requests. */
    limits: (): Limits => Object.fromEntries(ACTS.map((act) => [act, client.pace(paced[act]).learnt])),
    /** Keeps to the rate that earlier processes have used, at these times, under the limits that they had learnt. */
    resumePace: (answeredAt: readonly number[], limits: Limits): void => {
      for (const act of ACTS) client.resumePace(paced[act], { answeredAt, limit: limits[act] });
    },
    /** The service's time by its last response, epoch ms; null before the first. */
    lastAnswerAt: (): number | null => lastReceivedAt,
    /** Bulks, or updates or deletions of one record each, a minute that the pace allows; null = not limited. */
    requestsPerMinute: (act: (typeof ACTS)[number]): number | null => perMinute(client.pace(paced[act])),
    /** One attempt: what it throws was not tried again. Gives the answer's data. */
    async bulk(items: readonly Item[], { onTurn, signal }: Turn): Promise<unknown> {
      const { data } = await call(
        rows.bulkCreate,
        { body: { [entity.plural]: items } },
        { retry: oneAttempt, onTurn, signal },
      );
      return data;
    },
    /** One attempt, as of `bulk`: changes the record, and adds it to the list if there is one. Gives the record. */
    async update(id: number, item: Item, listId: number | null, { onTurn, signal }: Turn): Promise<unknown> {
      const { data } = await call(
        rows.update,
        { params: entity.params(id), body: item },
        { retry: oneAttempt, onTurn, signal },
      );
      if (listId === null) return data;
      try {
        const [notAdded] = await addToList(listId, [id], signal);
        if (notAdded !== undefined) throw refusedMember(notAdded);
      } catch (error) {
        if (error instanceof ApiError) error.message = `updated, but not added to the list: ${error.message}`;
        throw error;
      }
      return data;
    },
    /** One attempt, as of `bulk`: deletes the record for good. Contacts only. */
    async remove(contactId: number, { onTurn, signal }: Turn): Promise<void> {
      await call(routes.contacts.delete, { params: { contactId } }, { retry: oneAttempt, onTurn, signal });
    },
    ...readsOver(call, entity),
    /** Gives those that could not be added, with why. */
    addToList,
  };
}

const readsOver = (call: Client['call'], entity: Entity) => ({
  /** Every record of the file's kind, or of another, that the filters match. */
  search: (include: Include, fields: readonly string[], signal: AbortSignal, of = entity) =>
    recordsIn(
      of.search(call, { include, fields: fields.length > 0 ? fields : undefined }, { signal, pageSize: PAGE_SIZE }),
    ),
  /** As it is, with its custom fields. */
  async record(id: number, signal: AbortSignal): Promise<SearchedRecord> {
    const { data } = await call(entity.routes.get, { params: entity.params(id) }, { signal });
    return objectIn(data);
  },
  /** How many records there are; null where the service does not say. */
  count: async (signal: AbortSignal, of = entity): Promise<number | null> => {
    const all = of.search(call, {}, { signal, limit: 1, pageSize: 1 });
    for await (const _ of all) break;
    return all.total;
  },
  /** The first records that a full-text search finds. */
  find: (text: string, signal: AbortSignal) =>
    recordsIn(entity.search(call, { search: text }, { signal, limit: CANDIDATES_MAX })),
  async fields(signal?: AbortSignal): Promise<readonly FieldDescriptor[]> {
    const { data } = await call(entity.routes.fields, {}, signal === undefined ? {} : { signal });
    return rowsOf(data).filter(isField);
  },
});

async function* recordsIn(listing: AsyncIterable<unknown>): AsyncGenerator<SearchedRecord> {
  for await (const record of listing) if (isObject(record)) yield record;
}

/** As the service refuses a row. */
function refusedMember({ error: message }: NotAdded): ApiError {
  const { method, path } = routes.lists.addMembers;
  return new ApiError({ method, path, status: 422, code: 'unprocessable', message, body: '' });
}

const perMinute = ({ limit, windowMs }: { readonly limit: number | null; readonly windowMs: number }): number | null =>
  limit === null ? null : Math.round((limit * 60_000) / windowMs);

/** What the rate allows. A file whose rows have ids takes a request for each of them. */
export function rowsPerMinute(service: ImportService | null, plan: ImportPlan): number | null {
  if (service === null) return null;
  if (hasIds(plan) && plan.change === undefined) return service.requestsPerMinute('update');
  const requests = requestsPerMinute(service, plan);
  return requests === null ? null : requests * (plan.change === undefined ? plan.bulkItems : 1);
}

export function requestsPerMinute(service: ImportService, { change }: ImportPlan): number | null {
  return service.requestsPerMinute(change?.act ?? 'create');
}

// The service an import works with: opened on first use, its waits reported beside the progress.

/** Called on every wait of the client; `isRoutine`: for the rate, which is as it should be. */
export type OnWait = (text: string, waitMs: number, isRoutine: boolean) => void;

export async function openService(
  session: Session,
  entity: Entity,
  { rate, local = false, onWait }: { readonly rate: Rate | null; readonly local?: boolean; readonly onWait: OnWait },
): Promise<ImportService> {
  const client = await session.client({ local, ...(rate === null ? {} : { rate }) });
  return serviceOver(client, entity, {
    requestTimeoutMs: session.settings.requestTimeoutMs,
    isInProcess: local || session.profile().baseUrl === null,
    onWait: (wait: Wait) => onWait(waitReason(wait), wait.waitMs, wait.reason === 'pace'),
  });
}

/** As many items in a bulk, and as long texts, as the service is known to take. */
export function bulkBounds(session: Session, { routes, plural }: Entity): BulkBounds {
  const most = knownMaxItems(session, routes.bulkCreate, plural, BULK_BOUNDS.bulkItems);
  const { undocumentedRules: mode } = undocumentedRules(session);
  // One row never completes two bulks at once.
  return { ...BULK_BOUNDS, bulkItems: Math.max(2, most), ...(mode === 'warn' && { anyLength: true }) };
}
