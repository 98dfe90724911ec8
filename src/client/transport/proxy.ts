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
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether NO_PROXY names the host, or a domain that it belongs to: `example.com, .example.com, *.example.com, host:8443, *`. */
function isExcepted({ host, port }: BaseUrl, exceptions: string): boolean {
  return exceptions
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const [, name = entry, only] = /^(.+?):(\d+)$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\.|^\[|\]$/g, '');
      if (only !== undefined && Number(only) !== port) return false;
      return domain === '*' || (domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
    });
}

/**
 * The proxy for a base URL; `null` = none. A base URL on loopback is never proxied: over plain http the key would leave
 * this machine. Throws SetupError where a variable holds no address.
 */
export function proxyOf(baseUrl: BaseUrl, env: Environment): ProxyRoute | null {
  if (baseUrl.loopback) return null;
  const from = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => (own(env, name) ?? '') !== '');
  const given = from === undefined ? '' : (own(env, from) ?? '').trim();
  if (from === undefined || given === '' || isExcepted(baseUrl, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return null;
  const uri = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(uri)) {
    throw new SetupError(
      `${from} is not a valid URL: ${withoutUser(uri)}`,
      'use a URL such as http://proxy.example.com:3128',
    );
  }
  return { uri, from, name: withoutUser(uri) };
}
