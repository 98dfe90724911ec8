// The store on PostgreSQL: as many transactions at once as there are connections. Readers see one consistent state; writers
// of one workspace come one after the other.

import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { stopping } from '../../core/context.ts';
import type { Store, WriteScope } from '../../core/store.ts';
import { fillText } from '../fulltext.ts';
import { lanesOf } from '../lane.ts';
import { SCHEMA_VERSION } from '../schema-version.ts';
import { restoreSnapshot, writeSnapshot } from '../snapshot.ts';
import { type DatabasePoolOptions, LOCK_WAIT_MS, type NamedPool, openPool } from './driver.ts';
import { storeError } from './errors.ts';
import { LOCKS, migratePostgres, WHOLE_STORE } from './migrate.ts';
import { growthOf, jobNewsOf, nameOfConnections, serversOf } from './servers.ts';
import { requestLogOf, secretsOf } from './shared.ts';
import { copyIn, copyOut, onSqlite } from './snapshot.ts';
import { giveBackIds, inOnePacket, type PostgresTx, txOver } from './tx.ts';

interface TransactionBounds {
  readonly begin: string;
  readonly isReadOnly?: boolean;
}

const READ: TransactionBounds = { begin: 'begin isolation level repeatable read read only', isReadOnly: true };
/** What takes long is planned for its own values: one word is in a million records, another in none. */
const LONG_READ: TransactionBounds = { ...READ, begin: `${READ.begin}; set local plan_cache_mode = force_custom_plan` };

const TOGETHER = `begin; select pg_advisory_xact_lock_shared(${LOCKS}, ${WHOLE_STORE})`;
/**
 * Plans are made for any values: by statistics that do not know a new workspace yet, its rows would be read one by one for
 * what an index finds.
 */
const WRITE = `${TOGETHER}; set local plan_cache_mode = force_generic_plan`;
const ALONE: TransactionBounds = { begin: `begin; select pg_advisory_xact_lock(${LOCKS}, ${WHOLE_STORE})` };
/** A table of a snapshot is read as a whole before its rows are sent, and a sample is made up: the transaction is idle for seconds. */
const REPLACE: TransactionBounds = {
  begin: `${ALONE.begin}; set local idle_in_transaction_session_timeout = '60s'`,
};
const ANYTHING: PostgresTx['effects'] = { rows: 0, hasQueuedJobs: true };
const COUNT = `${TOGETHER}; set local synchronous_commit = off`;

/** The order of the locks is the same everywhere: the store, a workspace, rows. A job's workspace is locked as it is taken. */
function boundsOf(scope: WriteScope | undefined): TransactionBounds {
  if (scope === undefined) return ALONE;
  if (scope === 'job' || scope === 'shared') return { begin: WRITE };
  return { begin: `${WRITE}; select pg_advisory_xact_lock(${LOCKS}, ${Math.trunc(scope)})` };
}

/**
 * Opens the database and migrates it. Throws StoreUnreachable where nothing answers, StoreForbidden for a user who may not,
 * and StoreRefused for a newer schema, or what is not a store.
 */
export async function openPostgres(url: string, nodeMajor: number, options: DatabasePoolOptions) {
  const { now, onLost = ignore } = options;
  const id = randomBytes(4).toString('hex');
  const named = await migrated(url, { name: nameOfConnections(id), ...options });
  const { pool, where } = named;
  const log = requestLogOf(pool, onLost);
  const grow = growthOf(pool);
  let hasQueued = false;
  const onCommit = ({ rows, hasQueuedJobs }: PostgresTx['effects']): void => {
    hasQueued ||= hasQueuedJobs;
    if (rows > 0) grow(rows);
  };
  const takeNewJobs = (): boolean => {
    const had = hasQueued;
    hasQueued = false;
    return had;
  };
  return {
    store: storeOver(pool, nodeMajor, { ...options, onCommit, beforeClose: log.flush }),
    secrets: secretsOf(pool),
    log,
    servers: await serversOf(named, { id, now, takeNewJobs, onLost: (error) => onLost(storeError(error)) }),
    name: where,
  };
}

/** What a thread that performs jobs needs of it. */
export async function openPostgresForJobs(url: string, nodeMajor: number, options: DatabasePoolOptions) {
  const { pool } = await migrated(url, options);
  const store = storeOver(pool, nodeMajor, options);
  const news = await jobNewsOf(pool, options.now).catch((error: unknown) => {
    throw storeError(error);
  });
  return { store, news };
}

async function migrated(url: string, options: DatabasePoolOptions): Promise<NamedPool> {
  const named = await openPool(url, options);
  try {
    await migratePostgres(named, options);
  } catch (error) {
    await named.pool.end().catch(() => {});
    throw storeError(error);
  }
  return named;
}

function ignore(): void {}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Everything in one transaction. `begin` and `commit` travel with other statements wherever nothing depends on their answer:
 * over a network, each wait is a tenth of a short request.
 */
async function transaction<T>(
  { pool, onCommit }: WatchedPool,
  { begin, isReadOnly = false }: TransactionBounds,
  work: PostgresWork<T>,
  limitMs?: number,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw storeError(error);
  });
  const tx = txOver(client, limitMs);
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    let isLost = true;
    try {
      inOnePacket(client);
      // Reserved ids go back in any case: those of a commit that fails are only missing.
      const [ended] = await Promise.allSettled([client.query(how), giveBackIds(client, tx, how === 'commit')]);
      if (ended.status === 'rejected') throw ended.reason;
      isLost = false;
    } finally {
      client.release(isLost);
    }
  };
  // The first statement is refused where this fails.
  const begun = client
    .query(limitMs === undefined ? begin : `${begin}; set local statement_timeout = ${Math.trunc(limitMs)}`)
    .then(() => null, asError);
  let result: T;
  try {
    result = await work(tx, client);
    const failed = await begun;
    if (failed) throw failed;
  } catch (error) {
    const cause = (await begun) ?? error;
    await end('rollback').catch(ignore);
    throw storeError(cause, limitMs);
  }
  const ended = end('commit').catch((error: unknown) => {
    throw storeError(error, limitMs);
  });
  // Nothing depends on the end of what only read.
  if (isReadOnly) ended.catch(ignore);
  else await ended;
  onCommit(begin.startsWith(ALONE.begin) ? ANYTHING : tx.effects);
  return result;
}

interface WatchedPool {
  readonly pool: Pool;
  readonly onCommit: (effects: PostgresTx['effects']) => void;
}

type PostgresWork<T> = (tx: PostgresTx, client: PoolClient) => Promise<T>;

interface StoreOverOptions extends Pick<DatabasePoolOptions, 'lockWaitMs'> {
  readonly onCommit?: WatchedPool['onCommit'];
  readonly beforeClose?: () => Promise<void>;
}

function storeOver(pool: Pool, nodeMajor: number, options: StoreOverOptions): Store {
  const { lockWaitMs = LOCK_WAIT_MS, onCommit = ignore, beforeClose = ignore } = options;
  let isClosing = false;
  const refuseWhenClosing = (): void => {
    if (isClosing) throw stopping();
  };
  const watched = { pool, onCommit };
  const within = async <T>(bounds: TransactionBounds, work: PostgresWork<T>, limitMs?: number): Promise<T> => {
    refuseWhenClosing();
    return transaction(watched, bounds, work, limitMs);
  };
  // The others wait for one transaction of a server that stands still, not for all that it has begun.
  const inTurn = lanesOf(refuseWhenClosing, lockWaitMs);
  return {
    schemaVersion: SCHEMA_VERSION,
    read: (work, limitMs) => within(limitMs === undefined ? READ : LONG_READ, work, limitMs),
    write: (work, scope, limitMs) => {
      const written = () => within(boundsOf(scope), work, limitMs);
      return typeof scope === 'number' ? inTurn(scope, written) : written();
    },
    writeUnsynced: (work) => within({ begin: COUNT }, work),
    count: (work) => within({ begin: COUNT }, work),
    exec: async (sql) => {
      await pool.query(sql);
    },
    snapshot: (path, unique) =>
      onSqlite(nodeMajor, async (connection) => {
        await within(READ, (_, client) => copyOut(client, connection));
        fillText(connection);
        connection.exec('commit');
        return writeSnapshot(connection, path, unique);
      }),
    restore: (path, finish) =>
      onSqlite(nodeMajor, async (connection) => {
        // What may be in the file is checked, and brought to this version, in SQLite: no one waits for that.
        await restoreSnapshot(connection, path, async () => {});
        await within(REPLACE, async (tx, client) => {
          await emptyTables(client);
          await copyIn(client, connection);
          await finish(tx);
        });
      }),
    empty: (fill) =>
      within(REPLACE, async (tx, client) => {
        await emptyTables(client);
        await fill(tx);
      }),
    close: async () => {
      isClosing = true;
      await beforeClose();
      await pool.end();
    },
  };
}

/** The service's own tones have the ids below. */
export const FIRST_TONE_ID = 'alter table ai_tones alter column id restart with 1001;';

/** All tables but those that belong to the servers; ids start over. */
async function emptyTables(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = current_schema and table_type = 'BASE TABLE'
       and table_name not in ('migrations', 'secrets', 'requests', 'servers')`,
  );
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`);
  await client.query(FIRST_TONE_ID);
}
