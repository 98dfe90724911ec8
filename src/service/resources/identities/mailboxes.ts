import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { requireIdentity } from './lookup.ts';
import { mailboxesOf } from './queries/identities.ts';
import { mailboxView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function listMailboxes(
  context: Context,
  identityId: number,
): Promise<ReplyOf<Table['identities']['mailboxes']>> {
  await requireIdentity(context, identityId);
  return { identityId, mailboxes: (await mailboxesOf(context.tx, [identityId])).map(mailboxView) };
}
