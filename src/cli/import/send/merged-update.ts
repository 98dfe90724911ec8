// A record that a row names, changed by the create that merges: for a service that has no other way.

import type { SendOptions } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { Item } from '../../shared/records/entity.ts';
import type { MergeHost } from '../../shared/records/merging/merge-item.ts';
import { planMerge, readBack, sendMerge } from '../../shared/records/merging/merge-update.ts';
import { CliError } from '../../terminal/exit.ts';

/** Gives the record as it is afterwards. What cannot be done is refused as the service refuses a row. */
export async function mergedUpdate(
  host: MergeHost,
  id: number,
  item: Item,
  listId: number | null,
  options: SendOptions,
): Promise<JsonObject> {
  try {
    const plan = await planMerge(host, id, item);
    await sendMerge(host, listId === null ? plan : { ...plan, item: { ...plan.item, listId } }, options);
    const { record, missed } = await readBack(host, plan);
    const lost = missed.filter(({ is }) => is !== 'hidden').map(({ path }) => path);
    if (lost.length > 0) throw refused(host, `the service merged it, but did not change ${lost.join(', ')}`);
    return record;
  } catch (error) {
    throw error instanceof CliError ? refused(host, error.message) : error;
  }
}

function refused({ entity }: MergeHost, message: string): ApiError {
  const { method, path } = entity.routes.bulkCreate;
  return new ApiError({ method, path, status: 422, code: 'unprocessable', message, body: '' });
}
