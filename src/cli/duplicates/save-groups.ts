// Groups of duplicates in a saved plan: each of their contacts, with what becomes of it.

import { append } from '../../contract/append.ts';
import { labelOf } from '../session/history/recorded-route.ts';
import { digestOf, type PlannedRecord } from '../session/plan/saved-plan.ts';
import type { SavePlan, Session } from '../session/session.ts';
import { savePlan } from '../shared/effects/save-plan.ts';
import { type DisplayedContact, isMerge, type MergeGroup, type PlannedGroup } from './group.ts';
import { stateOf } from './plan-file.ts';

function* recordsOf({ keep, remove, set }: MergeGroup): Generator<PlannedRecord> {
  const nothing = digestOf(null);
  const of = (contact: DisplayedContact, is: string, chosen: object): PlannedRecord => ({
    ...{ kind: 'contact', id: contact.id, ...labelOf(contact.record), is },
    fields: { values: [stateOf(contact), nothing], filled: [nothing, digestOf(chosen)] },
  });
  for (const contact of remove) yield of(contact, 'deleted', {});
  yield of(keep, 'kept', set);
}

/** The group, or why it is left alone: a plan that is carried out does not have it so. */
export function byPlan({ host }: Pick<Session, 'host'>, group: PlannedGroup): PlannedGroup {
  if (host.guard === undefined || !isMerge(group)) return group;
  const why = host.guard.comparedBy('group').refuseRecords([...recordsOf(group)]);
  if (why === null) return group;
  return { group: group.group, shared: group.shared, ids: [group.keep, ...group.remove].map(({ id }) => id), why };
}

export async function saveGroups(session: Session, target: SavePlan, groups: readonly MergeGroup[]): Promise<void> {
  const records: PlannedRecord[] = [];
  for (const group of groups) append(records, [...recordsOf(group)]);
  await savePlan(session, target, records, { by: 'group' });
}
