// reach serve: the local service on a socket.

import { existsSync } from 'node:fs';
import type { ServiceLikeness } from '../../../contract/learned.ts';
import { isLoopback } from '../../../contract/loopback.ts';
import { isDirectory, namedPath } from '../../files/is-file.ts';
import { readText } from '../../files/read.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import { storeFolder } from '../../session/connect.ts';
import type { ServeOptions, Serving } from '../../session/host.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';

const declare = () =>
  reads('serve', {
    summary: 'Run the local service on a socket',
    description:
      'The whole service, on this machine and for this machine: it never sends a message to anyone. Ctrl-C or SIGTERM ' +
      'stops it, with status 0, after the requests in progress.',
    json: 'record',
    output: 'with -o json one line when it accepts requests: {"event":"ready","url","key","pages"}',
    exits: ['conflict', 'later'],
    notForAgents: 'never ends',
    examples: [
      ['reach serve', 'on a free port, with the store of profile local'],
      ['reach serve --ephemeral --port 8080 --rate-limits off -o json', 'for a CI job'],
      ['reach serve --like service.json', 'as the service that reach local compare recorded'],
      ['reach serve --data ./team --admin', 'with its own folder; reach local … can control it'],
      [
        'reach serve --database postgres://reach@db.internal/reach',
        'one of several on a PostgreSQL: reach help many-machines',
      ],
    ],
    completes: { '--data': 'folder', '--like': 'file' },
  })
    .option('--host <address>', 'address to bind; beyond this machine with --tls-cert or --insecure', '127.0.0.1')
    .option('--port <n>', '0 selects a free port', '0')
    .option('--data <folder>', 'folder of the store (that of profile local)')
    .option('--ephemeral', 'keep nothing')
    .option('--database <url>', 'a PostgreSQL as the store, for several servers (REACH_DATABASE_URL)')
    .option('--pool-size <n>', 'connections to the database, for requests', '10')
    .option('--workers <n>', 'threads for background work; 0: it only answers requests', '1')
    .option('--workers-only', 'do background work alone; answers only /healthz, /livez, /metrics and /_local')
    .option('--metrics', 'offer /metrics, for Prometheus')
    .option('--empty', 'create a new store without the sample workspace')
    .option('--rate-limits <on|off|xN>', 'the documented rates, none, or N times them', 'on')
    .option('--like <file|profile>', 'names, maxima, words, rates and id types of another service: reach local compare')
    .option('--admin', 'allow /_local over the socket, with the admin token')
    .option('--require-webhook-signature', 'refuse webhook deliveries without a timed signature')
    .option('--keep-bodies', 'keep the beginning of every body in the request log, secrets masked')
    .option('--tls-cert <file>', 'serve https with this certificate (PEM)')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--insecure', 'allow plain http beyond this machine: keys travel unencrypted')
    .option('--public-url <url>', 'where others reach it: webhook addresses begin with it')
    .option('--app-url <url>', 'where browsers reach its pages: links of records begin with it')
    .option('--no-pages', 'answer only the API, without pages for a browser');

/** Beyond this machine, keys travel encrypted or by an explicit decision. */
async function networkOf(
  { io, print }: Session,
  { host, admin, tlsCert, tlsKey, insecure, publicUrl, appUrl }: OptionsOf<typeof declare>,
): Promise<Pick<ServeOptions, 'host' | 'tls' | 'publicUrl' | 'appUrl'>> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new UsageError('--tls-cert and --tls-key go together');
  const isLocal = isLoopback(host);
  if (!isLocal && tlsCert === undefined && insecure !== true) {
    throw new UsageError(`--host ${host} can be reached from other machines, and keys would travel unencrypted`, {
      hint: 'use --tls-cert and --tls-key, or --insecure in a network you trust',
    });
  }
  for (const [flag, url] of [
    ['--public-url', publicUrl],
    ['--app-url', appUrl],
  ]) {
    if (url !== undefined && !(/^https?:\/\/[^/?#@\s]+\/?$/.test(url) && URL.canParse(url)))
      throw new UsageError(`${flag} ${url}: must be an address such as https://reach.example.com`);
  }
  if (!isLocal && admin === true)
    await print.warn(`--admin on ${host}: whoever has the admin token controls this service from other machines`);
  const tls =
    tlsCert === undefined || tlsKey === undefined
      ? undefined
      : { cert: await readText(io, tlsCert), key: await readText(io, tlsKey) };
  return { host, tls, publicUrl, appUrl };
}

function rateLimitsOf(text: string): number | 'off' {
  if (text === 'on') return 1;
  if (text === 'off') return 'off';
  const times = /^[x×]([0-9]+(?:\.[0-9]+)?)$/.exec(text)?.[1];
  if (times === undefined || Number(times) <= 0)
    throw new UsageError(`--rate-limits ${text}: must be on, off, or xN such as x10`);
  return Number(times);
}

/** Where the store is. A flag wins over the environment: with --data or --ephemeral no database is used. */
async function storeOf(
  session: Session,
  { data, ephemeral, database, poolSize }: OptionsOf<typeof declare>,
): Promise<Pick<ServeOptions, 'data' | 'database'>> {
  const { io, print } = session;
  const named = [
    ephemeral === true && '--ephemeral',
    data !== undefined && '--data',
    database !== undefined && '--database',
  ];
  const [first, second] = named.filter((flag) => flag !== false);
  if (second !== undefined) throw new UsageError(`${first} and ${second} exclude each other`);
  if (ephemeral === true) return { data: null };
  if (data !== undefined) return { data: namedPath(io, data) };
  const url = database ?? (io.env['REACH_DATABASE_URL'] || undefined);
  if (url === undefined) return { data: storeFolder(session) };
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    const from = database === undefined ? 'REACH_DATABASE_URL' : '--database';
    // It may be one with a password that was mistyped.
    throw new UsageError(`${from}: must be an address such as postgres://USER@HOST:5432/DATABASE`);
  }
  if (database !== undefined && /^[^/]*\/\/[^/@:]*:[^/@]*@/.test(database))
    await print.warn(
      '--database contains a password: REACH_DATABASE_URL, PGPASSWORD or ~/.pgpass keep it out of histories',
    );
  return { data: storeFolder(session), database: { url, poolSize: wholeNumber(poolSize, '--pool-size', 2, 500) } };
}

const WORKERS_MAX = 16;

function workersOf(
  options: OptionsOf<typeof declare>,
  isShared: boolean,
): Pick<ServeOptions, 'workers' | 'isAnswering'> {
  const workers = wholeNumber(options.workers, '--workers', 0, WORKERS_MAX);
  if (workers > 1 && !isShared)
    throw new UsageError(`--workers ${workers}: a store in a file has one writer at a time; several need --database`);
  if (options.workersOnly !== true) return { workers, isAnswering: true };
  if (workers === 0) throw new UsageError('--workers-only and --workers 0 leave nothing to do');
  return { workers, isAnswering: false };
}

/** What was recorded of a service, or is asked of that of a profile; what stays as it is here is named. */
async function likenessFrom(session: Session, like: string | undefined): Promise<ServiceLikeness | null> {
  if (like === undefined) return null;
  const [{ compareWithLocal }, { readRecording }, { likenessOf, notTakenOver }] = await Promise.all([
    import('../../shared/comparison/known-service.ts'),
    import('../../shared/comparison/recording.ts'),
    import('../../shared/comparison/likeness.ts'),
  ]);
  const isFile = existsSync(namedPath(session.io, like)) && !isDirectory(session.io, like);
  const of = isFile ? readRecording(like, await readText(session.io, like)) : like;
  const { theirs, rows, defined } = await compareWithLocal(session, of);
  for (const line of notTakenOver(rows)) await session.print.note(`not taken over: ${line}`);
  return likenessOf(theirs, rows, defined);
}

/** Says where it listens, and what opens it. */
async function announce(
  { print }: Session,
  serving: Serving,
  { host, admin, workersOnly }: OptionsOf<typeof declare>,
  machine: boolean,
): Promise<void> {
  const { url, key, adminToken } = serving;
  const pages = await serving.pageLink();
  if (machine) {
    const ready = { event: 'ready', url, key, ...(pages !== null && { pages }), ...(admin === true && { adminToken }) };
    return await print.text(`${JSON.stringify(ready)}\n`);
  }
  const { bold, dim } = print.paint.stderr;
  const bound = isLoopback(host) ? '' : `, and for other machines on ${host}`;
  await print.note(`${bold('reach serve')} listens on ${bold(url)}${bound}`);
  if (serving.database !== null) await print.note(`  store ${serving.database}`);
  if (workersOnly !== true) await print.note(`  key   ${key}`);
  if (admin === true) await print.note(`  admin ${adminToken} ${dim('(header x-admin-token, for /_local)')}`);
  if (pages !== null) await print.note(`  pages ${pages} ${dim('(good once; reach open makes another)')}`);
  const use = `use   REACH_BASE_URL=${url} REACH_API_KEY=${key} reach contacts list`;
  await print.note(dim(`  ${workersOnly === true ? 'works only: other servers answer the requests' : use}`));
  await print.note(dim('  stop  Ctrl-C'));
}

export const serve = does(declare, async (session, options) => {
  const { io, print, settings } = session;
  const store = await storeOf(session, options);
  const serving = await session.host.serve({
    ...(await networkOf(session, options)),
    ...store,
    ...workersOf(options, store.database !== undefined),
    port: wholeNumber(options.port, '--port', 0, 65_535),
    empty: options.empty === true,
    rateLimits: rateLimitsOf(options.rateLimits),
    like: await likenessFrom(session, options.like),
    admin: options.admin === true,
    pages: options.pages,
    requireWebhookSignature: options.requireWebhookSignature === true,
    keepBodies: options.keepBodies === true,
    hasMetrics: options.metrics === true,
  });
  const machine = settings.output === 'json' || settings.output === 'ndjson';
  try {
    for (const secret of [serving.key, ...(options.admin === true ? [serving.adminToken] : [])])
      await print.hide(secret);
    await announce(session, serving, options, machine);
    const interrupted = new Promise<null>((done) => {
      if (io.interrupt.aborted) done(null);
      else io.interrupt.addEventListener('abort', () => done(null), { once: true });
    });
    const refused = await Promise.race([interrupted, serving.refused]);
    if (refused !== null) throw refused;
    if (!machine) await print.note('stopping after the requests in progress');
  } finally {
    await serving.close();
  }
});
