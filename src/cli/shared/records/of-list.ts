// The records of one list. The interface shows one way to them: the search, filtered by the list.

import type { Listing, ListOptions } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../app/session.ts';
import { valueAt } from '../../output/formats/cells.ts';
import { filtered } from '../limit/filtered.ts';
import { ignored, isHonoured, NO_ID } from '../limit/honoured.ts';
import type { Entity } from './kind.ts';

interface RecordsOfList {
  readonly listId: number | undefined;
  readonly fields: readonly string[] | undefined;
  readonly actionsId?: AnyId | undefined;
}

/**
 * How to list records, of one list or of all. A search of companies takes no `fields`, and none takes a run: then the
 * search tells which records are on the list, and they are picked from the whole.
 */
export async function recordListing(
  session: Session,
  entity: Entity,
  { listId, fields, actionsId }: RecordsOfList,
): Promise<(options: ListOptions) => Listing<unknown>> {
  const { call } = await session.client();
  const signal = session.io.interrupt;
  if (actionsId !== undefined) {
    const ask = () => entity.list(call, { actionsId: NO_ID }, { limit: 1, signal });
    if (!(await isHonoured(session, ask))) throw ignored(`actionsId of GET ${entity.routes.list.path}`);
  }
  const list = (options: ListOptions) => entity.list(call, { fields, actionsId }, options);
  if (listId === undefined) return list;
  const include = { [entity.listFilter]: [listId] };
  const isSearchable = actionsId === undefined && (fields === undefined || entity.kind === 'CONTACT');
  if (isSearchable) return (options) => entity.search(call, { include, fields }, options);
  const members = new Set<string>();
  for await (const record of entity.search(call, { include }, { signal })) members.add(String(valueAt(record, 'id')));
  // A run that the service does not know is no filter made here: a refusal of it stands.
  const strict = ({ filtersItself: _, ...options }: ListOptions) => list(options);
  return (options) => filtered(strict, { '': (record) => members.has(String(valueAt(record, 'id'))) }, options);
}
