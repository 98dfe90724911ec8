// One request per record: each has its own result, and a failure of one does not keep the rest from being done.

import { ApiError } from '../../client/errors.ts';
import { firstOf } from '../../contract/english.ts';
import type { ErrorCode } from '../../contract/envelope.ts';
import type { Session } from '../session/session.ts';
import type { ExitName } from '../terminal/exit.ts';
import type { View } from '../terminal/formats/cells.ts';

const OF_ONE: ReadonlySet<ErrorCode> = new Set(['invalid', 'unprocessable', 'too_large', 'not_found', 'conflict']);

/** Whether the service refused this record: not the key, the rate, or everything. */
export const isOfOne = (error: unknown): error is ApiError => error instanceof ApiError && OF_ONE.has(error.code);

interface OneByOne<I> {
  readonly work: (item: I) => Promise<unknown>;
  /** The row of a record that was refused. */
  readonly refused: (item: I, why: string) => object;
  /** Reads what all of them share; called at the first refusal, and what it throws stops the command. */
  readonly shared?: () => Promise<unknown>;
}

/**
 * Prints one row per record, `bad` if the service refused some. A single record throws its own failure. What concerns all
 * of them stops the command once the rows so far are printed, saying which records were not tried.
 */
export async function printOneByOne<I>(
  session: Session,
  view: View,
  items: readonly I[],
  { work, refused, shared }: OneByOne<I>,
): Promise<ExitName> {
  if (items.length === 1) {
    await session.print.list(view, await Promise.all(items.map(work)));
    return 'done';
  }
  let failed = 0;
  let tried = 0;
  const stopped: unknown[] = [];
  const rows = (async function* () {
    for (const item of items) {
      try {
        const row = await work(item);
        tried += 1;
        yield row;
      } catch (error) {
        try {
          if (!isOfOne(error)) throw error;
          if (failed === 0) await shared?.();
        } catch (reason) {
          stopped.push(reason);
          return;
        }
        tried += 1;
        failed += 1;
        yield refused(item, error.message);
      }
    }
  })();
  await session.print.list(view, rows);
  if (stopped.length > 0) {
    await session.print.warn(
      `stopped at ${items[tried]}, after ${tried} of ${items.length}; not tried: ${firstOf(items.slice(tried + 1), SHOWN) || 'none'}`,
    );
    throw stopped[0];
  }
  return failed > 0 ? 'bad' : 'done';
}

const SHOWN = 10;
