// The CRM of the workspace, as a stand-in: whom it knows, and under which id, is a function of the record's own key. It
// keeps nothing, so what is exported to it is known by the id it gave.

import { hashOf, isAmong, letters } from './draw.ts';

/** What the CRM calls itself (SERVICE-API, AI finder preview: `crmProvider`). */
export const CRM_NAME = 'SAMPLE_CRM';

export type CrmObject = 'CONTACT' | 'LEAD' | 'COMPANY';

/** What a CRM knows a record by. */
export interface CrmKey {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly company?: string | null;
  readonly domain?: string | null;
}

/** Ids begin with what they are the id of, as in other CRMs. */
const PREFIX: Readonly<Record<CrmObject, string>> = { CONTACT: '003', LEAD: '00Q', COMPANY: '001' };

const ID_LENGTH = 18;

function keyText(object: CrmObject, { email, name, company, domain }: CrmKey): string | null {
  if (object === 'COMPANY') return (domain ?? name ?? null)?.trim().toLowerCase() || null;
  if (email) return email.trim().toLowerCase();
  return name && company ? `${name.trim().toLowerCase()} at ${company.trim().toLowerCase()}` : null;
}

/** The id the CRM has for the record, or would give it; null for one that nothing tells apart. */
export function crmIdFor(object: CrmObject, key: CrmKey): string | null {
  const text = keyText(object, key);
  return text === null ? null : `${PREFIX[object]}${letters(ID_LENGTH - 3, 'crm', object, text)}`;
}

/** Whether the CRM had the record before anybody exported it: about half of all. */
export function isInCrm(object: CrmObject, key: CrmKey): boolean {
  const text = keyText(object, key);
  return text !== null && isAmong(hashOf('in crm', object, text), object === 'COMPANY' ? 60 : 48);
}

/** The id under which the CRM knows the record: one it gave before, or its own; null when it is not there. */
export function matchInCrm(object: CrmObject, key: CrmKey, given: string | null): string | null {
  const id = crmIdFor(object, key);
  if (id === null) return null;
  // An exported record is there for good: the id it got says so.
  const isExported = given !== null && given.slice(0, 15) === id.slice(0, 15);
  return isExported || isInCrm(object, key) ? id : null;
}
