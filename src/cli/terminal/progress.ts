// Progress of long work on stderr: a bar on a terminal, a line now and then elsewhere and for screen readers, nothing with --quiet.

import { smallest } from '../../contract/extremes.ts';
import { grouped } from './formats/bars.ts';
import { harmless } from './formats/cells.ts';
import { fold } from './formats/width.ts';
import type { Io } from './io.ts';
import { isAccessible } from './settings.ts';

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
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

/** What is counted, and the word for those that failed. */
export interface ProgressLabels {
  readonly unit: string;
  readonly failed: string;
}

const ROWS: ProgressLabels = { unit: 'rows', failed: 'not imported' };

export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr' | 'env' | 'now' | 'sleep'>;
  /** Default: rows of an import. */
  readonly words?: ProgressLabels;
  readonly quiet: boolean;
  /** What the rate allows, in units a minute; null = not limited. */
  readonly perMinute?: () => number | null;
}

const REDRAW_MS = 100;
/** While nothing happens the bar still turns and counts down. */
const TICK_MS = 500;
const LINE_MS = 10_000;
/** Waits below this are not worth a line. */
const WAIT_SHOWN_MS = 2_000;

/** `45 s`, `3 min`, `2 h 5 min`. */
export function approximateTime(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `42 s`, `2 min 05 s`: for a wait that is watched. */
function countdown(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** A piece of the line; of those that do not fit, the one with the lowest worth is left out first. */
interface LinePart {
  readonly text: string;
  readonly worth: number;
}

interface RowRate {
  /** Rows a minute that the rate allows; null = not limited. */
  readonly perMinute: number | null;
  /** Since the start. */
  readonly ms: number;
}

/** Rows a millisecond from here on: what it was so far, and never more than the rate allows. A burst at the start is not a speed. */
function speedOf({ rows, replayed }: ProgressState, { perMinute, ms }: RowRate): { perMs: number; isPaced: boolean } {
  const measured = ms < 1000 ? 0 : (rows - replayed) / ms;
  const allowed = perMinute === null ? Number.POSITIVE_INFINITY : perMinute / 60_000;
  return { perMs: Math.min(measured, allowed), isPaced: measured >= allowed * 0.9 };
}

function parts(state: ProgressState, speed: RowRate, { unit, failed }: ProgressLabels): LinePart[] {
  const { rows, of, errors } = state;
  const percent = of === 0 ? 100 : Math.min(100, Math.floor((rows / of) * 100));
  const all: LinePart[] = [
    { text: `${percent}%`, worth: 9 },
    { text: `${grouped(rows)} of ${grouped(Math.max(rows, of))} ${unit}`, worth: 8 },
  ];
  const { perMs, isPaced } = speedOf(state, speed);
  if (perMs > 0) {
    const perSecond = perMs * 1000;
    const rate =
      perSecond >= 100
        ? `${grouped(Math.round(perSecond))} ${unit}/s`
        : `${grouped(Math.round(perSecond * 60))} ${unit}/min`;
    all.push({ text: rate, worth: 3 });
    const reason = isPaced ? ' (rate limit)' : '';
    if (rows < of) all.push({ text: `~${approximateTime((of - rows) / perMs)} left${reason}`, worth: 6 });
  }
  if (errors > 0) all.push({ text: `${grouped(errors)} ${failed}`, worth: 5 });
  return all;
}

const joined = (all: readonly LinePart[]): string => all.map(({ text }) => text).join(' · ');

/** Rows, speed and time left as text. `ms`: since the start. */
export function progressText(
  state: ProgressState,
  ms: number,
  { labels = ROWS, perMinute = null }: { readonly labels?: ProgressLabels; readonly perMinute?: number | null } = {},
): string {
  return joined(parts(state, { ms, perMinute }, labels));
}

const FULL = '█';
const EMPTY = '░';
const BAR_MAX = 20;
const BAR_MIN = 5;

/** One line of at most `width` columns: first the bar shrinks, then parts are left out, at last the text is cut. */
export function barLine(state: ProgressState, input: readonly LinePart[], width: number): string {
  const share = state.of === 0 ? 1 : Math.min(1, state.rows / state.of);
  let displayed = input;
  while (displayed.length > 1 && joined(displayed).length + 1 + BAR_MIN > width) {
    const least = smallest(displayed.map(({ worth }) => worth));
    displayed = displayed.filter(({ worth }) => worth !== least);
  }
  const text = joined(displayed);
  const bar = Math.min(BAR_MAX, Math.max(BAR_MIN, width - text.length - 1));
  const filled = Math.floor(share * bar);
  const line = `${FULL.repeat(filled)}${EMPTY.repeat(bar - filled)} ${text}`;
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

/** Turned with every frame: whoever looks sees that it goes on. */
const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'];
const NOT_BEGUN: ProgressState = { rows: 0, of: 1, errors: 0, replayed: 0 };
/** `^C`, which the terminal itself writes behind the bar, must not begin a line of its own. */
const KEPT_FREE = 3;
const ERASE = '\r\u001b[K';

class TerminalProgress implements Progress {
  readonly #host: ProgressOptions;
  readonly #startedAt: number;
  readonly #ended = new AbortController();
  /** Null before the first of what is counted. */
  #state: ProgressState | null = null;
  #waiting: { readonly text: string; readonly until: number; readonly isRoutine: boolean } | null = null;
  #drawnAt = 0;
  #isDrawn = false;
  #frame = 0;

  constructor(host: ProgressOptions) {
    this.#host = host;
    this.#startedAt = host.io.now();
    void this.#tick();
  }

  update(state: ProgressState): void {
    this.#state = state;
    if (this.#host.io.now() - this.#drawnAt >= REDRAW_MS) this.#draw();
  }

  wait(reason: string, waitMs: number, isRoutine = false): void {
    // That the rate is kept stands behind the time left.
    const text = isRoutine ? 'next in' : `${harmless(reason).replace(/\s+/g, ' ')},`;
    this.#waiting = { text, until: this.#host.io.now() + waitMs, isRoutine };
    this.#draw();
  }

  /** In one piece with what takes the bar away: a frame in between would stay. */
  async say(text: string): Promise<void> {
    const { stderr: out } = this.#host.io;
    await out.write(`${this.#erased()}${await fold(harmless(text), out.columns)}\n`);
    this.#draw();
  }

  async end(): Promise<void> {
    this.#ended.abort();
    const erased = this.#erased();
    if (erased !== '') await this.#host.io.stderr.write(erased);
  }

  #erased(): string {
    const text = this.#isDrawn ? ERASE : '';
    this.#isDrawn = false;
    return text;
  }

  async #tick(): Promise<void> {
    try {
      for (;;) {
        await this.#host.io.sleep(TICK_MS, this.#ended.signal);
        this.#draw();
      }
    } catch {
      // The import has ended.
    }
  }

  #draw(): void {
    if (this.#ended.signal.aborted) return;
    const { io, words = ROWS, perMinute } = this.#host;
    const { now, stderr: out } = io;
    this.#drawnAt = now();
    this.#isDrawn = true;
    this.#frame = (this.#frame + 1) % FRAMES.length;
    const waiting = this.#waitPart(now());
    // What was fast before a pause says nothing of the time that is left.
    const isPaused = waiting.length > 0 && this.#waiting?.isRoutine === false;
    const speed = { ms: isPaused ? 0 : now() - this.#startedAt, perMinute: perMinute?.() ?? null };
    const all = [...(this.#state === null ? [] : parts(this.#state, speed, words)), ...waiting];
    const line = barLine(this.#state ?? NOT_BEGUN, all, out.columns - KEPT_FREE - 2);
    void out.write(`\r${FRAMES[this.#frame]} ${line}\u001b[K`);
  }

  #waitPart(now: number): LinePart[] {
    if (this.#waiting === null || this.#waiting.until - now < 500) return [];
    return [{ text: `${this.#waiting.text} ${countdown(this.#waiting.until - now)}`, worth: 7 }];
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
    this.#startedAt = host.io.now();
    this.#reportedAt = this.#startedAt;
  }

  update(state: ProgressState): void {
    const { rows, of } = state;
    const now = this.#host.io.now();
    // A quick import is over before a line of it would be read.
    if (rows === 0 || rows >= of || now - this.#reportedAt < LINE_MS) return;
    if ((rows - this.#reportedRows) * 100 < of && now - this.#reportedAt < LINE_MS * 6) return;
    this.#reportedRows = rows;
    this.#reportedAt = now;
    const { words, perMinute } = this.#host;
    const labels = words === undefined ? {} : { labels: words };
    void this.say(progressText(state, now - this.#startedAt, { ...labels, perMinute: perMinute?.() ?? null }));
  }

  wait(text: string, waitMs: number, isRoutine = false): void {
    if (waitMs < WAIT_SHOWN_MS || isRoutine) return;
    const now = this.#host.io.now();
    // Several bulks wait for the same.
    if (this.#waiting?.text === text && now < this.#waiting.until) return;
    this.#waiting = { text, until: now + waitMs };
    void this.say(`waiting ${approximateTime(waitMs)}: ${text}`);
  }

  async say(text: string): Promise<void> {
    await this.#host.io.stderr.write(`${harmless(text)}\n`);
  }

  async end(): Promise<void> {}
}

/** Silent except for `say`. */
const quietProgress = ({ io: { stderr } }: ProgressOptions): Progress => ({
  update: () => {},
  wait: () => {},
  say: (text) => stderr.write(`${text}\n`),
  end: async () => {},
});

export function openProgress(host: ProgressOptions): Progress {
  if (host.quiet) return quietProgress(host);
  return host.io.stderr.isTTY && !isAccessible(host.io.env) ? new TerminalProgress(host) : new LineProgress(host);
}
