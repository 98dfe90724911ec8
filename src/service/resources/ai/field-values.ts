// Values of one added field on every record that has one.

import type { Entity } from '../../../rules/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { markChanged, pendingRecord } from '../records/pending-record.ts';
import { idsWithProperty, recordsById, writeRecords } from '../records/queries/records.ts';

const SHAPE = { CONTACT: CONTACTS, COMPANY: COMPANIES } as const;

const CLEAR_FIELD_JOB = 'field-values.clear';

/** Records of one slice: some 25 ms. */
const AT_ONCE = 200;

/** Which values go: those kept under `key`, of records after an id. */
export interface Clearing {
  readonly entity: Entity;
  readonly key: string;
  readonly after: number;
}

/**
 * Takes the values of a field away that is gone. Nobody sees them from now on, for no field has their key; where there are
 * many, a job goes on until the last is out of its record and out of full text.
 */
export async function clearField(context: Context, entity: Entity, key: string): Promise<void> {
  const rest = await clearSlice(context, { entity, key, after: 0 });
  if (rest === null) return;
  const { tx, principal, now } = context;
  const payload = { ...rest };
  await enqueueJob(tx, {
    workspaceId: principal.workspaceId,
    kind: CLEAR_FIELD_JOB,
    key: `${entity} ${key}`,
    dueAt: now,
    payload,
  });
}

/** One slice of it; what is left, or null when that was all. */
export async function clearSlice({ tx, principal, now }: Context, clearing: Clearing): Promise<Clearing | null> {
  const { entity, key, after } = clearing;
  const shape = SHAPE[entity];
  const ids = await idsWithProperty(tx, shape, principal.workspaceId, key, { after, most: AT_ONCE });
  const changed = (await recordsById(tx, shape, principal.workspaceId, ids)).map(pendingRecord);
  for (const draft of changed) {
    draft.properties.delete(key);
    markChanged(draft, now);
  }
  await writeRecords(tx, shape, principal.workspaceId, { added: [], changed });
  const last = ids.at(-1);
  return last === undefined || ids.length < AT_ONCE ? null : { ...clearing, after: last };
}

/** What a job was queued with. Throws for a payload that is none of ours. */
export function clearingOf(payload: Readonly<Record<string, unknown>>): Clearing {
  const { entity, key, after } = payload;
  if ((entity === 'CONTACT' || entity === 'COMPANY') && typeof key === 'string' && typeof after === 'number') {
    return { entity, key, after };
  }
  throw new Error('a job to clear a field names no field');
}
