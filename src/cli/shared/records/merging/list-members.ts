// Members of a list by the create that merges, which takes the id of a list with each item: for a service that shows no path
// for members. Before and after, a search shows who is on the list.

import { ApiError } from '../../../../client/errors.ts';
import { batchesOf } from '../../../../contract/batches.ts';
import { isObject } from '../../../../contract/json.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { CliError } from '../../../terminal/exit.ts';
import { NoDocumentedWay } from '../../documented-way/by-documented-way.ts';
import { type MergeHost, type MergeItem, mergeItemOf } from './merge-item.ts';
import { assertMerged, bulkOf } from './merge-update.ts';

export interface NotAdded {
  readonly id: number;
  readonly error: string;
}

export interface PlannedMembers {
  readonly present: ReadonlySet<number>;
  readonly items: readonly MergeItem[];
  readonly failed: readonly NotAdded[];
}

async function onList(host: MergeHost, listId: number, ids: readonly number[]): Promise<Set<number>> {
  const { client, entity, signal } = host;
  const found = new Set<number>();
  for (const some of batchesOf(ids, LIMITS.bulkItems)) {
    const include = { [entity.listFilter]: [listId], id: some };
    for await (const record of entity.search(client.call, { include }, { signal }))
      if (isObject(record) && typeof record['id'] === 'number') found.add(record['id']);
  }
  return found;
}

/**
 * The items that find these records and no other. A record that cannot be distinguished from others fails alone; where only one is
 * asked for, that is thrown, unless `isEachApart`.
 */
export async function planMembers(
  host: MergeHost,
  listId: number,
  ids: readonly number[],
  isEachApart = false,
): Promise<PlannedMembers> {
  const present = await onList(host, listId, ids);
  const absent = ids.filter((id) => !present.has(id));
  const items: MergeItem[] = [];
  const failed: NotAdded[] = [];
  for (const id of absent) {
    try {
      const found = await mergeItemOf(host, id, {});
      items.push({ ...found, item: { ...found.item, listId } });
    } catch (error) {
      const isOfOne = error instanceof NoDocumentedWay || (error instanceof ApiError && error.status === 404);
      if (!isOfOne || (absent.length === 1 && !isEachApart)) throw error;
      failed.push({ id, error: error.message });
    }
  }
  return { present, items, failed };
}

/** Sends them, and looks: who was added, and who was not, with why. */
export async function sendMembers(
  host: MergeHost,
  listId: number,
  { items, failed: before }: PlannedMembers,
  most: number = LIMITS.bulkItems,
): Promise<{ readonly added: ReadonlySet<number>; readonly failed: readonly NotAdded[] }> {
  const { client, entity, signal } = host;
  const failed = [...before];
  for (const some of batchesOf(items, most)) {
    const body = bulkOf(
      host,
      some.map(({ item }) => item),
    );
    const { data } = await client.call(entity.routes.bulkCreate, body, { signal });
    for (const [index, { id }] of some.entries()) {
      try {
        assertMerged(entity, id, data, index);
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        failed.push({ id, error: error.message });
      }
    }
  }
  const sent = items.map(({ id }) => id).filter((id) => !failed.some((one) => one.id === id));
  const added = sent.length === 0 ? new Set<number>() : await onList(host, listId, sent);
  for (const id of sent.filter((one) => !added.has(one)))
    failed.push({
      id,
      error: `the service took ${entity.noun} ${id}, and a search does not find it on list ${listId}`,
    });
  return { added, failed };
}
