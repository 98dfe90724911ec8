// reach doctor: checks configuration, key and service.

import { parseBaseUrl } from '../../../client/base-url.ts';
import type { Difference } from '../../../client/compatibility/definitions/compare.ts';
import { ApiError } from '../../../client/errors.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Renames } from '../../../contract/learned.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { everyCommand } from '../../session/about.ts';
import { type BuildGroup, type Deps, does, reads } from '../../session/command.ts';
import { usedNames } from '../../session/connect.ts';
import { compareLive, isWithoutDefinition, learnLive } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { checkView } from '../../shared/views/account.ts';
import { type ExitName, failureOf } from '../../terminal/exit.ts';
import {
  type Check,
  commandChecks,
  environmentChecks,
  nodeCheck,
  ok,
  permissionCheck,
  problem,
  profileChecks,
  proxyChecks,
  type ServedCommand,
  stateCheck,
  unconfirmedChecks,
  warning,
} from '../doctor/checks.ts';

// Checks of reach doctor against the service: connection, key, clock, names.

/** In milliseconds; a larger difference makes times in lists and schedules misleading. */
const SKEW_MAX = 120_000;

function failure(check: string, error: unknown, otherwise = 'reach doctor --debug shows the request'): Check {
  const { message, hint } = failureOf(error);
  return problem(check, message, hint ?? otherwise);
}

function keyCheck(data: {
  readonly key?: { readonly name?: unknown; readonly scopes?: unknown } | undefined;
  readonly workspace?: { readonly name?: unknown } | undefined;
}): Check {
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

async function serviceChecks(session: Session): Promise<Check[]> {
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

/** `body: needs region; has no name, description`: what is different in one part of a request. */
function written(differences: readonly Difference[]): string {
  const of = (kind: Difference['kind']) => differences.filter((one) => one.kind === kind);
  const list = (kind: Difference['kind'], text: (one: Difference) => string) => of(kind).map(text).join(', ');
  const parts = [
    list('type', ({ theirs }) => `${theirs}`),
    of('required').length === 0 ? '' : `needs ${list('required', ({ theirs }) => `${theirs}`)}`,
    of('missing').length === 0
      ? ''
      : of('missing').some(({ part }) => part === 'path')
        ? 'does not exist'
        : `has no ${list('missing', ({ ours }) => ours)}`,
  ];
  const [first] = differences;
  return `${first?.request}, ${first?.part}: ${parts.filter((text) => text !== '').join('; ')}`;
}

/** What of a part the user has named is used. */
function differenceCheck(differences: readonly Difference[], used: Renames): Check {
  const isNamed = differences.every(({ request, part, ours }) => {
    const known = part === 'answer' ? undefined : getOwn(used, request)?.[part];
    return known !== undefined && (typeof known === 'string' || getOwn(known, ours) !== undefined);
  });
  if (isNamed) return ok('definition', `${written(differences)} (named in the profile)`);
  const isDocumented = differences.some(({ undocumented }) => undocumented === null);
  return warning(
    'definition',
    written(differences),
    isDocumented ? 'the public interface has it' : 'reach had to choose it',
  );
}

/** Compares the contract with `/definitions.json`: one row per part of a request that differs, and a summary. */
async function definitionChecks(session: Session, commands: readonly ServedCommand[]): Promise<Check[]> {
  const { baseUrl } = session.profile();
  const sync = await usedNames(session.io, session.profile());
  const used = sync?.renames ?? {};
  try {
    const asked = { client: await session.client(), host: session.host, paths: session.paths };
    const { differences, unknown, same } =
      baseUrl === null ? await compareLive(asked) : await learnLive({ ...asked, baseUrl: baseUrl.value });
    const groups = groupBy(differences, ({ request, part }) => `${request} ${part}`);
    const rows = [...groups.values()].map((some) => differenceCheck(some, used));
    const others = unknown.length === 0 ? '' : `; ${unknown.length} more are available through reach api`;
    const summary = ok('definition', `${same} requests have the names that reach knows${others}`);
    return [...rows, summary, ...commandChecks(commands, differences, used)];
  } catch (error) {
    if (session.io.interrupt.aborted) throw error;
    if (isWithoutDefinition(error)) {
      const { message } = failureOf(error);
      const hint = 'names that the public interface does not define cannot be checked';
      return [warning('definition', message, hint), ...unconfirmedChecks(commands, used)];
    }
    return [failure('definition', error)];
  }
}

/** Turns a failure into a problem: a broken configuration must not stop the other checks. */
async function checked(check: string, run: () => readonly Check[] | Promise<readonly Check[]>) {
  try {
    return await run();
  } catch (error) {
    return [failure(check, error, '')];
  }
}

async function* checks(session: Session, { program }: Deps): AsyncGenerator<Check> {
  const { io, paths } = session;
  yield nodeCheck(io.nodeVersion);
  yield* await checked('config', () => [permissionCheck(paths, io.platform)]);
  yield* await checked('state', () => [stateCheck(paths)]);
  yield* environmentChecks(io);
  const ofProfile = await checked('profile', async () => {
    const profile = session.profile();
    return profileChecks(profile, await usedNames(io, profile));
  });
  yield* ofProfile;
  if (ofProfile.some(({ status }) => status === 'problem')) return;
  const ofProxy = await checked('proxy', () => {
    const { baseUrl } = session.profile();
    return proxyChecks(baseUrl === null ? null : parseBaseUrl(baseUrl.value), io);
  });
  yield* ofProxy;
  if (ofProxy.some(({ status }) => status === 'problem')) return;
  const ofService = await session.progress('Checking the service', () => serviceChecks(session));
  yield* ofService;
  if (ofService.some(({ status }) => status === 'problem')) return;
  const commands = [...everyCommand(await program.tree())].filter(({ commands: below }) => below.length === 0);
  yield* await session.progress('Comparing the API definition', () => definitionChecks(session, commands));
}

export const doctor: BuildGroup = (deps) =>
  does(
    () =>
      reads('doctor', {
        summary: 'Check configuration, key, clock, proxy and service',
        description: [
          'Reads the configuration and asks the service whether the key is valid and which requests it supports',
          '(/definitions.json): which commands are ready, which work in part, and which are not possible. Changes nothing.',
        ].join('\n'),
        uses: [routes.account.validate],
        view: checkView,
        json: 'list',
        output: 'one row per check: ok, warning or problem, what was found, what to do',
        exits: ['bad'],
        notForAgents: 'configuration',
        examples: [
          ['reach doctor', 'the current profile'],
          ['reach doctor --profile production --json', 'for a support request; contains no secrets'],
        ],
      }),
    async (session): Promise<ExitName> => {
      const all: Check[] = [];
      const seen = async function* () {
        for await (const check of checks(session, deps)) {
          all.push(check);
          yield check;
        }
      };
      await session.print.list(checkView, seen());
      const count = (status: Check['status']) => all.filter((check) => check.status === status).length;
      await session.print.note(
        `${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}, ${count('ok')} ok`,
      );
      return count('problem') > 0 ? 'bad' : 'done';
    },
  )(deps);
