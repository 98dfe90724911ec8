import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { addMailbox, listIdentities, listMailboxes, updateIdentity } from './identities.ts';

export const identities: HandlersFor<Table['identities']> = {
  list: ({ query }, context) => listIdentities(context, query),
  update: ({ params, body }, context) => updateIdentity(context, params.identityId, body),
  mailboxes: ({ params }, context) => listMailboxes(context, params.identityId),
  addMailbox: ({ params, body }, context) => addMailbox(context, params.identityId, body),
};
