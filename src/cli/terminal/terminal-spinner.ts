// The spinner itself, drawn by ora.

import type { Ora } from 'ora';
import { startIdleTimer, type Timer } from '../../contract/timers.ts';
import { harmless } from './formats/cells.ts';
import type { Io } from './io.ts';

/** Shorter waits pass without a sign: what flickers is worse than nothing. */
const SHOWN_AFTER_MS = 300;
const REFRESH_MS = 200;
/** From here on the time it has taken is shown. */
const ELAPSED_AFTER_MS = 5_000;
/** The spinner itself, a space, and the last column, which stays free so that the line does not wrap. */
const MARGIN = 3;

/** Whether the cursor is in the first column after this text: a spinner there covers nothing. */
const endsLine = (text: string): boolean => text.endsWith('\n') || text.endsWith('\r\u001b[K');

interface SpinnerEntry {
  readonly text: () => string;
}

export class TerminalSpinner {
  readonly #io: Io;
  readonly #hasColour: boolean;
  readonly #phases = new Set<SpinnerEntry>();
  readonly #requests = new Set<SpinnerEntry>();
  #pause: { readonly reason: string; readonly until: number } | null = null;
  #holds = 0;
  #isLineOpen = false;
  #isStopped = false;
  #since = 0;
  #timer: Timer | undefined;
  #ora: Ora | undefined;

  constructor(io: Io, hasColour: boolean) {
    this.#io = io;
    this.#hasColour = hasColour;
  }

  phase(text: () => string): () => void {
    return this.#begin(this.#phases, { text });
  }

  request(service: string): () => void {
    return this.#begin(this.#requests, { text: () => `Waiting for ${service}` });
  }

  pause(reason: string, ms: number): boolean {
    if (!this.#hasRoom()) return false;
    this.#pause = { reason, until: this.#io.now() + ms };
    this.#arm();
    return true;
  }

  hold(): () => void {
    this.#holds += 1;
    this.#hide();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#arm();
    };
  }

  stop(): void {
    this.#isStopped = true;
    this.#hide();
  }

  /** Called before text goes to the terminal: the spinner leaves, and comes back when nothing more is printed. */
  beforeText(text: string): void {
    this.#hide();
    this.#isLineOpen = !endsLine(text);
    this.#arm();
  }

  #begin(entries: Set<SpinnerEntry>, entry: SpinnerEntry): () => void {
    if (!this.#isBusy()) this.#since = this.#io.now();
    entries.add(entry);
    this.#arm();
    // It is not hidden yet: between two requests it would flicker.
    return () => void entries.delete(entry);
  }

  #isBusy(): boolean {
    return this.#phases.size > 0 || this.#requests.size > 0 || this.#secondsLeft() > 0;
  }

  #secondsLeft(): number {
    return this.#pause === null ? 0 : Math.ceil((this.#pause.until - this.#io.now()) / 1000);
  }

  #arm(): void {
    const isFree = this.#holds === 0 && !this.#isLineOpen && !this.#isStopped;
    if (!isFree || this.#timer !== undefined || !this.#isBusy()) return;
    this.#timer = startIdleTimer(SHOWN_AFTER_MS, () => void this.#show());
  }

  /** Without columns there is no telling where a line ends, and ora would never stop erasing. */
  #hasRoom(): boolean {
    const stream = this.#io.stderr.raw;
    return 'columns' in stream && typeof stream.columns === 'number' && stream.columns > MARGIN;
  }

  #hide(): void {
    this.#timer?.stop();
    this.#timer = undefined;
    this.#ora?.stop();
  }

  async #show(): Promise<void> {
    const armed = this.#timer;
    if (!this.#hasRoom()) return;
    const { default: ora } = await import('ora');
    // Text was printed, or everything ended, while it was loaded.
    if (this.#timer !== armed) return;
    this.#ora ??= ora({
      stream: this.#io.stderr.raw,
      isEnabled: true,
      // It would put the terminal into raw mode, where Ctrl-C is not a signal.
      discardStdin: false,
      hideCursor: false,
      color: this.#hasColour ? 'cyan' : false,
    });
    this.#refresh();
  }

  #refresh(): void {
    if (!this.#isBusy()) this.#hide();
    else if (this.#ora !== undefined) this.#draw(this.#ora);
  }

  #draw(ora: Ora): void {
    const room = Math.max(1, this.#io.stderr.columns - MARGIN);
    const letters = [...harmless(this.#text()).replace(/\s+/g, ' ')];
    ora.text = letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : letters.join('');
    ora.start();
    this.#timer = startIdleTimer(REFRESH_MS, () => this.#refresh());
  }

  #text(): string {
    const phase = [...this.#phases].at(-1)?.text() || null;
    const left = this.#secondsLeft();
    if (this.#pause !== null && left > 0) {
      const countdown = `${this.#pause.reason}: continuing in ${left} s`;
      return phase === null ? countdown.replace(/^./, (first) => first.toUpperCase()) : `${phase} · ${countdown}`;
    }
    const elapsed = this.#io.now() - this.#since;
    const text = `${phase ?? [...this.#requests].at(-1)?.text() ?? 'Working'}…`;
    return elapsed < ELAPSED_AFTER_MS ? text : `${text} ${Math.floor(elapsed / 1000)} s`;
  }
}
