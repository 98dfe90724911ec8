import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { JsonObject } from '../../../../contract/json.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';

export type Refused = ReplyOf<Table['local']['twin']>['refused'];

/** Writes records of one kind. Gives what could not be written as it was read. */
export type WriteStage = (context: Context, records: readonly JsonObject[]) => Promise<Refused>;

/** What the rules refuse; other errors are ours. */
export async function refusalOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
