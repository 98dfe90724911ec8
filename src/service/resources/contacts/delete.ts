import type { Context } from '../../core/context.ts';
import { leaveEveryCampaign } from '../campaigns/enrolment/leave.ts';
import { deleteContactTags } from '../inbox/queries/tags.ts';
import { markThreadsDeleted } from '../inbox/queries/threads.ts';
import { deleteMembership } from '../lists/queries/lists.ts';
import { requireRecord } from '../records/lookup.ts';
import { deleteRecord } from '../records/queries/records.ts';
import { leaveRuns } from '../workflows/execution/finish.ts';
import { CONTACTS } from './queries/contacts.ts';

/**
 * Permanent: the contact leaves every list, campaign and workflow run, and its conversations are marked as deleted.
 * Throws Refusal `not_found`.
 */
export async function deleteContact(context: Context, id: number): Promise<{ id: number; deleted: true }> {
  const { tx, principal, now } = context;
  await requireRecord(context, CONTACTS, id);
  await deleteMembership(tx, principal.workspaceId, 'CONTACT', id);
  await leaveRuns(context, 'LEAD', id);
  await leaveEveryCampaign(context, id);
  await markThreadsDeleted(tx, principal.workspaceId, id, now);
  await deleteContactTags(tx, id);
  await deleteRecord(tx, CONTACTS, principal.workspaceId, id);
  return { id, deleted: true };
}
