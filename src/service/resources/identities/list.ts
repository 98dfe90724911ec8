import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { identityPage, mailboxesOf } from './queries/identities.ts';
import { identityView } from './view.ts';

/** Identities, oldest first. */
export async function listIdentities(
  context: Context,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<Table['identities']['list']>> {
  const { tx, principal } = context;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await identityPage(tx, principal.workspaceId, window);
  const mailboxes = await mailboxesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const identities = rows.map((row) =>
    identityView(
      context,
      row,
      mailboxes.filter(({ identityId }) => identityId === row.id),
    ),
  );
  return { identities, page, pageSize, total, hasNextPage: page * pageSize < total };
}
