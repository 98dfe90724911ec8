// When two addresses on the web are the same: profile and company pages, domains, websites.

import { domainToASCII } from 'node:url';
import type { EntityName } from '../../contract/entities.ts';
import { dictionary, getOwn } from '../../contract/json.ts';
import { exactKey } from './normalize.ts';
import { isTellingValue } from './null-values.ts';
import { isSharedHost } from './shared-hosts.ts';

interface Address {
  readonly host: string;
  readonly segments: readonly string[];
  /** Without the question mark. */
  readonly query: string;
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i;

/** Characters that would read as something else in an address, or not at all, stay percent-encoded. */
const KEEP_ENCODED = /[%/?#\\\s\p{Cc}]/gu;

/** Most segments: nothing to decode, nothing to encode. */
const PLAIN = /^[\w.~-]*$/;

/** One spelling of a path segment: decoded where that is safe; `%41` and `A` are the same, `%2F` and `/` are not. */
function segmentKey(segment: string): string {
  if (PLAIN.test(segment)) return segment;
  const repaired = segment.replace(/%(?![0-9a-f]{2})/gi, '%25');
  let text: string;
  try {
    text = decodeURIComponent(repaired);
  } catch {
    // Bytes that are no UTF-8: keep them as they are written; white space and controls are encoded here as elsewhere.
    return segment
      .replace(/%[0-9a-f]{2}/gi, (code) => code.toLowerCase())
      .replace(/[\s\p{Cc}]/gu, (character) => encodeURIComponent(character).toLowerCase());
  }
  return text.normalize('NFC').replace(KEEP_ENCODED, (character) => encodeURIComponent(character).toLowerCase());
}

/** Lower case, no user, no default port, no trailing dot, international names in their ASCII form. */
function hostKey(authority: string): string {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/:(80|443)?$/, '')
    .replace(/\.+(?=$|:)/, '');
  if (/^[ -~]*$/.test(host)) return host;
  const [name = '', ...port] = host.split(':');
  return [domainToASCII(name) || name.normalize('NFC'), ...port].join(':');
}

/** A host has 253 characters at most; a port and a user may stand beside it. */
const AUTHORITY_MAX = 500;

/** Most domains and websites: nothing to repair. */
const PLAIN_ADDRESS = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/?$/;

/** Null for text that names no host with a dot: `n/a`, `-`, `localhost`. Such words must never make two records one. */
function addressOf(text: string): Address | null {
  const [, plain] = (text.length <= AUTHORITY_MAX && PLAIN_ADDRESS.exec(text)) || [];
  if (plain !== undefined) return { host: plain, segments: [], query: '' };
  const trimmed = exactKey(text);
  if (trimmed === null) return null;
  const bare = trimmed.replace(SCHEME, '').replace(/#.*$/s, '');
  const [, authority = '', path = '', query = ''] = /^([^/?\\]*)([^?]*)\??(.*)$/s.exec(bare) ?? [];
  if (authority.length > AUTHORITY_MAX) return null;
  const host = hostKey(authority);
  if (!/^[^\s.:]+(\.[^\s.:]+)+(:[0-9]+)?$/.test(host)) return null;
  return { host, segments: path.split(/[/\\]/).filter((segment) => segment !== ''), query };
}

/** `www.` in front says nothing, unless it is the name itself. */
function withoutWww(host: string): string {
  let rest = host;
  while (/^www\.[^.]+\./.test(rest)) rest = rest.slice(4);
  return rest;
}

/** Two-part endings under which names are sold, such as `co.uk`: what stands before is a name, not a language. */
const SHARED_ENDING = /^(ac|co|com|edu|gob|gov|gv|ne|net|or|org)\.[a-z]{2}(:|$)/;

/** A network serves one profile under many languages and devices: `de.`, `pt-br.`, `m.` */
const LOCALE = /^(www|m|mobile|[a-z]{2}(-[a-z]{2})?)\.(?=[^.]+\.)/;

function withoutLocale(host: string): string {
  let rest = host;
  for (let prefix = LOCALE.exec(rest); prefix !== null; prefix = LOCALE.exec(rest)) {
    const shorter = rest.slice(prefix[0].length);
    if (SHARED_ENDING.test(shorter)) return rest;
    rest = shorter;
  }
  return rest;
}

/** Kinds of page whose next segment names the person or company; what follows are views of the same one. */
const NAMED_PAGES = new Set(['in', 'company', 'school', 'showcase']);

/** Page kinds alone name no one. */
const BARE_PAGES = new Set([
  ...NAMED_PAGES,
  ...'pub profile sales talent recruiter people companies company-beta organization'.split(' '),
]);

/** Those that name someone with two segments: `/sales/lead/ACw`. */
const ID_PAGES = new Set(['sales', 'talent', 'recruiter']);

/** Of its pages no other kind is known to name anyone. */
const WELL_KNOWN_HOST = 'linkedin.com';

/** Links of mails and of the pages for phones: `/comm/in/ada` is `/in/ada`. */
const PREFIXES = new Set(['comm', 'm', 'mwlite', 'public-profile']);

/** Pages that name neither a person nor a company: where one signs in, what was searched for, where a link leads. */
const NAMELESS_PAGES = new Set([
  ...'feed authwall search redir redirect login signin signup checkpoint uas start home me url'.split(' '),
  ...'jobs learning messaging mynetwork notifications help legal posts pulse groups events hashtag'.split(' '),
  ...'share sharearticle settings psettings premium games directory safety slink article news 404'.split(' '),
  ...'newsletters top-content analytics'.split(' '),
]);

/** Where the name of a person belongs, with a hyphen as most of them. */
export const NAMELESS_WITH_HYPHEN =
  'your-name first-last firstname-lastname not-found linkedin-member out-of-network null-null undefined-undefined'.split(
    ' ',
  );

/** Where a name belongs: the signed-in person, members and companies whose name is hidden, and parts of the sales pages. */
const NAMELESS: Readonly<Record<string, ReadonlySet<string>>> = dictionary({
  in: new Set([...'me unknown unavailable edit username yourname example profile'.split(' '), ...NAMELESS_WITH_HYPHEN]),
  company: new Set(['unavailable']),
  pub: new Set(['dir']),
  profile: new Set(['edit']),
  sales: new Set(['home', 'search', 'index', 'inbox', 'lists', 'login']),
});

/** `n%2fa` → `n/a`, `not-available` → `not available`; `-` stays. */
const wordOf = (name: string): string =>
  name
    .replaceAll('%2f', '/')
    .replaceAll('%23', '#')
    .replaceAll(/%20|(?<=[a-z])-(?=[a-z])/g, ' ');

/** Of a template that was not filled in: `{{slug}}`. */
const NO_NAME = /[{}<>[\]]/;

/** A sales page carries how it was found behind the id. */
const withoutSearch = (id: string): string => id.split(',', 1)[0] ?? id;

/** Where one program makes all pages of a site, its parameter distinguishes them: `profile.php?id=7`. */
const PERSON = /(?:^|&)(?:id|(?:contact|lead|member|person|profile|user|u)_?id)=([^&]+)/i;
const PROGRAM = /^(?:contact|default|index|member|person|profile|user|view)\.(?:aspx?|html?|jsp|php)$/;

/** The path that distinguishes one profile from another. */
function profilePath({ segments, query }: Address): string | null {
  const keys = segments
    .map((segment) =>
      segmentKey(segment)
        .toLowerCase()
        .normalize('NFC')
        .replace(/(?:%20)+$/, ''),
    )
    .filter((key) => key !== '');
  const path = PREFIXES.has(keys[0] ?? '') && isPageKind(keys[1]) ? keys.slice(1) : keys;
  const [kind, name, id] = path;
  if (kind === undefined || NAMELESS_PAGES.has(kind) || (name === undefined && BARE_PAGES.has(kind))) return null;
  const isNone = (text: string) => NO_NAME.test(text) || !isTellingValue(wordOf(text));
  if (name !== undefined && BARE_PAGES.has(kind) && (isNone(name) || getOwn(NAMELESS, kind)?.has(name))) return null;
  if (ID_PAGES.has(kind) && (id === undefined || isNone(withoutSearch(id)))) return null;
  if (name !== undefined && NAMED_PAGES.has(kind)) return `${kind}/${name}`;
  if (kind === 'sales' && name !== undefined && id !== undefined) return `${kind}/${name}/${withoutSearch(id)}`;
  // Pages of programs, and the oldest profile pages, have the person in the query alone.
  const isView = kind === 'profile' && name === 'view' && path.length === 2;
  const person = PERSON.exec(query)?.[1];
  if (person === undefined && (isView || PROGRAM.test(path.at(-1) ?? ''))) return null;
  return path.join('/') + (person === undefined ? '' : `?id=${segmentKey(person).toLowerCase().normalize('NFC')}`);
}

function isPageKind(segment: string | undefined): boolean {
  return segment !== undefined && (BARE_PAGES.has(segment) || NAMELESS_PAGES.has(segment));
}

/** Longer texts, which are no addresses of anything, are not remembered. */
const REMEMBERED_CHARACTERS_MAX = 200;
const REMEMBERED_MAX = 500;

/** One address is asked for up to six times while a bulk is planned and written, each time for 2 µs. */
function remembering(keyOf: (text: string) => string | null): (text: string | null | undefined) => string | null {
  const keys = new Map<string, string | null>();
  return (text) => {
    if (text === null || text === undefined) return null;
    const known = keys.get(text);
    if (known !== undefined) return known;
    const key = keyOf(text);
    if (text.length <= REMEMBERED_CHARACTERS_MAX) {
      if (keys.size >= REMEMBERED_MAX) keys.clear();
      keys.set(text, key);
    }
    return key;
  };
}

/**
 * A page of a person or company on the professional network: scheme, `www.`, language, case, slashes at the end, query,
 * fragment and percent-encoding do not count; nor do views of the same page (`/in/ada/details`, `/company/acme/about`).
 * Null when the address names neither.
 */
export const networkUrlKey = remembering((url) => {
  const address = addressOf(url);
  const path = address && profilePath(address);
  const host = address && withoutLocale(address.host);
  if (!path || (host === WELL_KNOWN_HOST && !BARE_PAGES.has(path.replace(/\/.*$/s, '')))) return null;
  return `${host}/${path}`;
});

/** Of the other kind of record; of `sales`, what follows decides. */
const PAGES_OF_OTHERS: Readonly<Record<EntityName, RegExp>> = {
  CONTACT:
    /^[^/]*\/(?:company|company-beta|companies|organization|school|showcase|sales\/(?:company|companies|account|accounts))(?:\/|$)/,
  COMPANY: /^[^/]*\/(?:in|pub|profile|people|sales\/(?:lead|people|profile))(?:\/|$)/,
};

/** As `networkUrlKey`, for a record of this kind: a company's page names no contact, and a person's profile no company. */
export function networkPageKey(entity: EntityName, url: string | null | undefined): string | null {
  const key = networkUrlKey(url);
  return key === null || PAGES_OF_OTHERS[entity].test(key) ? null : key;
}

/** A domain, however it was pasted: scheme, `www.`, path, port, case and a final dot do not count. */
export const domainKey = remembering((domain) => {
  const address = addressOf(domain);
  return address && withoutWww(address.host).replace(/:[0-9]+$/, '');
});

/** Parts of a query that tell where a visitor came from, not what is shown. */
const TRACKING = /^(utm_[a-z_]+|gclid|fbclid|msclkid|mc_cid|mc_eid)(=|$)/i;

/** A website: scheme, `www.`, case of the host, slashes at the end, fragment and tracking do not count; its path does. */
export const websiteKey = remembering((website) => {
  const address = addressOf(website);
  if (!address) return null;
  const path = address.segments.map((segment) => `/${segmentKey(segment)}`).join('');
  const spelled = address.query.replace(/\s/gu, (space) => encodeURIComponent(space).toLowerCase());
  const query = spelled.split('&').filter((part) => part !== '' && !TRACKING.test(part));
  return withoutWww(address.host) + path + (query.length > 0 ? `?${query.join('&')}` : '');
});

/** The domain a company is matched by: none that many companies share. */
export function companyDomainKey(domain: string | null | undefined): string | null {
  const key = domainKey(domain);
  return key === null || isSharedHost(withoutLocale(key)) ? null : key;
}

/** The website a company is matched by: none on a host that many companies share, whatever its path. */
export function companyWebsiteKey(website: string | null | undefined): string | null {
  const key = websiteKey(website);
  return key === null || isSharedHost(withoutLocale(key.replace(/[/:?].*$/s, ''))) ? null : key;
}
