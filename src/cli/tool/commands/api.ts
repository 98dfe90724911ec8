// reach api: any request, with the key, rate and retries of the profile.

import { listPath } from '../../../client/answers/pages.ts';
import { findRoute, pathAndQuery, routeFor } from '../../../client/request.ts';
import type { Method } from '../../../contract/endpoint.ts';
import { isObject } from '../../../contract/json.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { WireResponse } from '../../../contract/wire.ts';
import { readValue } from '../../files/read.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { fieldsFrom, withFields } from '../../shared/fields.ts';
import { printDryRun } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { type Printer, printerOf } from '../../terminal/formats/print.ts';
import type { Io } from '../../terminal/io.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface ApiRequest {
  readonly method: Method;
  /** With a leading slash; may carry a query of its own. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Left out: no body. */
  readonly body?: unknown;
}

function methodOf(word: string): Method | undefined {
  const upper = word.toUpperCase();
  return METHODS.find((method) => method === upper);
}

/** A path of the profile's own host: the key goes nowhere else. */
function pathOf(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new UsageError(`${text} is a URL; give only the path`, {
      hint: 'the host is the one of the profile, so that its key stays there: reach profile show',
    });
  }
  return text.startsWith('/') ? text : `/${text}`;
}

/** Without a method: GET, or POST where there is something to send, unless the interface only reads there. */
function guessed(
  path: string,
  hasFields: boolean,
  { input, paginate }: Pick<OptionsOf<typeof declare>, 'input' | 'paginate'>,
): Method {
  if (input !== undefined) return 'POST';
  if (!hasFields || paginate === true) return 'GET';
  const [bare = path] = path.split('?');
  return findRoute('POST', bare) === undefined && findRoute('GET', bare) !== undefined ? 'GET' : 'POST';
}

/** Fields win over the file of `--input`. Throws UsageError. */
async function requestFrom(
  io: Io,
  first: string,
  second: string | undefined,
  options: OptionsOf<typeof declare>,
): Promise<ApiRequest> {
  const fields = fieldsFrom(options);
  const hasFields = Object.keys(fields).length > 0;
  const named = methodOf(first);
  if (second !== undefined && named === undefined) {
    throw new UsageError(`"${first}" is not a valid method`, { hint: `one of ${METHODS.join(', ')}` });
  }
  if (second === undefined && named !== undefined) {
    throw new UsageError(`${named}: the path is missing`, { hint: `give a path: reach api ${named} v1/contacts` });
  }
  const path = pathOf(second ?? first);
  const method = named ?? guessed(path, hasFields, options);
  if (method === 'GET') {
    if (options.input !== undefined)
      throw new UsageError('a GET has no body', { hint: 'give its query with -f name=value' });
    return { method, path, query: fields };
  }
  const supplied = options.input === undefined ? undefined : await readValue(io, options.input);
  if (!hasFields)
    return supplied === undefined ? { method, path, query: {} } : { method, path, query: {}, body: supplied };
  if (supplied !== undefined && !isObject(supplied)) {
    throw new UsageError(`${options.input} is not an object, so no fields can be added to it`);
  }
  return { method, path, query: {}, body: { ...supplied, ...fields } };
}

const VIEW: View = { noun: 'record', plural: 'records', columns: [] };

const declare = () =>
  withFields(
    writes('api', {
      summary: 'Send any request, with the key, rate and retries of the profile',
      description: [
        `reach api [METHOD] PATH. METHOD is ${METHODS.join(', ')}; the default is GET, or POST if there is something to send.`,
        'Fields go into the query of a GET and into the JSON body of everything else.',
        'The path needs no leading slash and need not be part of the public interface.',
      ].join('\n'),
      json: ['record', 'list'],
      output: 'the answer unchanged, with its envelope; with --paginate the records of all pages',
      exits: ['refused', 'access', 'notFound', 'conflict', 'later'],
      irreversible: true,
      notForAgents: 'interactive',
      examples: [
        ['reach api v1/validate', 'one GET'],
        ['reach api PATCH v1/contacts/12 -f jobTitle=CTO', 'a body from fields'],
        ['reach api v1/contacts -f pageSize=100 --paginate -o ndjson', 'all pages, one record per line'],
        ['reach api POST v1/contacts/bulk --input bulk.json -i', 'a body from a file; show status and headers'],
      ],
    })
      .argument('<method>', `${METHODS.join(', ')}, or the path`)
      .argument('[path]', 'path, such as v1/contacts or /v1/contacts?page=2'),
  )
    .option('--paginate', 'request all pages of a GET and print their records')
    .option('-i, --include', 'print status and headers before the body');

/** An answer has no fixed shape, so a table becomes JSON. */
function printerFor({ io, settings, print }: Session): Printer {
  if (settings.output === 'csv' && settings.fields === null) {
    throw new UsageError('-o csv needs columns', {
      hint: 'select them: --fields a,b',
    });
  }
  return settings.output === 'table' ? printerOf(io, { ...settings, output: 'json' }, print.paint) : print;
}

function bodyOf(text: string): { readonly json: unknown } | null {
  try {
    return { json: parseJson(text) };
  } catch {
    return null;
  }
}

async function printAnswer(session: Session, print: Printer, answer: WireResponse, include: boolean): Promise<void> {
  if (include) {
    const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\n`);
    await print.foreign(`HTTP ${answer.status}\n${headers.join('')}\n`);
  }
  const body = bodyOf(answer.body);
  if (body !== null) return await print.record(VIEW, body.json);
  if (answer.body !== '') await session.print.foreign(answer.body.endsWith('\n') ? answer.body : `${answer.body}\n`);
}

async function paginate(session: Session, print: Printer, request: ApiRequest): Promise<void> {
  if (request.method !== 'GET') {
    throw new UsageError(`--paginate needs GET, not ${request.method}`, {
      hint: 'for the pages of a search, set page in its body',
    });
  }
  const { call } = await session.client();
  const { path, query } = request;
  const [bare = path, asked = ''] = path.split('?', 2);
  const inPath = new URLSearchParams(asked);
  const repeated = Object.fromEntries([...inPath.keys()].map((name) => [name, inPath.getAll(name)]));
  const input = { query: { ...repeated, ...query } };
  const route = { ...routeFor('GET', bare), path: bare };
  const all = listPath(call, route, input, { signal: session.io.interrupt });
  await print.list(VIEW, whileRead(session, all));
}

/** The command may write, and would go on for no one. */
async function* whileRead({ io }: Session, rows: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  for await (const row of rows) {
    yield row;
    if (io.stdout.closed) return;
  }
}

export const apiCommand = does(declare, async (session, first, second, options) => {
  const request = await requestFrom(session.io, first, second, options);
  if (request.method !== 'GET') {
    const { assertMayContact } = await import('../../shared/never-contact/api-request.ts');
    await assertMayContact(session, request.method, request.path.replace(/\?.*/s, ''), request.body);
  }
  if (options.dryRun === true) {
    const { method, path, query, body } = request;
    return await printDryRun(session, {
      method,
      path: pathAndQuery({ ...routeFor(method, path), path }, { query }),
      body: body ?? null,
    });
  }
  const print = printerFor(session);
  if (options.paginate === true) return await paginate(session, print, request);
  const client = await session.client();
  const answer = await client.raw(request, { signal: session.io.interrupt });
  await printAnswer(session, print, answer, options.include === true);
});
