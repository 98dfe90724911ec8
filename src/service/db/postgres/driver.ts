// The only file that loads the PostgreSQL driver: a pool of connections.

import type { Client, Pool } from 'pg';
import { StoreRefused } from '../../core/store.ts';

/** How long a statement waits for a lock, milliseconds. */
export const LOCK_WAIT_MS = 12_000;

/**
 * How long a transaction may hold its locks without a statement. A server that stands still (SIGSTOP, a paused machine) says
 * nothing, and its connections stay open: the others wait for so long. One of its requests and each of its workers may hold or
 * await a workspace, so that this must fit into `LOCK_WAIT_MS` more than once.
 */
const IDLE_IN_TRANSACTION_MS = 4_000;
const CONNECT_MS = 10_000;

/** After so long without a word, the other side is asked whether it is there. */
const SILENT_MS = 5_000;

/**
 * A process that is killed closes its connections; of a machine that is gone, nothing is received. Either way its locks must not
 * outlast it: not while nothing is said, not while an answer waits to be taken, and not during a statement.
 */
const DEAD_CLIENTS = [
  `set tcp_keepalives_idle = ${SILENT_MS / 1_000}; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
   set tcp_user_timeout = ${SILENT_MS}`,
  // Not on every system.
  'set client_connection_check_interval = 500',
] as const;

/** To compile a statement took half a second of those that took one; each process of a shared one loads the compiler first. */
const NOT_COMPILED = 'set jit = off';

const POOL_SIZE = 10;

const TYPE = { bool: 16, int8: 20, numeric: 1700 } as const;

export interface Database {
  /** libpq's; it may contain a password. */
  readonly url: string;
  /** Connections at a time, of the requests. */
  readonly poolSize?: number | undefined;
  /** What its connections are called in PostgreSQL's own views. */
  readonly name?: string | undefined;
}

export interface DatabasePoolOptions {
  readonly now: () => number;
  readonly size?: number | undefined;
  /** What its connections are called in PostgreSQL's own views. */
  readonly name?: string | undefined;
  readonly lockWaitMs?: number | undefined;
  /** Called with what takes long while a database is brought to this version. */
  readonly onMigrating?: ((text: string) => void) | undefined;
  /** Called for a connection that is lost while no one uses it. */
  readonly onLost?: (error: unknown) => void;
}

export interface NamedPool {
  readonly pool: Pool;
  /** The database and its host: never the user or the password. */
  readonly where: string;
}

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Its TLS options mean what they mean to psql. Throws StoreRefused for those that leave open what is checked. */
function asLibpq(url: string): string {
  const input = new URLSearchParams(url.split('?')[1] ?? '');
  const mode = input.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode))
    throw new StoreRefused(`sslmode of the address of the database: must be one of ${TLS_MODES.join(', ')}`);
  if (mode === 'verify-ca' && !input.has('sslrootcert'))
    throw new StoreRefused(
      'sslmode=verify-ca of the address of the database needs sslrootcert, the file of the authority',
    );
  const isAboutTls = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].some((name) => input.has(name));
  return isAboutTls && !input.has('uselibpqcompat') ? `${url}&uselibpqcompat=true` : url;
}

/** Connects when first used. Throws StoreRefused for an address that is none, without repeating it. */
export async function openPool(url: string, options: Omit<DatabasePoolOptions, 'now'>): Promise<NamedPool> {
  const pg = await import('pg');
  const { Client, Pool, types } = pg.default ?? pg;
  const connectionString = asLibpq(url);
  // As SQLite gives them: integers are numbers, flags are 0 and 1.
  const parserOf = (oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return types.getTypeParser(oid, 'binary');
    if (oid === TYPE.int8 || oid === TYPE.numeric) return Number;
    if (oid === TYPE.bool) return (value: string) => (value === 't' ? 1 : 0);
    return types.getTypeParser(oid, 'text');
  };
  const where = whereOf(() => new Client({ connectionString }));
  const pool = new Pool({
    connectionString,
    max: options.size ?? POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    // Statements that need no answer of each other travel together.
    pipeline: true,
    application_name: options.name ?? 'reach',
    lock_timeout: options.lockWaitMs ?? LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser: parserOf },
    allowExitOnIdle: true,
  });
  pool.on('error', (error) => options.onLost?.(error));
  pool.on('connect', (client) => {
    // A connection that is cut says so here, too; the query in progress fails by itself.
    client.on('error', () => {});
    // They travel with the first statement.
    for (const setting of [...DEAD_CLIENTS, NOT_COMPILED]) client.query(setting).catch(() => {});
  });
  return { pool, where };
}

function whereOf(parsed: () => Client): string {
  try {
    const { database, host, port } = parsed();
    return `database ${database} on ${host.startsWith('/') ? host : `${host}:${port}`}`;
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error;
    // The address itself may be in the text of any other error.
    throw new StoreRefused(
      isFile ? error.message : 'the address of the database cannot be read: postgres://USER@HOST:PORT/DATABASE',
    );
  }
}
