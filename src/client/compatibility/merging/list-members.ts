// Members of a list by the create that merges, which takes the id of a list with each item: for a service that shows no path
// for members. Before and after, a search shows who is on the list.

import { batchesOf } from '../../../contract/batches.ts';
import { getOwn, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { searchPages } from '../../answers/pages.ts';
import type { Reply } from '../../answers/reply.ts';
import { ApiError, ReplyError } from '../../errors.ts';
import { NetworkError } from '../../transport/transport.ts';
import type { DocumentedWrite, RequestContext } from '../fitted-request.ts';
import type { NotAdded } from '../not-added.ts';
import { MERGED, type MergeHost, type MergeItem, mergeItemOf } from './merge-item.ts';
import { assertMerged } from './record-update.ts';

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
