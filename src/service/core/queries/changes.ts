import type { Tx } from '../../db/connection.ts';

/** A text that is another one once something was written. */
export function changeMark(tx: Tx): Promise<string> {
  return tx.version();
}
