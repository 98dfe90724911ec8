// What reach doctor asks the service: does it answer, is the key good, does its clock agree, does it know our names.

import { ApiError } from '../../../client/errors.ts';
import type { Difference } from '../../../rules/definitions/compare.ts';
import { CliError, tell } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type Check, ok, problem, warning } from './checks.ts';
import { compareLive } from './live.ts';

/** A clock that differs by more makes times of lists and schedules misleading, milliseconds. */
const SKEW_MAX = 120_000;

function failure(check: string, error: unknown): Check {
  const { message, hint } = tell(error);
  return problem(check, message, hint ?? 'reach doctor --debug shows the request');
}

interface Answer {
  readonly key?: { readonly name?: unknown; readonly scopes?: unknown } | undefined;
  readonly workspace?: { readonly name?: unknown } | undefined;
}

function keyCheck(data: Answer): Check {
  const scopes = Array.isArray(data.key?.scopes) ? data.key.scopes.map(String) : null;
  const workspace = data.workspace?.name;
  const where = typeof workspace === 'string' ? ` for the workspace ${workspace}` : '';
  if (scopes === null) return ok('access', `the key is valid${where}; the service does not tell its scopes`);
  if (scopes.length === 0) {
    return problem(
      'access',
      `the key is valid${where}, and has no scope: every request will be refused`,
      'give it scopes in the web dashboard',
    );
  }
  return ok('access', `the key is valid${where}; scopes: ${scopes.join(', ')}`);
}

function clockCheck(date: string | undefined, now: number): Check | null {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return null;
  const seconds = Math.round((there - now) / 1000);
  if (Math.abs(seconds) * 1000 <= SKEW_MAX) return ok('clock', 'agrees with the clock of the service');
  const by = `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'}`;
  return warning(
    'clock',
    `this machine is ${by} the service`,
    'set the clock of this machine; a local service may have been moved by reach local clock',
  );
}

/** Whether the service answers this profile, in the order in which things can be wrong. */
export async function serviceChecks(session: Session): Promise<Check[]> {
  const { io } = session;
  const began = io.now();
  try {
    const client = await session.client();
    const reply = await client.ask('account', 'validate', {}, { signal: io.interrupt });
    const now = io.now();
    const limit = reply.headers['x-ratelimit-limit'];
    const clock = clockCheck(reply.headers['date'], now);
    return [
      ok('service', `answered in ${Math.round(now - began)} ms`),
      keyCheck(reply.data),
      ...(clock === null ? [] : [clock]),
      ok(
        'rate',
        limit === undefined
          ? 'the service does not tell its limits: the documented ones are kept'
          : limit === 'none'
            ? 'the service limits nothing'
            : 'the service tells its limits',
      ),
    ];
  } catch (error) {
    if (io.interrupt.aborted) throw error;
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      return [ok('service', `answered in ${Math.round(io.now() - began)} ms`), failure('access', error)];
    }
    return [failure('service', error)];
  }
}

const written = ({ request, part, ours, theirs }: Difference) =>
  `${request}, ${part}: ${part === 'path' ? '' : `${ours} `}${theirs === null ? 'is not there' : `is ${theirs}`}`;

/** The contract against `/definitions.json`: a row for each name that differs, or one that says that none does. */
export async function definitionChecks(session: Session): Promise<Check[]> {
  const known = session.profile().sync?.renames ?? {};
  try {
    const { differences, unknown, same } = await compareLive(session);
    const rows = differences.map((difference): Check => {
      const { request, kind, chosen } = difference;
      const text = written(difference);
      if (kind === 'missing') {
        const why = chosen === null ? 'the interface shows it' : 'we had to choose it';
        return warning('definition', text, `${why}; commands that need it will fail here`);
      }
      return known[request] === undefined
        ? warning('definition', text, 'reach profile sync makes the profile use it')
        : ok('definition', `${text} (used)`);
    });
    const others = unknown.length === 0 ? '' : `; ${unknown.length} more that reach api can reach`;
    return [...rows, ok('definition', `${same} requests are there as reach knows them${others}`)];
  } catch (error) {
    if (session.io.interrupt.aborted) throw error;
    if (error instanceof CliError && error.code === 'no_definition') {
      return [warning('definition', error.message, 'names that the interface does not show cannot be compared')];
    }
    return [failure('definition', error)];
  }
}
