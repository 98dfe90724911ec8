import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import { isoTime } from '../../../core/clock.ts';
import type { OperatorContext } from '../../../core/operator.ts';
import { keyById, markRevoked } from '../../../core/queries/keys.ts';
import { Refusal } from '../../../core/refusals.ts';

/** Throws Refusal `not_found`. Revoking a key again keeps the first time. */
export function revokeKey({ store, now }: OperatorContext, id: number): Promise<ReplyOf<Table['local']['revokeKey']>> {
  return store.write(async (tx) => {
    await markRevoked(tx, id, now);
    const key = await keyById(tx, id);
    if (!key) throw new Refusal('not_found', `There is no key ${id}`);
    return { id, revokedAt: isoTime(key.revokedAt ?? now) };
  });
}
