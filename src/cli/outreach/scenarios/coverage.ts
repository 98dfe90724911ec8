// What no scenario has reached: steps and branches of campaigns, nodes and ways of workflows, at their places in the files.

import { branchKeysOf, STEP_TYPES } from '../../../contract/campaigns/enums.ts';
import { pathText } from '../../../contract/envelope.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { At } from '../../../rules/problem.ts';
import { located } from '../../files/checked-file.ts';
import { having } from '../../shared/answer.ts';
import { CampaignSteps, timelineSince } from '../../shared/timeline.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import type { ReadFolder } from '../folder/read.ts';
import type { ResourceFile } from '../folder/resource-file.ts';
import type { Stage } from './stage.ts';

interface Part {
  readonly key: string;
  readonly at: At;
  readonly what: string;
}

const stepKey = (campaign: string, path: string) => `campaign/${campaign}/${path}`;
const nodeKey = (workflow: string, node: string) => `workflow/${workflow}/${node}`;

/** The keys of what one scenario has reached. */
export async function reachedIn({ api }: Stage): Promise<ReadonlySet<string>> {
  const reached = new Set<string>();
  const steps = new CampaignSteps(api);
  const runs = new Map<number, string>();
  for (const event of (await timelineSince(api, null)).events) {
    if (event.kind === 'run_started' && event.runId !== null) runs.set(event.runId, event.workflow ?? '');
    if (event.kind !== 'step' || event.campaign === null) continue;
    const step = await steps.find(event.campaignId, event.stepId);
    if (step === undefined) continue;
    const key = stepKey(event.campaign, step.path);
    reached.add(key);
    if (event.outcome === 'TRUE') reached.add(`${key}.onTrue`);
    if (event.outcome === 'FALSE') reached.add(`${key}.onFalse`);
  }
  for (const [runId, workflow] of runs) {
    const { steps: nodes } = await api.workflows.getRun({ params: { runId } });
    for (const { stepId, statusCounts } of having(nodes, 'stepId')) {
      if (Object.values(statusCounts ?? {}).some((count) => count > 0)) reached.add(nodeKey(workflow, stepId));
    }
  }
  return reached;
}

/** What of the folder was not reached, and of how many parts. */
export function notReached(
  { files }: ReadFolder,
  reached: ReadonlySet<string>,
): { readonly parts: number; readonly left: readonly FileProblem[] } {
  const all = files.flatMap((file) => partsOf(file).map((part) => ({ file, part })));
  const left = all
    .filter(({ part }) => !reached.has(part.key))
    .flatMap(({ file, part: { at, what } }) => {
      const message = `no scenario reached ${what}`;
      const problem = { path: pathText(at), at, code: 'not_reached', message } as const;
      return located(file, [{ ...problem, severity: 'warning', basis: 'given', kind: 'invalid' }]);
    });
  return { parts: all.length, left };
}

function partsOf({ kind, source, resource }: ResourceFile): Part[] {
  if (!isObject(source)) return [];
  if (kind === 'campaign') return stepsIn(resource, getOwn(source, 'steps'), ['steps']);
  return kind === 'workflow' ? nodesIn(resource, source) : [];
}

/** Every step but `end`, which does nothing; of a condition also both decisions. */
function stepsIn(campaign: string, steps: unknown, at: At): Part[] {
  return (Array.isArray(steps) ? steps : []).flatMap((step: unknown, index): Part[] => {
    const type = isObject(step) ? (STEP_TYPES.find((name) => name === getOwn(step, 'type')) ?? null) : null;
    if (!isObject(step) || type === null || type === 'end') return [];
    const here = [...at, index];
    const key = stepKey(campaign, pathText(here));
    const decisions =
      type !== 'condition'
        ? []
        : (['onTrue', 'onFalse'] as const).map((branch) => ({
            ...{ key: `${key}.${branch}`, what: `${branch} of this condition` },
            at: getOwn(step, branch) === undefined ? here : [...here, branch],
          }));
    return [
      { key, at: here, what: `this ${type} step` },
      ...decisions,
      ...branchKeysOf(type).flatMap((branch) => stepsIn(campaign, getOwn(step, branch), [...here, branch])),
    ];
  });
}

function nodesIn(workflow: string, source: Readonly<Record<string, unknown>>): Part[] {
  const plan = getOwn(source, 'plan');
  const [nodes, at] = isObject(plan)
    ? [getOwn(plan, 'nodes'), ['plan', 'nodes']]
    : [getOwn(source, 'nodes'), ['nodes']];
  return (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown, index): Part[] => {
    const id = isObject(node) ? getOwn(node, 'id') : undefined;
    if (typeof id !== 'string') return [];
    return [{ key: nodeKey(workflow, id), at: [...at, index, 'id'], what: `the node ${id}` }];
  });
}
