// Who does which kind of job. A performer is loaded when the first job of its kind is due.

import type { Context } from '../core/context.ts';
import type { JobRow, Payload } from './queries/jobs.ts';

/** The same job once more: with another payload, where one is given. */
export interface Again {
  /** Virtual clock, epoch ms; what is past counts as now. */
  readonly again: number;
  readonly payload?: Payload;
}

export interface Performer {
  /**
   * One slice of the work, of 25 ms or so, within the transaction of `context`: what it throws rolls everything back,
   * and the job is tried again later. It must reach nothing outside the store.
   */
  perform(job: JobRow, context: Context): Promise<Again | void>;
  /** The job was given up after its last attempt: the place to say so on what it belongs to. */
  failed?(job: JobRow, error: Error, context: Context): Promise<void>;
}

export type Performers = Readonly<Record<string, () => Promise<Performer>>>;

/** By kind. Thin: what is done is a function of domain/. */
export const PERFORMERS: Performers = {
  'action-run': async () => (await import('../resources/actions/jobs.ts')).actionRun,
  'field-values.clear': async () => (await import('../resources/ai/jobs.ts')).clearFieldValues,
  'playbook-refresh': async () => (await import('../resources/playbook/jobs.ts')).playbookRefresh,
  'campaign-run': async () => (await import('../resources/campaigns/jobs.ts')).campaignRun,
  'social-react': async () => (await import('../resources/social/jobs.ts')).socialReact,
  'social-refresh': async () => (await import('../resources/social/jobs.ts')).socialRefresh,
  signal: async () => (await import('../resources/workflows/jobs.ts')).signal,
  'workflow.run': async () => (await import('../resources/workflows/jobs.ts')).workflowRun,
  'workflow.schedule': async () => (await import('../resources/workflows/jobs.ts')).workflowSchedule,
  'workflow.sweep': async () => (await import('../resources/workflows/jobs.ts')).workflowSweep,
};
