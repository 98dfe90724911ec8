// What a workspace does now and next, what waits for a person, and what the last move of the clock did: for the first page.

import { allSteps, graphOf } from '../../../presentation/graph/model.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { lastMove } from '../../core/queries/settings.ts';
import type { PageRequest } from '../../core/sql.ts';
import { JOB_STATES, type JobState, jobPage } from '../../jobs/queries/jobs.ts';
import { campaignOf } from '../campaigns/read.ts';
import { workflowVersion } from '../workflows/queries/workflows.ts';
import {
  endedRuns,
  messagesBetween,
  type NextStep,
  nextCampaigns,
  nextSchedules,
  nextSteps,
  openTasks,
  type RunWait,
  runWaits,
} from './queries/overview.ts';

const NEXT_MAX = 20;
const FAILED_SINCE_MS = 30 * 86_400_000;

type Due =
  | (NextStep & { readonly kind: 'step'; readonly title: string; readonly stepId: number })
  | (RunWait & { readonly kind: 'run'; readonly at: number; readonly stepId: string })
  | { readonly kind: 'schedule'; readonly at: number; readonly workflowId: number; readonly workflow: string };

async function stepsOf(context: Context, campaignId: number) {
  const steps = readForm((await campaignOf(context, campaignId)).steps);
  const nodes = [...everyStep(readSteps(Problems.none(), steps))];
  const faces = [...allSteps(graphOf({ steps }).steps)];
  return (place: number | null) => {
    const at = place === null ? 0 : nodes.findIndex(({ fields }) => fields['connectionId'] === place);
    return { title: faces[at]?.title ?? 'a step', stepId: Number(nodes[at]?.fields['stepId']) };
  };
}

export async function overviewOf(context: Context) {
  const { tx, principal, now } = context;
  const { workspaceId } = principal;
  const due: Due[] = [];
  for (const { id } of await nextCampaigns(tx, workspaceId, NEXT_MAX)) {
    const stepAt = await stepsOf(context, id);
    for (const step of await nextSteps(tx, id, now, NEXT_MAX))
      due.push({ ...step, kind: 'step', ...stepAt(step.place) });
  }
  const waits: (RunWait & { readonly stepId: string })[] = [];
  for (const wait of await runWaits(tx, workspaceId)) {
    const nodes = (await workflowVersion(tx, wait.workflowId, wait.version))?.plan.nodes ?? [];
    waits.push({ ...wait, stepId: nodes[wait.step]?.id ?? String(wait.step) });
  }
  for (const { at, ...wait } of waits) if (at !== null) due.push({ ...wait, at, kind: 'run' });
  const schedules = await nextSchedules(tx, workspaceId, NEXT_MAX);
  for (const schedule of schedules) due.push({ ...schedule, kind: 'schedule' });
  const move = await lastMove(tx);
  return {
    next: due.toSorted((a, b) => a.at - b.at).slice(0, NEXT_MAX),
    approvals: waits.filter(({ at }) => at === null),
    tasks: await openTasks(tx, workspaceId, null),
    failedRuns: await endedRuns(tx, workspaceId, 'FAILED', now - FAILED_SINCE_MS, 10),
    move: move && {
      ...move,
      ...(await messagesBetween(tx, workspaceId, move.from, move.to)),
      runs: await endedRuns(tx, workspaceId, null, move.from, NEXT_MAX),
    },
  };
}

export { JOB_STATES };

export type QueuedJob = Awaited<ReturnType<typeof listJobs>>['jobs'][number];

/** Those given up first, then by when they are due. */
export async function listJobs(context: Context, query: PageRequest & { readonly state?: JobState | undefined }) {
  const { rows, paging } = await jobPage(context, query);
  const stateOf = ({ dueAt, failedAt }: (typeof rows)[number]): JobState =>
    failedAt !== null ? 'failed' : dueAt <= context.now ? 'due' : 'waiting';
  return { jobs: rows.map((job) => ({ ...job, dueAt: isoTime(job.dueAt), state: stateOf(job) })), ...paging };
}
