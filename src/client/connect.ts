// Picks how requests travel: one by one over node:http, or over undici's pool where there are many or a proxy is named.

import { parseBaseUrl } from './base-url.ts';
import { proxyOf } from './transport/proxy.ts';
import { WIRE_TIMES, type WireTimes } from './transport/time-limits.ts';
import type { Connection } from './transport/transport.ts';

export interface ConnectOptions {
  readonly baseUrl: string;
  /** Proxy variables are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Many requests will follow: keep connections. */
  readonly sustained?: boolean;
  /** Of a sustained one: requests under way at once. */
  readonly connections?: number;
  readonly times?: WireTimes;
}

/** Opens the way to a service. Nothing is sent yet. Throws SetupError for a base URL or proxy that cannot be used. */
export async function openConnection(options: ConnectOptions): Promise<Connection> {
  const { env, sustained = false, connections, times } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const proxy = proxyOf(baseUrl, env);
  if (!sustained && proxy === null) {
    const { httpTransport } = await import('./transport/http.ts');
    return { transport: httpTransport({ baseUrl, times: times ?? WIRE_TIMES }), close: async () => {} };
  }
  const { openPool } = await import('./transport/pool.ts');
  return openPool({ baseUrl, proxy, times: times ?? WIRE_TIMES, ...(connections !== undefined && { connections }) });
}

/** The time-outs that go with a deadline: a stuck answer leaves time for a second attempt, a long deadline is not cut. */
export function timesFor(deadlineMs: number): WireTimes {
  return { connectMs: WIRE_TIMES.connectMs, headersMs: Math.max(WIRE_TIMES.headersMs, deadlineMs / 2) };
}
