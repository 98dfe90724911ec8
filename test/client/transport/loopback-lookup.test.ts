import dns from 'node:dns';
import { beforeEach, expect, test, vi } from 'vitest';
import { loopbackLookup } from '../../../src/client/transport/loopback-lookup.ts';

/** What the system says of every name. */
let addresses: readonly { readonly address: string; readonly family: number }[] = [];
beforeEach(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: unknown, done: (...input: unknown[]) => void) =>
    done(null, addresses)) as never);
});

const asked = (all: boolean) =>
  new Promise((resolve) => {
    loopbackLookup('app.localhost', { all }, (error, address, family) => resolve(error?.message ?? [address, family]));
  });

test.each<readonly [readonly string[], unknown]>([
  [['127.0.0.1'], ['127.0.0.1', 4]],
  [
    ['192.0.2.7', '127.0.0.1'],
    ['127.0.0.1', 4],
  ],
  [['192.0.2.7'], 'app.localhost is not on this machine: it leads to 192.0.2.7'],
  [[], 'app.localhost is not on this machine: it leads to nowhere'],
])('%j', async (found, expected) => {
  addresses = found.map((address) => ({ address, family: 4 }));
  expect(await asked(false)).toEqual(expected);
  const [first] = Array.isArray(expected) ? expected : [];
  expect(await asked(true)).toEqual(first === undefined ? expected : [[{ address: first, family: 4 }], undefined]);
});
