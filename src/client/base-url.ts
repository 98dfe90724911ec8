// Where requests go. Checked here, once: the key travels encrypted, or stays on this machine.

import { isLoopback } from '../contract/loopback.ts';
import { SetupError } from './errors.ts';

export interface BaseUrl {
  /** As given, without a slash at the end. */
  readonly href: string;
  readonly origin: string;
  readonly secure: boolean;
  /** Host name without port; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  /** What stands before `/v1`; mostly empty. */
  readonly prefix: string;
  /** On this machine: plain http is allowed, and no proxy is asked. */
  readonly loopback: boolean;
}

const parsed = new Map<string, BaseUrl>();

/** Reads a base URL: https, or http on loopback; no user, query or fragment. Throws SetupError. */
export function parseBaseUrl(text: string): BaseUrl {
  const known = parsed.get(text) ?? readBaseUrl(text);
  parsed.set(text, known);
  return known;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function readBaseUrl(text: string): BaseUrl {
  const url = urlOf(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw new SetupError(`"${withoutUser(text)}" is not a valid base URL`, 'use a URL such as https://api.example.com');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SetupError(`the base URL of ${url.host} contains a user name`, 'remove everything before the @');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new SetupError(`the base URL of ${url.host} has a query or a fragment`, 'remove everything from ? or # on');
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const secure = url.protocol === 'https:';
  const loopback = isLoopback(host);
  if (!secure && !loopback) {
    throw new SetupError(
      `http://${url.host} would carry the key unencrypted`,
      `use https://${url.host}; plain http only works on this machine (localhost)`,
    );
  }
  const prefix = url.pathname === '/' ? '' : url.pathname.replace(/\/+$/, '');
  return {
    href: url.origin + prefix,
    origin: url.origin,
    secure,
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    prefix,
    loopback,
  };
}

/** An address without the user and password it may carry. */
export function withoutUser(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/@]*@/i, '$1//');
}

/** The path to ask a host for. A path is text of the request line: what could break out of it is refused. */
export function targetOf(baseUrl: BaseUrl, path: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new TypeError(`not a path of a request: ${JSON.stringify(path)}`);
  return baseUrl.prefix + path;
}
