// What load balancers and monitoring ask, of a server whose store answers, fails or hangs.

import { expect, test } from 'vitest';
import type { WireRequest } from '../../../src/contract/wire.ts';
import { Refusal } from '../../../src/service/core/context.ts';
import type { RequestHandler } from '../../../src/service/http/listener.ts';
import { metricsOf, withProbes } from '../../../src/service/http/probes.ts';
import { failure, success } from '../../../src/service/http/respond.ts';
import { never } from '../world.ts';

const get = (path: string): WireRequest => ({ method: 'GET', path, headers: {}, body: null });

type Handle = () => ReturnType<RequestHandler['handle']>;

const STORES: Record<'well' | 'down' | 'hangs', Handle> = {
  well: async () => success('{"ok":true,"version":"1"}', {}),
  down: async () => failure(new Refusal('unavailable', 'The database does not answer: try again'), 'req_1', {}),
  hangs: () => new Promise(() => {}),
};

async function ask(store: keyof typeof STORES, path: string, isAnswering = true) {
  const handler: RequestHandler = {
    handle: async (_, arrival) => (arrival?.refusal ? failure(arrival.refusal, 'req_1', {}) : STORES[store]()),
  };
  const probes = withProbes(handler, {
    version: '1',
    isAnswering,
    // Two seconds pass at once where nothing else would happen.
    sleep: store === 'hangs' ? async () => {} : never,
    metrics: async () => 'reach_servers 2\n',
  });
  const answer = await probes.handle(get(path));
  if (!('body' in answer)) throw new Error('not answered');
  const body = answer.body.startsWith('{') ? JSON.parse(answer.body) : { text: answer.body };
  return [answer.status, body.message ?? body.text];
}

test.each([
  ['well', '/livez', true, [200, 'OK']],
  ['hangs', '/livez', true, [200, 'OK']],
  ['well', '/healthz', true, [200, 'OK']],
  ['down', '/healthz', true, [503, 'The database does not answer: try again']],
  ['hangs', '/healthz', true, [503, 'The store has not answered for 2 s']],
  ['well', '/metrics', true, [200, 'reach_servers 2\n']],
  ['well', '/v1/lists?page=1', false, [503, 'This server only works: another one answers requests']],
  ['well', '/_local/status', false, [200, 'OK']],
  ['well', '/healthz', false, [200, 'OK']],
] as const)('a store that is %s: %s (answering: %s)', async (store, path, isAnswering, expected) => {
  expect(await ask(store, path, isAnswering)).toEqual(expected);
});

test('figures: requests by route and status, latencies, rates, the queue, connections', async () => {
  const metrics = metricsOf('1.2.3');
  for (const ms of [3, 30, 20_000]) metrics.count({ endpoint: 'lists.list', status: 200, ms });
  metrics.count({ endpoint: null, status: 404, ms: 1 });
  const queueFigures = async () => ({ waiting: 4, failed: 1, due: 2, lateMs: 1500 });
  const openWindows = async () => [{ keyId: 2, endpoint: 'lists.list', used: 7 }];
  const servers = { connections: () => ({ open: 5, idle: 2, waiting: 1 }), list: async () => [] };
  const lines = (await metrics.text({ servers, queueFigures, openWindows })).split('\n');
  const figures = lines.filter((line) => !line.startsWith('#') && !line.includes('route="none"'));
  expect(figures).toEqual([
    'reach_info{version="1.2.3"} 1',
    'reach_requests_total{route="lists.list",status="200"} 3',
    ...[
      ...['0.005"} 1', '0.01"} 1', '0.025"} 1', '0.05"} 2', '0.1"} 2', '0.25"} 2', '0.5"} 2', '1"} 2', '2.5"} 2'],
      ...['5"} 2', '10"} 2', '+Inf"} 3'],
    ].map((bucket) => `reach_request_seconds_bucket{route="lists.list",le="${bucket}`),
    'reach_request_seconds_sum{route="lists.list"} 20.033',
    'reach_request_seconds_count{route="lists.list"} 3',
    'reach_rate_used{key="2",route="lists.list"} 7',
    'reach_jobs{state="waiting"} 4',
    'reach_jobs{state="due"} 2',
    'reach_jobs{state="failed"} 1',
    'reach_jobs_late_seconds 1.5',
    'reach_servers 0',
    'reach_connections{state="used"} 3',
    'reach_connections{state="idle"} 2',
    'reach_connections{state="wanted"} 1',
    '',
  ]);
});
