// Personal values as made-up ones of the same kind: an email address stays one, a phone number keeps its country code, the
// address of a profile stays valid. Equal values stay equal, so that duplicates stay duplicates.

import { isObject, type JsonObject } from '../../contract/json.ts';
import { isSharedHost } from '../records/shared-hosts.ts';
import { type KeyedHash, maskedDigits, maskedWord } from './permuted.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** What stands between words that may be addresses. */
const BREAKS = /([\s<>()[\]{},;"'|]+)/;
const DATE = /^(\d{4}-\d{2}-\d{2})(T.*)?$/;
/** Country codes of one or two digits; the others have three. */
const COUNTRY = /^(\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Where people and companies have their pages. */
const PAGE = /^\/(in|pub|company|school|people|profile|u)\//i;

const placeOf = (text: string, pattern: RegExp): number => {
  const at = text.search(pattern);
  return at < 0 ? text.length : at;
};

/** Shorter names would be found inside other words. */
const NAME_MIN = 5;

export class Masking {
  readonly #hash: KeyedHash;
  readonly #words = new Map<string, string>();
  readonly #names = new Set<string>();

  constructor(hash: KeyedHash) {
    this.#hash = hash;
  }

  /** Words are masked one by one: what is between them stays. */
  words(text: string): string {
    return text.normalize('NFC').replace(WORD, (word) => this.#word(word));
  }

  /** The same few words come again and again. */
  #word(word: string): string {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    if (this.#words.size > 50_000) this.#words.clear();
    const masked = /^\d+$/.test(word) ? maskedDigits(word, this.#hash) : maskedWord(word, this.#hash);
    this.#words.set(word, masked);
    return masked;
  }

  email(text: string): string {
    const at = text.lastIndexOf('@');
    if (at < 0) return this.words(text);
    return `${this.words(text.slice(0, at))}@${this.domain(text.slice(at + 1))}`;
  }

  /** Mail providers and networks that everybody uses stay; another becomes one that cannot exist. */
  domain(text: string): string {
    const [, host = '', behind = ''] = /^(.*?)(\.?(?::\d+)?)$/s.exec(text.trim().toLowerCase()) ?? [];
    if (host === '' || !host.includes('.')) return this.words(text);
    if (isSharedHost(host.replace(/^(www|[a-z]{2})\./, ''))) return text;
    const www = host.startsWith('www.') ? 'www.' : '';
    const labels = host.slice(www.length).split('.');
    const top = labels.pop() ?? '';
    return `${www}${labels.map((label) => this.words(label)).join('.')}-${top}.example${behind}`;
  }

  phone(text: string): string {
    return maskedDigits(text, this.#hash, COUNTRY.exec(text)?.[0].length ?? 0);
  }

  /** A network's page, or a company's: host and path are masked, but for what every page there has in common. */
  address(text: string): string {
    const start = text.includes('://') ? text.indexOf('://') + 3 : 0;
    const hostEnd = start + placeOf(text.slice(start), /[/?#]/);
    const pathEnd = start + placeOf(text.slice(start), /[?#]/);
    const host = text.slice(start, hostEnd);
    if (!host.includes('.')) return this.words(text);
    const path = text.slice(hostEnd, pathEnd);
    const isPage = PAGE.test(path);
    const masked = path.split('/').map((one, at) => (isPage && at === 1 ? one : this.#segment(one)));
    return `${text.slice(0, start)}${isPage ? host : this.domain(host)}${masked.join('/')}${this.words(text.slice(pathEnd))}`;
  }

  #segment(segment: string): string {
    if (!segment.includes('%')) return this.words(segment);
    try {
      return encodeURIComponent(this.words(decodeURIComponent(segment)));
    } catch {
      return this.words(segment);
    }
  }

  /** Free text: addresses in it as such, all else word by word. */
  text(text: string): string {
    const masked = text.split(BREAKS).map((token) => this.#token(token, (word) => this.words(word)));
    return masked.join('');
  }

  /** `rest`: what becomes of a token that is no address. */
  #token(token: string, rest: (text: string) => string): string {
    let end = token.length;
    while (end > 0 && '.!?:'.includes(token[end - 1] ?? ' ')) end -= 1;
    const word = token.slice(0, end);
    const at = word.lastIndexOf('@');
    if (word.includes('://') && !word.startsWith('://')) return this.address(word) + token.slice(end);
    if (at < 1 || !word.includes('.', at)) return rest(token);
    const start = word.lastIndexOf(':', at) + 1;
    return rest(word.slice(0, start)) + this.email(word.slice(start)) + token.slice(end);
  }

  /** Names that texts of the user's own are searched for: those of the senders. */
  knowNames(names: Iterable<string>): void {
    for (const name of names) if (name.length >= NAME_MIN) this.#names.add(name);
  }

  /** Only addresses and known names are replaced. */
  ownText(text: string): string {
    const isMail = (token: string) => token.includes('@') && !token.includes('://');
    const masked = text
      .split(BREAKS)
      .map((token) => (isMail(token) ? this.#token(token, String) : token))
      .join('');
    return [...this.#names].reduce((all, name) => all.replaceAll(name, () => this.words(name)), masked);
  }

  /** Any JSON value of unknown meaning: its shape, its dates and its truth values stay. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return DATE.test(value) ? this.#date(value) : this.text(value);
    if (typeof value === 'number') return Number(maskedDigits(String(value), this.#hash));
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    if (!isObject(value)) return value;
    const masked: JsonObject = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.value(one)]));
    return masked;
  }

  /** All dates move by the same number of days. */
  #date(text: string): string {
    const [, day = '', time = ''] = DATE.exec(text) ?? [];
    const at = Date.parse(day);
    if (Number.isNaN(at)) return this.text(text);
    const [high = 0, low = 0] = this.#hash('dates');
    const days = 30 + ((high * 256 + low) % 300);
    return new Date(at - days * 86_400_000).toISOString().slice(0, 10) + time;
  }
}
