// A load balancer that knows nothing of HTTP: each connection goes to the next server that takes it.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Destroys about half of the open connections; gives how many. */
  cut(random: () => number): number;
  close(): void;
}

/** `ports`: of the servers, as they are now. */
export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    client.on('close', () => open.delete(client));
    const tryNext = (left: number): void => {
      const known = ports();
      turn += 1;
      const backend = connect(known[turn % known.length] ?? 0, '127.0.0.1');
      backend.once('connect', () => {
        client.pipe(backend).pipe(client);
        client.on('close', () => backend.destroy());
        backend.on('close', () => client.destroy());
      });
      let isTaken = false;
      backend.once('connect', () => {
        isTaken = true;
      });
      backend.on('error', () => (isTaken || left === 0 ? client.destroy() : tryNext(left - 1)));
    };
    tryNext(2);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}`,
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
