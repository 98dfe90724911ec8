// Stand-in for the CRM of the workspace: which records it has, and their ids, is a function of their keys. It stores
// nothing; exported records are recognized by their CRM id.

import { hashOf, isAmong, letters } from './draw.ts';

/** The `crmProvider` of previews. */
export const CRM_NAME = 'SAMPLE_CRM';

export type CrmObject = 'CONTACT' | 'LEAD' | 'COMPANY';

/** Identifies a record in the CRM. */
export interface CrmKey {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly company?: string | null;
  readonly domain?: string | null;
}

/** Ids start with a prefix per object type, as in other CRMs. */
const PREFIX: Readonly<Record<CrmObject, string>> = { CONTACT: '003', LEAD: '00Q', COMPANY: '001' };

const ID_LENGTH = 18;

function keyText(object: CrmObject, { email, name, company, domain }: CrmKey): string | null {
  if (object === 'COMPANY') return (domain ?? name ?? null)?.trim().toLowerCase() || null;
  if (email) return email.trim().toLowerCase();
  return name && company ? `${name.trim().toLowerCase()} at ${company.trim().toLowerCase()}` : null;
}

/** The record's id in the CRM, existing or new; null for a record without an identifying field. */
export function crmIdFor(object: CrmObject, key: CrmKey): string | null {
  const text = keyText(object, key);
  return text === null ? null : `${PREFIX[object]}${letters(ID_LENGTH - 3, 'crm', object, text)}`;
}

/** Whether the CRM had the record before any export: about half of all. */
export function isInCrm(object: CrmObject, key: CrmKey): boolean {
  const text = keyText(object, key);
  return text !== null && isAmong(hashOf('in crm', object, text), object === 'COMPANY' ? 60 : 48);
}

/** The id of the record in the CRM; null if it is not there. */
export function matchInCrm(object: CrmObject, key: CrmKey, input: string | null): string | null {
  const id = crmIdFor(object, key);
  if (id === null) return null;
  // A record with a CRM id has been exported before.
  const isExported = input !== null && input.slice(0, 15) === id.slice(0, 15);
  return isExported || isInCrm(object, key) ? id : null;
}
