// Signals of contacts, companies and lists. Signals call contacts LEADs.

import { type EntityName, WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import type { Context } from '../../core/context.ts';
import { type Membership, withoutMembers } from '../lists/queries/lists.ts';
import { hasListeners, kindsWithListeners } from '../workflows/queries/triggers.ts';
import { emitSignal } from '../workflows/triggers/emit-signal.ts';
import { customFields } from './queries/fields.ts';

const CREATED = { CONTACT: 'LEAD_CREATED', COMPANY: 'COMPANY_CREATED' } as const;
const CHANGED = { CONTACT: 'LEAD_PROPERTY_UPDATED', COMPANY: 'COMPANY_PROPERTY_UPDATED' } as const;
const ADDED = { CONTACT: 'LEAD_ADDED_TO_LIST', COMPANY: 'COMPANY_ADDED_TO_LIST' } as const;

interface WrittenRecords {
  readonly entity: EntityName;
  readonly added: readonly Pick<PendingRecord, 'id'>[];
  readonly changed: readonly Pick<PendingRecord, 'id' | 'changedFields'>[];
}

/** One question, where no workflow listens. */
export async function signalWritten(context: Context, written: readonly WrittenRecords[]): Promise<void> {
  const { tx, principal } = context;
  const kinds = written.flatMap(({ entity, added, changed }) => [
    ...(added.length > 0 ? [CREATED[entity]] : []),
    ...(changed.length > 0 ? [CHANGED[entity]] : []),
  ]);
  const listened = kinds.length === 0 ? new Set() : await kindsWithListeners(tx, principal.workspaceId, kinds);
  for (const { entity, added, changed } of written) {
    const ids = added.map(({ id }) => id);
    if (listened.has(CREATED[entity])) await signalCreated(context, entity, ids);
    if (listened.has(CHANGED[entity])) await signalChanged(context, entity, changed);
  }
}

async function signalCreated(context: Context, entity: EntityName, ids: readonly number[]): Promise<void> {
  await emitSignal(context, { kind: CREATED[entity], entity: WORKFLOW_ENTITY[entity], ids });
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
  const groups = new Map<string, { fields: string[]; ids: number[] }>();
  for (const { id, changedFields } of drafts) {
    if (!changedFields?.length) continue;
    const fields = [...new Set(changedFields.map((field) => nameOf.get(field) ?? field))].sort();
    const name = JSON.stringify(fields);
    const group = groups.get(name);
    if (group) group.ids.push(id);
    else groups.set(name, { fields, ids: [id] });
  }
  for (const { fields, ids } of groups.values()) {
    await emitSignal(context, { kind, entity: WORKFLOW_ENTITY[entity], ids, details: { fields } });
  }
}

/** One signal per list, for records that are not on it yet: call it before they are added. */
export async function signalAdded(context: Context, entity: EntityName, members: readonly Membership[]) {
  const kind = ADDED[entity];
  if (members.length === 0 || !(await hasListeners(context.tx, context.principal.workspaceId, kind))) return;
  const lists = new Map<number, Set<number>>();
  for (const { listId, memberId } of await withoutMembers(context.tx, members)) {
    const ids = lists.get(listId) ?? new Set();
    lists.set(listId, ids.add(memberId));
  }
  for (const [listId, ids] of lists) {
    await emitSignal(context, { kind, entity: WORKFLOW_ENTITY[entity], ids: [...ids], details: { listId } });
  }
}
