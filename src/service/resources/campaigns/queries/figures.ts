// Where the contacts of a campaign stand.

import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import type { Tx } from '../../../db/connection.ts';

export interface StandingRow {
  readonly status: EnrolmentStatus;
  /** Whether a step comes next. */
  readonly isUnderWay: number;
  /** The connection of that step; null: the first. */
  readonly place: number | null;
  readonly n: number;
}

/** From an index alone (a test sees to it). Whoever is active has a step that comes next. */
export function standingCounts(tx: Tx, campaignId: number): Promise<StandingRow[]> {
  return tx.all<StandingRow>(
    `select coalesce(outcome, status) as status, case when status = 'ACTIVE' then 1 else 0 end as isUnderWay, place, n
     from (select status, outcome, place, count(*) as n from campaign_contacts where campaign_id = ?
       group by status, outcome, place) as counted`,
    campaignId,
  );
}
