// What is left behind by writing to contacts, and by what they did: the raw material of engagement.

import type { Tx } from './db.ts';
import { IN_LIST, jsonList } from './rowset.ts';

/** Last moments, epoch ms; null for never. */
export interface ContactTraces {
  readonly contactedAt: number | null;
  readonly repliedAt: number | null;
  readonly visitedAt: number | null;
  readonly acceptedAt: number | null;
  /** Opened, clicked or seen anything. */
  readonly seenAt: number | null;
  /** Every identity of the workspace. */
  readonly identityIds: readonly number[];
  readonly campaignIds: readonly number[];
}

/** Tasks are for colleagues: they reach nobody. A request to connect does, with words or without. */
const CONTACTED = `select contact_id as id, max(at) as at from (
    select t.contact_id, m.at from threads as t join messages as m on m.thread_id = t.id
      where t.contact_id ${IN_LIST} and t.channel <> 'TASK' and t.deleted_at is null
        and m.direction = 'OUTBOUND' and m.status = 'SENT'
    union all
    select contact_id, at from campaign_actions
      where contact_id ${IN_LIST} and type = 'network_connection' and outcome = 'DONE'
  ) group by contact_id`;

const DID = `select contact_id as id, kind, max(at) as at from contact_events
  where contact_id ${IN_LIST} group by contact_id, kind`;

const RECEIVED = `select t.contact_id as id, max(m.at) as at from threads as t join messages as m on m.thread_id = t.id
  where t.contact_id ${IN_LIST} and t.deleted_at is null and m.direction = 'INBOUND' group by t.contact_id`;

/** Contacts of the workspace; ids of others are not asked for. */
export async function tracesOf(
  tx: Tx,
  workspaceId: number,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, ContactTraces>> {
  const ids = jsonList(contactIds);
  const latest = async (sql: string, ...values: string[]) =>
    new Map((await tx.all<{ id: number; at: number }>(sql, ...values)).map(({ id, at }) => [id, at]));
  const contacted = await latest(CONTACTED, ids, ids);
  const received = await latest(RECEIVED, ids);
  const did = new Map(
    (await tx.all<{ id: number; kind: string; at: number }>(DID, ids)).map(({ id, kind, at }) => [`${id} ${kind}`, at]),
  );
  const campaigns = await pairs(
    tx,
    `select contact_id as id, campaign_id as other from campaign_contacts where contact_id ${IN_LIST}
     order by contact_id, campaign_id`,
    ids,
  );
  const own = await tx.all<{ id: number }>('select id from identities where workspace_id = ? order by id', workspaceId);
  const identityIds = own.map(({ id }) => id);
  return new Map(
    contactIds.map((id) => {
      const last = (kind: string): number | null => did.get(`${id} ${kind}`) ?? null;
      const seen = ['open', 'click', 'view', 'accept'].flatMap((kind) => last(kind) ?? []);
      return [
        id,
        {
          contactedAt: contacted.get(id) ?? null,
          repliedAt: received.get(id) ?? null,
          visitedAt: last('visit'),
          acceptedAt: last('accept'),
          seenAt: seen.length === 0 ? null : Math.max(...seen),
          identityIds,
          campaignIds: campaigns.get(id) ?? [],
        },
      ];
    }),
  );
}

/** Many-to-many pairs, gathered by their first half. */
async function pairs(tx: Tx, sql: string, ids: string): Promise<ReadonlyMap<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { id, other } of await tx.all<{ id: number; other: number }>(sql, ids)) {
    found.set(id, [...(found.get(id) ?? []), other]);
  }
  return found;
}
