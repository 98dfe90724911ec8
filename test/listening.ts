// Servers on loopback, in tests and measurements.

import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on this port, or on one that is free, and gives it. */
export async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return address.port;
}
