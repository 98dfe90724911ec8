// The records of one list. The interface shows one way to them: the search, filtered by the list.

import { type Listing, type ListOptions, picked } from '../../../client/answers/listing.ts';
import type { Call } from '../../../client/api.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { valueAt } from '../../terminal/formats/cells.ts';
import type { RecordType, SearchInput } from './kind.ts';

interface WantedRecords {
  readonly listId: number | undefined;
  /** Of a search; none for all records. */
  readonly filters?: Pick<SearchInput, 'search' | 'include' | 'exclude'>;
  readonly fields: readonly string[] | undefined;
  readonly actionsId?: AnyId | undefined;
}

/**
 * How to list records: of one list, of a search, or all. A search of companies takes no `fields`, and none takes a run: then the
 * search tells which records are on the list, and they are picked from the whole.
 */
export async function recordListing(
  call: Call,
  entity: RecordType,
  { listId, filters, fields, actionsId }: WantedRecords,
  signal: AbortSignal,
): Promise<(options: ListOptions) => Listing<unknown>> {
  const list = (options: ListOptions) => entity.list(call, { fields, actionsId }, options);
  if (listId === undefined && filters === undefined) return list;
  const onList = listId === undefined ? {} : { [entity.listFilter]: [listId] };
  const wanted = { ...filters, include: { ...filters?.include, ...onList } };
  const isSearchable = actionsId === undefined && (fields === undefined || entity.kind === 'CONTACT');
  if (isSearchable) return (options) => entity.search(call, { ...wanted, fields }, options);
  const members = new Set<string>();
  for await (const record of entity.search(call, wanted, { signal })) members.add(String(valueAt(record, 'id')));
  return (options) => picked(list, (record) => members.has(String(valueAt(record, 'id'))), options);
}
