// One group from start to end: read again, journaled, the survivor updated and put where the others are, the others saved
// and deleted. Every step may be done twice, so that a group that was interrupted is simply done again.

import type { Client } from '../../../../../client/api.ts';
import type { ApiError } from '../../../../../client/errors.ts';
import type { Wait } from '../../../../../client/retry/retry.ts';
import type { Route } from '../../../../../client/routes/route.ts';
import { routes } from '../../../../../client/routes/routes.ts';
import { isObject } from '../../../../../contract/json.ts';
import type { Journal } from '../../../../import/recover/journal.ts';
import { failedRow, leftOut, type RowResult } from '../../../../import/report/row-result.ts';
import type { Cancellation } from '../../../../import/send/cancellation.ts';
import { isOfOne } from '../../../../shared/one-by-one/one-by-one.ts';
import type { Holder, MergeGroup, ShownContact } from './group.ts';
import type { ContactReader } from './read-contacts.ts';
import { changeBesides, changeIn } from './same-contact.ts';
import type { UndoFile } from './undo-file.ts';

export interface MergeContext {
  readonly client: Client;
  readonly reader: ContactReader;
  readonly journal: Journal;
  readonly undo: UndoFile;
  readonly editable: readonly string[];
  readonly cancellation: Cancellation;
  readonly now: () => number;
  readonly onWait: (wait: Wait) => void;
}

/** The service refused a step: the group stays as far as it came. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Campaigns that still take contacts. */
const isOpen = ({ status }: Holder): boolean => status !== 'COMPLETED';

/** Lists or campaigns of the others in which the survivor is not. */
export function missingHolders({ keep, remove }: Pick<MergeGroup, 'keep' | 'remove'>, kind: 'lists' | 'campaigns') {
  const there = new Set(keep.holders[kind].map(({ id }) => String(id)));
  const missing = new Map<string, Holder>();
  for (const { holders } of remove)
    for (const holder of holders[kind])
      if (!there.has(String(holder.id)) && (kind === 'lists' || isOpen(holder))) missing.set(String(holder.id), holder);
  return [...missing.values()];
}

/** Gives the result, once it is in the journal. What it throws stops the merge; the group is done again later. */
export async function mergeGroup(host: MergeContext, group: MergeGroup): Promise<RowResult> {
  const { journal, cancellation } = host;
  const wasBegun = journal.state(group.group).is === 'unanswered';
  const read = await host.reader.contacts([group.keep.id, ...group.remove.map(({ id }) => id)]);
  cancellation.signal.throwIfAborted();
  const changed = wasBegun ? changeOfBegun(host, group, read) : changeOf(group, read);
  const result = changed === null ? await carryOut(host, group, read, wasBegun) : leftOut('skipped', changed);
  await journal.done(group.group, [result]);
  return result;
}

/** Why the group is not what was shown. */
function changeOf({ keep, remove }: MergeGroup, read: ReadonlyMap<number, ShownContact>): string | null {
  for (const contact of [keep, ...remove]) {
    const change = changeIn(contact, read.get(contact.id));
    if (change !== null) return change;
  }
  return null;
}

/** What an earlier run left: others may be deleted already, the survivor changed. */
function changeOfBegun(
  { editable }: MergeContext,
  { keep, remove, set }: MergeGroup,
  shown: ReadonlyMap<number, ShownContact>,
): string | null {
  for (const contact of remove) {
    const change = shown.has(contact.id) ? changeIn(contact, shown.get(contact.id)) : null;
    if (change !== null) return change;
  }
  return changeBesides(keep, shown.get(keep.id), set, editable);
}

async function carryOut(
  host: MergeContext,
  group: MergeGroup,
  read: ReadonlyMap<number, ShownContact>,
  wasBegun: boolean,
): Promise<RowResult> {
  const { journal, undo, now } = host;
  const deleted = wasBegun ? group.remove.map(({ id }) => id).filter((id) => !read.has(id)) : [];
  const done = (): Pick<RowResult, 'id' | 'outcome'> => ({ id: group.keep.id, outcome: deleted.join() });
  if (!wasBegun) {
    const at = now();
    const items = 1 + group.remove.length;
    const rows: [number, number] = [group.group, group.group];
    await journal.sent({ sent: group.group, attempt: 1, rows, items, at, deadline: at, serverAt: null });
  }
  try {
    await fill(host, group);
    await join(host, group);
    await undo.add(group);
    for (const { id } of group.remove) {
      if (!read.has(id)) continue;
      await remove(host, id);
      deleted.push(id);
    }
    return { ...leftOut('skipped', group.note), status: 'merged', ...done() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...failedRow(error.message), ...done() };
  }
}

async function fill(host: MergeContext, { keep, set }: MergeGroup): Promise<void> {
  if (Object.keys(set).length === 0) return;
  const input = { params: { contactId: keep.id }, body: set };
  await send(host, routes.contacts.update, input, `contact ${keep.id} was not updated`, [keep.id]);
}

async function join(host: MergeContext, group: MergeGroup): Promise<void> {
  const contactId = group.keep.id;
  for (const list of missingHolders(group, 'lists')) {
    const input = { params: { listId: list.id }, body: { contactIds: [contactId] } };
    await send(host, routes.lists.addMembers, input, `contact ${contactId} was not added to the list "${list.name}"`);
  }
  for (const campaign of missingHolders(group, 'campaigns')) {
    if (await host.reader.isInCampaign(contactId, campaign)) continue;
    const what = `contact ${contactId} was not added to the campaign "${campaign.name}"`;
    const answer = await send(
      host,
      routes.campaigns.addContact,
      { body: { campaignId: campaign.id, contactId } },
      what,
    );
    if (isObject(answer) && answer['outcome'] === 'SKIPPED')
      throw new Refused(`${what}: ${String(answer['reason'] ?? 'the service gave no reason')}`);
  }
}

async function remove(host: MergeContext, contactId: number): Promise<void> {
  const what = `contact ${contactId} was not deleted`;
  try {
    await send(host, routes.contacts.delete, { params: { contactId } }, what, [contactId]);
  } catch (error) {
    // Gone is what it should be, whichever request did it.
    if (error instanceof Refused && !(await host.reader.existing([contactId])).has(contactId)) return;
    throw error;
  }
}

/** Sends a write that has the same effect once and twice. Once it is on its way it is waited for, whatever is cancelled. */
async function send(
  host: MergeContext,
  route: Route,
  input: Parameters<Client['call']>[1],
  what: string,
  mustExist: readonly number[] = [],
): Promise<unknown> {
  const { client, cancellation, reader, onWait } = host;
  const waiting = new AbortController();
  let isUnderWay = false;
  const onCancel = () => {
    if (!isUnderWay) waiting.abort(cancellation.reason);
  };
  cancellation.signal.addEventListener('abort', onCancel, { once: true });
  try {
    cancellation.signal.throwIfAborted();
    const onTurn = async () => {
      isUnderWay = true;
    };
    const options = { isRepeatable: true, signal: waiting.signal, onTurn, onWait };
    return (await client.call(route, input, options)).data;
  } catch (error) {
    if (!isOfOne(error) || isMissingPath(error)) throw error;
    // A path that the service does not have answers as a record that is not there.
    if (error.status === 404 && mustExist.length > 0 && (await reader.existing(mustExist)).size > 0) throw error;
    throw new Refused(`${what}: ${error.message}`);
  } finally {
    cancellation.signal.removeEventListener('abort', onCancel);
  }
}

const isMissingPath = (error: ApiError): boolean => error.status === 405;
