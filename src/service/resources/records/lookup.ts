import type { EntityName } from '../../../contract/entities.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type RecordShape, recordsById } from './queries/records.ts';

const NOUN: Readonly<Record<EntityName, string>> = { CONTACT: 'contact', COMPANY: 'company' };

/** Throws Refusal `not_found`, also for a record of another workspace: its existence is not disclosed. */
export async function requireRecord({ tx, principal }: Context, shape: RecordShape, id: number): Promise<StoredRecord> {
  const [stored] = await recordsById(tx, shape, principal.workspaceId, [id]);
  if (!stored) throw new Refusal('not_found', `There is no ${NOUN[shape.entity]} ${id}`);
  return stored;
}
