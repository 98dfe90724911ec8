// The way through a sequence, step by step: what comes after a step, and where its branches lead.

import type { StepRecord } from '../../contract/campaigns/steps.ts';
import { durationMs } from '../../contract/durations.ts';
import { branchesOf } from './stored.ts';

/** A step's place is its `connectionId`. Null stands for the end of the sequence. */
export interface SequenceRoute {
  readonly first: number | null;
  /** The step at a place; undefined for one the sequence has not. */
  step(place: number): StepRecord | undefined;
  /** Where a branching step leads, its event having come or not. A branch that is not written goes on after the step. */
  branch(step: StepRecord, happened: boolean): number | null;
}

const EVENT_BRANCH = new Set(['onTrue', 'onAccepted']);

/** Steps in read form: their links are what the route follows. */
export function routeOf(steps: readonly StepRecord[]): SequenceRoute {
  const byPlace = new Map<number, StepRecord>();
  const add = (sequence: readonly StepRecord[]): void => {
    for (const step of sequence) {
      byPlace.set(step.connectionId, step);
      for (const [, inner] of branchesOf(step)) add(inner);
    }
  };
  add(steps);
  return {
    first: steps[0]?.connectionId ?? null,
    step: (place) => byPlace.get(place),
    branch: (step, happened) => {
      const taken = branchesOf(step).find(([key]) => EVENT_BRANCH.has(key) === happened);
      return taken?.[1][0]?.connectionId ?? step.nextConnectionId;
    },
  };
}

/** How long a step waits before it is done, milliseconds. */
export function delayMsOf(step: StepRecord): number {
  return 'delay' in step && step.delay !== undefined ? durationMs(step.delay) : 0;
}
