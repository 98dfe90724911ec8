// Where requests go. Checked here, once: the key travels encrypted, or stays on this machine.

import { isLoopback } from '../contract/loopback.ts';
import { SetupError } from './errors.ts';

export interface BaseUrl {
  /** As it was written, without a slash or `/v1` at the end. */
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

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

/** Reads a base URL: https, or http on loopback; no user, query or fragment. Throws SetupError. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = urlOf(text.trim());
  if (url === null || displayedAddress(text) === null) {
    throw new SetupError('the base URL is not a valid address', 'use a URL such as https://api.example.com');
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
  // The path of every request begins with /v1 already.
  const prefix = withoutSlash(withoutSlash(url.pathname).replace(/\/v1$/, ''));
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

/**
 * An http or https address as it may be shown: its origin. `null`: the text is not certainly an address, and nothing of it
 * is shown, since a password may stand anywhere in it. One that contains / ? or # ends the host early, and leaves the @
 * that ends the password behind it.
 */
export function displayedAddress(text: string): string | null {
  const url = urlOf(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  return /@|%40/.test(url.pathname + url.search + url.hash) ? null : url.origin;
}

/** The path to ask a host for. A path is text of the request line: what could break out of it is refused. */
export function targetOf(baseUrl: BaseUrl, path: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new TypeError(`not a path of a request: ${JSON.stringify(path)}`);
  return baseUrl.prefix + path;
}
