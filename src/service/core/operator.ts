import type { RequestLog } from '../db/request-log.ts';
import type { Secrets } from '../db/secrets.ts';
import type { RandomBytes } from '../resources/local/keys.ts';
import type { Clock, ClockChange } from './clock.ts';
import type { Store } from './context.ts';

/** What the control surface works with: the store itself, not a transaction a row was given. */
export interface Operator {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: RequestLog;
  readonly randomBytes: RandomBytes;
  /** Real time, epoch ms; the virtual clock stands on it. */
  readonly realNow: () => number;
  readonly version: string;
  /** Where the store is: a folder, or `memory`. */
  readonly data: string;
  /** The store's own file, or `:memory:`. */
  readonly storePath: string;
  /** Whether rates are limited when nobody switched them. */
  readonly limitsByDefault: boolean;
  /** Moves the clock, doing what falls due on the way; gives it as it was left. Throws Refusal. */
  readonly moveClock: (change: ClockChange) => Promise<Clock>;
  /** Names a fault may have. */
  readonly endpoints: readonly string[];
}

export interface OperatorContext extends Operator {
  /** The virtual clock, epoch ms. */
  readonly now: number;
}
