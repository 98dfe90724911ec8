// Members of a list by the create that merges, which takes the id of a list with each item: for a service that shows no path
// for members. Before and after, a search tells who is on the list.

import { ApiError } from '../../../client/errors.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { CliError, type ExitName } from '../../app/exit.ts';
import { knownMaxItems } from '../../app/service-memory.ts';
import type { Session } from '../../app/session.ts';
import { harmless } from '../../output/formats/cells.ts';
import { membersView } from '../../output/views/lists.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import type { Entity } from '../../shared/records/kind.ts';
import { assertMerged } from '../../shared/records/merging/merge-answer.ts';
import { type MergeHost, type MergeItem, mergeItemOf } from '../../shared/records/merging/merge-item.ts';
import { bulkOf } from '../../shared/records/merging/merge-update.ts';
import { NoShownWay } from '../../shared/shown-way/by-shown-way.ts';

interface Addition {
  readonly listId: number;
  readonly ids: readonly number[];
  readonly isDry: boolean;
  readonly note: () => Promise<void>;
}

interface Failed {
  readonly id: number;
  readonly error: string;
}

function* batchesOf<T>(items: readonly T[], most: number = LIMITS.bulkItems): Generator<T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most);
}

/** Those of the records that are on the list. */
async function onList(host: MergeHost, listId: number, ids: readonly number[]): Promise<Set<number>> {
  const { client, entity, signal } = host;
  const found = new Set<number>();
  for (const some of batchesOf(ids)) {
    const include = { [entity.listFilter]: [listId], id: some };
    for await (const record of entity.search(client.call, { include }, { signal }))
      if (isObject(record) && typeof record['id'] === 'number') found.add(record['id']);
  }
  return found;
}

/** The items that find these records and no other. A record that cannot be told from others fails alone. */
async function itemsOf(host: MergeHost, listId: number, ids: readonly number[], failed: Failed[]) {
  const items: MergeItem[] = [];
  for (const id of ids) {
    try {
      const found = await mergeItemOf(host, id, {});
      items.push({ ...found, item: { ...found.item, listId } });
    } catch (error) {
      const isOfOne = error instanceof NoShownWay || (error instanceof ApiError && error.status === 404);
      if (!isOfOne || ids.length === 1) throw error;
      failed.push({ id, error: error.message });
    }
  }
  return items;
}

async function send(host: MergeHost, items: readonly MergeItem[], most: number, failed: Failed[]): Promise<void> {
  const { client, entity, signal } = host;
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
}

export async function addByMerging(
  session: Session,
  entity: Entity,
  { listId, ids, isDry, note }: Addition,
): Promise<ExitName | void> {
  const host: MergeHost = { client: await session.client(), entity, signal: session.io.interrupt };
  const before = await onList(host, listId, ids);
  const failed: Failed[] = [];
  const absent = ids.filter((id) => !before.has(id));
  const items = await itemsOf(host, listId, absent, failed);
  await note();
  const most = knownMaxItems(session, entity.routes.bulkCreate, entity.plural, LIMITS.bulkItems);
  if (isDry) {
    const bodies = [
      ...batchesOf<JsonObject>(
        items.map(({ item }) => item),
        most,
      ),
    ];
    return await printDryRun(
      session,
      bodies.map((some) => planned(entity.routes.bulkCreate, bulkOf(host, some))),
    );
  }
  await send(host, items, most, failed);
  const sent = items.map(({ id }) => id).filter((id) => !failed.some((one) => one.id === id));
  const after = sent.length === 0 ? new Set<number>() : await onList(host, listId, sent);
  for (const id of sent.filter((one) => !after.has(one)))
    failed.push({
      id,
      error: `the service took ${entity.noun} ${id}, and a search does not find it on list ${listId}`,
    });
  for (const { error } of failed) await session.print.warn(harmless(error));
  const counts = { listId, added: after.size, alreadyPresent: before.size };
  await session.print.record(membersView, { ...counts, ...(failed.length > 0 && { failed }) });
  return failed.length > 0 ? 'bad' : 'done';
}
