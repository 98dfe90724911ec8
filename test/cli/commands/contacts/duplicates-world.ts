// Groups of duplicates whose values all differ, in lists and campaigns, and what must hold once they are resolved.

import { expect } from 'vitest';
import type { World } from '../../../service/world.ts';

export type Contact = Readonly<Record<string, unknown>>;

const TEXTS = ['jobTitle', 'mobilePhone', 'phones', 'networkHeadline', 'Notes'];

/** Contacts of the groups, two or three each; every other value is missing in the first of a group. */
export function duplicatesOf(groups: number): Contact[] {
  return Array.from({ length: groups }, (_, at) => {
    const members = at % 3 === 2 ? 3 : 2;
    return Array.from({ length: members }, (_, place) => {
      const input = TEXTS.filter((_, index) => place > 0 || (index + at) % 2 === 0);
      const values = Object.fromEntries(input.map((field) => [field, `=${field} ${at}.${place}, "x"`]));
      return {
        firstName: 'Ada',
        lastName: `Nr${at}`,
        ...values,
        companyName: `Firm ${place}`,
        mergeWithExisting: false,
      };
    });
  }).flat();
}

export async function contactsOf(world: World): Promise<Contact[]> {
  const all: Contact[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await world.call('GET', '/v1/contacts', { query: { page, pageSize: 100 } });
    all.push(...body.data.contacts);
    if (!body.data.hasNextPage) return all;
  }
}

/** Creates them; every removed third is in a list and in a campaign that is running. Gives them as they are read. */
export async function seedDuplicates(world: World, groups: number): Promise<Contact[]> {
  const contacts = duplicatesOf(groups);
  for (let from = 0; from < contacts.length; from += 100) {
    const { body } = await world.call('POST', '/v1/contacts/bulk', {
      body: { contacts: contacts.slice(from, from + 100) },
    });
    expect(body.data.summary.failed).toBe(0);
  }
  const seeded = await contactsOf(world);
  const firsts = new Set([...groupsOf(seeded).values()].map(([first]) => first));
  const others = seeded.filter((contact) => !firsts.has(contact)).flatMap(({ id }, at) => (at % 3 === 0 ? [id] : []));
  await world.call('POST', '/v1/lists', { body: { name: 'Openers' } });
  await world.call('POST', '/v1/lists/1/members', { body: { contactIds: others } });
  return seeded;
}

/** By what they share, oldest first. */
export function groupsOf(contacts: readonly Contact[]): Map<string, Contact[]> {
  const groups = new Map<string, Contact[]>();
  for (const contact of contacts) {
    const name = String(contact['lastName']);
    groups.set(name, [...(groups.get(name) ?? []), contact]);
  }
  return groups;
}

/** By name and values; the id and the company of a contact that was deleted do not come back. */
export const valuesOf = (contacts: readonly Contact[]): string[] =>
  contacts.map((contact) => ['lastName', ...TEXTS].map((field) => contact[field] ?? '').join('|')).toSorted();

interface Lost {
  /** Values of removed contacts that the survivor, which had none, did not get. */
  readonly lost: string[];
  /** Groups of which not exactly one contact is left, and contacts that are new. */
  readonly doubled: string[];
}

/** What went wrong: nothing, if all is well. */
export function lossesOf(before: readonly Contact[], after: readonly Contact[]): Lost {
  const left = new Map(after.map((contact) => [contact['id'], contact]));
  const result: Lost = { lost: [], doubled: [] };
  const known = new Set(before.map(({ id }) => id));
  for (const { id } of after) if (!known.has(id)) result.doubled.push(`contact ${String(id)} is new`);
  for (const [name, contacts] of groupsOf(before)) {
    const staying = contacts.filter(({ id }) => left.has(id));
    if (staying.length !== 1) result.doubled.push(`${name}: ${staying.length} left`);
    const survivor = left.get(staying[0]?.['id']) ?? {};
    for (const field of TEXTS)
      if (!survivor[field] && contacts.some((contact) => contact[field])) result.lost.push(`${name}: ${field}`);
  }
  return result;
}

export const NOTHING_LOST: Lost = { lost: [], doubled: [] };
