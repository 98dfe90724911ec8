import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { ListEntity } from '../../../../contract/lists/kinds.ts';
import type { Tx } from '../../../db/connection.ts';

/** The lists that a record is a member of, by name. */
export function listsOf(
  tx: Tx,
  workspaceId: number,
  entity: ListEntity,
  memberId: number,
): Promise<{ id: number; name: string }[]> {
  return tx.all<{ id: number; name: string }>(
    `select l.id, l.name from lists as l where l.workspace_id = ? and l.entity = ?
       and exists (select 1 from list_members where list_id = l.id and member_id = ?) order by l.name limit 200`,
    workspaceId,
    entity,
    memberId,
  );
}

interface CampaignMembership {
  readonly id: number;
  readonly name: string;
  readonly status: EnrolmentStatus;
  readonly reason: string | null;
}

/** The campaigns that a contact is or was in. */
export function campaignsOf(tx: Tx, workspaceId: number, contactId: number): Promise<CampaignMembership[]> {
  return tx.all<CampaignMembership>(
    `select c.id, c.name, coalesce(e.outcome, e.status) as status, e.reason
     from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
     where e.contact_id = ? and c.workspace_id = ? order by c.id limit 200`,
    contactId,
    workspaceId,
  );
}
