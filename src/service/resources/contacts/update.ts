import type { Context } from '../../core/context.ts';
import { updateRecord } from '../records/update.ts';
import type { ContactView } from '../records/view.ts';
import { CONTACTS } from './queries/contacts.ts';
import { showContact } from './show.ts';

/** Changes fields; null clears. Throws Refusal `not_found`, or `invalid` naming fields that are not editable. */
export async function updateContact(
  context: Context,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<ContactView> {
  await updateRecord(context, CONTACTS, id, body);
  return showContact(context, id);
}
