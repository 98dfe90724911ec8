// Contacts that turn out to have the same profile become one: the oldest stays, with what it lacked from the others
// and with everything that happened to them.

import { networkUrlKey } from '../../../../rules/records/addresses.ts';
import { deleteContact } from '../../contacts/delete.ts';
import { moveHistory, moveMemberships, sharedProfiles } from '../../contacts/queries/same-profile.ts';
import { type Batch, type Changes, textOf } from './batch.ts';

/** After the batch was saved. */
export async function mergeDuplicates(batch: Batch, ids: readonly number[]): Promise<void> {
  const { context } = batch;
  const { tx, principal } = context;
  const keys = ids.flatMap((id) => networkUrlKey(textOf(batch.get('CONTACT', id), 'networkProfileUrl')) ?? []);
  for (const [, [oldest, ...younger]] of await sharedProfiles(tx, principal.workspaceId, new Set(keys))) {
    if (oldest === undefined) continue;
    await batch.read('CONTACT', [oldest, ...younger]);
    for (const id of younger) await mergeInto(batch, oldest, id);
  }
}

async function mergeInto(batch: Batch, oldestId: number, id: number): Promise<void> {
  const { tx, principal } = batch.context;
  const [oldest, double] = [batch.get('CONTACT', oldestId), batch.get('CONTACT', id)];
  if (oldest === null || double === null) return;
  const lacking: Changes = Object.fromEntries([...double.standard].filter(([name]) => !oldest.standard.has(name)));
  batch.set('CONTACT', oldest, lacking);
  for (const [key, value] of double.properties) if (!oldest.properties.has(key)) oldest.properties.set(key, value);
  if (oldest.companyId === null && double.companyId !== null) batch.link(oldest, double.companyId);
  oldest.isChanged = true;
  await batch.save();
  await moveMemberships(tx, principal.workspaceId, id, oldestId);
  await moveHistory(tx, principal.workspaceId, id, oldestId);
  await deleteContact(batch.context, id);
}
