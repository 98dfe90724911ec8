// Who must never be contacted: entries as people write them, and the contacts they cover. Compared by the keys of the service.

import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import { domainKey, networkPageKey } from './addresses.ts';
import { readEmail } from './email-text.ts';
import { withoutInvisibleEdges } from './invisible-characters.ts';
import { isSharedHost } from './shared-hosts.ts';

const ENTRY_KINDS = ['email', 'domain', 'profile', 'phone'] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

export interface NeverContactEntry {
  readonly kind: EntryKind;
  /** Equal for every spelling of the same address. */
  readonly key: string;
}

interface ContactAddresses {
  readonly emails: readonly string[];
  readonly profiles: readonly string[];
  readonly phones: readonly string[];
  /** Of the company; those of the email addresses are in the addresses. */
  readonly domains: readonly string[];
}

/** `Ada@EXÄMPLE.de` → `ada@xn--exmple-cua.de`; `ada+news@` is another address than `ada@`. Null for what is not an address. */
function addressKey(text: string): string | null {
  const [, inBrackets = text] = /<([^<>]*)>\s*$/.exec(text) ?? [];
  const read = readEmail(inBrackets);
  if (!read.ok) return null;
  const at = read.email.lastIndexOf('@');
  const host = domainKey(read.email.slice(at + 1));
  return host === null ? null : `${read.email.slice(0, at).normalize('NFC').toLowerCase()}@${host}`;
}

const EXTENSION = /(?:;ext=|ext\.?|x|#)[0-9]+$/i;
const PHONE = /^(?:tel:)?[+(]?[0-9][0-9()./\u2010-\u2015-]*$/i;
const PHONE_DIGITS_MIN = 5;

/** `+4930123456` for an international number, `30123456` for a national one; null for what is not a number. */
function phoneKey(text: string): string | null {
  const bare = text.replace(/\s/g, '').replace(EXTENSION, '');
  if (!PHONE.test(bare)) return null;
  const digits = bare.replace('(0)', '').replace(/[^0-9]/g, '');
  if (digits.length < PHONE_DIGITS_MIN) return null;
  if (bare.includes('+')) return `+${digits}`;
  // Before a national number stands 0, in Russia and Kazakhstan 8.
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits.replace(/^(?:0|8(?=\d{10}$))/, '');
}

const keysOf = (texts: readonly string[], keyOf: (text: string) => string | null): string[] =>
  texts.flatMap((text) => keyOf(text) ?? []);

const PHONE_IN_TEXT = /[+(]?\d[\d\s()./\u2010-\u2015-]*\d/g;

/** The numbers in a value: `030 123 / 0171 456`, `Tel. +49 30 123 (home)`. */
const phonesIn = (text: string): string[] =>
  text.split(/\/(?=\s*[+0]\d)/).flatMap((part) => phoneKey(part) ?? keysOf(part.match(PHONE_IN_TEXT) ?? [], phoneKey));

/** The addresses in a value: `ada@x.example bob@x.example`. */
const emailsIn = (text: string): string[] => {
  const key = addressKey(text);
  return key === null ? keysOf(text.split(/[\s<>()"']+/), addressKey) : [key];
};

/** National numbers of fewer digits are compared whole: they end many an international one. */
const LOCAL_DIGITS_MIN = 7;

/** Whether two keys may be one number: a national number is the end of its international form. */
function isSamePhone(one: string, other: string): boolean {
  const [long, short] = [one.replace('+', ''), other.replace('+', '')].toSorted((a, b) => b.length - a.length);
  if (long === undefined || short === undefined || long === short) return long === short;
  const isOpen = !(one.startsWith('+') && other.startsWith('+'));
  return isOpen && short.length >= LOCAL_DIGITS_MIN && long.endsWith(short);
}

const PERSON_PAGE = /^[^/]*\/(?:in|pub|profile|people|sales\/(?:lead|people|profile))\//;

function profileKey(text: string): string | null {
  const key = networkPageKey('CONTACT', text);
  if (key === null) return null;
  return PERSON_PAGE.test(key) || isSharedHost(key.slice(0, key.indexOf('/'))) ? key : null;
}

const BARE_HOST = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^/?#\\]*\/?$/i;

/** What an entry covers, or why it covers nothing. */
export function readNeverContact(text: string): NeverContactEntry | { readonly problem: string } {
  const word = withoutInvisibleEdges(text).trim();
  const phone = phoneKey(word);
  if (phone !== null) return { kind: 'phone', key: phone };
  const profile = profileKey(word);
  if (profile !== null) return { kind: 'profile', key: profile };
  if (/[^@]@/.test(word)) {
    const key = addressKey(word);
    return key === null ? { problem: 'it is not an email address' } : { kind: 'email', key };
  }
  const host = word.replace(/^(?:@|\*\.)/, '');
  const domain = domainKey(host);
  if (domain !== null && BARE_HOST.test(host)) return { kind: 'domain', key: domain };
  // The host of a network stands for everyone there.
  if (domain !== null && (isSharedHost(domain) || networkPageKey('CONTACT', word) === null))
    return { problem: 'it is not a profile of a person; for a company give its own domain' };
  if (domain !== null)
    return { problem: `it is not a profile of a person; for the company give its domain, ${domain}` };
  return { problem: 'it is not an email address, a domain, a profile URL or a phone number' };
}

const parts = (value: unknown, separator: RegExp): string[] =>
  [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(separator) : []))
    .filter((one) => one.trim() !== '');

const STATUS = /status|verif|valid/i;
const EMAIL_FIELD = /e-?mail/i;
const PHONE_FIELD = /phone|mobil|tel[eé]fon|handy|\btel\b/i;
const DOMAIN_FIELD = /domain|website/i;
const PROFILE_FIELD = /^(?!app|image|company).*(?:url|profile|linkedin)/i;

/** Whether a field of a contact holds what is compared: those of a workspace's own are compared, too. */
export const isAddressField = (name: string): boolean =>
  !STATUS.test(name) && [EMAIL_FIELD, PHONE_FIELD, DOMAIN_FIELD, PROFILE_FIELD].some((field) => field.test(name));

/** The domains of a company, or of the company in a contact. */
function domainsOf(record: JsonObject): string[] {
  const fields = Object.entries(record).filter(([name]) => DOMAIN_FIELD.test(name));
  return fields.flatMap(([, value]) => keysOf(parts(value, /[\s,;]+/), domainKey));
}

/** Everything in a contact, as a service answers it, by which it can be recognised. `company`: its record, where it was read. */
export function addressesOf(contact: JsonObject, company?: JsonObject): ContactAddresses {
  const fields = Object.entries(contact).filter(([name]) => !STATUS.test(name));
  const having = (field: RegExp, separator: RegExp) =>
    fields.filter(([name]) => field.test(name)).flatMap(([, value]) => parts(value, separator));
  const nested = getOwn(contact, 'company');
  return {
    emails: having(EMAIL_FIELD, /[,;|\n]/).flatMap(emailsIn),
    phones: having(PHONE_FIELD, /[,;|\n]/).flatMap(phonesIn),
    profiles: keysOf(having(PROFILE_FIELD, /\s+/), (url) => networkPageKey('CONTACT', url)),
    domains: [contact, nested, company].flatMap((one) => (isObject(one) ? domainsOf(one) : [])),
  };
}

const FIELD_OF_KIND: Readonly<Record<EntryKind, RegExp>> = {
  email: EMAIL_FIELD,
  phone: PHONE_FIELD,
  profile: PROFILE_FIELD,
  domain: /domain|website|e-?mail/i,
};

/** The kinds of entries that a contact can be compared with: it has a field of them, even an empty one. */
export function comparableKinds(contact: JsonObject, company?: JsonObject): EntryKind[] {
  const names = [contact, getOwn(contact, 'company'), company].flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  );
  return ENTRY_KINDS.filter((kind) => names.some((name) => !STATUS.test(name) && FIELD_OF_KIND[kind].test(name)));
}

/** Whether a record contains the domain of its company, even an empty one. */
export function hasDomainField(contact: JsonObject): boolean {
  const nested = getOwn(contact, 'company');
  return [contact, nested].some((one) => isObject(one) && Object.keys(one).some((name) => DOMAIN_FIELD.test(name)));
}

/** A host and the domains above it: `mail.acme.co.uk`, `acme.co.uk`, `co.uk`. */
function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

export class NeverContact {
  readonly #keys: ReadonlyMap<string, string>;
  readonly #phones = new Map<string, [key: string, text: string][]>();

  /** `text` is what a person wrote. */
  constructor(entries: readonly { readonly entry: NeverContactEntry; readonly text: string }[]) {
    this.#keys = new Map(entries.map(({ entry: { kind, key }, text }) => [`${kind} ${key}`, text]));
    for (const { entry, text } of entries) {
      if (entry.kind !== 'phone') continue;
      const end = entry.key.slice(-LOCAL_DIGITS_MIN).replace('+', '');
      this.#phones.set(end, [...(this.#phones.get(end) ?? []), [entry.key, text]]);
    }
  }

  /** Entries of these kinds, as they were written. */
  ofKinds(isWanted: (kind: EntryKind) => boolean): string[] {
    const wanted = ENTRY_KINDS.filter(isWanted).map((kind) => `${kind} `);
    return [...this.#keys].filter(([key]) => wanted.some((kind) => key.startsWith(kind))).map(([, text]) => text);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  has({ kind, key }: NeverContactEntry): boolean {
    return this.#keys.has(`${kind} ${key}`);
  }

  /** The entry that covers a contact, as it was written; null for a contact that may be contacted. */
  covering({ emails, profiles, phones, domains }: ContactAddresses): string | null {
    const hosts = [...domains, ...emails.map((email) => email.slice(email.lastIndexOf('@') + 1))];
    const keys = [
      ...emails.map((key) => `email ${key}`),
      ...profiles.map((key) => `profile ${key}`),
      ...hosts.flatMap(domainsAbove).map((key) => `domain ${key}`),
    ];
    for (const key of keys) {
      const text = this.#keys.get(key);
      if (text !== undefined) return text;
    }
    for (const phone of phones) {
      const some = this.#phones.get(phone.slice(-LOCAL_DIGITS_MIN).replace('+', '')) ?? [];
      const found = some.find(([key]) => isSamePhone(key, phone));
      if (found !== undefined) return found[1];
    }
    return null;
  }
}
