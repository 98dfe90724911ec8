import type { Context } from '../../../../core/context.ts';
import type { ActiveRun } from '../../queries/run-records.ts';

interface EffectInput {
  readonly run: ActiveRun;
  /** Of the node, with bound values resolved. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Existing records, lowest id first. */
  readonly ids: readonly number[];
}

/** Records with the reason, for people. One that is in none of the three has succeeded. */
interface BatchOutcome {
  /** Their path ends here. */
  readonly failed: ReadonlyMap<number, string>;
  /** Nothing was found for them; they continue. */
  readonly missed: ReadonlyMap<number, string>;
  /** The block does not apply to them; they continue. */
  readonly skipped: ReadonlyMap<number, string>;
  readonly credits: number;
}

export interface BlockEffect {
  /** Records in one slice, some 25 ms. */
  readonly batch: number;
  /** The most credits a record can cost; absent if it is free. */
  priceOf?(inputs: Readonly<Record<string, unknown>>): number;
  /** Throws Refusal if the batch is refused as a whole: all of its records fail. */
  apply(context: Context, batch: EffectInput): Promise<BatchOutcome>;
}
