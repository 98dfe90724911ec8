// Servers on loopback, in tests and measurements.

import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a port that is free, and gives it. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return address.port;
}
