import { isObject } from '../../../../contract/json.ts';

/** Contacts of exported companies, the rest of which is exported in later slices. Plain JSON. */
export type AssociatedContacts = {
  readonly companyIds: readonly number[];
  /** Those with ids up to this one are exported. */
  readonly after: number;
  readonly associationType?: string;
};

export function isAssociatedContacts(value: unknown): value is AssociatedContacts {
  return isObject(value) && Array.isArray(value['companyIds']) && typeof value['after'] === 'number';
}
