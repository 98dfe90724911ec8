// A contact of the service as the reader of a preview.

import type { Api } from '../../../contract/table.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { plainCell, valueAt } from '../../output/formats/cells.ts';
import type { Reader } from './preview-messages.ts';

/** Throws ApiError for an id that nobody has. Fields of the company are found under their names on a contact. */
export async function contactReader(api: Api, contactId: number): Promise<Reader> {
  const contact = await api.contacts.get({ params: { contactId } });
  const read = (field: string): string | null => {
    const ofCompany = COMPANY_ALIASES.get(field);
    const value =
      valueAt(contact, field) ?? (ofCompany === undefined ? null : valueAt(contact, `company.${ofCompany}`));
    return plainCell(value) || null;
  };
  const name = [read('firstName'), read('lastName')].filter((part) => part !== null).join(' ');
  return { label: name || read('professionalEmail') || `contact ${contactId}`, line: null, valueOf: read };
}
