// One import, from its start to its end: made once the file and the plan are known, and passed down as it is.

import type { Item } from '../../rules/records/search-fields.ts';
import type { RowSource } from '../files/rows/source.ts';
import type { Session } from '../session/session.ts';
import type { Cancellation } from '../shared/parallel-map.ts';
import type { Entity } from '../shared/records/entity.ts';
import type { Progress } from '../terminal/progress.ts';
import type { ImportPlan } from './mapping/plan.ts';
import type { claimedRecords, ImportJournal } from './recover/journal.ts';
import type { RecordClock } from './recover/record-clock.ts';
import type { SearchProof } from './recover/search-proof.ts';
import type { SharedLock } from './recover/shared-lock.ts';
import type { RowFiles } from './report/result-files.ts';
import type { RowResult } from './report/row-result.ts';
import type { RowProblems, RowTally } from './report/tally.ts';
import type { LaterRow } from './rows/earlier-rows.ts';
import type { SettableItems } from './send/settable-items.ts';
import type { ImportService } from './service.ts';
import type { ImportRequest } from './start/flags.ts';
import type { ImportHeader } from './start/import-folder.ts';

/** Lets through what a saved plan has. */
export interface RowGate {
  /** Why each of the items may not be sent; null where it may. To be asked in the order of the file. */
  reasons(rows: {
    readonly items: readonly Item[];
    readonly lines: readonly number[];
    readonly recordId: number | null;
  }): Promise<readonly (string | null)[]>;
  /** What rows have made: those behind them change it. */
  made(results: readonly RowResult[]): void;
}

export interface ImportRun {
  readonly session: Session;
  readonly entity: Entity;
  readonly request: ImportRequest;
  readonly how: 'new' | 'resumed' | 'finished';
  readonly header: ImportHeader;
  /** The header's. */
  readonly plan: ImportPlan;
  readonly csv: RowSource;
  /** As the first pass found them. */
  readonly laterRows: Map<number, LaterRow>;
  readonly files: RowFiles;
  readonly journal: ImportJournal;
  /** Null where the journal has every answer already: nothing is sent. */
  readonly service: ImportService | null;
  /** Null where everything may be set. */
  readonly settable: SettableItems | null;
  /** Null where no plan is carried out. */
  readonly gate: RowGate | null;
  readonly requestLock: SharedLock;
  /** Records that rows are known to have created. */
  readonly claimed: ReturnType<typeof claimedRecords>;
  readonly clock: RecordClock;
  readonly proof: SearchProof;
  readonly cancellation: Cancellation;
  readonly tally: RowTally;
  readonly problems: RowProblems;
  readonly progress: Progress;
  readonly startedAt: number;
}

export interface SendingRun extends ImportRun {
  readonly service: ImportService;
}

export const isSending = (run: ImportRun): run is SendingRun => run.service !== null;

/** At Ctrl-C it is said at once, and nothing new is sent. Gives what stops listening. */
export function stopAtInterrupt(
  { io }: Session,
  { cancellation, progress }: Pick<ImportRun, 'cancellation' | 'progress'>,
  textOf: () => string,
): () => void {
  const stop = () => {
    void progress.say(textOf());
    cancellation.request(io.interrupt.reason);
  };
  if (io.interrupt.aborted) stop();
  io.interrupt.addEventListener('abort', stop, { once: true });
  return () => io.interrupt.removeEventListener('abort', stop);
}
