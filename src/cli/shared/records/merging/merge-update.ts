// A record changed by the create that merges, and read back: the interface does not say that merging overwrites.

import type { SendOptions } from '../../../../client/api.ts';
import { getOwn, isObject, type JsonObject } from '../../../../contract/json.ts';
import type { MissedEdit } from '../../../../rules/effects.ts';
import { CliError } from '../../../terminal/exit.ts';
import { harmless } from '../../../terminal/formats/cells.ts';
import { isField } from '../columns.ts';
import { type Entity, rowsOf } from '../entity.ts';
import { SearchFields } from '../search-fields.ts';
import { likenessOf } from '../spellings.ts';
import { type MergeHost, type MergeItem, mergeItemOf } from './merge-item.ts';

// What the create answers about an item that was to merge.

/** Throws for an item that was refused, and for one that another record, or a new one, was made of. */
export function assertMerged({ noun, plural }: Entity, id: number, data: unknown, index: number): void {
  const results = isObject(data) && Array.isArray(data['results']) ? data['results'].filter(isObject) : [];
  const result = results.find((one) => one['index'] === index) ?? results[index];
  // An answer that says nothing of it: what is read back afterwards decides.
  if (result === undefined) return;
  if (result['success'] === false) {
    const { error } = result;
    const why = isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'refused by the service';
    throw new CliError('refused', 'invalid', harmless(why));
  }
  const record = getOwn(result, noun);
  const written = isObject(record) ? record['id'] : undefined;
  if (written === undefined || written === id) return;
  const isNew = isObject(record) && [record['contactOutcome'], record['outcome']].includes('CREATED');
  const what = isNew ? `created ${noun} ${String(written)}` : `changed ${noun} ${String(written)}`;
  throw new CliError('conflict', 'other_record', harmless(`the service ${what} instead of changing ${noun} ${id}`), {
    hint: `compare them: reach ${plural} show ${id}, reach ${plural} show ${harmless(String(written))}`,
  });
}

interface MergeUpdate extends MergeItem {
  readonly fields: JsonObject;
  readonly names: SearchFields;
}

/** What is sent, checked. Throws NoDocumentedWay before anything is written. */
export async function planMerge(host: MergeHost, id: number, fields: JsonObject): Promise<MergeUpdate> {
  const { client, entity } = host;
  const known = rowsOf(await entity.fields(client.api)).filter(isField);
  const names = new SearchFields(entity.name, known);
  // Custom fields are given by name; a service may list them under ids of its own.
  const labels = new Map(
    known.filter((field) => field.fieldType !== 'STANDARD').map(({ id: own, label }) => [own, label]),
  );
  const sent = Object.fromEntries(Object.entries(fields).map(([name, value]) => [labels.get(name) ?? name, value]));
  return { ...(await mergeItemOf(host, id, sent)), fields: sent, names };
}

export const bulkOf = ({ entity }: Pick<MergeHost, 'entity'>, items: readonly JsonObject[]) => ({
  body: { [entity.plural]: [...items] },
});

/** Sends it. Throws CliError where the service did something else. */
export async function sendMerge(host: MergeHost, { id, item }: MergeItem, options: SendOptions = {}): Promise<void> {
  const { client, entity, signal } = host;
  const { data } = await client.call(entity.routes.bulkCreate, bulkOf(host, [item]), { signal, ...options });
  assertMerged(entity, id, data, 0);
}

/** The record now, and what of the change is not in it. */
export async function readBack(host: MergeHost, { id, before, fields, names }: MergeUpdate) {
  const { client, entity, signal } = host;
  let record: JsonObject = await entity.get(client.api, id);
  const hidden = Object.keys(fields).some((name) => names.shown(record, name) === undefined);
  const asked = names.toShow([Object.fromEntries(Object.keys(fields).map((name) => [name, '']))]);
  if (hidden && entity.name === 'CONTACT' && asked.length > 0) {
    const found = entity.search(client.call, { include: { id: [id] }, fields: asked }, { limit: 1, signal });
    for await (const more of found) if (isObject(more) && more['id'] === id) record = { ...more, ...record };
  }
  const missed = Object.entries(fields).flatMap(([path, wanted]): MissedEdit[] => {
    const found = names.shown(record, path);
    if (found === undefined) return [{ path, wanted, found, is: 'hidden' }];
    const isText = typeof wanted === 'string' || typeof wanted === 'number' || typeof wanted === 'boolean';
    if (isText ? likenessOf(path, found, wanted) !== 'different' : JSON.stringify(found) === JSON.stringify(wanted))
      return [];
    const isAsBefore = JSON.stringify(names.shown(before, path)) === JSON.stringify(found);
    return [{ path, wanted, found, is: isAsBefore ? 'lost' : 'other' }];
  });
  return { record: { ...record, id: getOwn(record, 'id') ?? id }, missed };
}
