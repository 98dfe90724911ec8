// The keys by which the service would find a row's record again: rules/matching, as hashes of a row's values. Nearly no key is
// made as a text.

import type { EntityName } from '../../../contract/entities.ts';
import {
  companyDomainKey,
  companyWebsiteKey,
  NAMELESS_WITH_HYPHEN,
  networkPageKey,
} from '../../../rules/records/addresses.ts';
import { emailKey, nameKey, personKey } from '../../../rules/records/normalize.ts';
import { mayBeNullWord } from '../../../rules/records/null-values.ts';
import type { ItemReader } from '../mapping/item.ts';
import type { ImportPlan } from '../mapping/plan.ts';

/** What a key is called when a duplicate is reported; its place is the number of its kind. */
export const KEY_WORDS = [
  'email',
  'network URL',
  'first name, last name and company',
  'network URL',
  'domain',
  'website',
  'name',
  'id',
] as const;

const EMAIL = 0;
const PERSON = 2;
const COMPANY_NAME = 6;
const ID = 7;

type TextKey = (text: string) => string | null;

/** The fields that are a key by themselves, each with the kind of its key. */
const SINGLE: Readonly<Record<EntityName, readonly (readonly [field: string, kind: number, keyOf: TextKey])[]>> = {
  CONTACT: [['networkProfileUrl', 1, (url) => networkPageKey('CONTACT', url)]],
  COMPANY: [
    ['companyNetworkUrl', 3, (url) => networkPageKey('COMPANY', url)],
    ['domain', 4, companyDomainKey],
    ['website', 5, companyWebsiteKey],
  ],
};

const NAMES: Readonly<Record<EntityName, readonly string[]>> = {
  CONTACT: ['firstName', 'lastName', 'companyName'],
  COMPANY: ['name'],
};

/** The fields of which the keys of a kind consist; an id is no value of a row. */
export const KEY_FIELDS: readonly (readonly string[])[] = [
  ['professionalEmail'],
  ['networkProfileUrl'],
  NAMES.CONTACT,
  ['companyNetworkUrl'],
  ['domain'],
  ['website'],
  NAMES.COMPANY,
  [],
];

const NEGATION = '(?:non?e?|not|null|nan|unknown|undefined|nicht|keine?|sans|sin|senza|niet|nie|object|info)-';

/**
 * How a page's address looks in nearly every file; its key is then plain to see, and the general rule ten times as slow. A name with a
 * hyphen is not a word that names no one, but for a few and those that begin with a negation: `not-available`.
 */
const PLAIN_PAGES: ReadonlyMap<number, RegExp> = new Map([
  [1, plainPage('in', `(?!(?:${NAMELESS_WITH_HYPHEN.join('|')})/?$)(?!${NEGATION})`)],
  [3, plainPage('company', `(?!${NEGATION})`)],
]);
function plainPage(kind: string, notBefore: string): RegExp {
  const host = 'https?://(?:www\\.)?[a-z0-9-]+\\.[a-z]+';
  return new RegExp(`^${host}/${kind}/${notBefore}[a-z0-9]+-[a-z0-9-]+/?$`);
}
const COLON = 0x3a;
const SLASH = 0x2f;
const SMALL_W = 0x77;
const WWW = 'www.';

/** That a row has. */
export const KEYS_MAX = 4;
const PRIME = 0x01000193;
const HALF = 2 ** 32;

export class MatchKeys {
  /** Of the last row. */
  count = 0;
  /** The key that counts most first. */
  readonly kinds = new Uint8Array(KEYS_MAX);
  readonly hashes = new Int32Array(KEYS_MAX);
  /** Of an id, what its hash does not hold, from 1; 0 for keys that are values. */
  idRest = 0;
  readonly #reader: ItemReader;
  readonly #merge: boolean;
  readonly #single: readonly { readonly at: number; readonly kind: number; readonly keyOf: TextKey }[];
  /** Addresses that are no keys of these records. */
  readonly #others: readonly number[];
  readonly #names: readonly number[];
  readonly #nameKind: number;
  readonly #emailAt: number;

  /** `merge`: whether rows may be merged into records that are there. */
  constructor({ entity, merge }: Pick<ImportPlan, 'entity' | 'merge'>, reader: ItemReader) {
    const at = (field: string) => reader.fields.indexOf(field);
    this.#reader = reader;
    this.#merge = merge;
    this.#single = SINGLE[entity]
      .map(([field, kind, keyOf]) => ({ at: at(field), kind, keyOf }))
      .filter((key) => key.at >= 0);
    const own = this.#single.map((key) => key.at);
    this.#others = reader.addresses.filter((place) => !own.includes(place));
    const names = NAMES[entity].map(at);
    this.#names = names.includes(-1) ? [] : names;
    this.#nameKind = entity === 'CONTACT' ? PERSON : COMPANY_NAME;
    this.#emailAt = at('professionalEmail');
  }

  /** Of the values that the reader read last; their addresses get the hash of their key, of which they are one spelling of many. */
  read(): void {
    this.count = 0;
    this.idRest = 0;
    for (const { at, kind, keyOf } of this.#single) this.#readAddress(at, kind, keyOf);
    for (const at of this.#others) this.#readText(at);
    if (this.#names.length > 0) this.#readNames();
    if (this.#merge && this.count > 0 && this.#reader.words.length > 0) this.#reader.leaveOutWords();
  }

  /** Of a row that names its record by an id: two of them for one record are one too many. */
  readId(id: number): void {
    this.#readTexts();
    this.count = 0;
    this.#add(ID, id | 0);
    this.idRest = Math.floor(id / HALF) + 1;
  }

  readEmail(): void {
    this.#readTexts();
    this.count = 0;
    this.idRest = 0;
    const email = this.#reader.values[this.#emailAt];
    if (typeof email === 'string') this.#addText(EMAIL, emailKey(email) ?? email);
  }

  #readTexts(): void {
    for (const at of this.#reader.addresses) this.#readText(at);
  }

  #readText(at: number): void {
    const { values, scan, folded } = this.#reader;
    const value = values[at];
    if (value === undefined) return;
    scan.value(String(value));
    folded[at] = scan.folded;
  }

  #readAddress(at: number, kind: number, keyOf: TextKey): void {
    const { values, scan, folded } = this.#reader;
    const value = values[at];
    if (typeof value !== 'string') return;
    if (PLAIN_PAGES.get(kind)?.test(value) === true) {
      const host = value.charCodeAt(4) === COLON ? 7 : 8;
      const hasWww =
        value.charCodeAt(host) === SMALL_W && value.startsWith(WWW, host) && value.includes('.', host + WWW.length);
      const end = value.charCodeAt(value.length - 1) === SLASH ? value.length - 1 : value.length;
      scan.range(value, hasWww ? host + WWW.length : host, end);
      this.#add(kind, scan.exact);
      folded[at] = scan.folded;
      return;
    }
    const key = keyOf(value);
    if (key === null) this.#readText(at);
    else folded[at] = this.#addText(kind, key);
  }

  #addText(kind: number, key: string): number {
    const { scan } = this.#reader;
    scan.range(key, 0, key.length);
    this.#add(kind, scan.exact);
    return scan.folded;
  }

  #readNames(): void {
    const { values, plain, exact, scan } = this.#reader;
    const [firstAt = -1, lastAt = -1] = this.#names;
    const [first, last] = [values[firstAt], values[lastAt]];
    // `No Name`, in two cells.
    if (
      typeof first === 'string' &&
      typeof last === 'string' &&
      mayBeNullWord(first.charCodeAt(0), first.length + last.length + 1) &&
      personKey(first, last) === null
    )
      return;
    let all = 0;
    for (const at of this.#names) {
      const value = values[at];
      if (typeof value !== 'string') return;
      let hash = exact[at] ?? 0;
      if (plain[at] === 0) {
        const name = nameKey(value);
        if (name === null) return;
        scan.range(name, 0, name.length);
        hash = scan.exact;
      }
      all = Math.imul(all ^ hash, PRIME);
      all ^= all >>> 15;
    }
    this.#add(this.#nameKind, all);
  }

  #add(kind: number, hash: number): void {
    this.kinds[this.count] = kind;
    // One text may be keys of two kinds.
    this.hashes[this.count] = hash ^ kind;
    this.count += 1;
  }
}
