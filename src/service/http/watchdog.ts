// Notices when the service answers no one for a while, and what it was busy with.

import { repeatEvery } from '../../contract/timers.ts';
import type { RequestHandler } from './listener.ts';

/** Everybody else waits as long. */
const STALL_MS = 250;
const LOOK_EVERY_MS = 100;
const NAMED_MAX = 5;

export type ReportStall = (ms: number, requests: readonly string[]) => void;

/** What runs on this thread delays its timers: how late they are is how long no one was answered. */
export function stallDetector(now: () => number, report: ReportStall) {
  let looked = now();
  // Those that began or went on since the last look; a stalled one is over before the timer runs.
  let recent: string[] = [];
  const running = new Map<object, string>();
  return {
    look: (): void => {
      const stalledMs = now() - looked - LOOK_EVERY_MS;
      if (stalledMs > STALL_MS) report(stalledMs, [...new Set(recent)].slice(0, NAMED_MAX));
      looked = now();
      recent = [...running.values()];
    },
    during: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const key = {};
      running.set(key, name);
      recent.push(name);
      try {
        return await work();
      } finally {
        running.delete(key);
      }
    },
  };
}

/** The same handler, watched; `stop` ends it. */
export function watched(
  handler: RequestHandler,
  now: () => number,
  report: ReportStall,
): RequestHandler & { stop(): void } {
  const { look, during } = stallDetector(now, report);
  const timer = repeatEvery(LOOK_EVERY_MS, look);
  return {
    ...handler,
    handle: (request) => during(`${request.method} ${routeOf(request.path)}`, () => handler.handle(request)),
    stop: timer.stop,
  };
}

/** The path without query, ids and whatever else is not a word of a route. */
function routeOf(path: string): string {
  const [plain = ''] = path.slice(0, 200).split('?');
  return plain
    .split('/')
    .map((part) => (/^(v1|_local|[a-z][a-z.-]{0,40})$/.test(part) || part === '' ? part : '…'))
    .join('/');
}
