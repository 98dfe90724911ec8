// reach api: any request of the interface, or beside it, with this profile's key, pace and retries.

import { Argument } from 'commander';
import { listPath } from '../../../client/answers/pages.ts';
import { routeFor } from '../../../client/routes/find.ts';
import type { WireResponse } from '../../../contract/wire.ts';
import type { BuildGroup } from '../../app/command.ts';
import { collect, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import { type Printer, printerOf } from '../../output/formats/print.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { type ApiFlags, type ApiRequest, METHODS, requestFrom } from './api-request.ts';

const VIEW: View = { noun: 'record', plural: 'records', columns: [] };

interface Flags extends ApiFlags {
  readonly include?: boolean;
  readonly dryRun?: boolean;
}

/** An answer of any shape has no columns of its own: what would be a table is JSON. */
function printerFor({ io, settings, print }: Session): Printer {
  if (settings.output === 'csv' && settings.fields === null) {
    throw new UsageError('-o csv: an answer of any shape has no columns of its own', {
      hint: 'name them: --fields a,b',
    });
  }
  return settings.output === 'table' ? printerOf(io, { ...settings, output: 'json' }, print.paint) : print;
}

function bodyOf(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
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
    throw new UsageError(`--paginate goes with GET, not ${request.method}`, {
      hint: 'pages of a search: its body has page',
    });
  }
  const { call } = await session.client({ sustained: true });
  const { path, query } = request;
  const [bare = path, asked = ''] = path.split('?', 2);
  const given = { query: { ...Object.fromEntries(new URLSearchParams(asked)), ...query } };
  const route = { ...routeFor('GET', bare), path: bare };
  await print.list(VIEW, listPath(call, route, given, { signal: session.io.interrupt }));
}

async function api(session: Session, first: string, second: string | undefined, flags: Flags): Promise<void> {
  const request = await requestFrom(session.io, first, second, flags);
  if (flags.dryRun === true) {
    const { method, path, query, body } = request;
    return await printDryRun(session, method, path, body ?? (Object.keys(query).length === 0 ? undefined : { query }));
  }
  const print = printerFor(session);
  if (flags.paginate === true) return await paginate(session, print, request);
  const client = await session.client();
  const answer = await client.raw(request, { signal: session.io.interrupt });
  await printAnswer(session, print, answer, flags.include === true);
}

export const apiCommand: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('api', {
      summary: 'Send any request, with the key, pace and retries of the profile',
      description: [
        `reach api [METHOD] PATH. METHOD is ${METHODS.join(', ')}; left out, it is GET, or POST where there is something to send.`,
        'Fields go into the query of a GET and into the JSON body of everything else.',
        'The path needs no leading slash, and may be one that the interface does not know.',
      ].join('\n'),
      output: 'the answer as it came, the envelope included; with --paginate the records of all pages',
      exits: ['refused', 'access', 'notFound', 'conflict', 'later'],
      examples: [
        ['reach api v1/validate', 'one GET'],
        ['reach api PATCH v1/contacts/12 -f jobTitle=CTO', 'a body from fields'],
        ['reach api v1/contacts -f pageSize=100 --paginate -o ndjson', 'every page, one record a line'],
        ['reach api POST v1/contacts/bulk --input bulk.json -i', 'a body from a file; status and headers shown'],
      ],
    })
      .addArgument(new Argument('<method>', `${METHODS.join(', ')}, or the path at once`))
      .argument('[path]', 'path, such as v1/contacts or /v1/contacts?page=2')
      .option('-f, --field <name=value>', 'a field as text; repeat it', collect)
      .option(
        '-F, --field-json <name:=json>',
        'a field as JSON: number, boolean, null, list, object; repeat it',
        collect,
      )
      .option('--input <file>', 'the body, from a JSON or YAML file (- = standard input)')
      .option('--paginate', 'walk through all pages of a GET and print their records')
      .option('-i, --include', 'print status and headers before the body')
      .option('--dry-run', 'print what would be sent, send nothing'),
    api,
  );
