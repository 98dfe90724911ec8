// One group from start to end: read again, journaled, the survivor updated and put where the others are, the others
// deleted. Every step may be done twice, so that a group that was interrupted is simply done again.

import { getOwn } from '../../contract/dictionary.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import { filledValue, type ReadContact } from '../../rules/records/resolve-duplicates.ts';
import { failedRow, leftOut, type RowResult } from '../import/report/row-result.ts';
import type { DisplayedContact, ListOrCampaign, MergeGroup } from './group.ts';
import { addToCampaign, addToList, deleteContact, fillContact, type MergeContext, StepRefused } from './steps.ts';

/** Campaigns that still take contacts. */
const isOpen = ({ status }: ListOrCampaign): boolean => status !== 'COMPLETED';

/** Lists or campaigns of the others in which the survivor is not. */
export function missingHolders({ keep, remove }: Pick<MergeGroup, 'keep' | 'remove'>, kind: 'lists' | 'campaigns') {
  const there = new Set(keep.holders[kind].map(({ id }) => String(id)));
  const missing = new Map<string, ListOrCampaign>();
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
  const changed = changeOf(host, group, read, wasBegun);
  const result = changed === null ? await carryOut(host, group, read, wasBegun) : leftOut('skipped', changed);
  await journal.done(group.group, [result], host.now());
  return result;
}

/** Why the group is not what was shown. Of one that was begun, others may be deleted already, and the survivor changed. */
function changeOf(
  { editable }: MergeContext,
  { keep, remove, set }: MergeGroup,
  read: ReadonlyMap<number, DisplayedContact>,
  wasBegun: boolean,
): string | null {
  const others = wasBegun ? remove.filter(({ id }) => read.has(id)) : remove;
  const kept = read.get(keep.id);
  const changes = [
    wasBegun ? changeBesides(keep, kept, set, editable) : changeIn(keep, kept),
    ...others.map((contact) => changeIn(contact, read.get(contact.id))),
  ];
  return changes.find((change) => change !== null) ?? null;
}

async function carryOut(
  host: MergeContext,
  group: MergeGroup,
  read: ReadonlyMap<number, DisplayedContact>,
  wasBegun: boolean,
): Promise<RowResult> {
  const { journal, now } = host;
  const deleted = wasBegun ? group.remove.map(({ id }) => id).filter((id) => !read.has(id)) : [];
  const done = (): Pick<RowResult, 'id' | 'outcome'> => ({ id: group.keep.id, outcome: deleted.join() });
  if (!wasBegun) {
    const at = now();
    const items = 1 + group.remove.length;
    const rows: [number, number] = [group.group, group.group];
    await journal.sent({ sent: group.group, attempt: 1, rows, items, at, deadline: at, serverAt: null });
  }
  try {
    await fillContact(host, group.keep.id, group.set);
    for (const list of missingHolders(group, 'lists')) await addToList(host, group.keep.id, list);
    for (const campaign of missingHolders(group, 'campaigns')) await addToCampaign(host, group.keep.id, campaign);
    if (!host.has.delete) return { ...leftOut('skipped', leftNote(group)), status: 'merged', ...done() };
    for (const { id } of group.remove) {
      const contact = read.get(id);
      if (contact === undefined) continue;
      await deleteContact(host, contact);
      deleted.push(id);
    }
    return { ...leftOut('skipped', group.note), status: 'merged', ...done() };
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    return { ...failedRow(error.message), ...done() };
  }
}

/** Which contacts are to be deleted where they can be. */
function leftNote({ remove, note }: MergeGroup): string {
  const left = `not deleted: ${remove.map(({ id }) => id).join(', ')}`;
  return note === '' ? left : `${note}; ${left}`;
}

/** Changes with everything, and is nothing that a person decides by. */
const PASSING: ReadonlySet<string> = new Set(['updatedAt']);

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value);
}

/** The first field in which two readings differ; null for none. */
function differingField(before: ReadContact, now: ReadContact): string | null {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  for (const key of keys) {
    if (!PASSING.has(key) && textOf(getOwn(before, key)) !== textOf(getOwn(now, key))) return key;
  }
  return null;
}

const idsOf = (holders: readonly ListOrCampaign[]): string =>
  holders
    .map(({ id }) => String(id))
    .toSorted()
    .join();

/** What is no longer as it was shown; null where everything is. */
function changeIn(before: DisplayedContact, now: DisplayedContact | undefined): string | null {
  if (now === undefined) return `contact ${before.id} is no longer there`;
  const field = differingField(before.record, now.record);
  if (field !== null) return `contact ${before.id} has changed since (${field})`;
  for (const kind of ['lists', 'campaigns'] as const)
    if (idsOf(before.holders[kind]) !== idsOf(now.holders[kind]))
      return `the ${kind} of contact ${before.id} have changed since`;
  return null;
}

/** As `changeIn`, for the one that stays, of which we may have changed these fields already. */
function changeBesides(
  before: DisplayedContact,
  now: DisplayedContact | undefined,
  set: Readonly<Record<string, FieldValue>>,
  editable: readonly string[],
): string | null {
  if (now === undefined) return `contact ${before.id} is no longer there`;
  const isAsExpected = (field: string) => {
    const value = filledValue(now.record, field);
    return value === filledValue(before.record, field) || (Object.hasOwn(set, field) && value === getOwn(set, field));
  };
  const field = editable.find((name) => !isAsExpected(name));
  return field === undefined ? null : `contact ${before.id} has changed since (${field})`;
}
