// The service without a server: requests are answered, and what they set going is carried on behind them, in this very
// process, before it ends. What is left is carried on by the next one.

import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Dropped } from './http/respond.ts';
import type { Service } from './start.ts';

export interface InProcessOptions {
  /** Ends the work behind; the rest waits for the next process. */
  readonly interrupt: AbortSignal;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A remark for whoever waits. */
  readonly note: (text: string) => void;
}

export interface InProcess {
  handle(request: WireRequest): Promise<WireResponse | Dropped>;
  /** Waits for the work behind, and says so when that takes a while. Does not close the service. */
  settle(): Promise<void>;
}

/** Nobody is kept waiting for longer without a word, milliseconds. */
const SILENCE_MS = 1_000;

/** After that every so often. */
const WORD_MS = 5_000;

export function inProcess(service: Service, options: InProcessOptions): InProcess {
  const { interrupt } = options;
  let behind: Promise<void> | null = null;
  let isMore = false;
  let isLeft = false;
  let performed = 0;

  const workOff = async (): Promise<void> => {
    while (isMore) {
      isMore = false;
      const before = performed;
      const worked = await service.work({
        signal: interrupt,
        onProgress: (so) => {
          performed = before + so.performed;
        },
      });
      isLeft = worked.isLeft;
    }
  };
  /** Never rejects: nobody may be waiting for it, and what it could not do waits for the next process. */
  const begin = (): Promise<void> =>
    workOff()
      .catch((error: unknown) => {
        isMore = false;
        options.note(`background work stopped: ${error instanceof Error ? error.message : error}`);
      })
      .then(() => {
        behind = isMore ? begin() : null;
      });
  return {
    handle: async (request) => {
      const answer = await service.handle(request, 'operator');
      isMore = true;
      behind ??= begin();
      return answer;
    },
    settle: async () => {
      if (behind === null) return;
      const done = new AbortController();
      const telling = tell(options, done.signal, () => performed);
      while (behind !== null) await behind;
      done.abort();
      await telling;
      if (isLeft) options.note('background work is left to the next command, or to reach serve');
    },
  };
}

async function tell(
  { sleep, note, interrupt }: InProcessOptions,
  done: AbortSignal,
  performed: () => number,
): Promise<void> {
  const either = AbortSignal.any([done, interrupt]);
  let ms = SILENCE_MS;
  try {
    for (;;) {
      await sleep(ms, either);
      const steps = performed() === 0 ? '' : ` (${performed()} steps done)`;
      note(
        ms === SILENCE_MS
          ? 'finishing background work; Ctrl-C leaves it to the next command, or to reach serve'
          : `still at background work${steps}`,
      );
      ms = WORD_MS;
    }
  } catch {
    // Done, or told to stop.
  }
}
