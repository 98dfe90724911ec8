// Who is on a list: add and remove send the same bodies, in as many requests as it takes.

import type { Command, OptionValues } from 'commander';
import { type NotAdded, notAddedOf } from '../../../client/compatibility/not-added.ts';
import type { ApiError } from '../../../client/errors.ts';
import { append } from '../../../contract/append.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { type Dictionary, dictionary } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { knownMaxItems } from '../../session/profiles/service-definition.ts';
import type { Session } from '../../session/session.ts';
import { withSafeguards } from '../../shared/effects/expected.ts';
import { checkListId, listIdOf } from '../../shared/lookup/list.ts';
import type { NamedKind } from '../../shared/lookup/record.ts';
import { isOfOne } from '../../shared/one-by-one.ts';
import { namedRecords, type RecordIdsOptions, withRecordIds } from '../../shared/records/record-ids.ts';
import { membersView } from '../../shared/views/lists.ts';
import { isApproved, planned, type WriteOptions } from '../../shared/write.ts';
import { type ExitName, UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

export const withMembers = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => withSafeguards(withRecordIds(command.argument('<list>', 'name or id of the list')));

type MembersBody = { contactIds: number[] } | { companyIds: number[] };
/** Whom the service could not add stands beside the counts. */
type MemberCounts = Readonly<Record<string, unknown>>;

interface ListMembers {
  readonly kind: NamedKind;
  readonly ids: readonly number[];
  readonly bodyOf: (ids: readonly number[]) => MembersBody;
}

async function membersOf(session: Session, options: RecordIdsOptions): Promise<ListMembers> {
  const isOne = (options.contacts === undefined) !== (options.companies === undefined);
  const input = isOne ? await namedRecords(session, options) : null;
  if (input === null) {
    throw new UsageError('give --contacts or --companies', {
      hint: '--contacts 1,2 or --contacts - to read ids from standard input',
    });
  }
  return 'contactIds' in input
    ? { kind: 'contact', ids: input.contactIds, bodyOf: (ids) => ({ contactIds: [...ids] }) }
    : { kind: 'company', ids: input.companyIds, bodyOf: (ids) => ({ companyIds: [...ids] }) };
}

/** Those that the service says do not exist; null where it refused the whole without saying why. */
function unknownOf(error: ApiError, ids: readonly number[]): number[] | null {
  const named = error.details?.['unknownIds'];
  const unknown = Array.isArray(named) ? ids.filter((id) => named.includes(id)) : [];
  return unknown.length === 0 ? null : unknown;
}

interface MembersDone {
  readonly counts: Dictionary<number>;
  readonly failed: NotAdded[];
}

function add({ counts, failed }: MembersDone, changed: MemberCounts): void {
  for (const [key, count] of Object.entries(changed))
    if (typeof count === 'number') counts[key] = key === 'listId' ? count : (counts[key] ?? 0) + count;
  append(failed, notAddedOf(changed));
}

/**
 * Adds to `changed` what becomes of each id: a batch that is refused is sent again without those at fault, or in halves until they
 * are found. `checkList` throws if the list itself is what is wrong.
 */
async function changeBatch(
  { counts, failed }: MembersDone,
  kind: NamedKind,
  ids: readonly number[],
  send: (ids: readonly number[]) => Promise<MemberCounts>,
  checkList: () => Promise<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  const change = (some: readonly number[]) => changeBatch({ counts, failed }, kind, some, send, checkList);
  try {
    add({ counts, failed }, await send(ids));
  } catch (error) {
    if (!isOfOne(error)) throw error;
    if (failed.length === 0) await checkList();
    const unknown = unknownOf(error, ids);
    if (unknown !== null) {
      for (const id of unknown) failed.push({ id, error: `There is no ${kind} ${id}` });
      await change(ids.filter((id) => !unknown.includes(id)));
    } else if (ids.length === 1) {
      for (const id of ids) failed.push({ id, error: error.message });
    } else {
      const half = Math.ceil(ids.length / 2);
      await change(ids.slice(0, half));
      await change(ids.slice(half));
    }
  }
}

/** Sends the members, and prints the counts of all requests together and what failed. */
export async function changeMembers(
  session: Session,
  text: string,
  options: RecordIdsOptions & WriteOptions,
  verb: 'add' | 'remove',
): Promise<ExitName | void> {
  const { kind, ids, bodyOf } = await membersOf(session, options);
  const path = `${verb}Members` as const;
  const route = routes.lists[path];
  const field = kind === 'contact' ? 'contactIds' : 'companyIds';
  const batches = [...batchesOf(ids, knownMaxItems(session, route, field, LIMITS.listMembers))];
  const { api } = await session.client();
  const entity = kind === 'company' ? 'COMPANY' : 'CONTACT';
  const listId = await listIdOf(session, text, entity);
  const params = { listId };
  const requests = batches.map((batch) => planned(route, { params, body: bodyOf(batch) }));
  if (!(await isApproved(session, requests, options))) return;
  const sendSome = (some: readonly number[]) => api.lists[path]({ params, body: bodyOf(some) });
  const changed: MembersDone = { counts: dictionary<number>(), failed: [] };
  const { counts, failed } = changed;
  try {
    // What is wrong with the only one is the error of the command.
    if (ids.length === 1) add(changed, await sendSome(ids));
    else
      for (const batch of batches)
        await changeBatch(changed, kind, batch, sendSome, () => checkListId(session, String(listId), entity));
  } finally {
    for (const { error } of failed) await session.print.warn(harmless(error));
    if (Object.keys(counts).length > 0 || failed.length > 0) {
      await session.print.record(membersView, { listId, ...counts, ...(failed.length > 0 && { failed }) });
    }
  }
  return failed.length > 0 ? 'bad' : 'done';
}
