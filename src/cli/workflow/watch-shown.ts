// What a watcher shows: a table that changes in place on a terminal, a line per change elsewhere, an event per line as
// ndjson; in any other format only the run as it ended.

import type { Run } from '../../contract/workflow-records.ts';
import { roughTime } from '../import/progress.ts';
import type { Out } from '../io.ts';
import { harmless } from '../output/cells.ts';
import { runView } from '../output/views/workflows.ts';
import type { Session } from '../session.ts';
import { runLine, statusesOf, stepTable } from './run-text.ts';
import type { WatchEvent } from './watch.ts';

export interface WatchScreen {
  show(event: WatchEvent): Promise<void>;
  /** The last word: the run as it is now, or null when it was never seen. */
  end(run: Run | null): Promise<void>;
}

/** Rows of a terminal; 24 where it does not tell. */
function rowsOf({ raw }: Out): number {
  return 'rows' in raw && typeof raw.rows === 'number' && raw.rows > 0 ? raw.rows : 24;
}

/** Heading, run line, remark and a line to spare. */
const LINES_AROUND = 5;

class TableScreen implements WatchScreen {
  readonly #session: Session;
  #drawn = 0;
  #run: Run | null = null;
  #remark = '';

  constructor(session: Session) {
    this.#session = session;
  }

  async show(event: WatchEvent): Promise<void> {
    if (event.event === 'run') this.#run = event.run;
    this.#remark =
      event.event === 'unreachable' ? `cannot ask (${harmless(event.message)}); the run goes on, asking again` : '';
    await this.#draw();
  }

  async end(run: Run | null): Promise<void> {
    if (run === null) return;
    this.#run = run;
    this.#remark = '';
    await this.#draw();
    if (run.reason !== null) await this.#session.io.stdout.write(`${harmless(run.reason)}\n`);
  }

  async #draw(): Promise<void> {
    const { io, print } = this.#session;
    const { stdout } = io;
    const run = this.#run;
    // The last column stays free: a terminal would go to the next line.
    const room = stdout.columns - 1;
    const text =
      run === null
        ? ''
        : `${runLine(run, io.now(), print.paint.stdout)}\n${await stepTable(run, {
            room,
            now: io.now(),
            paint: print.paint.stdout,
            most: Math.max(3, rowsOf(stdout) - LINES_AROUND),
          })}`;
    const remark = this.#remark === '' ? '' : `${print.paint.stdout.yellow(this.#remark.slice(0, room))}\n`;
    const lines = `${text}${remark}`.split('\n').slice(0, -1);
    const up = this.#drawn > 0 ? `\u001b[${this.#drawn}A\r` : '';
    // Each line is cleared to its end, and what is left of a longer picture below.
    await stdout.write(`${up}${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`);
    this.#drawn = lines.length;
  }
}

/** `120 succeeded, 2 failed`, in the order of their lives. */
function countsOf(run: Run, counts: Readonly<Record<string, number>>): string {
  const parts = statusesOf(run).filter((status) => (counts[status] ?? 0) > 0);
  return parts.map((status) => `${counts[status]} ${harmless(status).toLowerCase()}`).join(', ');
}

/** What has changed since the last time. */
class Changes {
  readonly #steps = new Map<string, string>();
  #status = '';

  /** Whether the run's own status is new. */
  isNew({ status, distinctEntityCount }: Run): boolean {
    const now = `${status} ${distinctEntityCount}`;
    const is = now !== this.#status;
    this.#status = now;
    return is;
  }

  steps(run: Run): Run['steps'] {
    return run.steps.filter(({ stepId, statusCounts }) => {
      const text = JSON.stringify(statusCounts);
      const before = this.#steps.get(stepId);
      this.#steps.set(stepId, text);
      return text !== before && (before !== undefined || text !== '{}');
    });
  }
}

class LineScreen implements WatchScreen {
  readonly #session: Session;
  readonly #changes = new Changes();

  constructor(session: Session) {
    this.#session = session;
  }

  async show(event: WatchEvent): Promise<void> {
    if (event.event === 'unreachable') {
      await this.#session.print.warn(
        `cannot ask how the run is: ${harmless(event.message)}; it goes on, asking again in ${roughTime(event.againMs)}`,
      );
    } else if (event.event === 'reachable') await this.#session.print.note('the service answers again');
    else await this.#lines(event.run);
  }

  async end(run: Run | null): Promise<void> {
    if (run?.reason != null) await this.#line(`run ${run.runId}: ${harmless(run.reason)}`);
  }

  async #lines(run: Run): Promise<void> {
    const { runId, status, distinctEntityCount: records } = run;
    const isNew = this.#changes.isNew(run);
    const ended = status !== 'RUNNING';
    const own = `run ${runId}: ${harmless(status)}, ${records} ${records === 1 ? 'record' : 'records'}`;
    if (isNew && !ended) await this.#line(own);
    for (const { stepId, statusCounts } of this.#changes.steps(run)) {
      await this.#line(`step ${harmless(stepId)}: ${countsOf(run, statusCounts) || 'nobody'}`);
    }
    if (isNew && ended) await this.#line(own);
  }

  async #line(text: string): Promise<void> {
    const { io } = this.#session;
    await io.stdout.write(
      `${new Date(io.now()).toISOString().replace(/\.\d+Z$/, 'Z')}\t${text.replace(/[\t\n]+/g, ' ')}\n`,
    );
  }
}

class EventScreen implements WatchScreen {
  readonly #session: Session;
  readonly #changes = new Changes();

  constructor(session: Session) {
    this.#session = session;
  }

  async show(event: WatchEvent): Promise<void> {
    if (event.event !== 'run') return await this.#event(event);
    const { steps: _steps, ...head } = event.run;
    const isNew = this.#changes.isNew(event.run);
    const steps = this.#changes.steps(event.run);
    if (isNew && event.run.status === 'RUNNING') await this.#event({ event: 'run', ...head });
    for (const step of steps) await this.#event({ event: 'step', runId: head.runId, ...step });
  }

  async end(run: Run | null): Promise<void> {
    if (run !== null) await this.#event({ event: run.status === 'RUNNING' ? 'detached' : 'end', ...run });
  }

  async #event(event: Readonly<Record<string, unknown>>): Promise<void> {
    const { io } = this.#session;
    await io.stdout.write(`${JSON.stringify({ at: new Date(io.now()).toISOString(), ...event })}\n`);
  }
}

/** Only the run as it is at the end; outages on stderr. */
class RecordScreen implements WatchScreen {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async show(event: WatchEvent): Promise<void> {
    if (event.event !== 'unreachable') return;
    await this.#session.print.warn(`cannot ask how the run is: ${harmless(event.message)}; it goes on, asking again`);
  }

  async end(run: Run | null): Promise<void> {
    if (run !== null) await this.#session.print.record(runView, run);
  }
}

/** The screen that output format and streams want. */
export function watchScreen(session: Session): WatchScreen {
  const { output, fields } = session.settings;
  if (output === 'ndjson' && fields === null) return new EventScreen(session);
  if (output !== 'table' || fields !== null) return new RecordScreen(session);
  return session.io.stdout.isTTY ? new TableScreen(session) : new LineScreen(session);
}
