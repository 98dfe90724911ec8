// Members of lists, and tags of conversations, put in again and taken out again: those that are not as they were before.

import { collected, everyThread } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import { batchesOf } from '../../../contract/batches.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { membersAmong } from '../../session/history/recorded-members.ts';
import { helpful } from '../approval.ts';
import { isOfOne } from '../one-by-one.ts';
import { readRecords } from './records.ts';
import { send, type UndoHost } from './undo-kind.ts';
import type { UndoneStep, UndoStep } from './undo-plan.ts';

type MemberGroup = 'contacts' | 'companies';

const isMemberGroup = (of: string): of is MemberGroup => of === 'contacts' || of === 'companies';

const groupOf = ({ kind }: UndoStep['change']): MemberGroup => (kind === 'company' ? 'companies' : 'contacts');

/** Which records are in which lists, as far as these steps go; of what the service does not say, null. */
async function listed(host: UndoHost, steps: readonly UndoStep[]) {
  const lists = new Map<string, { readonly of: MemberGroup; readonly list: AnyId; readonly ids: number[] }>();
  const look = (of: MemberGroup, list: AnyId, id: AnyId) => {
    const one = lists.get(`${of}/${list}`) ?? { of, list, ids: [] };
    lists.set(`${of}/${list}`, one);
    if (typeof id === 'number') one.ids.push(id);
  };
  for (const { change, id, members } of steps) {
    if (id === null) continue;
    for (const { of, add, remove } of members)
      for (const one of [...add, ...remove]) {
        if (isMemberGroup(of)) look(of, id, one);
        else if (of === 'lists') look(groupOf(change), one, id);
      }
  }
  const found = new Map<string, ReadonlySet<AnyId> | null>();
  for (const [key, { of, list, ids }] of lists) found.set(key, await helpful(membersAmong(host.call, of, list, ids)));
  return (of: MemberGroup, list: AnyId, id: AnyId) => found.get(`${of}/${list}`)?.has(id) ?? null;
}

/** The tags of the conversations of a contact with one sender. */
async function tagsOf({ call, signal }: UndoHost, { change, id }: UndoStep): Promise<ReadonlySet<unknown> | null> {
  const query = {
    contactId: String(id),
    ...(change.scope !== undefined && { senderIdentityId: Number(change.scope) }),
  };
  const threads = await helpful(collected(everyThread(call, query, { signal })));
  return threads && new Set(threads.flatMap(({ tags }) => (tags ?? []).map((tag) => tag.id)));
}

/** The steps with what is left to be done of their members, under the ids that these have now. */
export async function withOpenMembers(host: UndoHost, planned: readonly UndoStep[]): Promise<UndoStep[]> {
  const steps = planned.map((step) => ({
    ...step,
    members: step.members.map(({ of, add, remove }) => {
      const kind = of === 'contacts' ? 'contact' : 'company';
      const now = (ids: readonly AnyId[]) =>
        isMemberGroup(of) ? ids.map((id) => host.ids.current({ kind, id }) ?? id) : ids;
      return { of, add: now(add), remove: now(remove) };
    }),
  }));
  const isListed = await listed(host, steps);
  const open: UndoStep[] = [];
  for (const some of batchesOf(steps, host.parallel))
    append(open, await Promise.all(some.map((step) => withOpen(host, step, isListed))));
  return open;
}

async function withOpen(
  host: UndoHost,
  step: UndoStep,
  isListed: Awaited<ReturnType<typeof listed>>,
): Promise<UndoStep> {
  const { id, change, act, fields } = step;
  if (id === null || act !== 'change' || step.members.length === 0) return step;
  const members = [];
  for (const { of, add, remove } of step.members) {
    const tags = of === 'tags' ? await tagsOf(host, step) : null;
    const isIn = (one: AnyId): boolean | null => {
      if (isMemberGroup(of)) return isListed(of, id, one);
      return of === 'lists' ? isListed(groupOf(change), one, id) : (tags?.has(one) ?? null);
    };
    const missing = add.filter((one) => isIn(one) !== true);
    const open = {
      of,
      add: isMemberGroup(of) ? await existing(host, of, missing) : missing,
      remove: remove.filter((one) => isIn(one) !== false),
    };
    if (open.add.length + open.remove.length > 0) members.push(open);
  }
  const isDone = members.length === 0 && Object.keys(fields).length === 0;
  return { ...step, members, act: isDone ? 'nothing' : act };
}

/** One that does not exist would have all refused. */
async function existing(host: UndoHost, of: MemberGroup, ids: readonly AnyId[]): Promise<AnyId[]> {
  const kind = of === 'contacts' ? 'contact' : 'company';
  const targets = ids.map((id) => ({ id, change: { kind, id, is: 'updated' } as const }));
  const found = ids.length === 0 ? new Map() : await readRecords(host, of, targets);
  return ids.filter((id) => found.has(String(id)));
}

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
    await changeList(host, id, of, 'remove', remove);
    await changeList(host, id, of, 'add', add);
  }
}

async function changeList(
  host: UndoHost,
  listId: AnyId,
  of: MemberGroup,
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
  const groups = new Map<string, { of: MemberGroup; act: 'add' | 'remove'; listId: AnyId; ids: AnyId[] }>();
  const note = (step: UndoneStep, act: 'add' | 'remove', lists: readonly AnyId[]) => {
    const of = groupOf(step.change);
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
