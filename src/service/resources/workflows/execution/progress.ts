// How far a run has come with what takes several slices, as it is kept with the run.

import { isFields } from '../../../../rules/shape.ts';

export interface Decided {
  readonly step: number;
  readonly slot: number;
}

export interface Progress {
  /** The last record that was brought in, or how many pages; null once all are in. */
  readonly loadedTo: number | null;
  /** The KING whose groups are being sorted, and the last record that was. */
  readonly sorting: { readonly step: number; readonly to: number } | null;
  /** KINGs whose groups are sorted; what they were sorted by goes when they are done. */
  readonly sorted: readonly number[];
  /** Steps at which everybody who waits was decided about, and the way they go: done before anything else moves. */
  readonly deciding: readonly Decided[];
  /** What the workspace refused last: records failed because of it, and whoever reads the run wants to know. */
  readonly trouble: string | null;
  /** How many records' path a failure ended. */
  readonly lost: number;
}

export const BEGINNING: Progress = { loadedTo: 0, sorting: null, sorted: [], deciding: [], trouble: null, lost: 0 };

/** JSON that only `progressText` wrote, or nothing yet. */
export function progressOf(text: string): Progress {
  const kept: unknown = JSON.parse(text);
  if (!isFields(kept) || !('loadedTo' in kept)) return BEGINNING;
  const { loadedTo, sorting, sorted, deciding, trouble, lost } = kept;
  return {
    loadedTo: typeof loadedTo === 'number' ? loadedTo : null,
    sorting: isFields(sorting) ? { step: Number(sorting['step']), to: Number(sorting['to']) } : null,
    sorted: Array.isArray(sorted) ? sorted.map(Number) : [],
    deciding: Array.isArray(deciding)
      ? deciding.filter(isFields).map(({ step, slot }) => ({ step: Number(step), slot: Number(slot) }))
      : [],
    trouble: typeof trouble === 'string' ? trouble : null,
    lost: Number(lost ?? 0),
  };
}

export function progressText(progress: Progress): string {
  return JSON.stringify(progress);
}
