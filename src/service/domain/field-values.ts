// Values of one added field on every record that has one.

import type { Entity } from '../../rules/fields.ts';
import { COMPANIES } from '../store/companies.ts';
import { CONTACTS } from '../store/contacts.ts';
import { idsWithProperty, recordsById, writeRecords } from '../store/records.ts';
import type { Context } from './context.ts';
import { draftOf, touch } from './draft.ts';

const SHAPE = { CONTACT: CONTACTS, COMPANY: COMPANIES } as const;

/** So that a large store is never in memory as a whole. */
const AT_ONCE = 500;

/** Takes the value away wherever there is one. `key`: what records keep it under. */
export async function clearField({ tx, who, now }: Context, entity: Entity, key: string): Promise<void> {
  const shape = SHAPE[entity];
  for (let after = 0; ; ) {
    const ids = await idsWithProperty(tx, shape, who.workspaceId, key, { after, most: AT_ONCE });
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    const changed = (await recordsById(tx, shape, who.workspaceId, ids)).map(draftOf);
    for (const draft of changed) {
      draft.properties.delete(key);
      touch(draft, now);
    }
    await writeRecords(tx, shape, who.workspaceId, { added: [], changed });
  }
}
