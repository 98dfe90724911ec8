// The keys by which the service would find a row's record again: rules/matching, on a row's item, fast.

import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import type { RecordEntity } from '../../../rules/records/fields.ts';
import { emailKey, nameKey, personAtCompanyKey } from '../../../rules/records/normalize.ts';
import type { Item } from '../../shared/records/item.ts';

/** A key, and a number for its kind, so that a domain and a name that read alike stay two keys. */
export interface MatchKey {
  readonly kind: number;
  readonly name: 'NETWORK_URL' | 'NAME_COMPANY' | 'DOMAIN' | 'WEBSITE' | 'NAME' | 'ID' | 'EMAIL';
  readonly key: string;
}

/**
 * How a page's address looks in nearly every file; its key is then plain to see, and the general rule ten times as slow. A name with a
 * hyphen is not a word that names no one.
 */
const PLAIN_PAGES: Readonly<Record<RecordEntity, RegExp>> = {
  CONTACT: /^https?:\/\/(?:www\.)?[a-z0-9-]+\.[a-z]+\/in\/[a-z0-9]+-[a-z0-9-]+\/?$/,
  COMPANY: /^https?:\/\/(?:www\.)?[a-z0-9-]+\.[a-z]+\/company\/[a-z0-9]+-[a-z0-9-]+\/?$/,
};
const COLON = 0x3a;
const SLASH = 0x2f;
const SMALL_W = 0x77;

const text = (value: Item[string] | undefined): string | null => (typeof value === 'string' ? value : null);

function pageKey(entity: RecordEntity, url: string | null): string | null {
  if (url === null) return null;
  if (!PLAIN_PAGES[entity].test(url)) return networkPageKey(entity, url);
  const host = url.charCodeAt(4) === COLON ? 7 : 8;
  const hasWww = url.charCodeAt(host) === SMALL_W && url.startsWith('www.', host) && url.includes('.', host + 4);
  const end = url.charCodeAt(url.length - 1) === SLASH ? url.length - 1 : url.length;
  return url.slice(hasWww ? host + 4 : host, end);
}

function contactMatchKeys(item: Item): MatchKey[] {
  const keys: MatchKey[] = [];
  const profile = pageKey('CONTACT', text(item['networkProfileUrl']));
  if (profile !== null) keys.push({ kind: 1, name: 'NETWORK_URL', key: profile });
  const person = personAtCompanyKey(text(item['firstName']), text(item['lastName']), text(item['companyName']));
  if (person !== null) keys.push({ kind: 2, name: 'NAME_COMPANY', key: person });
  return keys;
}

function companyMatchKeys(item: Item): MatchKey[] {
  const keys: MatchKey[] = [];
  const page = pageKey('COMPANY', text(item['companyNetworkUrl']));
  if (page !== null) keys.push({ kind: 3, name: 'NETWORK_URL', key: page });
  const domain = companyDomainKey(text(item['domain']));
  if (domain !== null) keys.push({ kind: 4, name: 'DOMAIN', key: domain });
  const website = companyWebsiteKey(text(item['website']));
  if (website !== null) keys.push({ kind: 5, name: 'WEBSITE', key: website });
  const name = nameKey(text(item['name']));
  if (name !== null) keys.push({ kind: 6, name: 'NAME', key: name });
  return keys;
}

/** The keys of an item, the one that counts most first; the same as `contactKeys` and `companyKeys` of the rules. */
export function matchKeysOf(entity: RecordEntity): (item: Item) => readonly MatchKey[] {
  return entity === 'CONTACT' ? contactMatchKeys : companyMatchKeys;
}

/** Two rows for one record: the later one would undo the earlier. */
export const idKey = (id: number): MatchKey => ({ kind: 7, name: 'ID', key: String(id) });

export const emailKeyOf = (email: string): MatchKey => ({ kind: 0, name: 'EMAIL', key: emailKey(email) ?? email });

/** What a key is called when a duplicate is reported. */
export const KEY_WORDS: Readonly<Record<MatchKey['name'], string>> = {
  NETWORK_URL: 'network URL',
  NAME_COMPANY: 'first name, last name and company',
  DOMAIN: 'domain',
  WEBSITE: 'website',
  NAME: 'name',
  ID: 'id',
  EMAIL: 'email',
};
