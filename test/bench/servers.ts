// A server under measurement, and requests to it.

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { Place } from './area.ts';
import { companion, reach } from './processes.ts';

export interface Server {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
}

export async function ask(server: Server, path: string, body?: object, key = server.key) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return Object(JSON.parse(await send(server, path, sent, key))).data;
}

/** Connections stay open, as those of an importer do. */
const AGENT = new Agent({ keepAlive: true });

/**
 * Sends a body that is made already; gives the text of the answer. The processors are for what is measured: with `fetch`, a tenth of
 * their time went to sending.
 */
export async function send(server: Server, path: string, body: string | undefined, key = server.key): Promise<string> {
  const sent = request(server.url + path, {
    agent: AGENT,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'x-admin-token': server.adminToken, 'content-type': 'application/json' },
  });
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  const text = await textOf(answer);
  if (answer?.statusCode !== 200) throw new Error(`${path}: ${answer?.statusCode} ${text}`);
  return text;
}

async function textOf(answer: IncomingMessage | undefined): Promise<string> {
  const parts: Buffer[] = [];
  answer?.on('data', (part: Buffer) => parts.push(part));
  if (answer) await once(answer, 'end');
  return Buffer.concat(parts).toString();
}

/** Runs `work` with a server of its own, limits switched on but out of reach. */
export async function* withServer<T>(
  { root, folder }: Place,
  store: readonly string[],
  work: (server: Server) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const env = { REACH_HOME: join(folder, 'home') };
  const flags = ['serve', '-o', 'json', '--admin', '--port', '0', '--empty', '--rate-limits', 'x100000', ...store];
  const started = await companion(reach(root, flags, env));
  const [url = '', key = '', adminToken = ''] = ['url', 'key', 'adminToken'].map((name) => String(started.ready[name]));
  try {
    yield* work({ url, key, adminToken });
  } finally {
    await started.stop();
  }
}
