// Keys that records were stored with by older rules: in a store, or a snapshot, of an earlier version.

import { areKeysOutdated, markKeysCurrent } from '../../core/queries/settings.ts';
import type { Tx } from '../../core/store.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { remakeKeys } from './queries/records.ts';

/** Makes them again, where a migration says that the rules have changed. */
export async function updateOutdatedKeys(tx: Tx): Promise<void> {
  if (!(await areKeysOutdated(tx))) return;
  for (const shape of [CONTACTS, COMPANIES]) await remakeKeys(tx, shape);
  await markKeysCurrent(tx);
}
