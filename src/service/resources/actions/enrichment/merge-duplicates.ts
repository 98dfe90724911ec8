// Merges contacts that turn out to have the same profile: the oldest one stays and gets missing values and the history of
// the others.

import { networkPageKey } from '../../../../rules/records/addresses.ts';
import { deleteContact } from '../../contacts/delete.ts';
import { moveHistory, moveMemberships, sharedProfiles } from '../../contacts/queries/same-profile.ts';
import { type Batch, type Changes, textOf } from './batch.ts';

/** The batch must have been saved. */
export async function mergeDuplicates(batch: Batch, ids: readonly number[]): Promise<void> {
  const { context } = batch;
  const { tx, principal } = context;
  const keys = ids.flatMap(
    (id) => networkPageKey('CONTACT', textOf(batch.get('CONTACT', id), 'networkProfileUrl')) ?? [],
  );
  for (const [, [oldest, ...younger]] of await sharedProfiles(tx, principal.workspaceId, new Set(keys))) {
    if (oldest === undefined) continue;
    await batch.read('CONTACT', [oldest, ...younger]);
    for (const id of younger) await mergeInto(batch, oldest, id);
  }
}

async function mergeInto(batch: Batch, oldestId: number, id: number): Promise<void> {
  const { tx, principal } = batch.context;
  const [oldest, duplicate] = [batch.get('CONTACT', oldestId), batch.get('CONTACT', id)];
  if (oldest === null || duplicate === null) return;
  const missing: Changes = Object.fromEntries([...duplicate.standard].filter(([name]) => !oldest.standard.has(name)));
  batch.set('CONTACT', oldest, missing);
  for (const [key, value] of duplicate.properties) if (!oldest.properties.has(key)) oldest.properties.set(key, value);
  if (oldest.companyId === null && duplicate.companyId !== null) batch.link(oldest, duplicate.companyId);
  oldest.isChanged = true;
  await batch.save();
  await moveMemberships(tx, principal.workspaceId, id, oldestId);
  await moveHistory(tx, principal.workspaceId, id, oldestId);
  await deleteContact(batch.context, id);
}
