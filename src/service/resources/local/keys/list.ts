import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import { isoTime } from '../../../core/clock.ts';
import type { OperatorContext } from '../../../core/operator.ts';
import { scopesOf } from '../../../core/principal.ts';
import { allKeys } from '../../../core/queries/keys.ts';

/** All keys without their values, revoked ones included. */
export async function listKeys({ store }: OperatorContext): Promise<ReplyOf<Table['local']['keys']>> {
  const keys = await store.read(allKeys);
  return {
    keys: keys.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: scopesOf(row),
      createdAt: isoTime(row.createdAt),
      revokedAt: row.revokedAt === null ? null : isoTime(row.revokedAt),
    })),
  };
}
