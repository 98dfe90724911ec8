// Which proxy the environment names for the service. Lower-case variables win, and empty ones count as not set, as in curl.

import { BlockList, isIP } from 'node:net';
import { getOwn } from '../../contract/json.ts';
import { type BaseUrl, displayedAddress } from '../base-url.ts';
import { SetupError } from '../errors.ts';

// NO_PROXY: the forms that curl documents, and those of Go and Node beside them (`*` in a list, `*.domain`, `host:port`).

/**
 * The first entry of the list that names the host. Entries are separated by commas or spaces: a domain with all below it
 * (`example.com`, `.example.com`, `*.example.com`), an IP address, a network (`10.0.0.0/8`), each but the network with a
 * `:port` if only that is meant, or `*`. An IP address is compared as one, never by its ending.
 */
function exceptionFor({ host, port }: BaseUrl, list: string): string | undefined {
  return list
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .find((entry) => {
      if (entry === '*') return true;
      const [name, only] = splitPort(entry.toLowerCase());
      if (only !== null && only !== port) return false;
      return isIP(host) === 0 ? isWithin(withoutDot(host), name) : isInNetwork(host, name);
    });
}

const withoutDot = (name: string) => name.replace(/\.$/, '');

/** A port follows a name, an IPv4 address or a bracket; a bare IPv6 address has none. */
function splitPort(entry: string): readonly [string, number | null] {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  return port === undefined ? [entry, null] : [name, Number(port)];
}

function isWithin(host: string, name: string): boolean {
  const domain = withoutDot(name.replace(/^\*?\./, ''));
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isInNetwork(host: string, name: string): boolean {
  const [, address = '', bits] = /^\[?([^\]/]*)\]?(?:\/(\d{1,3}))?$/.exec(name) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  const size = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? size : Number(bits);
  if (prefix > size) return false;
  const network = new BlockList();
  network.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return network.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}

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
  const read = (name: string) => (getOwn(env, name) ?? '').trim();
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
