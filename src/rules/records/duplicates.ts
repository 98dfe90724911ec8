// The values contacts are compared by when duplicates are looked for.

import type { DuplicateField } from '../../contract/contacts/endpoints.ts';
import { networkPageKey } from './addresses.ts';
import type { WantedValues } from './items.ts';
import { crmIdKey, emailKey, fullNameKey } from './normalize.ts';
import { isNullValue } from './null-values.ts';

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
    networkUrl: networkPageKey('CONTACT', text('networkProfileUrl')),
    contactCRMId: crmIdKey(text('contactCRMId')),
    leadCRMId: crmIdKey(text('leadCRMId')),
  };
}

/** A full name that a service compared has no punctuation left: `N/A` reads `na`. */
const isNullName = (name: string): boolean => name.split(' ').every((word) => word === 'na' || isNullValue(word));

/** Whether a value that contacts share names anyone: a service may report contacts as duplicates because each has `#N/A`. */
export function namesSomeone(field: string, shared: string): boolean {
  switch (field) {
    case 'fullName':
      return !isNullName(shared);
    case 'professionalEmail':
      return emailKey(shared) !== null;
    case 'networkUrl':
    case 'linkedinUrl':
      return networkPageKey('CONTACT', shared) !== null;
    default:
      return crmIdKey(shared) !== null;
  }
}
