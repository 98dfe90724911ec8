// A proxy that does to connections what bad networks and bad middle boxes do, by a seed. None of our code.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { chance } from '../chance.ts';
import { listening } from '../listening.ts';

const MISCHIEF = ['none', 'drop', 'reset', 'drip', 'truncate', 'duplicate', 'too long', 'too short'] as const;
type Mischief = (typeof MISCHIEF)[number];

export interface ChaosProxy {
  readonly url: string;
  /** Connections, by what was done to them. */
  readonly done: Readonly<Record<Mischief, number>>;
  close(): Promise<void>;
}

const LENGTH = /(content-length: )(\d+)/i;

/** The answer with another length than it has. */
function lying(bytes: Buffer, by: number): Buffer {
  const text = bytes.toString('latin1');
  const changed = text.replace(
    LENGTH,
    (_, name: string, length: string) => `${name}${Math.max(0, Number(length) + by)}`,
  );
  return Buffer.from(changed, 'latin1');
}

/** Sends a few bytes at a time. */
async function drip(bytes: Buffer, to: Socket): Promise<void> {
  for (let at = 0; at < bytes.length; at += 200) {
    if (to.destroyed) return;
    to.write(bytes.subarray(at, at + 200));
    await new Promise((done) => setTimeout(done, 2));
  }
}

/** What becomes of a part of the answer. */
function pass(mischief: Mischief, bytes: Buffer, to: Socket): void {
  switch (mischief) {
    case 'drip':
      return void drip(bytes, to);
    case 'truncate':
      to.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => to.destroy());
      return;
    case 'duplicate':
      return void to.write(Buffer.concat([bytes, bytes]));
    case 'too long':
      return void to.write(lying(bytes, 40));
    case 'too short':
      return void to.write(lying(bytes, -40));
    default:
      to.write(bytes);
  }
}

/** In front of `target`; so large a share of the connections is left alone. */
export async function openChaos(target: string, seed: number, wellShare = 0.5): Promise<ChaosProxy> {
  const { hostname, port } = new URL(target);
  const random = chance(seed);
  const done = Object.fromEntries(MISCHIEF.map((name) => [name, 0])) as Record<Mischief, number>;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  const server = createServer((from) => {
    keep(from);
    const mischief =
      random() < wellShare ? 'none' : (MISCHIEF[1 + Math.floor(random() * (MISCHIEF.length - 1))] ?? 'none');
    done[mischief] += 1;
    if (mischief === 'drop') return void from.destroy();
    const to = connect(Number(port), hostname);
    keep(to);
    from.on('data', (bytes) => to.write(bytes));
    to.on('data', (bytes) => {
      if (mischief === 'reset') from.resetAndDestroy();
      else if (!from.destroyed) pass(mischief, bytes, from);
    });
    from.on('close', () => to.destroy());
    to.on('close', () => from.end());
  });
  const own = await listening(server);
  return {
    url: `http://127.0.0.1:${own}`,
    done,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
