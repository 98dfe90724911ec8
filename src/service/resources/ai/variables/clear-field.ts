import type { EntityName } from '../../../../contract/entities.ts';
import { editableRecord, markChanged } from '../../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';
import { RECORD_SHAPES } from '../../records/queries/predicates.ts';
import { idsWithProperty, recordsById, writeRecords } from '../../records/queries/records.ts';

const CLEAR_FIELD_JOB = 'field-values.clear';

/** Records in one slice, some 25 ms. */
const BATCH = 200;

/** The values to delete: those stored under `key`, of records after an id. */
export interface FieldClearing {
  readonly entity: EntityName;
  readonly key: string;
  readonly after: number;
}

/**
 * Deletes the values of a deleted field. No field has their key any more, so they are invisible at once; if there are
 * many, a job removes the rest from records and full text.
 */
export async function clearField(context: Context, entity: EntityName, key: string): Promise<void> {
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

/** Deletes one slice; returns what is left, null for nothing. */
export async function clearSlice(
  { tx, principal, now }: Context,
  clearing: FieldClearing,
): Promise<FieldClearing | null> {
  const { entity, key, after } = clearing;
  const shape = RECORD_SHAPES[entity];
  const { ids, next } = await idsWithProperty(tx, shape, principal.workspaceId, key, { after, most: BATCH });
  const changed = (await recordsById(tx, shape, principal.workspaceId, ids)).map(editableRecord);
  for (const record of changed) {
    record.properties.delete(key);
    markChanged(record, now);
  }
  await writeRecords(tx, shape, principal.workspaceId, { added: [], changed });
  return next === null ? null : { ...clearing, after: next };
}

/** Reads the payload of the job. */
export function clearingOf(payload: Readonly<Record<string, unknown>>): FieldClearing {
  const { entity, key, after } = payload;
  if ((entity === 'CONTACT' || entity === 'COMPANY') && typeof key === 'string' && typeof after === 'number') {
    return { entity, key, after };
  }
  throw new Error('the payload of a field-values.clear job is not valid');
}
