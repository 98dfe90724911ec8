import type { ItemOf, ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { contactItem } from '../../../rules/records/items.ts';
import type { Context } from '../../core/context.ts';
import { bulkResult } from '../records/bulk.ts';
import type { ContactUpserted } from '../records/plan.ts';
import { upsertContacts } from '../records/upsert.ts';
import { upsertedContact } from './upserted-contact.ts';

type ContactBody = ParsedOf<Table['contacts']['create']>['body'];
type ContactBulkReply = ReplyOf<Table['contacts']['bulkCreate']>;

/** Items are processed in order and independently: one that fails does not affect the others. */
export function bulkCreateContacts(context: Context, items: readonly ItemOf<ContactBody>[]): Promise<ContactBulkReply> {
  return bulkResult<ContactBody, ContactUpserted, ContactBulkReply['results'][number]>(
    items,
    (valid) => upsertContacts(context, valid.map(contactItem)),
    {
      succeeded: (index, upserted) => ({ index, success: true, contact: upsertedContact(context, upserted) }),
      failed: (index, error) => ({ index, success: false, error }),
    },
  );
}
