// Figures of a server as Prometheus reads them: requests by row and status, how long they took, the queue, the connections.

import type { LoggedRequest } from '../core/operator.ts';
import type { OpenWindow } from '../core/queries/rates.ts';
import type { Servers } from '../core/servers.ts';
import type { QueueFigures } from '../jobs/queries/jobs.ts';

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

export interface Metrics {
  /** Counts an answered request. */
  count(request: Pick<LoggedRequest, 'endpoint' | 'status' | 'ms'>): void;
  text(source: MetricsSource): Promise<string>;
}

export function metricsOf(version: string): Metrics {
  /** Rows are known, so their number is bounded; what has none is counted together. */
  const requests = new Map<string, number>();
  const latencies = new Map<string, Latency>();
  return {
    count: ({ endpoint, status, ms }) => {
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
    text: async (source) =>
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
