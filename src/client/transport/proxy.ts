// Which proxy the environment names for the service. Lower-case variables win, and empty ones count as not set, as in curl.

import { own } from '../../contract/dictionary.ts';
import { type BaseUrl, displayedAddress } from '../base-url.ts';
import { SetupError } from '../errors.ts';
import { exceptionFor } from './no-proxy.ts';

export interface ProxyRoute {
  readonly uri: string;
  /** The variable it comes from. */
  readonly from: string;
  /** The address without its user and password. */
  readonly name: string;
}

export interface ProxyDecision {
  /** The variable that names a proxy; `null` = none does. */
  readonly variable: string | null;
  /** `null` = straight to the service. */
  readonly route: ProxyRoute | null;
  /** Why a proxy that is named is not used. */
  readonly bypassedBy: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * The proxy for a base URL; `null` as base URL is the service in this process. A base URL on loopback is never proxied: over
 * plain http the key would leave this machine. Throws SetupError where a variable that counts holds no address of a proxy.
 */
export function decideProxy(baseUrl: BaseUrl | null, env: Environment): ProxyDecision {
  const read = (name: string) => (own(env, name) ?? '').trim();
  const variable = VARIABLES.find((name) => read(name) !== '') ?? null;
  if (variable === null) return { variable, route: null, bypassedBy: null };
  const bypassed = (bypassedBy: string): ProxyDecision => ({ variable, route: null, bypassedBy });
  if (baseUrl === null || baseUrl.loopback) return bypassed('the service is on this machine');
  const exceptions = ['no_proxy', 'NO_PROXY'].find((name) => read(name) !== '');
  const exception = exceptions === undefined ? undefined : exceptionFor(baseUrl, read(exceptions));
  if (exception !== undefined) return bypassed(`${exceptions} contains ${exception}`);
  return { variable, route: routeOf(variable, read(variable)), bypassedBy: null };
}

/** The route through the proxy for a base URL; `null` = straight to the service. */
export const proxyOf = (baseUrl: BaseUrl, env: Environment): ProxyRoute | null => decideProxy(baseUrl, env).route;

const FORM = 'write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT';
const ENCODED = `${FORM}, with \\ in user or password as %5C, @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25`;

function routeOf(from: string, text: string): ProxyRoute {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw new SetupError(`${from} is not the address of an http or https proxy, and no others are supported`, FORM);
  }
  const uri = scheme === undefined ? `http://${text}` : text;
  const name = displayedAddress(uri);
  if (name === null || !isHostAlone(new URL(uri)))
    throw new SetupError(`${from} is not a valid address of a proxy`, ENCODED);
  return { uri, from, name };
}

/** Whether nothing follows the port, and user and password can be decoded. */
function isHostAlone({ pathname, search, hash, username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return pathname === '/' && search === '' && hash === '';
}
