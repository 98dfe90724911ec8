// Stand-in for finding and verifying phone numbers: fictional numbers; no calls are made.

import { hashOf, isAmong } from './draw.ts';
import { COUNTRIES } from './world/vocabulary.ts';

export interface PhonePerson {
  readonly name: string;
  /** Of the company: its name or domain. */
  readonly company: string;
  readonly country: string | null;
}

const PHONES_KNOWN: readonly (readonly [api: string, percent: number])[] = [
  ['phonebook', 30],
  ['dialdata', 25],
  ['callgraph', 20],
];
export const PHONE_APIS: readonly string[] = PHONES_KNOWN.map(([name]) => name);

function numberOf({ name, company, country }: PhonePerson, kind: string): string {
  const dialCode = COUNTRIES.find((one) => one.name === country)?.dialCode ?? '1';
  return `+${dialCode} 555 ${String(1_000_000 + (hashOf(kind, name, company) % 1_000_000)).slice(1)}`;
}

/** The mobile number that the provider knows, or null; 555 numbers are reserved for fiction. */
export function findMobile(api: string, person: PhonePerson): string | null {
  const percent = PHONES_KNOWN.find(([name]) => name === api)?.[1] ?? 25;
  return isAmong(hashOf('mobile', api, person.name, person.company), percent) ? numberOf(person, 'mobile') : null;
}

/** The office number; one person in five has one. */
export function findOffice(person: PhonePerson): string | null {
  return isAmong(hashOf('office', person.name, person.company), 20) ? numberOf(person, 'office') : null;
}

export type PhoneVerdict = 'VALID' | 'INVALID' | 'UNKNOWN';

/** The answer of the network; UNKNOWN: it did not answer. */
export function verifyPhone(phone: string): PhoneVerdict {
  const hash = hashOf('ring', phone.replace(/\D/g, '')) % 100;
  if (hash < 84) return 'VALID';
  return hash < 95 ? 'INVALID' : 'UNKNOWN';
}
