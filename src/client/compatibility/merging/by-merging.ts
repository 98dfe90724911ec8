// A record changed by the create that merges, and read back: the interface does not say that merging overwrites.

import { batchesOf } from '../../../contract/batches.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { FieldDescriptor } from '../../../contract/records/fields.ts';
import type { MissedEdit } from '../../../rules/effects.ts';
import { SearchFields } from '../../../rules/records/search-fields.ts';
import { likenessOf } from '../../../rules/records/spellings.ts';
import { searchPages } from '../../answers/pages.ts';
import type { Reply } from '../../answers/reply.ts';
import { ApiError, OtherEffectError, ReplyError } from '../../errors.ts';
import { NetworkError } from '../../transport/transport.ts';
import type { DocumentedWrite, RequestContext } from '../fitted-request.ts';
import type { NotAdded } from '../not-added.ts';
import { MERGED, type MergeHost, type MergeItem, mergeItemOf, recordOf } from './merge-item.ts';

/** Of the answer to a bulk: throws for an item that was refused, and for one that another record, or a new one, was made of. */
function assertMerged({ entity: { noun, plural }, route }: MergeHost, id: number, data: unknown, index: number) {
  const results = isObject(data) && Array.isArray(data['results']) ? data['results'].filter(isObject) : [];
  const result = results.find((one) => one['index'] === index) ?? results[index];
  // An answer that says nothing of it: what is read back afterwards decides.
  if (result === undefined) return;
  const { method, path } = route;
  if (result['success'] === false) {
    const { error } = result;
    const message =
      isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'refused by the service';
    throw new ApiError({ method, path, status: 422, code: 'unprocessable', message, body: '' });
  }
  const record = getOwn(result, noun);
  const written = isObject(record) ? record['id'] : undefined;
  if (written === undefined || written === id) return;
  const isNew = isObject(record) && [record['contactOutcome'], record['outcome']].includes('CREATED');
  const what = isNew ? `created ${noun} ${String(written)}` : `changed ${noun} ${String(written)}`;
  const message = `the service ${what} instead of changing ${noun} ${id}`;
  const hint = `compare them: reach ${plural} show ${id}, reach ${plural} show ${String(written)}`;
  throw new OtherEffectError('other_record', { method, path, message, hint });
}

interface MergeUpdate extends MergeItem {
  readonly fields: JsonObject;
  readonly names: SearchFields;
}

const TEXT_MAX = 60;

function displayed(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}

const isField = (value: unknown): value is FieldDescriptor => isObject(value) && typeof value['id'] === 'string';

/** What is sent, checked. Throws ApiError before anything is written. */
async function planned(host: MergeHost, id: number, fields: JsonObject): Promise<MergeUpdate> {
  const { call, entity } = host;
  const { data } = await call(entity.routes.fields);
  const lists = isObject(data) ? Object.values(data) : [data];
  const known = (lists.find((one): one is unknown[] => Array.isArray(one)) ?? []).filter(isField);
  const names = new SearchFields(entity.name, known);
  // Custom fields are given by name; a service may list them under ids of its own.
  const labels = new Map(
    known.filter((field) => field.fieldType !== 'STANDARD').map(({ id: own, label }) => [own, label]),
  );
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [labels.get(name) ?? name, value]));
  return { ...(await mergeItemOf(host, id, sent)), fields: sent, names };
}

function missedOf({ fields, names, before }: MergeUpdate, record: JsonObject): MissedEdit[] {
  return Object.entries(fields).flatMap(([path, wanted]): MissedEdit[] => {
    const found = names.shown(record, path);
    if (found === undefined) return [{ path, wanted, found, is: 'hidden' }];
    const isText = typeof wanted === 'string' || typeof wanted === 'number' || typeof wanted === 'boolean';
    if (isText ? likenessOf(path, found, wanted) !== 'different' : JSON.stringify(found) === JSON.stringify(wanted))
      return [];
    const isAsBefore = JSON.stringify(names.shown(before, path)) === JSON.stringify(found);
    return [{ path, wanted, found, is: isAsBefore ? 'lost' : 'other' }];
  });
}

/** The record now. Throws OtherEffectError where a value of the change is not in it. */
async function readBack(host: MergeHost, plan: MergeUpdate, note: RequestContext['note']): Promise<JsonObject> {
  const { entity, route, call } = host;
  const { id, fields, names } = plan;
  let record: JsonObject;
  try {
    record = await recordOf(host, id);
    const isHidden = Object.keys(fields).some((name) => names.shown(record, name) === undefined);
    const asked = names.toShow([Object.fromEntries(Object.keys(fields).map((name) => [name, '']))]);
    if (isHidden && entity.name === 'CONTACT' && asked.length > 0) {
      const found = searchPages(call, 'contacts', { include: { id: [id] }, fields: asked }, { limit: 1 });
      for await (const more of found) if (more['id'] === id) record = { ...more, ...record };
    }
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NetworkError || error instanceof ReplyError)) throw error;
    // The write was done.
    note(`${entity.noun} ${id} was changed; it could not be read back to compare it: ${error.message}`);
    return { id };
  }
  const effects = missedOf(plan, record);
  const hidden = effects.filter(({ is }) => is === 'hidden').map(({ path }) => path);
  if (hidden.length > 0) note(`not compared, for the service does not show it: ${hidden.join(', ')}`);
  const missed = effects.filter(({ is }) => is !== 'hidden');
  if (missed.length > 0) {
    const places = missed.map(
      ({ path, wanted, found, is }) =>
        `${path} is ${is === 'lost' ? 'still ' : ''}${displayed(found)}, not ${displayed(wanted)}`,
    );
    throw new OtherEffectError('not_applied', {
      method: route.method,
      path: route.path,
      message: `the service accepted the change of ${entity.noun} ${id}, but ${places.join('; ')}`,
      hint: 'the rest was changed; make this change in the web app',
      details: { effects: missed },
    });
  }
  return { ...record, id: getOwn(record, 'id') ?? id };
}

/** `PATCH /v1/contacts/{contactId}` and `PATCH /v1/companies/{companyId}`. */
export const updateByMerging: DocumentedWrite = async ({ call, note }, route, { params = {}, body }) => {
  const entity = 'contactId' in params ? MERGED.CONTACT : MERGED.COMPANY;
  const host: MergeHost = { call, entity, route };
  const id = Number(getOwn(params, entity.idParam));
  const plan = await planned(host, id, objectIn(body));
  const bulk = { route: entity.routes.bulkCreate, input: { body: { [entity.plural]: [plan.item] } } };
  const send = async (): Promise<Reply> => {
    const reply = await call(bulk.route, bulk.input);
    assertMerged(host, id, reply.data, 0);
    const data = await readBack(host, plan, note);
    return { ...reply, data, envelope: { data } };
  };
  return { requests: [bulk], send };
};

// Members of a list by the create that merges, which takes the id of a list with each item: for a service that shows no path
// for members. Before and after, a search shows who is on the list.

async function onList({ call, entity }: MergeHost, listId: unknown, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const some of batchesOf(ids, LIMITS.bulkItems)) {
    const include = { [entity.listFilter]: [listId], id: some };
    for await (const { id } of searchPages(call, entity.plural, { include })) if (typeof id === 'number') found.add(id);
  }
  return found;
}

/** Of those that were sent. Where they cannot be looked up any more, all: the service took them. */
async function foundAfter(
  host: MergeHost,
  listId: unknown,
  sent: readonly number[],
  note: RequestContext['note'],
): Promise<ReadonlySet<number>> {
  try {
    return sent.length === 0 ? new Set() : await onList(host, listId, sent);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NetworkError || error instanceof ReplyError)) throw error;
    note(`members were added to list ${String(listId)}; they could not be looked up afterwards: ${error.message}`);
    return new Set(sent);
  }
}

/** Whether it concerns one record, and the others can be done. */
const isOfOne = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409, 422].includes(error.status);

/**
 * `POST /v1/lists/{listId}/members`. Whom it could not add is in the data beside the counts, with why; where only one is asked for,
 * that is thrown before anything is written.
 */
export const membersByMerging: DocumentedWrite = async ({ call, maxItems, note }, route, { params = {}, body }) => {
  const { contactIds, companyIds } = objectIn(body);
  const entity = contactIds === undefined ? MERGED.COMPANY : MERGED.CONTACT;
  const host: MergeHost = { call, entity, route };
  const listId = getOwn(params, 'listId');
  const ids = [contactIds ?? companyIds].flat().map(Number);
  const present = await onList(host, listId, ids);
  const items: MergeItem[] = [];
  const failed: NotAdded[] = [];
  for (const id of ids.filter((one) => !present.has(one))) {
    try {
      const found = await mergeItemOf(host, id, {});
      items.push({ ...found, item: { ...found.item, listId } });
    } catch (error) {
      if (!isOfOne(error) || ids.length === 1) throw error;
      failed.push({ id, error: error.message });
    }
  }
  const { bulkCreate } = entity.routes;
  const batches = [...batchesOf(items, maxItems(bulkCreate, entity.plural, LIMITS.bulkItems))];
  const requests = batches.map((some) => ({
    route: bulkCreate,
    input: { body: { [entity.plural]: some.map(({ item }) => item) } },
  }));
  const send = async (): Promise<Reply> => {
    for (const [at, some] of batches.entries()) {
      let data: unknown;
      try {
        ({ data } = await call(bulkCreate, requests[at]?.input));
      } catch (error) {
        // What was sent before stays done.
        if (at === 0 || !(error instanceof ApiError) || error.status >= 500) throw error;
        for (const { id } of batches.slice(at).flat()) failed.push({ id, error: error.message });
        break;
      }
      for (const [index, { id }] of some.entries()) {
        try {
          assertMerged(host, id, data, index);
        } catch (error) {
          if (!isOfOne(error)) throw error;
          failed.push({ id, error: error.message });
        }
      }
    }
    const sent = items.map(({ id }) => id).filter((id) => !failed.some((one) => one.id === id));
    const added = await foundAfter(host, listId, sent, note);
    for (const id of sent.filter((one) => !added.has(one))) {
      const error = `the service took ${entity.noun} ${id}, and a search does not find it on list ${String(listId)}`;
      failed.push({ id, error });
    }
    const counts = { listId, added: added.size, alreadyPresent: present.size };
    const data = { ...counts, ...(failed.length > 0 && { failed }) };
    return { status: 200, headers: {}, requestId: undefined, data, envelope: { data } };
  };
  return { requests, send };
};
