// A plan in a file: what was looked at is what is applied, or nothing is.

import { createHash } from 'node:crypto';
import { canonicalText } from '../../../rules/outreach/compare.ts';
import { keyOf } from '../../../rules/outreach/kinds.ts';
import type { WantedResource } from '../../../rules/outreach/lock.ts';
import type { Planned, PlanOptions } from '../../../rules/outreach/plan.ts';
import type { PlannedRecord, SavedPlan } from '../../session/plan/saved-plan.ts';
import type { SavePlan, Session } from '../../session/session.ts';
import { savePlan } from '../../shared/effects/save-plan.ts';
import { CliError } from '../../terminal/exit.ts';
import type { OutreachFolder } from '../folder/folder.ts';

/** What a plan says of one resource, as text that is another when any of its sides is. */
function printOf({ action, id, wanted, live, renamedFrom, isClone }: Planned): string {
  const sides = {
    action,
    id,
    wanted: wanted?.document ?? null,
    live: live?.document ?? null,
    running: live?.running ?? null,
  };
  return createHash('sha256')
    .update(canonicalText({ ...sides, renamedFrom, isClone }))
    .digest('hex');
}

/** What the file of a resource says, by which one that is applied already is recognised; not as aligned with the workspace. */
function printOfFile(wanted: readonly WantedResource[], { kind, key }: Planned): string {
  const file = wanted.find((one) => one.kind === kind && keyOf(kind, one.name) === key);
  return createHash('sha256')
    .update(canonicalText(file?.document ?? null))
    .digest('hex');
}

/** What `reach apply` does again for a plan. */
function commandOf(folder: OutreachFolder, lock: string | undefined, options: PlanOptions): string[] {
  const flags = { '--prune': options.prune, '--overwrite': options.overwrite, '--clone-running': options.cloneRunning };
  return [
    'apply',
    `--folder=${folder.displayed}`,
    ...(lock === undefined ? [] : [`--lock=${lock}`]),
    ...Object.entries(flags).flatMap(([flag, isOn]) => (isOn === true ? [flag] : [])),
    ...(options.targets ?? []).map((target) => `--target=${target}`),
    '--yes',
  ];
}

export async function saveFolder(
  session: Session,
  target: SavePlan,
  wanted: readonly WantedResource[],
  planned: readonly Planned[],
  ...of: Parameters<typeof commandOf>
): Promise<void> {
  const records = planned.map((one): PlannedRecord => {
    const { kind, key, action } = one;
    return { kind, id: key, is: action, fields: { sides: [printOf(one), printOfFile(wanted, one)] } };
  });
  await savePlan(session, target, records, { by: 'folder', command: commandOf(...of) });
}

/** Whether an earlier run of the plan, which was interrupted, has done it. */
const isDone = ({ is, fields }: PlannedRecord, now: Planned | undefined, wanted: readonly WantedResource[]): boolean =>
  now === undefined
    ? is === 'delete' || is === 'forget'
    : now.action === 'unchanged' && fields?.['sides']?.[1] === printOfFile(wanted, now);

/**
 * Throws CliError `conflict` (exit 6) where files, lock or workspace are not what they were, naming each. What an earlier run
 * of the plan has done is as planned.
 */
export function assertSamePlan(
  { records }: SavedPlan,
  wanted: readonly WantedResource[],
  planned: readonly Planned[],
): void {
  const now = new Map(planned.map((one) => [one.key, one]));
  const saved = new Map(records.map((record) => [String(record.id), record]));
  const moved = [...new Set([...saved.keys(), ...now.keys()])].filter((key) => {
    const [was, one] = [saved.get(key), now.get(key)];
    if (was === undefined) return true;
    return !isDone(was, one, wanted) && !(one !== undefined && was.fields?.['sides']?.[0] === printOf(one));
  });
  if (moved.length === 0) return;
  throw new CliError('conflict', 'plan_outdated', `the plan is out of date: ${moved.join(', ')}; nothing was sent`, {
    hint: 'make the plan again: reach plan --save-plan FILE',
    details: { resources: moved },
  });
}
