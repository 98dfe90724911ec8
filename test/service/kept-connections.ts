// A connection to PostgreSQL outlasts the service that opened it: what it has read of the schema and planned, the next service on
// the same database does not read and plan again.

import pg from 'pg';

/** At a time, in one process. */
const KEPT_MAX = 12;

/** What pg's clients have, and its types leave out. */
interface Parts {
  readonly _queryable: boolean;
  readonly _activeQuery: unknown;
  readonly _queryQueue: readonly unknown[];
  readonly _sentQueryQueue: readonly unknown[];
  /** I: in no transaction. */
  readonly _txStatus: string | null;
  ref(): void;
}

type KeptClient = pg.Client & Parts;

const kept: { readonly address: string; readonly client: KeptClient }[] = [];

function forget(client: KeptClient): void {
  const at = kept.findIndex((one) => one.client === client);
  if (at !== -1) kept.splice(at, 1);
}

const isAtRest = ({ _queryable, _txStatus, _activeQuery, _queryQueue, _sentQueryQueue }: Parts): boolean =>
  _queryable && _txStatus === 'I' && !_activeQuery && _queryQueue.length + _sentQueryQueue.length === 0;

/** In place of the constructor of a pool's clients. */
function clientOf(config: pg.ClientConfig): KeptClient {
  const address = `${config.connectionString} ${config.lock_timeout}`;
  const found = kept.findLast((one) => one.address === address)?.client;
  if (found) {
    forget(found);
    const connect = (connected: (error: unknown) => void): void => {
      found.ref();
      found
        .query(`set application_name = '${config.application_name}'; unlisten *`)
        .then(() => connected(null), connected);
    };
    return Object.assign(found, { connect });
  }
  const client: KeptClient = Object.assign(new pg.Client(config));
  const close = client.end.bind(client);
  const end = (ended: () => void): void => {
    if (!isAtRest(client)) {
      close(ended);
      return;
    }
    client.removeAllListeners();
    client.on('error', () => forget(client));
    kept.push({ address, client });
    process.nextTick(ended);
    const [oldest] = kept.length > KEPT_MAX ? kept.splice(0, 1) : [];
    oldest?.client.connection.end();
  };
  return Object.assign(client, { end });
}

interface Pool {
  readonly options: pg.PoolConfig;
  Client: unknown;
  newClient(pending: unknown): void;
}

const POOL: Pool = Object.getPrototypeOf(pg.Pool.prototype);
const { newClient } = POOL;
const addresses = new Set<string>();

/** Those to this address, of all pools of this process. */
export function keepConnections(address: string): void {
  addresses.add(address);
  POOL.newClient = function newKeptClient(pending) {
    if (addresses.has(this.options.connectionString ?? '')) this.Client = clientOf;
    newClient.call(this, pending);
  };
}
