// Encrypted connections to PostgreSQL: what the options of the address check, and what is said where a check fails.

import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { execa, execaSync } from 'execa';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/service/db/postgres/store.ts';
import { folderForAllTests } from '../../folder.ts';
import { isPostgres } from '../engine.ts';

const NODE_MAJOR = Number(process.versions.node.split('.')[0]);
const PASSWORD = 'kept-to-itself';

/** Which connections are accepted: over sockets only encrypted ones, of one user only with a certificate. */
const ACCESS = `local all all trust
hostssl all with_certificate 127.0.0.1/32 cert
hostssl all all 127.0.0.1/32 scram-sha-256
`;

describe.runIf(isPostgres)('encrypted connections', () => {
  const folder = folderForAllTests();
  let server: Awaited<ReturnType<typeof startServer>>;
  let port: number;
  const file = (name: string) => join(folder, name);

  const openssl = (command: string) => execaSync('openssl', command.split(' '), { cwd: folder });
  const request = (name: string) =>
    openssl(`req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
  const sign = (name: string, extensions: string) => {
    writeFileSync(file('extensions'), extensions);
    const by = '-CA authority.crt -CAkey authority.key -CAcreateserial -extfile extensions';
    openssl(`x509 -req -in ${name}.csr -days 2 -out ${name}.crt ${by}`);
  };
  const authority = (name: string) =>
    openssl(`req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.crt -days 2 -subj /CN=${name}`);

  beforeAll(async () => {
    authority('authority');
    authority('stranger');
    request('server');
    sign('server', 'subjectAltName = DNS:localhost');
    request('with_certificate');
    sign('with_certificate', 'extendedKeyUsage = clientAuth');
    writeFileSync(file('access'), ACCESS);
    if (process.getuid?.() === 0) {
      // PostgreSQL does not run as root, and takes a key that only its own user can read.
      chmodSync(folder, 0o755);
      const [uid, gid] = ['-u', '-g'].map((of) => Number(execaSync('id', [of, 'postgres']).stdout));
      chownSync(file('server.key'), uid ?? 0, gid ?? 0);
    }
    port = await freePort();
    const settings = {
      ...{ ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
      ...{ ssl_ca_file: file('authority.crt'), hba_file: file('access'), listen_addresses: '127.0.0.1' },
    };
    const env = {
      REACH_TEST_POSTGRES_PORT: String(port),
      REACH_TEST_POSTGRES_SETTINGS: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    };
    server = await startServer(env);
    const client = new Client({ connectionString: server.address });
    await client.connect();
    for (const name of ['with_password', 'with_certificate'])
      await client.query(`create role ${name} login superuser password '${PASSWORD}'`);
    await client.query('create database reach_tls');
    await client.end();
  });
  afterAll(() => server.stop());

  /** What comes of opening the store: `opens`, or the error. */
  async function opening(options: string, { host = 'localhost', user = 'with_password' } = {}): Promise<string> {
    const url = `postgres://${user}:${PASSWORD}@${host}:${port}/reach_tls?${options}`;
    try {
      const { store } = await openPostgres(url, NODE_MAJOR, { now: Date.now });
      const found = await store.read((tx) => tx.one('select ssl from pg_stat_ssl where pid = pg_backend_pid()'));
      await store.close();
      return `opens ${JSON.stringify(found)}`;
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return `${name}: ${message}`.replaceAll(String(port), 'PORT').replaceAll(folder, 'FOLDER');
    }
  }

  const where = (host = 'localhost') => `the database reach_tls on ${host}:PORT`;
  const encrypted = 'opens {"ssl":1}';
  const root = (name = 'authority') => `sslrootcert=${file(`${name}.crt`)}`;
  const notKnown = 'has a certificate of an authority that is not known here: sslrootcert names its file';
  const otherHost = 'has a certificate for another host: sslmode=verify-full needs the name of the host in it';

  type Input = readonly [options: string, to?: { readonly host?: string; readonly user?: string }];
  const cases: readonly (readonly [string, () => Input, () => string])[] = [
    ['verify-full, the authority and the host are right', () => [`sslmode=verify-full&${root()}`], () => encrypted],
    [
      'verify-full, the host has another name',
      () => [`sslmode=verify-full&${root()}`, { host: '127.0.0.1' }],
      () => `StoreRefused: ${where('127.0.0.1')} ${otherHost}`,
    ],
    [
      'verify-full, by another authority',
      () => [`sslmode=verify-full&${root('stranger')}`],
      () => `StoreRefused: ${where()} ${notKnown}`,
    ],
    [
      'verify-full, the authority is not given',
      () => ['sslmode=verify-full'],
      () => `StoreRefused: ${where()} ${notKnown}`,
    ],
    [
      'verify-ca does not look at the host',
      () => [`sslmode=verify-ca&${root()}`, { host: '127.0.0.1' }],
      () => encrypted,
    ],
    [
      'verify-ca, by another authority',
      () => [`sslmode=verify-ca&${root('stranger')}`],
      () => `StoreRefused: ${where()} ${notKnown}`,
    ],
    [
      'verify-ca without an authority',
      () => ['sslmode=verify-ca'],
      () =>
        'StoreRefused: sslmode=verify-ca of the address of the database needs sslrootcert, the file of the authority',
    ],
    ['require checks no certificate', () => ['sslmode=require'], () => encrypted],
    [
      'require with an authority is verify-ca',
      () => [`sslmode=require&${root('stranger')}`],
      () => `StoreRefused: ${where()} ${notKnown}`,
    ],
    [
      'disable, where only encrypted connections are accepted',
      () => ['sslmode=disable'],
      () => `StoreForbidden: ${where()} lets this user in over encrypted connections only: sslmode=verify-full`,
    ],
    [
      'prefer leaves open whether anything is encrypted',
      () => ['sslmode=prefer'],
      () =>
        'StoreRefused: sslmode of the address of the database: must be one of disable, require, verify-ca, verify-full',
    ],
    [
      'a certificate of the client',
      () => [
        `sslmode=verify-full&${root()}&sslcert=${file('with_certificate.crt')}&sslkey=${file('with_certificate.key')}`,
        { user: 'with_certificate' },
      ],
      () => encrypted,
    ],
    [
      'none, where one is asked for',
      () => [`sslmode=verify-full&${root()}`, { user: 'with_certificate' }],
      () => `StoreForbidden: ${where()} asks for a certificate of its clients: sslcert and sslkey name the files`,
    ],
    [
      'a file that does not exist',
      () => [`sslmode=verify-full&sslrootcert=${file('nowhere.crt')}`],
      () => "StoreRefused: ENOENT: no such file or directory, open 'FOLDER/nowhere.crt'",
    ],
    [
      'a file that is no certificate',
      () => [`sslmode=verify-full&${root()}&sslcert=${file('access')}&sslkey=${file('access')}`],
      () =>
        `StoreRefused: ${where()} cannot be connected to: a file of sslcert, sslkey or sslrootcert is not a valid one in PEM format (ERR_OSSL_PEM_NO_START_LINE)`,
    ],
  ];
  test.each(cases)('%s', async (_, supplied, expected) => {
    const came = await opening(...supplied());
    expect(came).toBe(expected());
    expect(came).not.toContain(PASSWORD);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = Object(server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Another one than that of all tests, until it is stopped. */
async function startServer(env: Readonly<Record<string, string>>) {
  const child = execa(resolve('.ci/postgres'), ['sh', '-c', 'echo "$REACH_TEST_POSTGRES"; cat'], {
    env,
    reject: false,
  });
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    address: String(address),
    stop: async () => {
      child.stdin.end();
      await child;
    },
  };
}
