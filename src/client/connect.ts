import { parseBaseUrl } from './base-url.ts';
import type { HttpOptions } from './transport/http.ts';
import { WIRE_TIMES, type WireTimes } from './transport/time-limits.ts';
import type { Connection } from './transport/transport.ts';

/** Nothing is sent yet; proxy variables are read from `env`. Throws SetupError for a base URL or proxy that cannot be used. */
export async function openConnection({
  env,
  ...options
}: Omit<HttpOptions, 'baseUrl' | 'proxy'> & {
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<Connection> {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const { proxyOf } = await import('./transport/proxy.ts');
  const { openHttp } = await import('./transport/http.ts');
  return await openHttp({ ...options, baseUrl, proxy: proxyOf(baseUrl, env) });
}

/** The time-outs that go with a deadline: a stuck answer leaves time for a second attempt, a long deadline is not cut. */
export function timesFor(deadlineMs: number): WireTimes {
  return { connectMs: WIRE_TIMES.connectMs, headersMs: Math.max(WIRE_TIMES.headersMs, deadlineMs / 2) };
}
