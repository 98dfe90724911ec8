// What a job of the simulation is.

import type { World } from './world.ts';

export interface Job {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** What is in the workspace before. */
  readonly start?: (world: World) => Promise<unknown>;
  /** Command lines before anything goes wrong. */
  readonly before?: readonly string[];
  /** Each is run until it has ended by itself with 0; killed, it is started again. */
  readonly lines: readonly string[];
  /** What the operator of the server does at some time while the first line runs. */
  readonly meanwhile?: (world: World) => Promise<unknown>;
  /** How long the server works after that, milliseconds, while it may end. */
  readonly worksMs?: number;
  /** The fault of writes that is far more likely than the others in half of its schedules. */
  readonly leansTo?: string;
  /** Exit codes beside 0 with which a command line has done its work. */
  readonly ends?: readonly number[];
  /** What a command says whose work was done before. */
  readonly done?: RegExp;
  /** Whether a second process may run the same command line at the same time. */
  readonly hasRivals?: boolean;
  /** What is wrong at the end, in sentences. */
  readonly check: (world: World) => Promise<readonly string[]>;
}
