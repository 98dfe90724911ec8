// A plan in a file: what was looked at is what is applied, or nothing is.

import { createHash } from 'node:crypto';
import { own } from '../../../contract/dictionary.ts';
import { type AnyId, isId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { canonicalText } from '../../../rules/outreach/compare.ts';
import type { Planned, PlanOptions } from '../../../rules/outreach/plan.ts';
import { readText } from '../../files/read.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';

const VERSION = 1;

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

export interface SavedPlan {
  readonly folder: string;
  readonly lock: string | null;
  readonly workspace: AnyId;
  readonly options: PlanOptions;
  /** Key → print. */
  readonly resources: Readonly<Record<string, string>>;
}

export function savedText(plan: Omit<SavedPlan, 'resources'>, planned: readonly Planned[]): string {
  const resources = Object.fromEntries(planned.map((one) => [one.key, printOf(one)]));
  return `${JSON.stringify({ reachPlan: VERSION, ...plan, resources }, null, 2)}\n`;
}

/** Throws UsageError for what is not a saved plan. */
export async function readSaved(io: Io, name: string): Promise<SavedPlan> {
  const no = (why: string) =>
    new UsageError(`${name} is not a saved plan: ${why}`, { hint: 'reach plan --out FILE saves one' });
  let value: unknown;
  try {
    value = JSON.parse(await readText(io, name));
  } catch (error) {
    throw error instanceof UsageError ? error : no('it is not JSON');
  }
  if (!isObject(value) || own(value, 'reachPlan') !== VERSION) throw no('another program wrote it, or another version');
  const { folder, lock, workspace, options, resources } = value;
  if (typeof folder !== 'string' || !isId(workspace) || !isObject(options) || !isObject(resources)) {
    throw no('something is missing in it');
  }
  const targets = options['targets'];
  return {
    folder,
    lock: typeof lock === 'string' ? lock : null,
    workspace,
    options: {
      prune: options['prune'] === true,
      overwrite: options['overwrite'] === true,
      cloneRunning: options['cloneRunning'] === true,
      targets: Array.isArray(targets) ? targets.filter((key) => typeof key === 'string') : null,
    },
    resources: Object.fromEntries(Object.entries(resources).map(([key, print]) => [key, String(print)])),
  };
}

/** Throws CliError `conflict` (exit 6) where files, lock or workspace are not what they were, naming each. */
export function assertSamePlan(saved: SavedPlan, planned: readonly Planned[]): void {
  const now = new Map(planned.map((one) => [one.key, printOf(one)]));
  const keys = new Set([...Object.keys(saved.resources), ...now.keys()]);
  const moved = [...keys].filter((key) => own(saved.resources, key) !== now.get(key));
  if (moved.length === 0) return;
  throw new CliError(
    'conflict',
    'plan_outdated',
    `the world has moved since the plan was made: ${moved.join(', ')}; nothing was sent`,
    {
      hint: 'make the plan again: reach plan --out FILE',
      details: { resources: moved },
    },
  );
}
