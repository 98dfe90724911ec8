// Whether, and where, a step can reach a contact.

import type { Person } from './people.ts';

/** The professional address, else the first of the personal ones. */
export function emailOf({ contact }: Person): string | null {
  const professional = contact.standard.get('professionalEmail');
  if (professional !== undefined) return String(professional);
  const kept = contact.standard.get('personalEmails');
  const personal: unknown = typeof kept === 'string' ? JSON.parse(kept) : [];
  return Array.isArray(personal) && personal.length > 0 ? String(personal[0]) : null;
}

/** The mobile phone, else the first of the others. */
export function phoneOf({ contact }: Person): string | null {
  const phone = contact.standard.get('mobilePhone') ?? String(contact.standard.get('phones') ?? '').split(',')[0];
  return phone === undefined || String(phone).trim() === '' ? null : String(phone).trim();
}

export function hasProfile({ contact }: Person): boolean {
  return contact.standard.has('networkProfileUrl');
}
