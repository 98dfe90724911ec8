// The values contacts are compared by when duplicates are looked for.

import type { DuplicateField } from '../../contract/contacts/endpoints.ts';
import { networkUrlKey } from './addresses.ts';
import type { WantedValues } from './items.ts';
import { crmIdKey, emailKey, fullNameKey } from './normalize.ts';

/** `linkedinUrl` is the interface's other word for `networkUrl`. */
export type ComparedField = Exclude<DuplicateField, 'linkedinUrl'>;

export function comparedField(field: DuplicateField): ComparedField {
  return field === 'linkedinUrl' ? 'networkUrl' : field;
}

/** Null = empty: a contact with an empty value in any selected field never appears. */
export type DuplicateKeys = Readonly<Record<ComparedField, string | null>>;

export function duplicateKeys(contact: WantedValues['standard']): DuplicateKeys {
  const text = (id: string): string | null => {
    const value = contact.get(id);
    return value === undefined ? null : String(value);
  };
  return {
    fullName: fullNameKey(text('firstName'), text('lastName')),
    professionalEmail: emailKey(text('professionalEmail')),
    networkUrl: networkUrlKey(text('networkProfileUrl')),
    contactCRMId: crmIdKey(text('contactCRMId')),
    leadCRMId: crmIdKey(text('leadCRMId')),
  };
}
