import { parseBaseUrl } from './base-url.ts';
import { WIRE_TIMES, type WireTimes } from './transport/time-limits.ts';
import type { Connection } from './transport/transport.ts';

export interface ConnectOptions {
  readonly baseUrl: string;
  /** Proxy variables are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Requests under way at once. */
  readonly connections?: number;
  readonly times?: WireTimes;
}

/** Nothing is sent yet. Throws SetupError for a base URL or proxy that cannot be used. */
export async function openConnection(options: ConnectOptions): Promise<Connection> {
  const { env, ...input } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const [{ proxyOf }, { openHttp }] = await Promise.all([
    import('./transport/proxy.ts'),
    import('./transport/http.ts'),
  ]);
  const proxy = proxyOf(baseUrl, env);
  return await openHttp({ ...input, baseUrl, proxy });
}

/** The time-outs that go with a deadline: a stuck answer leaves time for a second attempt, a long deadline is not cut. */
export function timesFor(deadlineMs: number): WireTimes {
  return { connectMs: WIRE_TIMES.connectMs, headersMs: Math.max(WIRE_TIMES.headersMs, deadlineMs / 2) };
}
