// Who does which kind of job. A performer is loaded when the first job of its kind is due.

import type { Context } from '../domain/context.ts';
import type { JobRow, Payload } from '../store/jobs.ts';

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
  'action-run': async () => (await import('./action-run.ts')).actionRun,
  'field-values.clear': async () => (await import('./field-values.ts')).clearFieldValues,
  'playbook-refresh': async () => (await import('./playbook-refresh.ts')).playbookRefresh,
  'campaign-run': async () => (await import('./campaigns.ts')).campaignRun,
  'social-react': async () => (await import('./social.ts')).socialReact,
  'social-refresh': async () => (await import('./social.ts')).socialRefresh,
  signal: async () => (await import('./workflows/signal.ts')).signalPerformer,
  'workflow.run': async () => (await import('./workflows/run.ts')).runPerformer,
  'workflow.schedule': async () => (await import('./workflows/schedule.ts')).schedulePerformer,
  'workflow.sweep': async () => (await import('./workflows/sweep.ts')).sweepPerformer,
};
