// What load balancers and monitoring ask a server: answered before a request reaches the service, and never logged.

import type { WireResponse } from '../../contract/wire.ts';
import { Refusal } from '../core/refusals.ts';
import type { RequestHandler } from './listener.ts';
import { failure, type HttpAnswer, success } from './respond.ts';

export interface ProbeOptions {
  readonly version: string;
  /** Rejects when its signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
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
