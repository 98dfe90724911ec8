// One row of the table against a service that, from one request on, answers with something else.

import { nameOf, type Row } from '../../stranger/table/row.ts';
import { type Drive, HANGS, openDrive } from './drive.ts';
import { prepare } from './observe.ts';
import { ODD_ANSWERS, ODD_STATUSES } from './odd-answers.ts';

/** What replaces the answers: a name of ODD_ANSWERS, or a status. */
export type Spoiling = string | (typeof ODD_STATUSES)[number];

export const SPOILINGS: readonly Spoiling[] = [...Object.keys(ODD_ANSWERS), ...ODD_STATUSES];

export interface Case {
  readonly row: Row;
  readonly spoiling: Spoiling;
  /** From which request on, counted from 1. */
  readonly from: number;
}

export interface Outcome {
  readonly code: number;
  readonly stderr: string;
  /** The first request with another answer; null = the command sends fewer. */
  readonly spoiled: { readonly method: string; readonly path: string } | null;
}

interface Spoilt {
  readonly drive: Drive;
  run(one: Case): Promise<Outcome>;
}

/** A workspace whose answers can be spoiled. */
export async function openSpoilt(): Promise<Spoilt> {
  let now: { spoiling: Spoiling; left: number; first: Outcome['spoiled'] } | null = null;
  const drive = await openDrive({
    mode: 'minimal',
    rewrite: (reply, method, path) => {
      if (now === null) return reply;
      now.left -= 1;
      if (now.left > 0) return reply;
      now.first ??= { method, path };
      const { spoiling } = now;
      if (typeof spoiling === 'number') return { status: spoiling, body: { message: 'spoiled' } };
      return { status: reply.status, body: ODD_ANSWERS[spoiling]?.(reply.body) ?? '' };
    },
  });
  return {
    drive,
    run: async ({ row, spoiling, from }) => {
      const { run } = await prepare(drive, row, row.as ?? 'env');
      const state = { spoiling, left: from, first: null };
      now = state;
      const { code, stderr } = await run().finally(() => {
        now = null;
      });
      return { code, stderr, spoiled: state.first };
    },
  };
}

/** The exit table, for a status that ends a command. */
const EXIT_OF: Readonly<Record<number, number>> = {
  400: 3,
  401: 4,
  403: 4,
  404: 5,
  408: 7,
  409: 6,
  413: 3,
  422: 3,
  429: 7,
  500: 7,
  502: 7,
  503: 7,
};

/** Where another code is right: the command, the code, and what it says. */
const EXCEPTIONS: readonly (readonly [command: RegExp, code: number, stderr: RegExp])[] = [
  // A page without what was looked for, or with nothing: it is not there.
  [/./, 5, /no [a-z ]+ \\?"?[\w@. -]+/i],
  // Rows and ids have results of their own.
  [/ import /, 1, /./],
  [/ --csv /, 1, /./],
  [/^undo /, 1, /^warning: failed: /m],
  // A group that is not as it was shown is left alone.
  [/duplicates resolve /, 1, /^/],
  [/^inbox (un)?tag /, 1, /^/],
  [/^(contacts|companies|list) /, 1, /failed|refused/],
  // What it finds is its answer.
  [/^doctor/, 1, /problem/],
  [/ lint .*--online/, 1, /error/],
  [/ validate /, 1, /./],
  [/^plan /, 1, /./],
  // A part that cannot be read is named, and the rest is done.
  [/^(pull|apply) /, 1, /not read, so left alone/],
  [/^(\w+ show .*--full|contacts timeline )/, 1, /left out: /],
  // Records without what was searched for: not what the service was asked for.
  [/^contacts search .*--include/, 5, /which ignores the filter/],
  // Nothing says whose run it is: the user can.
  [/^workflow graph --run /, 2, /does not say which workflow/],
  // A service that refuses to show its definition has none for us.
  [/^profile sync/, 5, /has no \/definitions\.json|is not an OpenAPI document with paths/],
  // What was read before or after the change is not what it was.
  [/^(playbook|campaign|workflow|ai|apply)/, 1, /the service accepted the change/],
  [/^(playbook|campaign|workflow|ai|apply)/, 6, /meantime|conflict|protected|drift/],
  [/^workflow trigger/, 3, /declares/],
  [/^workflow (update|edit) /, 3, /nothing was sent/],
  // Started, and nothing to watch it by: not a success, and not to be sent again.
  [/--watch --exit-status$/, 8, /names no run: it cannot be watched/],
  // Its own time-out.
  [/--timeout/, 8, /--timeout ran out/],
];

/** Requests that change something. */
const isWrite = ({ method, path }: NonNullable<Outcome['spoiled']>): boolean =>
  method !== 'GET' && !/search|validate|link|preview|iterate|apply-lock/.test(path);

const SAYS_IT_MAY_BE_DONE =
  /may have been|accepted|uncertain|sent \d+ times|was sent|is still running|resume with|look again/;

/** What is wrong with an outcome; null where it is as it should be. */
export function problemOf({ row, spoiling, from }: Case, outcome: Outcome): string | null {
  const { code, stderr, spoiled } = outcome;
  if (spoiled === null) return null;
  const where = `${nameOf(row)}, ${spoiling} from request ${from} (${spoiled.method} ${spoiled.path})`;
  if (code === HANGS) return `${where}: hangs`;
  if (/^ +at .*:\d+/m.test(stderr)) return `${where}: a stack trace\n${stderr}`;
  const wanted = typeof spoiling === 'number' ? (EXIT_OF[spoiling] ?? 7) : 7;
  if (EXCEPTIONS.some(([command, exit, text]) => command.test(nameOf(row)) && code === exit && text.test(stderr)))
    return null;
  if (typeof spoiling === 'string' && code === 7 && isWrite(spoiled) && !SAYS_IT_MAY_BE_DONE.test(stderr))
    return `${where}: does not say that it may have been done\n${stderr}`;
  // A look-up that helps and is not needed: the command does its work, with the code that the table has for it.
  if (code === (row.code ?? 0) || code === wanted) return null;
  return `${where}: exit ${code}, not ${wanted}\n${stderr}`;
}
