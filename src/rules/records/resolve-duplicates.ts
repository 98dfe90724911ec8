// Several contacts become one: which of them stays, and which values it has then.

import { largest } from '../../contract/extremes.ts';
import { getOwn } from '../../contract/json.ts';
import type { FieldValue } from './items.ts';
import { isSameValue } from './merge.ts';
import { fullNameKey } from './normalize.ts';

export type ReadContact = Readonly<Record<string, unknown>>;

export const KEEP_RULES = ['oldest', 'newest', 'most-complete'] as const;
export type KeepRule = (typeof KEEP_RULES)[number];

const isValue = (value: unknown): value is FieldValue => typeof value === 'string' || typeof value === 'number';

/** The value under a name; null where there is none, or nothing but space. */
export function filledValue(contact: ReadContact, field: string): FieldValue | null {
  const value = getOwn(contact, field);
  if (!isValue(value)) return null;
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

function timeOf(contact: ReadContact, field: 'createdAt' | 'updatedAt'): number {
  const value = contact[field];
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? 0 : at;
}

const idOf = (contact: ReadContact): number => Number(contact['id']);

/** Ids grow with time: they decide where the times do not. */
const byAge = (one: ReadContact, other: ReadContact): number =>
  timeOf(one, 'createdAt') - timeOf(other, 'createdAt') || idOf(one) - idOf(other);

const filledFields = (contact: ReadContact, fields: readonly string[]): number =>
  fields.filter((field) => filledValue(contact, field) !== null).length;

/** The contact that stays. Of several that are equally complete, the oldest. Null for none at all. */
export function survivorOf<C extends ReadContact>(contacts: readonly C[], rule: KeepRule, fields: readonly string[]) {
  const aged = contacts.toSorted(byAge);
  if (rule === 'oldest') return aged[0] ?? null;
  if (rule === 'newest') return aged.at(-1) ?? null;
  const counts = new Map(aged.map((contact) => [contact, filledFields(contact, fields)]));
  const most = Math.max(0, largest(counts.values()));
  return aged.find((contact) => counts.get(contact) === most) ?? null;
}

/** The names of two contacts that share no word, such as those of a mailbox of several people; null where there are none. */
export function differentNames(contacts: readonly ReadContact[]): readonly string[] | null {
  const named = contacts.flatMap((contact) => {
    const [first, last] = [String(contact['firstName'] ?? ''), String(contact['lastName'] ?? '')];
    const key = fullNameKey(first, last);
    return key === null ? [] : [{ name: `${first} ${last}`, words: key.split(' ') }];
  });
  for (const [at, one] of named.entries()) {
    const other = named.slice(at + 1).find(({ words }) => !words.some((word) => one.words.includes(word)));
    if (other !== undefined) return [one.name, other.name];
  }
  return null;
}

/** The others, the one changed last first: the order in which their values are taken. */
export function donorsOf<C extends ReadContact>(others: readonly C[]): C[] {
  return others.toSorted((one, other) => timeOf(other, 'updatedAt') - timeOf(one, 'updatedAt') || byAge(other, one));
}

/** What fills the survivor's empty fields: for each, the value of the donor that has one. */
export function fillingValues(survivor: ReadContact, others: readonly ReadContact[], fields: readonly string[]) {
  const donors = donorsOf(others);
  const filling = new Map<string, FieldValue>();
  for (const field of fields) {
    if (filledValue(survivor, field) !== null) continue;
    const value = donors.map((donor) => filledValue(donor, field)).find((one) => one !== null);
    if (value !== undefined) filling.set(field, value);
  }
  return filling;
}

/** The different values of a field, the survivor's first; one that is only spelled otherwise is not another. */
export function choicesOf(survivor: ReadContact, others: readonly ReadContact[], field: string): FieldValue[] {
  const choices: FieldValue[] = [];
  for (const contact of [survivor, ...donorsOf(others)]) {
    const value = filledValue(contact, field);
    if (value !== null && !choices.some((one) => isSameValue(field, one, value))) choices.push(value);
  }
  return choices;
}
