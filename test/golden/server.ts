// A service typed by hand from the interface over node:http, none of our code in it: it answers golden requests with
// golden answers, and every bulk the interface allows; anything else is a problem that it notes.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { listening } from '../listening.ts';
import { answerBulk } from './bulk.ts';
import type { Golden } from './golden.ts';

/** How answers are dressed. `extended`: with fields and enum values that no one knows yet. */
export type Dress = 'plain' | 'extended';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

interface GoldenAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface GoldenServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** What was not the interface's. A test that uses the server expects none. */
  readonly problems: readonly string[];
  /** The next request, whatever it is, gets this answer. */
  answerNext(answer: GoldenAnswer): void;
  close(): Promise<void>;
}

export const GOLDEN_KEY = 'gsk_golden_0123456789';

const ENUMS = new Set('contactOutcome outcome contactMatchedBy matchedBy fieldType dataType entity'.split(' '));

/** The same answer as a later version of the service might give it. */
export function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([name, part]) => [
    name,
    ENUMS.has(name) ? 'NEW_IN_VERSION_2' : extended(part),
  ]);
  return { ...Object.fromEntries(known), newInVersion2: { deep: [{ er: true }] } };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function matches({ request }: Golden, seen: SeenRequest): boolean {
  return (
    request.method === seen.method &&
    request.path === seen.path &&
    isDeepStrictEqual({ ...request.query }, { ...seen.query }) &&
    isDeepStrictEqual(request.body, seen.body)
  );
}

/** What the general conventions ask of every request. */
function conventions({ headers, body, method, path }: SeenRequest, text: string): string[] {
  const problems: string[] = [];
  // A delivery goes to an address without a key.
  const isDelivery = path.startsWith('/wf/');
  if (isDelivery && headers['x-api-key'] !== undefined) problems.push('a delivery that carries a key');
  if (!isDelivery && headers['x-api-key'] !== GOLDEN_KEY) problems.push('header x-api-key is missing or not the key');
  if (headers['authorization'] !== undefined) problems.push('header authorization is not of the interface');
  if (text !== '' && headers['content-type'] !== 'application/json')
    problems.push('a body that is not application/json');
  if (text !== '' && body === undefined) problems.push('a body that is not JSON');
  if (!isDelivery && !/^\/v1\/|^\/_reach\/apply-lock$/.test(path))
    problems.push('a path that does not begin with /v1/');
  return problems.map((problem) => `${method} ${path}: ${problem}`);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts it on loopback. `goldens` are the requests it knows, besides bulks. */
export async function startGoldenServer(goldens: readonly Golden[], dress: Dress = 'plain'): Promise<GoldenServer> {
  const requests: SeenRequest[] = [];
  const problems: string[] = [];
  const next: GoldenAnswer[] = [];

  const decide = (seen: SeenRequest): GoldenAnswer => {
    const input = next.shift();
    if (input !== undefined) return input;
    const golden = goldens.find((one) => matches(one, seen));
    if (golden !== undefined) return golden.response;
    const bulk = answerBulk(seen.method, seen.path, seen.body);
    if (bulk === null) {
      problems.push(`${seen.method} ${seen.path}: no golden request: ${JSON.stringify([seen.query, seen.body])}`);
      return { status: 404, body: { status: 'error', message: 'not golden' } };
    }
    problems.push(...bulk.problems.map((problem) => `${seen.method} ${seen.path}: ${problem}`));
    return bulk.answer;
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const text = await textOf(incoming);
    const url = new URL(incoming.url ?? '/', 'http://service.example');
    const seen: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
      body: parsed(text),
    };
    requests.push(seen);
    problems.push(...conventions(seen, text));
    const { status, headers, body } = decide(seen);
    const dressed = dress === 'extended' && status === 200 ? extended(body) : body;
    outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    outgoing.end(typeof dressed === 'string' ? dressed : JSON.stringify(dressed));
  };

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    problems,
    answerNext: (answer) => next.push(answer),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
