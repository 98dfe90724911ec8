// The service in real time, as a process of its own has it: for programs that tests start, and for measurements.

import { type Service, type StartOptions, startService } from '../../src/service/start.ts';

/** On an empty folder unless it holds a store, without rate limits. */
export function startOn(data: string, more: Partial<StartOptions> = {}): Promise<Service> {
  return startService({
    data,
    version: '0.0.0-test',
    now: Date.now,
    sleep: (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
    empty: true,
    rateLimits: 'off',
    ...more,
  });
}

/** What the operator asks for; gives the text of the answer, which must be 200. */
async function ask(service: Service, method: string, path: string, body?: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await service.handle({ method, path, headers, body: text }, { caller: 'operator' });
  if (!('status' in answer) || answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Posts for the operator; gives the data of the answer. */
export async function post(service: Service, path: string, body: object): Promise<Record<string, unknown>> {
  const { data }: { data: Record<string, unknown> } = JSON.parse(await ask(service, 'POST', path, body));
  return data;
}
