// The service without a server. Jobs that requests queue are performed in the same process before it ends; the next process
// performs what is left.

import type { Sleep } from '../contract/timers.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import type { Dropped } from './http/respond.ts';
import type { Service } from './start.ts';

export interface InProcessOptions {
  /** Stops background work; the rest is left to the next process. */
  readonly interrupt: AbortSignal;
  readonly sleep: Sleep;
  readonly note: (text: string) => void;
}

export interface InProcess {
  handle(request: WireRequest): Promise<WireResponse | Dropped>;
  /** Waits for background work, with a note if it takes long. Does not close the service. */
  settle(): Promise<void>;
}

const FIRST_NOTE_MS = 1_000;

const NEXT_NOTE_MS = 5_000;

export function inProcess(service: Service, options: InProcessOptions): InProcess {
  const { interrupt } = options;
  let background: Promise<void> | null = null;
  let isMore = false;
  let isUnfinished = false;
  let performed = 0;

  const performDue = async (): Promise<void> => {
    while (isMore) {
      isMore = false;
      const before = performed;
      const worked = await service.work({
        signal: interrupt,
        onProgress: (progress) => {
          performed = before + progress.performed;
        },
      });
      isUnfinished = worked.isUnfinished;
    }
  };
  /** Never rejects: it may not be awaited, and what it could not do is left to the next process. */
  const start = (): Promise<void> =>
    performDue()
      .catch((error: unknown) => {
        isMore = false;
        options.note(`background work stopped: ${error instanceof Error ? error.message : error}`);
      })
      .then(() => {
        background = isMore ? start() : null;
      });
  return {
    handle: async (request) => {
      const answer = await service.handle(request, { caller: 'operator' });
      isMore = true;
      background ??= start();
      return answer;
    },
    settle: async () => {
      if (background !== null) {
        // Not `AbortSignal.any`: Node 20 may collect such a signal while only its listeners hold it.
        const done = new AbortController();
        const stop = () => done.abort();
        options.interrupt.addEventListener('abort', stop, { once: true });
        const notes = showNotes(options, done.signal, () => performed);
        while (background !== null) await background;
        options.interrupt.removeEventListener('abort', stop);
        stop();
        await notes;
      }
      if (isUnfinished) options.note('background work is left to the next command, or to reach serve');
    },
  };
}

async function showNotes({ sleep, note }: InProcessOptions, done: AbortSignal, performed: () => number) {
  let ms = FIRST_NOTE_MS;
  try {
    for (;;) {
      await sleep(ms, done);
      const steps = performed() === 0 ? '' : ` (${performed()} steps done)`;
      note(
        ms === FIRST_NOTE_MS
          ? 'finishing background work; Ctrl-C leaves it to the next command, or to reach serve'
          : `still at background work${steps}`,
      );
      ms = NEXT_NOTE_MS;
    }
  } catch {
    // Done or interrupted.
  }
}
