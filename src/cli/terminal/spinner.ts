// What a person sees while a command waits: a spinner on stderr, from 300 ms on, gone before anything is printed.

import type { Io, Out } from './io.ts';
import { isAccessible, isOn, type Settings } from './settings.ts';
import { withStreams, withWrite } from './streams.ts';
import type { TerminalSpinner } from './terminal-spinner.ts';

/** Ends what was started; calling it again does nothing. */
type End = () => void;

export interface Spinner {
  /** A named phase of the work: "Checking the key". Of several the latest is shown; an empty text says nothing yet. */
  phase(text: () => string): End;
  /** A request is under way: shown as waiting for the service where no phase says more. */
  request(service: string): End;
  /** A pause of so many milliseconds, shown as a countdown. False where it is not shown. */
  pause(reason: string, ms: number): boolean;
  hold(): End;
  stop(): void;
}

const nothing: End = () => {};

/** Off a terminal, and with --quiet. */
export const NO_SPINNER: Spinner = {
  phase: () => nothing,
  request: () => nothing,
  pause: () => false,
  hold: () => nothing,
  stop: nothing,
};

/** The same output; whatever goes through it finds the screen free. */
function clearing(out: Out, spinner: TerminalSpinner): Out {
  const write = (text: string): Promise<void> => {
    if (out.isTTY && text !== '') spinner.beforeText(text);
    return out.write(text);
  };
  return withWrite(out, write, out.unguarded);
}

/**
 * The spinner of a session, and the streams everything of it must be written to. Both streams have to be terminals:
 * beside `| less` or `| jq` another program may own the screen.
 */
export async function openSpinner(io: Io, settings: Settings): Promise<{ readonly spinner: Spinner; readonly io: Io }> {
  const isSeen = io.stderr.isTTY && io.stdout.isTTY && !settings.quiet;
  if (!isSeen || io.env['TERM'] === 'dumb' || isOn(io.env['CI']) || isAccessible(io.env))
    return { spinner: NO_SPINNER, io };
  const { TerminalSpinner } = await import('./terminal-spinner.ts');
  const spinner = new TerminalSpinner(io, settings.colour.stderr);
  return { spinner, io: withStreams(io, clearing(io.stdout, spinner), clearing(io.stderr, spinner)) };
}
