// What --jq and --template are to a command.

import type { Io } from '../io.ts';

export interface Expression {
  /** Applied to each record of a list; else to the list as a whole. */
  readonly isPerRecord: boolean;
  /** What it makes of these JSON texts, up to what it cannot be applied to. */
  apply(documents: readonly string[]): Promise<{ readonly text: string; readonly problem: string | null }>;
}

export interface ExpressionHost {
  readonly io: Pick<Io, 'interrupt'>;
  readonly isTTY: boolean;
  /** The built thread; null evaluates on this one. */
  readonly jqThread: string | null;
}
