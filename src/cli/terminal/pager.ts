// Long output at a terminal goes to a pager. What fits on the screen goes to the screen, and no program is started.

import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { type Io, leaveInterruptTo, type Out } from './io.ts';
import { programOf } from './programs.ts';
import { withStreams, withWrite } from './streams.ts';

export interface Pager {
  readonly io: Io;
  /** Writes what is held, and waits until the person has read. */
  end(): Promise<void>;
}

interface PagerProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** As `man` and `git` choose it: a command line for the shell; empty, or `cat`, is none. */
function chosenPager({ env, platform }: Io): PagerProgram | null {
  const line = (env['REACH_PAGER'] ?? env['PAGER'])?.trim();
  if (line === '' || line === 'cat') return null;
  if (line !== undefined) return { command: line, args: [], shell: true };
  const less = programOf({ env, platform }, 'less');
  // Ends by itself where one screen is enough, passes colours on, leaves the text on the screen.
  return less === null ? null : { command: less, args: ['-FRX'], shell: false };
}

/** Rows that the text takes, lines that wrap included. */
function rowsOf(text: string, columns: number): number {
  const lines = text.split('\n');
  const rows = lines.map((line) => Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)));
  return rows.reduce((sum, count) => sum + count, 0) - 1;
}

/** What is kept to be shown without a pager, should there be none. */
const KEPT_LETTERS = 1_000_000;
/** A shell that cannot run its command. */
const CANNOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

class PagedOutput {
  readonly #io: Io;
  readonly #program: PagerProgram;
  readonly #onStart: () => void;
  #state: 'holding' | 'paging' | 'off' = 'holding';
  #held = '';
  #rows = 0;
  #kept: string | null = '';
  #remarks = '';
  #child: ChildProcess | undefined;
  #over: Promise<void> = Promise.resolve();
  #hasQuit = false;

  constructor(io: Io, program: PagerProgram, onStart: () => void) {
    this.#io = io;
    this.#program = program;
    this.#onStart = onStart;
  }

  get hasQuit(): boolean {
    return this.#hasQuit;
  }

  async write(text: string): Promise<void> {
    const { stdout } = this.#io;
    if (this.#state === 'off') return await stdout.write(text);
    if (this.#state === 'paging') return await this.#send(text);
    this.#held += text;
    this.#rows += rowsOf(text, stdout.columns);
    // The last row is for the prompt of the shell.
    if (this.#rows < (stdout.rows ?? Number.POSITIVE_INFINITY)) return;
    this.#start();
    const held = this.#held;
    this.#held = '';
    await this.#send(held);
  }

  /** Remarks keep their place among the data; while the pager has the screen they wait. */
  async remark(text: string): Promise<void> {
    if (this.#state === 'paging') {
      this.#remarks += text;
      return;
    }
    await this.#release();
    await this.#io.stderr.write(text);
  }

  async end(): Promise<void> {
    if (this.#state === 'paging') {
      this.#child?.stdin?.end();
      await this.#over;
    }
    await this.#release();
    this.#state = 'off';
    if (this.#remarks !== '') await this.#io.stderr.write(this.#remarks);
    this.#remarks = '';
  }

  async #release(): Promise<void> {
    if (this.#held === '') return;
    const held = this.#held;
    this.#held = '';
    this.#state = 'off';
    await this.#io.stdout.write(held);
  }

  #start(): void {
    const { command, args, shell } = this.#program;
    this.#state = 'paging';
    this.#onStart();
    const child = spawn(command, args, { shell, stdio: ['pipe', 'inherit', 'inherit'], env: this.#io.env });
    this.#child = child;
    // Whoever quits early has read enough.
    child.stdin.on('error', () => {});
    this.#over = new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(127));
      child.on('exit', resolve);
    }).then((status) => {
      this.#hasQuit = true;
      if (!CANNOT_RUN.has(status) || this.#kept === null) return;
      this.#hasQuit = false;
      this.#state = 'off';
      return this.#io.stdout.write(this.#kept);
    });
    leaveInterruptTo(this.#over);
    // It ends with us, and gives the terminal back.
    this.#io.interrupt.addEventListener('abort', () => void child.kill('SIGTERM'));
  }

  async #send(text: string): Promise<void> {
    if (this.#kept !== null) this.#kept = this.#kept.length > KEPT_LETTERS ? null : this.#kept + text;
    const stdin = this.#child?.stdin;
    if (stdin === null || stdin === undefined || this.#hasQuit) return;
    // A slow reader bounds our memory.
    const taken = new Promise<void>((resolve) => stdin.write(text, () => resolve()));
    await Promise.race([taken, this.#over]);
  }
}

const paged = (paging: PagedOutput, out: Out): Out =>
  withWrite(
    out,
    (text) => paging.write(text),
    out.unguarded,
    () => paging.hasQuit || out.closed,
  );

/** A pager for this terminal; null where there is none. `onStart`: it takes the screen. */
export function openPager(io: Io, onStart: () => void): Pager | null {
  const isScreen = io.stdout.isTTY && io.stdout.rows !== undefined && io.env['TERM'] !== 'dumb';
  const program = isScreen ? chosenPager(io) : null;
  if (program === null) return null;
  const paging = new PagedOutput(io, program, onStart);
  const stderr = withWrite(io.stderr, (text) => paging.remark(text), io.stderr.unguarded);
  return { io: withStreams(io, paged(paging, io.stdout), stderr), end: () => paging.end() };
}
