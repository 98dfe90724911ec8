// Progress of long work on stderr: a bar on a terminal, a line now and then elsewhere, nothing with --quiet.

import type { Out } from '../../app/io.ts';
import { harmless } from '../formats/cells.ts';

export interface ProgressState {
  readonly rows: number;
  /** Rows the file has; blank ones may be counted, too. */
  readonly of: number;
  readonly errors: number;
  /** Of the rows, those an earlier run did: they say nothing about the speed of this one. */
  readonly replayed: number;
}

export interface Progress {
  update(state: ProgressState): void;
  /** Shown beside the bar while it lasts, or as a line of its own; a routine one beside the bar alone. */
  wait(text: string, waitMs: number, isRoutine?: boolean): void;
  /** A line above the bar. */
  say(text: string): Promise<void>;
  /** Removes the bar. */
  end(): Promise<void>;
}

/** What is counted, and the word for those that failed. */
export interface ProgressLabels {
  readonly unit: string;
  readonly failed: string;
}

const ROWS: ProgressLabels = { unit: 'rows', failed: 'not imported' };

export interface ProgressOptions {
  readonly out: Out;
  /** Default: rows of an import. */
  readonly words?: ProgressLabels;
  readonly quiet: boolean;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const REDRAW_MS = 100;
/** While nothing happens the bar still counts down. */
const TICK_MS = 1_000;
const LINE_MS = 10_000;
/** Waits below this are not worth a line. */
const WAIT_SHOWN_MS = 2_000;

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** `45 s`, `3 min`, `2 h 5 min`. */
export function approximateTime(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Rows, speed and time left as text. `ms`: since the start. */
export function progressText(
  { rows, of, errors, replayed }: ProgressState,
  ms: number,
  { unit, failed }: ProgressLabels = ROWS,
): string {
  const percent = of === 0 ? 100 : Math.min(100, Math.floor((rows / of) * 100));
  const parts = [`${percent}%`, `${grouped(rows)} of ${grouped(Math.max(rows, of))} ${unit}`];
  const perMs = ms < 1000 ? 0 : (rows - replayed) / ms;
  if (perMs > 0) {
    const perSecond = perMs * 1000;
    parts.push(
      perSecond >= 100
        ? `${grouped(Math.round(perSecond))} ${unit}/s`
        : `${grouped(Math.round(perSecond * 60))} ${unit}/min`,
    );
    if (rows < of) parts.push(`~${approximateTime((of - rows) / perMs)} left`);
  }
  if (errors > 0) parts.push(`${grouped(errors)} ${failed}`);
  return parts.join(' · ');
}

const FULL = '█';
const EMPTY = '░';
const BAR_MAX = 20;
const BAR_MIN = 5;

/** One line of at most `width` columns; the bar shrinks before the text is cut. */
export function barLine(state: ProgressState, text: string, width: number): string {
  const share = state.of === 0 ? 1 : Math.min(1, state.rows / state.of);
  const bar = Math.min(BAR_MAX, Math.max(BAR_MIN, width - text.length - 1));
  const filled = Math.floor(share * bar);
  const line = `${FULL.repeat(filled)}${EMPTY.repeat(bar - filled)} ${text}`;
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

class TerminalProgress implements Progress {
  readonly #host: ProgressOptions;
  readonly #startedAt: number;
  readonly #ended = new AbortController();
  #state: ProgressState = { rows: 0, of: 0, errors: 0, replayed: 0 };
  #waiting: { readonly text: string; readonly until: number } | null = null;
  #drawnAt = 0;
  #isDrawn = false;

  constructor(host: ProgressOptions) {
    this.#host = host;
    this.#startedAt = host.now();
    void this.#tick();
  }

  update(state: ProgressState): void {
    this.#state = state;
    if (this.#host.now() - this.#drawnAt >= REDRAW_MS) this.#draw();
  }

  wait(text: string, waitMs: number): void {
    this.#waiting = { text: harmless(text).replace(/\s+/g, ' '), until: this.#host.now() + waitMs };
    this.#draw();
  }

  async say(text: string): Promise<void> {
    await this.#erase();
    await this.#host.out.write(`${harmless(text)}\n`);
    this.#draw();
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.#erase();
  }

  async #erase(): Promise<void> {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    await this.#host.out.write('\r\u001b[K');
  }

  async #tick(): Promise<void> {
    try {
      for (;;) {
        await this.#host.sleep(TICK_MS, this.#ended.signal);
        this.#draw();
      }
    } catch {
      // The import has ended.
    }
  }

  #draw(): void {
    if (this.#ended.signal.aborted) return;
    const { now, out } = this.#host;
    this.#drawnAt = now();
    this.#isDrawn = true;
    const text = progressText(this.#state, now() - this.#startedAt, this.#host.words);
    // The last column stays free: a terminal would go to the next line.
    void out.write(`\r${barLine(this.#state, text + this.#waitText(now()), out.columns - 1)}\u001b[K`);
  }

  #waitText(now: number): string {
    if (this.#waiting === null || this.#waiting.until - now < 500) return '';
    return ` · ${this.#waiting.text}, ${approximateTime(this.#waiting.until - now)}`;
  }
}

class LineProgress implements Progress {
  readonly #host: ProgressOptions;
  readonly #startedAt: number;
  #reportedRows = 0;
  #reportedAt: number;
  #waiting: { readonly text: string; readonly until: number } | null = null;

  constructor(host: ProgressOptions) {
    this.#host = host;
    this.#startedAt = host.now();
    this.#reportedAt = this.#startedAt;
  }

  update(state: ProgressState): void {
    const { rows, of } = state;
    const now = this.#host.now();
    // A quick import is over before a line of it would be read.
    if (rows === 0 || rows >= of || now - this.#reportedAt < LINE_MS) return;
    if ((rows - this.#reportedRows) * 100 < of && now - this.#reportedAt < LINE_MS * 6) return;
    this.#reportedRows = rows;
    this.#reportedAt = now;
    void this.say(progressText(state, now - this.#startedAt, this.#host.words));
  }

  wait(text: string, waitMs: number, isRoutine = false): void {
    if (waitMs < WAIT_SHOWN_MS || isRoutine) return;
    const now = this.#host.now();
    // Several bulks wait for the same.
    if (this.#waiting?.text === text && now < this.#waiting.until) return;
    this.#waiting = { text, until: now + waitMs };
    void this.say(`waiting ${approximateTime(waitMs)}: ${text}`);
  }

  async say(text: string): Promise<void> {
    await this.#host.out.write(`${harmless(text)}\n`);
  }

  async end(): Promise<void> {}
}

/** Silent except for `say`. */
class QuietProgress implements Progress {
  readonly #out: Out;

  constructor({ out }: ProgressOptions) {
    this.#out = out;
  }

  update(): void {}
  wait(): void {}

  async say(text: string): Promise<void> {
    await this.#out.write(`${text}\n`);
  }

  async end(): Promise<void> {}
}

export function openProgress(host: ProgressOptions): Progress {
  if (host.quiet) return new QuietProgress(host);
  return host.out.isTTY ? new TerminalProgress(host) : new LineProgress(host);
}
