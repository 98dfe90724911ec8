// What is reported while the database is away: each attempt fails alike, and there are many.

import type { JobEnvironment } from './perform.ts';

type Report = JobEnvironment['onBug'];

const EVERY_MS = 60_000;

/** Reports bugs as they come; that the database does not answer once a minute, in one line without a stack. */
export function outageOnceAMinute(now: () => number, report: Report): Report {
  let reportedAt: number | null = null;
  return (error, what) => {
    // An error that ended a thread has lost its class, and the build gives classes other names.
    const isOutage = error instanceof Error && error.name === 'StoreUnreachable';
    if (!isOutage) return report(error, what);
    // Also where the clock was set back.
    if (reportedAt !== null && Math.abs(now() - reportedAt) < EVERY_MS) return;
    reportedAt = now();
    report(`${error.message}; it is tried again until it answers`, what);
  };
}
