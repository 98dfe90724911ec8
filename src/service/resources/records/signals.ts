// Signals of contacts, companies and lists. Signals call contacts LEADs.

import { type EntityName, WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import { groupBy } from '../../../contract/group-by.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../core/context.ts';
import { type Membership, withoutMembers } from '../lists/queries/lists.ts';
import { hasListeners, kindsWithListeners } from '../workflows/queries/triggers.ts';
import { emitSignal } from '../workflows/triggers/emit-signal.ts';
import { customFields } from './queries/fields.ts';
import type { RecordShape } from './queries/records.ts';

const CREATED = { CONTACT: 'LEAD_CREATED', COMPANY: 'COMPANY_CREATED' } as const;
const CHANGED = { CONTACT: 'LEAD_PROPERTY_UPDATED', COMPANY: 'COMPANY_PROPERTY_UPDATED' } as const;
const ADDED = { CONTACT: 'LEAD_ADDED_TO_LIST', COMPANY: 'COMPANY_ADDED_TO_LIST' } as const;

/** Records of one kind, those that are new and those that were changed. */
export interface WrittenRecords {
  readonly shape: RecordShape;
  readonly added: readonly PendingRecord[];
  readonly changed: readonly PendingRecord[];
}

/** One question, where no workflow listens. */
export async function signalWritten(context: Context, written: readonly WrittenRecords[]): Promise<void> {
  const { tx, principal } = context;
  const kinds = written.flatMap(({ shape: { entity }, added, changed }) => [
    ...(added.length > 0 ? [CREATED[entity]] : []),
    ...(changed.length > 0 ? [CHANGED[entity]] : []),
  ]);
  const listened = kinds.length === 0 ? new Set() : await kindsWithListeners(tx, principal.workspaceId, kinds);
  for (const { shape, added, changed } of written) {
    const { entity } = shape;
    const created = { kind: CREATED[entity], entity: WORKFLOW_ENTITY[entity], ids: added.map(({ id }) => id) };
    if (listened.has(CREATED[entity])) await emitSignal(context, created);
    if (listened.has(CHANGED[entity])) await signalChanged(context, entity, changed);
  }
}

/** One signal per set of changed fields: `details.fields` applies to all of its records, and names them as triggers do. */
export async function signalChanged(
  context: Context,
  entity: EntityName,
  drafts: readonly Pick<PendingRecord, 'id' | 'changedFields'>[],
): Promise<void> {
  const kind = CHANGED[entity];
  const { tx, principal } = context;
  if (drafts.length === 0 || !(await hasListeners(tx, principal.workspaceId, kind))) return;
  const customs = (await customFields(tx, principal.workspaceId)).filter((field) => field.entity === entity);
  const nameOf = new Map(customs.map(({ key, name }) => [key, name]));
  const changes = drafts.flatMap(({ id, changedFields }) => {
    const fields = [...new Set(changedFields?.map((field) => nameOf.get(field) ?? field))].sort();
    return fields.length === 0 ? [] : [{ id, fields }];
  });
  for (const same of groupBy(changes, ({ fields }) => JSON.stringify(fields)).values()) {
    const [ids, details] = [same.map(({ id }) => id), { fields: same[0]?.fields ?? [] }];
    await emitSignal(context, { kind, entity: WORKFLOW_ENTITY[entity], ids, details });
  }
}

/** One signal per list, for records that are not on it yet: call it before they are added. */
export async function signalAdded(context: Context, entity: EntityName, members: readonly Membership[]) {
  const kind = ADDED[entity];
  if (members.length === 0 || !(await hasListeners(context.tx, context.principal.workspaceId, kind))) return;
  for (const [listId, added] of groupBy(await withoutMembers(context.tx, members), (one) => one.listId)) {
    const ids = [...new Set(added.map(({ memberId }) => memberId))];
    await emitSignal(context, { kind, entity: WORKFLOW_ENTITY[entity], ids, details: { listId } });
  }
}
