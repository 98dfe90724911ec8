// What a bulk needs to know before it is planned: every record its items may match, read in a few set-based queries.

import type { CompanyMatch } from '../../../contract/companies/endpoints.ts';
import { networkUrlKey } from '../../../rules/records/addresses.ts';
import type { Values } from '../../../rules/records/items.ts';
import { COMPANY_PRECEDENCE, type CompanyKeys, type ContactKeys } from '../../../rules/records/matching.ts';
import { exactKey, personKey } from '../../../rules/records/normalize.ts';
import type { Tx } from '../../core/context.ts';
import { COMPANIES, companiesByKey } from '../companies/queries/companies.ts';
import {
  CONTACTS,
  contactsByProfile,
  type Person,
  type PersonHit,
  peopleAt,
  peopleAtNamed,
} from '../contacts/queries/contacts.ts';
import { type Draft, draftOf, KeyIndex, newDraft, Unsure } from './pending-record.ts';
import { nextId, recordsById } from './queries/records.ts';

/** The person of an item or record who can be found by name: first and last name, both there. */
export function personOf(standard: Values['standard']): Person | null {
  const firstName = exactKey(textOf(standard, 'firstName'));
  const lastName = exactKey(textOf(standard, 'lastName'));
  return firstName === null || lastName === null ? null : { firstName, lastName };
}

export function textOf(standard: Values['standard'], id: string): string | null {
  const value = standard.get(id);
  return typeof value === 'string' ? value : null;
}

/** Companies that were read or made, and who has which key. */
export class KnownCompanies {
  readonly byId = new Map<number, Draft>();
  readonly #keys: Readonly<Record<CompanyMatch, KeyIndex>> = {
    NETWORK_URL: new KeyIndex(),
    DOMAIN: new KeyIndex(),
    WEBSITE: new KeyIndex(),
    NAME: new KeyIndex(),
  };
  /** Companies that got a name while this bulk was planned, by that name. */
  readonly #renamed = new Map<string, Set<number>>();
  #nextId: number;

  constructor(firstId: number) {
    this.#nextId = firstId;
  }

  load(by: CompanyMatch, key: string, id: number, n: number): void {
    this.#keys[by].load(key, id, n);
  }

  /** Throws Unsure. */
  lowest(by: CompanyMatch, key: string): number | null {
    return this.#keys[by].lowest(key);
  }

  create(now: number): Draft {
    const draft = newDraft(this.#nextId, now);
    this.#nextId += 1;
    this.byId.set(draft.id, draft);
    return draft;
  }

  /** To be told after a company changed: its keys until then, and from now on. */
  rekey(draft: Draft, before: CompanyKeys | null, after: CompanyKeys): void {
    for (const by of COMPANY_PRECEDENCE) this.#keys[by].move(draft.id, before?.[by] ?? null, after[by]);
    if (after.NAME === null || after.NAME === before?.NAME || draft.isNew) return;
    const others = this.#renamed.get(after.NAME);
    if (others) others.add(draft.id);
    else this.#renamed.set(after.NAME, new Set([draft.id]));
  }

  renamedTo(name: string): Iterable<number> {
    return this.#renamed.get(name) ?? [];
  }
}

/** Contacts that were read or made, and who has which key. */
export class KnownContacts {
  readonly byId = new Map<number, Draft>();
  readonly profiles = new KeyIndex();
  readonly #companies: KnownCompanies;
  /** Key: company id and exact name. */
  readonly #people = new KeyIndex();
  /** Pairs of person and company that were looked up in the store. */
  readonly #asked = new Set<string>();
  /** Companies where somebody of the name is known to be. */
  readonly #companiesOf = new Map<string, Set<number>>();
  #nextId: number;

  constructor(firstId: number, companies: KnownCompanies) {
    this.#nextId = firstId;
    this.#companies = companies;
  }

  create(now: number): Draft {
    const draft = newDraft(this.#nextId, now);
    this.#nextId += 1;
    this.byId.set(draft.id, draft);
    return draft;
  }

  loadPeople(hits: readonly PersonHit[]): void {
    for (const { firstName, lastName, companyId, id, n } of hits) {
      const person = personKey(firstName, lastName);
      if (person === null) continue;
      this.#people.load(placeKey(person, companyId), id, n);
      this.#asked.add(placeKey(person, companyId));
      this.#note(person, companyId);
    }
  }

  loadAsked(people: readonly (Person & { companyId: number })[]): void {
    for (const { firstName, lastName, companyId } of people) {
      const person = personKey(firstName, lastName);
      if (person !== null) this.#asked.add(placeKey(person, companyId));
    }
  }

  /** The oldest contact of that name at the company. Throws Unsure. */
  personAt(person: string, company: Draft): number | null {
    const place = placeKey(person, company.id);
    if (!company.isNew && !this.#asked.has(place)) throw new Unsure();
    return this.#people.lowest(place);
  }

  /** The oldest contact of that name at any company of exactly this name. Throws Unsure. */
  personAtNamed(person: string, companyName: string): number | null {
    const places = new Set([...(this.#companiesOf.get(person) ?? []), ...this.#companies.renamedTo(companyName)]);
    let lowest: number | null = null;
    for (const id of places) {
      const company = this.#companies.byId.get(id);
      if (!company || textOf(company.standard, 'name') !== companyName) continue;
      const found = this.personAt(person, company);
      if (found !== null && (lowest === null || found < lowest)) lowest = found;
    }
    return lowest;
  }

  /** To be told after a contact changed: `before` is where it stood until then. */
  rekey(draft: Draft, before: Standing | null): void {
    const after = standingOf(draft);
    this.profiles.move(draft.id, before?.profile ?? null, after.profile);
    this.#people.move(draft.id, before?.place ?? null, after.place);
    if (after.person !== null && draft.companyId !== null) this.#note(after.person, draft.companyId);
  }

  #note(person: string, companyId: number): void {
    const companies = this.#companiesOf.get(person);
    if (companies) companies.add(companyId);
    else this.#companiesOf.set(person, new Set([companyId]));
  }
}

const placeKey = (person: string, companyId: number): string => `${companyId} ${person}`;

export interface Standing {
  readonly profile: string | null;
  readonly person: string | null;
  readonly place: string | null;
}

/** The keys a contact is found by. */
export function standingOf({ standard, companyId }: Draft): Standing {
  const person = personKey(textOf(standard, 'firstName'), textOf(standard, 'lastName'));
  const place = person === null || companyId === null ? null : placeKey(person, companyId);
  return { profile: networkUrlKey(textOf(standard, 'networkProfileUrl')), person, place };
}

/** Reads the companies that have any of these keys. `idsOf` tells which were found by an item's. */
export async function knownCompanies(
  tx: Tx,
  workspaceId: number,
  sent: readonly CompanyKeys[],
): Promise<{ companies: KnownCompanies; idsOf(keys: CompanyKeys): number[] }> {
  const companies = new KnownCompanies(await nextId(tx, COMPANIES));
  const found = new Map<string, number>();
  for (const by of COMPANY_PRECEDENCE) {
    const keys = new Set(sent.flatMap((one) => one[by] ?? []));
    for (const { key, id, n } of await companiesByKey(tx, workspaceId, by, keys)) {
      companies.load(by, key, id, n);
      found.set(`${by} ${key}`, id);
    }
  }
  await readCompanies(tx, workspaceId, companies, found.values());
  const idsOf = (keys: CompanyKeys): number[] =>
    COMPANY_PRECEDENCE.flatMap((by) => found.get(`${by} ${keys[by]}`) ?? []);
  return { companies, idsOf };
}

async function readCompanies(
  tx: Tx,
  workspaceId: number,
  companies: KnownCompanies,
  ids: Iterable<number>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !companies.byId.has(id));
  if (missing.length === 0) return;
  for (const stored of await recordsById(tx, COMPANIES, workspaceId, missing)) {
    companies.byId.set(stored.id, draftOf(stored));
  }
}

async function readContacts(
  tx: Tx,
  workspaceId: number,
  contacts: KnownContacts,
  ids: Iterable<number>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !contacts.byId.has(id));
  if (missing.length === 0) return;
  for (const stored of await recordsById(tx, CONTACTS, workspaceId, missing)) {
    contacts.byId.set(stored.id, draftOf(stored));
  }
}

const companyIdsOf = (contacts: KnownContacts): number[] =>
  [...contacts.byId.values()].flatMap(({ companyId }) => companyId ?? []);

/** As much of a contact item as must be known to read what it may match. */
export interface ContactSought {
  readonly keys: ContactKeys;
  readonly person: Person | null;
  readonly company: { readonly keys: CompanyKeys } | null;
}

/** Reads everything that these contact items may match, and the companies of what they match. */
export async function knownContacts(
  tx: Tx,
  workspaceId: number,
  sought: readonly ContactSought[],
): Promise<{ contacts: KnownContacts; companies: KnownCompanies }> {
  const companyKeysSent = sought.flatMap(({ company }) => company?.keys ?? []);
  const { companies, idsOf } = await knownCompanies(tx, workspaceId, companyKeysSent);
  const contacts = new KnownContacts(await nextId(tx, CONTACTS), companies);
  const holders = new Map<string, number>();
  const profiles = new Set(sought.flatMap(({ keys }) => keys.NETWORK_URL ?? []));
  for (const { key, id, n } of await contactsByProfile(tx, workspaceId, profiles)) {
    contacts.profiles.load(key, id, n);
    holders.set(key, id);
  }
  await readContacts(tx, workspaceId, contacts, holders.values());
  const named: (Person & { companyName: string })[] = [];
  const placed: (Person & { companyId: number })[] = [];
  for (const { keys, person, company } of sought) {
    if (!person || !company || company.keys.NAME === null) continue;
    named.push({ ...person, companyName: company.keys.NAME });
    const holder = holders.get(keys.NETWORK_URL ?? '');
    const home = holder === undefined ? null : contacts.byId.get(holder)?.companyId;
    for (const companyId of new Set([...idsOf(company.keys), ...(home ? [home] : [])])) {
      placed.push({ ...person, companyId });
    }
  }
  const hits = [...(await peopleAtNamed(tx, workspaceId, named)), ...(await peopleAt(tx, workspaceId, placed))];
  contacts.loadAsked(placed);
  contacts.loadPeople(hits);
  const found = hits.map(({ id }) => id);
  await readContacts(tx, workspaceId, contacts, found);
  await readCompanies(tx, workspaceId, companies, companyIdsOf(contacts));
  return { contacts, companies };
}
