// Finding and verifying e-mail addresses, as stand-ins: what is found is a function of the person, and nothing is sent.

import { hashOf, isAmong, slugOf } from './draw.ts';

export interface MailPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** Of the company. */
  readonly domain: string;
}

/** The providers that are asked unless others are named, and how many of all addresses each knows, in percent. */
const KNOWS: readonly (readonly [api: string, percent: number])[] = [
  ['mailfinder', 45],
  ['inboxlookup', 40],
  ['domaincrawler', 35],
];
export const MAIL_APIS: readonly string[] = KNOWS.map(([name]) => name);

/** The address this provider knows, or null. */
export function findEmail(api: string, { firstName, lastName, domain }: MailPerson): string | null {
  const percent = KNOWS.find(([name]) => name === api)?.[1] ?? 40;
  const email = `${slugOf(firstName)}.${slugOf(lastName)}@${domain}`;
  return isAmong(hashOf('finds', api, email), percent) ? email : null;
}

/** A private address, which one in seven has. */
export function findPrivateEmail({ firstName, lastName, domain }: MailPerson): string | null {
  const hash = hashOf('private', firstName, lastName, domain);
  return isAmong(hash, 14) ? `${slugOf(firstName)}.${slugOf(lastName)}${hash % 90}@mail.example` : null;
}

export type MailVerdict = 'VALID' | 'INVALID' | 'CATCH_ALL' | 'UNKNOWN';

/** What the mail server would say of the address; UNKNOWN: it gave no answer. */
export function verifyEmail(email: string): MailVerdict {
  const hash = hashOf('verify', email.trim().toLowerCase()) % 100;
  if (hash < 80) return 'VALID';
  if (hash < 88) return 'CATCH_ALL';
  return hash < 96 ? 'INVALID' : 'UNKNOWN';
}
