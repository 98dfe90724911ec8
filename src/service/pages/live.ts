// Notifies open pages that the store has changed. They ask for themselves what of it they show.

import { repeatEvery, type Timer } from '../../contract/timers.ts';

type SendText = (text: string) => void;

export interface LiveChanges {
  /** Whether as many listen as may. */
  isFull(): boolean;
  /** Returns how it ends. */
  listen(send: SendText): () => void;
  close(): void;
}

const LOOK_EVERY_MS = 250;
const LISTENERS_MAX = 100;

/** `mark` reads a text that is another one once something was written. The store is looked at only while someone listens. */
export function liveChanges(mark: () => Promise<string>): LiveChanges {
  const listeners = new Set<SendText>();
  let timer: Timer | null = null;
  let known: string | null = null;
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const seen = await mark();
      if (known !== null && seen !== known) for (const send of listeners) send('event: change\ndata:\n\n');
      known = seen;
    } catch {
      // A store that does not answer now is looked at again.
    } finally {
      isLooking = false;
    }
  };
  const rest = (): void => {
    timer?.stop();
    timer = null;
    known = null;
  };
  return {
    isFull: () => listeners.size >= LISTENERS_MAX,
    listen: (send) => {
      listeners.add(send);
      // The first event also informs the browser that it is connected, and how soon to come back.
      send('retry: 1000\nevent: open\ndata:\n\n');
      if (timer === null) {
        void look();
        timer = repeatEvery(LOOK_EVERY_MS, () => void look());
      }
      return () => {
        listeners.delete(send);
        if (listeners.size === 0) rest();
      };
    },
    close: () => {
      listeners.clear();
      rest();
    },
  };
}
