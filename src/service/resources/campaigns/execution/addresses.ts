// Where a step can reach a contact.

import type { Recipient } from './recipients.ts';

/** The professional email address, or else the first personal one. */
export function emailOf({ contact }: Recipient): string | null {
  const professional = contact.standard.get('professionalEmail');
  if (professional !== undefined) return String(professional);
  const kept = contact.standard.get('personalEmails');
  const personal: unknown = typeof kept === 'string' ? JSON.parse(kept) : [];
  return Array.isArray(personal) && personal.length > 0 ? String(personal[0]) : null;
}

/** The mobile phone, or else the first other number. */
export function phoneOf({ contact }: Recipient): string | null {
  const phone = contact.standard.get('mobilePhone') ?? String(contact.standard.get('phones') ?? '').split(',')[0];
  return phone === undefined || String(phone).trim() === '' ? null : String(phone).trim();
}

export function hasNetworkProfile({ contact }: Recipient): boolean {
  return contact.standard.has('networkProfileUrl');
}
