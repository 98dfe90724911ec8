// A database for a measurement.

import { basename } from 'node:path';
import { Client } from 'pg';

/** Gives what `work` gives with a new, empty one on the server named by REACH_TEST_POSTGRES; false where there is none. */
export async function* onDatabase<T>(
  folder: string,
  work: (url: string) => AsyncIterable<T>,
): AsyncGenerator<T, boolean> {
  const server = process.env['REACH_TEST_POSTGRES'];
  if (server === undefined) return false;
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const name = basename(folder).replace(/\W/g, '_').toLowerCase();
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    yield* work(String(url));
  } finally {
    await run(`drop database ${name} with (force)`);
  }
  return true;
}
