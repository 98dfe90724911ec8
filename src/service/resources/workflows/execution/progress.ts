// The progress of a run over several slices, as stored with the run.

import { isObject } from '../../../../contract/json.ts';

/** All records waiting at the step leave through the slot. */
export interface StepDecision {
  readonly step: number;
  readonly slot: number;
}

export interface RunProgress {
  /** Id of the last record that entered the run (of an import, how many results were read); null once all have. */
  readonly loadedTo: number | null;
  /** The KING that is being ranked, and the last record that was. */
  readonly sorting: { readonly step: number; readonly to: number } | null;
  /** KINGs that are completely ranked. */
  readonly sorted: readonly number[];
  /** Decisions about all waiting records of a step: carried out before anything else. */
  readonly decided: readonly StepDecision[];
  /** Why the latest batch failed: becomes the reason of the run. */
  readonly lastFailure: string | null;
  /** How many records failed for good. */
  readonly failedRecords: number;
}

const INITIAL: RunProgress = {
  loadedTo: 0,
  sorting: null,
  sorted: [],
  decided: [],
  lastFailure: null,
  failedRecords: 0,
};

/** Reads what `progressText` wrote, or `{}`. */
export function progressOf(text: string): RunProgress {
  const kept: unknown = JSON.parse(text);
  if (!isObject(kept) || !('loadedTo' in kept)) return INITIAL;
  const { loadedTo, sorting, sorted } = kept;
  // Stores written by version 0.2 hold these three under other names.
  const decided = kept['decided'] ?? kept['deciding'];
  const lastFailure = kept['lastFailure'] ?? kept['trouble'];
  const failedRecords = kept['failedRecords'] ?? kept['lost'];
  return {
    loadedTo: typeof loadedTo === 'number' ? loadedTo : null,
    sorting: isObject(sorting) ? { step: Number(sorting['step']), to: Number(sorting['to']) } : null,
    sorted: Array.isArray(sorted) ? sorted.map(Number) : [],
    decided: Array.isArray(decided)
      ? decided.filter(isObject).map(({ step, slot }) => ({ step: Number(step), slot: Number(slot) }))
      : [],
    lastFailure: typeof lastFailure === 'string' ? lastFailure : null,
    failedRecords: Number(failedRecords ?? 0),
  };
}

export function progressText(progress: RunProgress): string {
  return JSON.stringify(progress);
}
