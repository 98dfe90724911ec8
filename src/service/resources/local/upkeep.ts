// Backups and damage of the store, as the control surface shows them.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { OperatorContext } from '../../core/operator.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Upkeep } from '../../core/upkeep.ts';

export async function checkView(upkeep: Upkeep, path: string): Promise<ReplyOf<Table['local']['check']>> {
  return { path, findings: [...(await upkeep.check())] };
}

export async function backupsView(upkeep: Upkeep): Promise<ReplyOf<Table['local']['backups']>> {
  const backups = await upkeep.backups();
  return { backups: backups.map(({ path, at, bytes, counts }) => ({ path, at: isoTime(at), bytes, counts })) };
}

/** Throws Refusal `invalid` for a store that is not kept. */
export async function makeBackup(context: OperatorContext): Promise<ReplyOf<Table['local']['backup']>> {
  const { upkeep, data, servers, realNow, randomBytes } = context;
  if (data === 'memory') throw new Refusal('invalid', 'A service that keeps nothing has no backups');
  if (servers !== null)
    throw new Refusal('invalid', 'A store on PostgreSQL is backed up with pg_dump, or by reach local snapshot FILE');
  const unique = Buffer.from(await randomBytes(6)).toString('hex');
  const { path, at, bytes } = await upkeep.backup(realNow(), unique);
  return { path, at: isoTime(at), bytes };
}
