// Which proxy the environment names. Lower-case variables win, as in curl.

import { own } from '../../contract/dictionary.ts';
import type { BaseUrl } from '../base-url.ts';
import { withoutUser } from '../base-url.ts';
import { SetupError } from '../errors.ts';

export interface ProxyRoute {
  readonly uri: string;
  /** The variable it comes from. */
  readonly from: string;
  /** The address without its user and password. */
  readonly name: string;
  /** Hosts that are reached without it, as NO_PROXY lists them. */
  readonly exceptions: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a base URL; `null` = none. A base URL on loopback is never proxied: over plain http the key would leave
 * this machine. Throws SetupError where a variable holds no address.
 */
export function proxyOf(baseUrl: BaseUrl, env: Environment): ProxyRoute | null {
  if (baseUrl.loopback) return null;
  const from = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => (own(env, name) ?? '') !== '');
  const given = from === undefined ? '' : (own(env, from) ?? '').trim();
  if (from === undefined || given === '') return null;
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(uri)) {
    throw new SetupError(
      `${from} is not a valid URL: ${withoutUser(uri)}`,
      'use a URL such as http://proxy.example.com:3128',
    );
  }
  return { uri, from, name: withoutUser(uri), exceptions: env['no_proxy'] ?? env['NO_PROXY'] ?? '' };
}
