// The records a bulk may match, as far as they were read, with an index of their keys that follows the plan.

import type { CompanyMatch } from '../../../contract/companies/endpoints.ts';
import { networkPageKey } from '../addresses.ts';
import type { WantedValues } from '../items.ts';
import { COMPANY_PRECEDENCE, type CompanyKeys } from '../matching.ts';
import { nameKey, personKey } from '../normalize.ts';
import { newPendingRecord, type PendingRecord } from './pending-record.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

export interface PersonHit extends Person {
  readonly companyId: number;
  /** The oldest contact of that name there. */
  readonly id: number;
  /** Number of such contacts: 2 stands for all that are more than one. */
  readonly n: number;
}

/** First and last name as a lookup key; null unless both are set. */
export function personOf(standard: WantedValues['standard']): Person | null {
  const firstName = nameKey(textOf(standard, 'firstName'));
  const lastName = nameKey(textOf(standard, 'lastName'));
  return firstName === null || lastName === null ? null : { firstName, lastName };
}

function textOf(standard: WantedValues['standard'], id: string): string | null {
  const value = standard.get(id);
  return typeof value === 'string' ? value : null;
}

/** Companies that were read or created, and an index of their keys. */
export class KnownCompanies {
  readonly byId = new Map<number, PendingRecord>();
  readonly #keys: Readonly<Record<CompanyMatch, KeyIndex>> = {
    NETWORK_URL: new KeyIndex(),
    DOMAIN: new KeyIndex(),
    WEBSITE: new KeyIndex(),
    NAME: new KeyIndex(),
  };
  /** Companies renamed while this bulk was planned, by their new name. */
  readonly #renamed = new Map<string, Set<number>>();
  #nextId: number;

  constructor(firstId: number) {
    this.#nextId = firstId;
  }

  load(by: CompanyMatch, key: string, id: number, n: number): void {
    this.#keys[by].load(key, id, n);
  }

  /** Throws NeedsLookup. */
  lowest(by: CompanyMatch, key: string): number | null {
    return this.#keys[by].lowest(key);
  }

  create(now: number): PendingRecord {
    const pending = newPendingRecord(this.#nextId, now);
    this.#nextId += 1;
    this.byId.set(pending.id, pending);
    return pending;
  }

  /** Call after a company changed, with its old and new keys. */
  rekey(pending: PendingRecord, before: CompanyKeys | null, after: CompanyKeys): void {
    for (const by of COMPANY_PRECEDENCE) this.#keys[by].move(pending.id, before?.[by] ?? null, after[by]);
    if (after.NAME === null || after.NAME === before?.NAME || pending.isNew) return;
    const others = this.#renamed.get(after.NAME);
    if (others) others.add(pending.id);
    else this.#renamed.set(after.NAME, new Set([pending.id]));
  }

  renamedTo(name: string): Iterable<number> {
    return this.#renamed.get(name) ?? [];
  }
}

/** Contacts that were read or created, and an index of their keys. */
export class KnownContacts {
  readonly byId = new Map<number, PendingRecord>();
  readonly profiles = new KeyIndex();
  readonly #companies: KnownCompanies;
  /** Key: company id and exact name. */
  readonly #people = new KeyIndex();
  /** Pairs of person and company that were looked up in the store. */
  readonly #lookedUp = new Set<string>();
  /** Companies known to have a contact of this name. */
  readonly #companiesOf = new Map<string, Set<number>>();
  readonly #isComplete: boolean;
  #nextId: number;

  /** `isComplete`: of the names that are asked for, every contact was read: nothing has to be looked up. */
  constructor(firstId: number, companies: KnownCompanies, isComplete = false) {
    this.#nextId = firstId;
    this.#companies = companies;
    this.#isComplete = isComplete;
  }

  create(now: number): PendingRecord {
    const pending = newPendingRecord(this.#nextId, now);
    this.#nextId += 1;
    this.byId.set(pending.id, pending);
    return pending;
  }

  loadPeople(hits: readonly PersonHit[]): void {
    for (const { firstName, lastName, companyId, id, n } of hits) {
      const person = personKey(firstName, lastName);
      if (person === null) continue;
      this.#people.load(nameAtCompanyKey(person, companyId), id, n);
      this.#lookedUp.add(nameAtCompanyKey(person, companyId));
      this.#note(person, companyId);
    }
  }

  loadLookedUp(people: readonly (Person & { companyId: number })[]): void {
    for (const { firstName, lastName, companyId } of people) {
      const person = personKey(firstName, lastName);
      if (person !== null) this.#lookedUp.add(nameAtCompanyKey(person, companyId));
    }
  }

  /** The oldest contact of that name at the company. Throws NeedsLookup. */
  personAt(person: string, company: PendingRecord): number | null {
    const key = nameAtCompanyKey(person, company.id);
    if (!this.#isComplete && !company.isNew && !this.#lookedUp.has(key)) throw new NeedsLookup();
    return this.#people.lowest(key);
  }

  /** The oldest contact of that name at any company of exactly this name. Throws NeedsLookup. */
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

  /** Call after a contact changed, with its old keys. */
  rekey(pending: PendingRecord, before: LookupKeys | null): void {
    const after = lookupKeysOf(pending);
    this.profiles.move(pending.id, before?.profile ?? null, after.profile);
    this.#people.move(pending.id, before?.nameAtCompany ?? null, after.nameAtCompany);
    if (after.person !== null && pending.companyId !== null) this.#note(after.person, pending.companyId);
  }

  #note(person: string, companyId: number): void {
    const companies = this.#companiesOf.get(person);
    if (companies) companies.add(companyId);
    else this.#companiesOf.set(person, new Set([companyId]));
  }
}

const nameAtCompanyKey = (person: string, companyId: number): string => `${companyId} ${person}`;

interface LookupKeys {
  readonly profile: string | null;
  readonly person: string | null;
  readonly nameAtCompany: string | null;
}

export function lookupKeysOf({ standard, companyId }: PendingRecord): LookupKeys {
  const person = personKey(textOf(standard, 'firstName'), textOf(standard, 'lastName'));
  const nameAtCompany = person === null || companyId === null ? null : nameAtCompanyKey(person, companyId);
  return { profile: networkPageKey('CONTACT', textOf(standard, 'networkProfileUrl')), person, nameAtCompany };
}

/**
 * The store may hold another record with the key that was not read. The rest must be planned again after what was
 * planned so far has been written.
 */
export class NeedsLookup extends Error {
  override readonly name = 'NeedsLookup';
}

interface KeyHolders {
  /** Lowest first. */
  readonly ids: number[];
  /** More records have the key than were read. */
  readonly hasMore: boolean;
  /** A record that was read lost the key: the next lowest may be one that was not read. */
  mayHaveOthers: boolean;
}

/** Which records have a key, as far as they were read; kept up to date while planning. */
class KeyIndex {
  readonly #holders = new Map<string, KeyHolders>();

  /** The oldest of `n` records of the store that have the key. */
  load(key: string, id: number, n: number): void {
    this.#holders.set(key, { ids: [id], hasMore: n > 1, mayHaveOthers: false });
  }

  /** The oldest record with the key, or null. Throws NeedsLookup. */
  lowest(key: string): number | null {
    const holders = this.#holders.get(key);
    if (holders?.mayHaveOthers) throw new NeedsLookup();
    return holders?.ids[0] ?? null;
  }

  move(id: number, from: string | null, to: string | null): void {
    if (from === to) return;
    if (from !== null) this.#remove(from, id);
    if (to !== null) this.#add(to, id);
  }

  #add(key: string, id: number): void {
    const holders = this.#holders.get(key);
    if (!holders) this.#holders.set(key, { ids: [id], hasMore: false, mayHaveOthers: false });
    else if (!holders.ids.includes(id)) holders.ids.splice(holders.ids.filter((other) => other < id).length, 0, id);
  }

  #remove(key: string, id: number): void {
    const holders = this.#holders.get(key);
    const place = holders?.ids.indexOf(id) ?? -1;
    if (!holders || place < 0) return;
    holders.ids.splice(place, 1);
    if (holders.hasMore) holders.mayHaveOthers = true;
  }
}
