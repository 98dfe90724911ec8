// Members of lists, and tags of conversations, put in again and taken out again. Sent as a whole: what is so already, the service
// leaves so.

import { batchesOf } from '../../../contract/batches.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isOfOne } from '../one-by-one.ts';
import { readRecords } from './records.ts';
import { send, type UndoHost } from './undo-kind.ts';
import type { UndoneStep, UndoStep } from './undo-plan.ts';

/** Of a list, or of a conversation. */
export async function sendMembers(host: UndoHost, { change, id, members }: UndoStep): Promise<void> {
  if (id === null) return;
  for (const { of, add, remove } of members) {
    if (of === 'tags') {
      const sender = change.scope === undefined ? {} : { senderIdentityId: change.scope };
      const params = { contactId: id };
      if (remove.length > 0) await send(host, routes.inbox.removeTags, { params, body: { tagIds: remove, ...sender } });
      if (add.length > 0) await send(host, routes.inbox.addTags, { params, body: { tagIds: add, ...sender } });
    }
    if (of !== 'contacts' && of !== 'companies') continue;
    await changeList(host, id, of, 'remove', await there(host, of, remove));
    await changeList(host, id, of, 'add', await there(host, of, add));
  }
}

/** Those that still exist, under the ids that they have now: one that does not would have all refused. */
async function there(host: UndoHost, of: 'contacts' | 'companies', ids: readonly AnyId[]): Promise<AnyId[]> {
  if (ids.length === 0) return [];
  const kind = of === 'contacts' ? 'contact' : 'company';
  const now = ids.map((id) => host.ids.current({ kind, id }) ?? id);
  const found = await readRecords(
    host,
    of,
    now.map((id) => ({ id, change: { kind, id, is: 'updated' } })),
  );
  return now.filter((id) => found.has(String(id)));
}

async function changeList(
  host: UndoHost,
  listId: AnyId,
  of: 'contacts' | 'companies',
  act: 'add' | 'remove',
  ids: readonly AnyId[],
): Promise<void> {
  const route = act === 'add' ? routes.lists.addMembers : routes.lists.removeMembers;
  for (const some of batchesOf(ids, LIMITS.listMembers)) {
    const body = of === 'contacts' ? { contactIds: some } : { companyIds: some };
    await send(host, route, { params: { listId }, body });
  }
}

/** The lists of the records of a batch, each list once. */
export async function sendListMembers(host: UndoHost, steps: readonly UndoneStep[]): Promise<UndoneStep[]> {
  const groups = new Map<
    string,
    { of: 'contacts' | 'companies'; act: 'add' | 'remove'; listId: AnyId; ids: AnyId[] }
  >();
  const note = (step: UndoneStep, act: 'add' | 'remove', lists: readonly AnyId[]) => {
    const of = step.change.kind === 'company' ? 'companies' : 'contacts';
    for (const listId of lists) {
      const key = `${of} ${act} ${listId}`;
      const group = groups.get(key) ?? { of, act, listId, ids: [] };
      groups.set(key, group);
      if (step.id !== null) group.ids.push(step.id);
    }
  };
  for (const step of steps) {
    for (const { of, add, remove } of step.act === 'change' && step.error === undefined ? step.members : []) {
      if (of !== 'lists') continue;
      note(step, 'remove', remove);
      note(step, 'add', add);
    }
  }
  const errors = new Map<AnyId, string>();
  for (const { of, act, listId, ids } of groups.values()) {
    try {
      await changeList(host, listId, of, act, ids);
    } catch (error) {
      if (!isOfOne(error)) throw error;
      for (const id of ids) errors.set(id, error.message);
    }
  }
  return steps.map((step) => {
    const error = step.id === null ? undefined : errors.get(step.id);
    return error === undefined ? step : { ...step, error };
  });
}
