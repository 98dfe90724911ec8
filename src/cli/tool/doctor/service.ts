// Checks of reach doctor against the service: connection, key, clock, names.

import { ApiError } from '../../../client/errors.ts';
import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { Difference } from '../../../rules/definitions/compare.ts';
import { CliError, failureOf } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { type Check, ok, problem, warning } from './checks.ts';
import { commandChecks } from './commands.ts';
import { compareLive } from './live.ts';

/** In milliseconds; a larger difference makes times in lists and schedules misleading. */
const SKEW_MAX = 120_000;

function failure(check: string, error: unknown): Check {
  const { message, hint } = failureOf(error);
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
  if (scopes === null) return ok('access', `the key is valid${where}; the service does not report its scopes`);
  if (scopes.length === 0) {
    return problem(
      'access',
      `the key is valid${where}, but has no scope: every request will be refused`,
      'give it scopes in the web dashboard',
    );
  }
  return ok('access', `the key is valid${where}; scopes: ${scopes.join(', ')}`);
}

/** `3 days`, `2 minutes`, `150 seconds`. */
function durationText(seconds: number): string {
  if (seconds >= 2 * 86_400) return counted(Math.round(seconds / 86_400), 'day');
  if (seconds >= 2 * 3_600) return counted(Math.round(seconds / 3_600), 'hour');
  return seconds >= 600 ? counted(Math.round(seconds / 60), 'minute') : counted(seconds, 'second');
}

function clockCheck(date: string | undefined, now: number): Check | null {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return null;
  const seconds = Math.round((there - now) / 1000);
  if (Math.abs(seconds) * 1000 <= SKEW_MAX) return ok('clock', 'agrees with the clock of the service');
  const by = `${durationText(Math.abs(seconds))} ${seconds > 0 ? 'behind' : 'ahead of'}`;
  return warning(
    'clock',
    `this machine is ${by} the service`,
    'correct the clock of this machine; on a local service, see reach local clock',
  );
}

/** Connection, key, clock and rate limits. */
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
          ? 'the service does not report its limits: the documented ones are kept'
          : limit === 'none'
            ? 'the service has no rate limits'
            : 'the service reports its limits',
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
  `${request}, ${part}: ${part === 'path' ? '' : `${ours} `}${theirs === null ? 'does not exist' : `is ${theirs}`}`;

/** Compares the contract with `/definitions.json`: one row per difference, and a summary. */
export async function definitionChecks(session: Session): Promise<Check[]> {
  const known = session.profile().sync?.renames ?? {};
  try {
    const { differences, unknown, same } = await compareLive(session);
    const rows = differences.map((difference): Check => {
      const { request, kind, chosen } = difference;
      const text = written(difference);
      if (kind === 'missing') {
        const why = chosen === null ? 'the public interface has it' : 'reach had to choose it';
        return warning('definition', text, `${why}; commands that need it will fail`);
      }
      return own(known, request) === undefined
        ? warning('definition', text, 'adopt it: reach profile sync')
        : ok('definition', `${text} (used)`);
    });
    const others = unknown.length === 0 ? '' : `; ${unknown.length} more are available through reach api`;
    const summary = ok('definition', `${same} requests have the names that reach knows${others}`);
    return [...rows, summary, ...commandChecks(differences, known)];
  } catch (error) {
    if (session.io.interrupt.aborted) throw error;
    if (error instanceof CliError && error.code === 'no_definition') {
      return [
        warning('definition', error.message, 'names that the public interface does not define cannot be checked'),
      ];
    }
    return [failure('definition', error)];
  }
}
