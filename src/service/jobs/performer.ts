// What carries out one kind of job.

import type { Context } from '../core/context.ts';
import type { JobRow, Payload } from './queries/jobs.ts';

/** The job continues later, with a new payload if one is given. */
interface Continuation {
  /** Virtual clock, epoch ms; a past time counts as now. */
  readonly resumeAt: number;
  readonly payload?: Payload;
}

export interface Performer {
  /**
   * One slice of the work, about 25 ms, within the transaction of `context`: an error rolls everything back and the job
   * is retried later. Must have no effects outside the store.
   */
  perform(job: JobRow, context: Context): Promise<Continuation | void>;
  /** Called when the job is given up after its last attempt, to record that on its owner. */
  failed?(job: JobRow, error: Error, context: Context): Promise<void>;
}

export type Performers = Readonly<Record<string, () => Promise<Performer>>>;
