// Stand-in for finding and verifying email addresses: a pure function of the person; nothing is sent.

import { hashOf, isAmong, slugOf } from './draw.ts';

export interface MailPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** Of the company. */
  readonly domain: string;
}

/** The default providers, with the percentage of addresses each one knows. */
const EMAILS_KNOWN: readonly (readonly [api: string, percent: number])[] = [
  ['mailfinder', 45],
  ['inboxlookup', 40],
  ['domaincrawler', 35],
];
export const MAIL_APIS: readonly string[] = EMAILS_KNOWN.map(([name]) => name);

/** The address that the provider knows, or null. */
export function findEmail(api: string, { firstName, lastName, domain }: MailPerson): string | null {
  const percent = EMAILS_KNOWN.find(([name]) => name === api)?.[1] ?? 40;
  const email = `${slugOf(firstName)}.${slugOf(lastName)}@${domain}`;
  return isAmong(hashOf('finds', api, email), percent) ? email : null;
}

/** A private address; one person in seven has one. */
export function findPrivateEmail({ firstName, lastName, domain }: MailPerson): string | null {
  const hash = hashOf('private', firstName, lastName, domain);
  return isAmong(hash, 14) ? `${slugOf(firstName)}.${slugOf(lastName)}${hash % 90}@mail.example` : null;
}

export type MailVerdict = 'VALID' | 'INVALID' | 'CATCH_ALL' | 'UNKNOWN';

/** The answer of the mail server; UNKNOWN: it did not answer. */
export function verifyEmail(email: string): MailVerdict {
  const hash = hashOf('verify', email.trim().toLowerCase()) % 100;
  if (hash < 80) return 'VALID';
  if (hash < 88) return 'CATCH_ALL';
  return hash < 96 ? 'INVALID' : 'UNKNOWN';
}
