// What load balancers and monitoring ask a server: answered before a request reaches the service, and never logged.

import type { Sleep } from '../../contract/timers.ts';
import type { WireResponse } from '../../contract/wire.ts';
import { Refusal } from '../core/context.ts';
import type { LoggedRequest, Servers } from '../core/operator.ts';
import type { OpenWindow } from '../core/queries/rates.ts';
import type { QueueFigures } from '../jobs/queries/jobs.ts';
import type { RequestHandler } from './listener.ts';
import { failure, type HttpAnswer, success } from './respond.ts';

interface ProbeOptions {
  readonly version: string;
  readonly sleep: Sleep;
  /** Whether it answers requests, or only works. */
  readonly isAnswering: boolean;
  /** Prometheus text; null where it is not offered. */
  readonly metrics: (() => Promise<string>) | null;
}

/** A balancer asks again soon: what takes longer is as good as down. */
const READY_MS = 2_000;

const OWN_PATHS = /^\/(?:healthz|livez|metrics|_local\/.*)(?:\?|$)/;

/**
 * `/livez`: the process answers. `/healthz`: so does its store, within two seconds. `/metrics`: figures. A server that only
 * works refuses everything else.
 */
export function withProbes<Handler extends RequestHandler>(handler: Handler, options: ProbeOptions): Handler {
  const { version, sleep, isAnswering, metrics } = options;
  const handle: RequestHandler['handle'] = async (request, arrival) => {
    if (arrival?.refusal) return handler.handle(request, arrival);
    const [path] = request.path.split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && path === '/livez') return success(JSON.stringify({ ok: true, version }), {});
    if (isRead && path === '/healthz') return ready(() => handler.handle(request, arrival), sleep);
    if (isRead && path === '/metrics' && metrics !== null) return figures(metrics);
    if (isAnswering || OWN_PATHS.test(request.path)) return handler.handle(request, arrival);
    const refusal = new Refusal('unavailable', 'This server only works: another one answers requests');
    return handler.handle(request, { refusal });
  };
  return { ...handler, handle };
}

async function ready(ask: () => Promise<HttpAnswer>, sleep: ProbeOptions['sleep']): Promise<HttpAnswer> {
  const answered = new AbortController();
  const late = sleep(READY_MS, answered.signal).then(
    () => unavailable(`The store has not answered for ${READY_MS / 1000} s`),
    () => unavailable('never seen'),
  );
  try {
    return await Promise.race([ask(), late]);
  } finally {
    answered.abort();
  }
}

async function figures(metrics: () => Promise<string>): Promise<WireResponse> {
  try {
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await metrics(),
    };
  } catch {
    return unavailable('The store does not answer');
  }
}

function unavailable(message: string): WireResponse {
  return failure(new Refusal('unavailable', message), 'req_probe', {});
}

// Figures of a server as Prometheus reads them: requests by row and status, how long they took, the queue, the connections.

/** Upper bounds of the buckets, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Latency {
  readonly counts: number[];
  sumSeconds: number;
  count: number;
}

interface MetricsSource {
  readonly servers: Pick<Servers, 'list' | 'connections'> | null;
  queueFigures(): Promise<QueueFigures>;
  openWindows(): Promise<readonly OpenWindow[]>;
}

export function metricsOf(version: string) {
  /** Rows are known, so their number is bounded; what has none is counted together. */
  const requests = new Map<string, number>();
  const latencies = new Map<string, Latency>();
  return {
    count: ({ endpoint, status, ms }: Pick<LoggedRequest, 'endpoint' | 'status' | 'ms'>): void => {
      const route = endpoint ?? 'none';
      const labels = `route="${route}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      const latency = latencies.get(route) ?? { counts: BUCKETS.map(() => 0), sumSeconds: 0, count: 0 };
      latencies.set(route, latency);
      const seconds = ms / 1000;
      for (const [n, bound] of BUCKETS.entries())
        if (seconds <= bound) latency.counts[n] = (latency.counts[n] ?? 0) + 1;
      latency.sumSeconds += seconds;
      latency.count += 1;
    },
    text: async (source: MetricsSource): Promise<string> =>
      [
        ...family('reach_info', 'gauge', 'the version that runs', [[`version="${version}"`, 1]]),
        ...family('reach_requests_total', 'counter', 'answered requests; status 0: cut', [...requests]),
        ...histogram(latencies),
        ...(await gauges(source)),
        '',
      ].join('\n'),
  };
}

function family(name: string, type: string, help: string, samples: readonly (readonly [string, number])[]): string[] {
  const lines = samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function histogram(latencies: ReadonlyMap<string, Latency>): string[] {
  const name = 'reach_request_seconds';
  const lines = [...latencies].flatMap(([route, { counts, sumSeconds, count }]) => [
    ...BUCKETS.map((bound, n) => `${name}_bucket{route="${route}",le="${bound}"} ${counts[n]}`),
    `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
    `${name}_sum{route="${route}"} ${Number(sumSeconds.toFixed(3))}`,
    `${name}_count{route="${route}"} ${count}`,
  ]);
  return [`# HELP ${name} how long requests took`, `# TYPE ${name} histogram`, ...lines];
}

async function gauges({ servers, queueFigures, openWindows }: MetricsSource): Promise<string[]> {
  const { waiting, failed, due, lateMs } = await queueFigures();
  const jobs = [
    ['state="waiting"', waiting],
    ['state="due"', due],
    ['state="failed"', failed],
  ] as const;
  const rates = (await openWindows()).map(
    ({ keyId, endpoint, used }) => [`key="${keyId}",route="${endpoint}"`, used] as const,
  );
  const lines = [
    ...family('reach_rate_used', 'gauge', 'requests of a key in the current minute; refused ones count', rates),
    ...family('reach_jobs', 'gauge', 'jobs in the queue', jobs),
    ...family('reach_jobs_late_seconds', 'gauge', 'how long the oldest due job has waited', [['', lateMs / 1000]]),
  ];
  if (servers === null) return lines;
  const { open, idle, waiting: queued } = servers.connections();
  const connections = [
    ['state="used"', open - idle],
    ['state="idle"', idle],
    ['state="wanted"', queued],
  ] as const;
  return [
    ...lines,
    ...family('reach_servers', 'gauge', 'servers that are alive on this database', [
      ['', (await servers.list()).length],
    ]),
    ...family('reach_connections', 'gauge', 'connections to the database of this server', connections),
  ];
}
