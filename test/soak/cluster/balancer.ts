// A load balancer that knows nothing of what it carries: each connection goes to the next server that takes it, and some are
// cut when told.

import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../../listening.ts';

/** A port of this machine, or the path of a socket. */
export type Target = number | string;

export interface Balancer {
  readonly port: number;
  /** Destroys about half of the open connections; gives how many. */
  cut(random: () => number): number;
  close(): void;
}

function connectTo(target: Target): Socket {
  return typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
}

/** `targets`: as they are now. */
export async function openBalancer(targets: () => readonly Target[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    client.on('close', () => open.delete(client));
    const tryNext = (left: number): void => {
      const known = targets();
      turn += 1;
      const backend = connectTo(known[turn % known.length] ?? 0);
      let isTaken = false;
      backend.once('connect', () => {
        isTaken = true;
        client.pipe(backend).pipe(client);
        client.on('close', () => backend.destroy());
        backend.on('close', () => client.destroy());
      });
      backend.on('error', () => (isTaken || left === 0 ? client.destroy() : tryNext(left - 1)));
    };
    tryNext(2);
  });
  const port = await listening(server);
  return {
    port,
    cut: (random) => {
      const chosen = [...open].filter(() => random() < 0.5);
      for (const socket of chosen) socket.destroy();
      return chosen.length;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
