// NO_PROXY: the forms that curl documents, and those of Go and Node beside them (`*` in a list, `*.domain`, `host:port`).

import { BlockList, isIP } from 'node:net';

export interface HostAndPort {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * The first entry of the list that names the host. Entries are separated by commas or spaces: a domain with all below it
 * (`example.com`, `.example.com`, `*.example.com`), an IP address, a network (`10.0.0.0/8`), each but the network with a
 * `:port` if only that is meant, or `*`. An IP address is compared as one, never by its ending.
 */
export function exceptionFor({ host, port }: HostAndPort, list: string): string | undefined {
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
