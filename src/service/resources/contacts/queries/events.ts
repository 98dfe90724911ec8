// Engagement of contacts: opens, clicks, replies, accepted requests, visits. Campaigns read what they wait for.

import type { EmitKind } from '../../../../contract/inbox/enums.ts';
import type { Tx } from '../../../db/connection.ts';

export interface ContactEvent {
  readonly workspaceId: number;
  readonly contactId: number;
  /** The identity it concerns; null if none. */
  readonly identityId: number | null;
  readonly kind: EmitKind;
  readonly messageId: number | null;
  readonly campaignId: number | null;
  readonly stepId: number | null;
  readonly at: number;
}

export async function insertContactEvent(tx: Tx, event: ContactEvent): Promise<number> {
  const { lastId } = await tx.run(
    `insert into contact_events (workspace_id, contact_id, identity_id, kind, message_id, campaign_id, step_id, at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    event.workspaceId,
    event.contactId,
    event.identityId,
    event.kind,
    event.messageId,
    event.campaignId,
    event.stepId,
    event.at,
  );
  return lastId;
}
