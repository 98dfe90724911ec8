// Databases for a measurement, and a network between them and whoever asks.

import { connect, createServer, type Socket } from 'node:net';
import { basename } from 'node:path';
import { Client } from 'pg';
import { listening } from '../listening.ts';

export interface Database {
  /** A new, empty one. */
  make(): Promise<{ readonly url: string; drop(): Promise<void> }>;
}

/** On the server whose address is in REACH_TEST_POSTGRES; null without. */
export function databaseOf(folder: string): Database | null {
  const server = process.env['REACH_TEST_POSTGRES'];
  if (server === undefined) return null;
  let made = 0;
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  return {
    make: async () => {
      made += 1;
      const name = `${basename(folder).replace(/\W/g, '_').toLowerCase()}_${made}`;
      await run(`create database ${name}`);
      const url = new URL(server);
      url.pathname = `/${name}`;
      return { url: String(url), drop: () => run(`drop database ${name} with (force)`) };
    },
  };
}

/** The same database through a connection on which every byte takes so long, each way. */
export async function delayed(url: string, ms: number): Promise<{ readonly url: string; close(): void }> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const backend = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    const later = (from: Socket, to: Socket): void => {
      open.add(from);
      from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), ms));
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        setTimeout(() => to.destroy(), ms);
      });
    };
    later(client, backend);
    later(backend, client);
  });
  const own = await listening(server);
  target.searchParams.delete('host');
  target.hostname = '127.0.0.1';
  target.port = String(own);
  return {
    url: String(target),
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
