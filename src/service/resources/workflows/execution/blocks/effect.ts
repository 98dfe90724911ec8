import type { Context } from '../../../../core/context.ts';
import type { ActiveRun } from '../../queries/run-records.ts';

interface Batch {
  readonly run: ActiveRun;
  /** Of the node, with bound values resolved. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Existing records, lowest id first. */
  readonly ids: readonly number[];
}

/** A record in none of the sets has succeeded. */
interface BatchOutcome {
  /** Their path ends here. */
  readonly failed: ReadonlySet<number>;
  /** Nothing was found for them; they continue. */
  readonly missed: ReadonlySet<number>;
  /** The block does not apply to them; they continue. */
  readonly skipped: ReadonlySet<number>;
  readonly credits: number;
}

export interface BlockEffect {
  /** Records in one slice, some 25 ms. */
  readonly batch: number;
  /** The most credits a record can cost; absent if it is free. */
  priceOf?(inputs: Readonly<Record<string, unknown>>): number;
  /** Throws Refusal if the batch is refused as a whole: all of its records fail. */
  apply(context: Context, batch: Batch): Promise<BatchOutcome>;
}
