// Watching long work: a live table for a person at a terminal, a line per change elsewhere, an event per change as ndjson.
// Leaving off watching leaves the work alone.

import { stripVTControlCharacters } from 'node:util';
import type { Command, OptionValues } from 'commander';
import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { startTimer } from '../../../contract/timers.ts';
import type { NoOptions, OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { harmless, harmlessInColour, type View } from '../../terminal/formats/cells.ts';
import { cut, widthFor } from '../../terminal/formats/width.ts';
import { Interrupted, type Out } from '../../terminal/io.ts';
import { durationMs, isAccessible } from '../../terminal/settings.ts';

export interface Watched<T> extends Pick<PollOptions<T>, 'read' | 'isOver'> {
  /** As it is called in a remark: `actions 7`. */
  readonly what: string;
  readonly resume: string;
  readonly view: View;
  /** One moment as lines for a terminal of so many columns. */
  table(value: T, columns: number): Promise<readonly string[]>;
  /** What is new since the moment before (null: the first one), as lines. */
  changes(before: T | null, value: T): readonly string[];
  /** What a person should know of a moment; said once. Null: nothing. */
  remark?(value: T): string | null;
  /** The end, on stdout. Not called for ndjson, where the last event is it. */
  print(value: T): Promise<void>;
}

interface WatchContext {
  readonly io: Pick<Session['io'], 'stderr' | 'env' | 'now' | 'sleep' | 'interrupt'>;
  readonly print: Pick<Session['print'], 'list' | 'note' | 'warn'>;
  readonly settings: Pick<Session['settings'], 'output' | 'quiet' | 'colour'>;
}

export type WatchFlags = OptionsOf<typeof watchOptions<[], NoOptions, NoOptions>>;

const INTERVAL = '2s';

/** The flags of everything that can be watched. */
export function watchOptions<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  bad: string,
) {
  return command
    .option('--exit-status', `exit 1 if it ends ${bad}`)
    .option('--timeout <duration>', 'stop watching after this time, with exit 8')
    .option('--interval <duration>', `the longest pause between two requests (${INTERVAL})`);
}

/** In milliseconds; no time-out is null. Exit 2 for what is not a duration: asked before anything is started. */
export function watchTimes(flags: WatchFlags): { readonly intervalMs: number; readonly timeoutMs: number | null } {
  const intervalMs = durationMs(flags.interval ?? INTERVAL, '--interval');
  // Without a pause it would ask as fast as the service answers.
  if (intervalMs === 0) throw new UsageError(`--interval ${flags.interval}: must be longer`);
  return {
    intervalMs,
    timeoutMs: flags.timeout === undefined ? null : durationMs(flags.timeout, '--timeout'),
  };
}

/** Watches to the end and prints it. Gives the last value; throws exit 8 when the time was over before. */
export async function watch<T>(session: WatchContext, watched: Watched<T>, flags: WatchFlags): Promise<T> {
  const { print, settings } = session;
  let last: { readonly value: T } | null = null;
  const live = isLive(session) ? liveOn(session.io.stderr) : null;
  const moments = momentsOf(session, watched, flags, live);
  const displayed =
    live === null ? displayedAsLines(session, watched, moments) : displayedLive(session, watched, moments, live);
  const events = (async function* () {
    for await (const value of displayed) {
      last = { value };
      yield value;
    }
  })();
  if (settings.output === 'ndjson') await print.list(watched.view, events);
  else for await (const _ of events);
  if (last === null) throw stillRunning(watched);
  const { value }: { readonly value: T } = last;
  if (settings.output !== 'ndjson') await watched.print(value);
  if (!watched.isOver(value)) throw stillRunning(watched);
  return value;
}

function stillRunning<T>({ what, resume }: Watched<T>): CliError {
  const message = `${what} is still running: --timeout ran out`;
  return new CliError('running', 'still_running', message, { hint: `watch again: ${resume}` });
}

/** It was started, and what came of it is not known. */
export function unwatched(hint: string): CliError {
  return new CliError('running', 'not_watched', 'started, but the answer names no run: it cannot be watched', { hint });
}

function isLive({ io, settings }: WatchContext): boolean {
  return io.stderr.isTTY && !isAccessible(io.env) && !settings.quiet && settings.output !== 'ndjson';
}

/** Remarks keep clear of the live table, which would be drawn over them. */
async function* momentsOf<T>(
  session: WatchContext,
  watched: Watched<T>,
  flags: WatchFlags,
  live: LiveDisplay | null,
): AsyncGenerator<T> {
  const { io, print } = session;
  const remark = (say: () => Promise<void>): Promise<void> => (live === null ? say() : live.above(say));
  const { intervalMs, timeoutMs } = watchTimes(flags);
  const reported = new Set<string>();
  try {
    const moments = follow({
      read: watched.read,
      isOver: watched.isOver,
      intervalMs,
      timeoutMs,
      now: io.now,
      interrupt: io.interrupt,
      sleep: (ms) => io.sleep(ms, io.interrupt),
      onTrouble: ({ message }) => {
        const trouble = `cannot read its status (${harmless(message)}); ${watched.what} is still running, trying again`;
        return remark(() => print.warn(trouble));
      },
      onRecovery: () => remark(() => print.note('the service responds again')),
    });
    for await (const value of moments) {
      yield value;
      const text = watched.remark?.(value) ?? null;
      if (text === null || reported.has(text)) continue;
      reported.add(text);
      await remark(() => print.note(harmless(text)));
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    live?.leave();
    await print.warn(`stopped watching; ${watched.what} is still running. Watch again: ${watched.resume}`);
    throw error;
  }
}

async function* displayedAsLines<T>(
  { print }: WatchContext,
  watched: Watched<T>,
  moments: AsyncIterable<T>,
): AsyncGenerator<T> {
  let before: T | null = null;
  for await (const value of moments) {
    for (const line of watched.changes(before, value)) await print.note(harmless(line));
    before = value;
    yield value;
  }
}

/** The table is taken away at the end: what comes then on stdout is the same, and stays. Ctrl-C leaves it. */
async function* displayedLive<T>(
  { io, settings }: WatchContext,
  watched: Watched<T>,
  moments: AsyncIterable<T>,
  live: LiveDisplay,
): AsyncGenerator<T> {
  try {
    for await (const value of moments) {
      const lines = await watched.table(value, io.stderr.columns);
      await live.show(lines.map((line) => harmlessInColour(line, settings.colour.stderr)));
      yield value;
    }
  } finally {
    await live.erase();
  }
}

type LiveDisplay = ReturnType<typeof liveOn>;

function liveOn(out: Out) {
  let displayed: readonly string[] = [];
  const erased = (): string => (displayed.length === 0 ? '' : `\u001b[${displayed.length}A\r\u001b[J`);
  /** Takes the place of what was shown before. Lines must fit the terminal. */
  const show = async (lines: readonly string[]): Promise<void> => {
    const plain = lines.map(stripVTControlCharacters);
    const widthOf = await widthFor(plain);
    const most = Math.max(1, out.columns - 1);
    // A line that is cut loses its colours: the end of one may be in the part that goes.
    const fitting = plain.map((line, at) => (widthOf(line) > most ? cut(line, most, widthOf) : (lines[at] ?? '')));
    const text = `${erased()}${fitting.map((line) => `${line}\n`).join('')}`;
    displayed = fitting;
    await out.write(text);
  };
  const erase = async (): Promise<void> => {
    const text = erased();
    displayed = [];
    if (text !== '') await out.write(text);
  };
  return {
    show,
    erase,
    /** A remark above the lines: they are taken away for it, and drawn again below it. */
    above: async (remark: () => Promise<void>): Promise<void> => {
      const lines = displayed;
      await erase();
      await remark();
      if (lines.length > 0) await show(lines);
    },
    /** Leaves the lines where they are; what is written next comes below them. */
    leave: (): void => {
      displayed = [];
    },
  };
}

// Reading something again and again until it is over. A poll that fails is not a failed run.

interface PollOptions<T> {
  /** Ends when the signal aborts: the person interrupts, or the time is over. */
  read(signal: AbortSignal): Promise<T>;
  isOver(value: T): boolean;
  /** The longest pause between two polls, milliseconds; the first ones are shorter. */
  readonly intervalMs: number;
  /** Null waits for ever. */
  readonly timeoutMs: number | null;
  readonly now: () => number;
  readonly interrupt: AbortSignal;
  /** Rejects when the person interrupts. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Polls begin to fail, and are tried again; reported once until one succeeds. */
  onTrouble(error: Error): Promise<void>;
  /** One succeeds after those that failed. */
  onRecovery?(): Promise<void>;
}

/** So that what is over at once is seen at once. */
const FIRST_PAUSE_MS = 200;
const SLOWER = 1.5;

/** A service that is restarted, or in trouble, is waited for so long; after that there is nothing to wait for. */
const OUTAGE_MOST_MS = 15 * 60_000;
/** While nothing answers, polls are up to so many times further apart. */
const OUTAGE_SLOWER = 5;

/** No name, no trust, a proxy that refuses: these do not pass by themselves. */
const LASTING = ['untrusted', 'tls', 'proxy', 'unknown_host'];

/** What may be over when it is asked again. */
function isPassing(error: unknown): error is Error {
  if (error instanceof NetworkError) return !LASTING.includes(error.fault);
  if (error instanceof ReplyError) return error.fault !== 'redirect';
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500);
}

/** Null if the time is over before; a poll that waits for its pace or for a silent service is given up then. */
async function within<T>(
  ms: number,
  interrupt: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly read: T } | null> {
  // Not `AbortSignal.any`: Node 20 may collect such a signal while only its listeners hold it.
  const over = new AbortController();
  const stop = () => over.abort(interrupt.reason);
  if (interrupt.aborted) stop();
  interrupt.addEventListener('abort', stop, { once: true });
  const timer = ms === Number.POSITIVE_INFINITY ? null : startTimer(ms, () => over.abort());
  try {
    return { read: await read(over.signal) };
  } catch (error) {
    if (over.signal.aborted && !interrupt.aborted) return null;
    throw error;
  } finally {
    timer?.stop();
    interrupt.removeEventListener('abort', stop);
  }
}

/** Every value that differs from the one before, the last one included. Ends when it is over, or the time is. */
async function* follow<T>(options: PollOptions<T>): AsyncGenerator<T> {
  const { read, isOver, intervalMs, timeoutMs, now, sleep } = options;
  const until = timeoutMs === null ? Number.POSITIVE_INFINITY : now() + timeoutMs;
  let pause = Math.min(FIRST_PAUSE_MS, intervalMs);
  let before = '';
  let failingSince: number | null = null;
  for (;;) {
    try {
      const value = await within(until - now(), options.interrupt, read);
      if (value === null) return;
      if (failingSince !== null) await options.onRecovery?.();
      failingSince = null;
      const text = JSON.stringify(value.read);
      if (text !== before) yield value.read;
      before = text;
      if (isOver(value.read)) return;
    } catch (error) {
      if (!isPassing(error) || now() - (failingSince ?? now()) >= OUTAGE_MOST_MS) throw error;
      if (failingSince === null) await options.onTrouble(error);
      failingSince ??= now();
    }
    const left = until - now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
    pause = Math.min(failingSince === null ? intervalMs : intervalMs * OUTAGE_SLOWER, Math.round(pause * SLOWER));
  }
}
