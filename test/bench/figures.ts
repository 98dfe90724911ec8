// A figure beside its baseline of the same run and its budget, and the table they are printed as.

export interface Budget {
  readonly text: string;
  readonly isKept: boolean;
}

export interface Figure {
  readonly what: string;
  /** With its unit. */
  readonly figure: string;
  /** What it is compared with, measured in the same run. */
  readonly baseline?: string;
  readonly ratio?: number;
  readonly budget?: Budget;
}

export const atMost = (limit: number, unit: string, value: number): Budget => ({
  text: `≤ ${shortNumber(limit)} ${unit}`,
  isKept: value <= limit,
});

export const atLeast = (limit: number, unit: string, value: number): Budget => ({
  text: `≥ ${shortNumber(limit)} ${unit}`,
  isKept: value >= limit,
});

/** `1,234,567` from a thousand on, three digits below. */
export function shortNumber(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

export const milliseconds = (ms: number): string => `${shortNumber(ms)} ms`;
export const perSecond = (count: number, ms: number): number => (count * 1_000) / ms;

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Of sorted values, the one that so great a share of them does not exceed. */
export const atShare = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const TITLES = ['what', 'figure', 'baseline', 'ratio', 'budget', ''] as const;

/** The table of one area, ending in a newline. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, figure, baseline, ratio, budget }) => [
    what,
    figure,
    baseline ?? '',
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    budget?.text ?? '',
    budget === undefined ? '' : budget.isKept ? 'ok' : 'over',
  ]);
  const lines = [[...TITLES], ...rows];
  const widths = TITLES.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 || at === 5 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${drawn.join('\n')}\n`;
}
