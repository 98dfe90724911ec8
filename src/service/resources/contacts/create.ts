import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { contactItem } from '../../../rules/records/items.ts';
import type { Context } from '../../core/context.ts';
import { singleOutcome } from '../records/bulk.ts';
import { upsertContacts } from '../records/upsert.ts';
import { upsertedContact } from './upserted-contact.ts';

type CreateContactRow = Table['contacts']['create'];

/** One contact, as one item of a bulk. Throws Refusal where the item would have failed. */
export async function createContact(
  context: Context,
  body: ParsedOf<CreateContactRow>['body'],
): Promise<ReplyOf<CreateContactRow>> {
  const [outcome] = await upsertContacts(context, [contactItem(body)]);
  return upsertedContact(context, singleOutcome(outcome));
}
