// Names under localhost, which plain http may carry a key to, lead to this machine or nowhere.

import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '../../contract/loopback.ts';

/** Like the system's look-up, without the addresses of other machines. */
export const loopbackLookup: LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const [first, ...others] = found.filter(({ address }) => isLoopback(address));
    if (first === undefined) {
      const elsewhere = new Error(`${host} is not on this machine: it leads to ${found[0]?.address ?? 'nowhere'}`);
      return done(Object.assign(elsewhere, { code: 'ENOTFOUND' }), []);
    }
    if (options.all === true) done(null, [first, ...others]);
    else done(null, first.address, first.family);
  });
};
