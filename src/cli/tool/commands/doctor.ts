// reach doctor: checks configuration, key and service.

import { parseBaseUrl } from '../../../client/base-url.ts';
import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, type Deps, does, reads } from '../../session/command.ts';
import { everyCommand } from '../../session/command-tree.ts';
import { usedNames } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { checkView } from '../../shared/views/doctor.ts';
import { type ExitName, failureOf } from '../../terminal/exit.ts';
import {
  type Check,
  environmentChecks,
  nodeCheck,
  permissionCheck,
  problem,
  profileChecks,
  proxyChecks,
  stateCheck,
} from '../doctor/checks.ts';
import { definitionChecks, serviceChecks } from '../doctor/service.ts';

/** Turns a failure into a problem: a broken configuration must not stop the other checks. */
async function checked(check: string, run: () => readonly Check[] | Promise<readonly Check[]>) {
  try {
    return await run();
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [problem(check, message, hint ?? '')];
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
