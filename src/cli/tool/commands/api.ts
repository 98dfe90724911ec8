// reach api: any request, with the key, rate and retries of the profile.

import { listPath } from '../../../client/answers/pages.ts';
import { pathAndQuery } from '../../../client/request.ts';
import { routeFor } from '../../../client/routes/find.ts';
import { parseJson } from '../../../contract/json.ts';
import type { WireResponse } from '../../../contract/wire.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printDryRun } from '../../shared/dry-run.ts';
import { withFields } from '../../shared/fields.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { View } from '../../terminal/formats/cells.ts';
import { type Printer, printerOf } from '../../terminal/formats/print.ts';
import { type ApiRequest, METHODS, requestFrom } from './api-request.ts';

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
  const input = { query: { ...Object.fromEntries(new URLSearchParams(asked)), ...query } };
  const route = { ...routeFor('GET', bare), path: bare };
  await print.list(VIEW, listPath(call, route, input, { signal: session.io.interrupt }));
}

async function api(
  session: Session,
  first: string,
  second: string | undefined,
  options: OptionsOf<typeof declare>,
): Promise<void> {
  const request = await requestFrom(session.io, first, second, options);
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
}

export const apiCommand = does(declare, api);
