// What carries out one kind of job.

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
