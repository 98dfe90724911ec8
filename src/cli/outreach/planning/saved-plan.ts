// A plan in a file: what was looked at is what is applied, or nothing is.

import { createHash } from 'node:crypto';
import { canonicalText } from '../../../rules/outreach/compare.ts';
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
  planned: readonly Planned[],
  ...of: Parameters<typeof commandOf>
): Promise<void> {
  const records = planned.map((one): PlannedRecord => {
    const { kind, key, action } = one;
    return { kind, id: key, is: action, fields: { sides: [printOf(one), ''] } };
  });
  await savePlan(session, target, records, { by: 'folder', command: commandOf(...of) });
}

/** Throws CliError `conflict` (exit 6) where files, lock or workspace are not what they were, naming each. */
export function assertSamePlan({ records }: SavedPlan, planned: readonly Planned[]): void {
  const now = new Map(planned.map((one) => [one.key, printOf(one)]));
  const saved = new Map(records.map(({ id, fields }) => [String(id), fields?.['sides']?.[0]]));
  const keys = new Set([...saved.keys(), ...now.keys()]);
  const moved = [...keys].filter((key) => saved.get(key) !== now.get(key));
  if (moved.length === 0) return;
  throw new CliError('conflict', 'plan_outdated', `the plan is out of date: ${moved.join(', ')}; nothing was sent`, {
    hint: 'make the plan again: reach plan --save-plan FILE',
    details: { resources: moved },
  });
}
