// reach doctor: what could be wrong, looked at once.

import { routes } from '../../../client/routes/routes.ts';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { type ExitName, tell } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { checkView } from '../../output/views/doctor.ts';
import {
  type Check,
  environmentChecks,
  nodeCheck,
  permissionCheck,
  problem,
  profileChecks,
} from '../../tool/doctor/checks.ts';
import { definitionChecks, serviceChecks } from '../../tool/doctor/service.ts';

/** Nothing here may end the examination: a broken configuration is what it is there to find. */
function looked(check: string, look: () => readonly Check[]): readonly Check[] {
  try {
    return look();
  } catch (error) {
    const { message, hint } = tell(error);
    return [problem(check, message, hint ?? '')];
  }
}

async function* checks(session: Session): AsyncGenerator<Check> {
  const { io, paths } = session;
  yield nodeCheck(io.nodeVersion);
  yield* looked('config', () => [permissionCheck(paths, io.platform)]);
  yield* environmentChecks(io);
  const ofProfile = looked('profile', () => profileChecks(session.profile()));
  yield* ofProfile;
  if (ofProfile.some(({ status }) => status === 'problem')) return;
  const ofService = await serviceChecks(session);
  yield* ofService;
  if (ofService.some(({ status }) => status === 'problem')) return;
  yield* await definitionChecks(session);
}

export const doctor: BuildGroup = (deps) =>
  doesUntyped(
    deps,
    leaf('doctor', {
      summary: 'Look for what could be wrong: configuration, key, clock, proxy, the service itself',
      description: [
        'Reads the configuration and asks the service two things: whether the key is valid, and what requests it knows',
        '(/definitions.json). Changes nothing.',
      ].join('\n'),
      uses: [routes.account.validate],
      output: 'one row a check: ok, warning or problem, what was found, what to do',
      exits: ['bad'],
      examples: [
        ['reach doctor', 'the current profile'],
        ['reach doctor --profile production --json', 'for a support request: it holds no secret'],
      ],
    }),
    async (session): Promise<ExitName> => {
      const all: Check[] = [];
      const seen = async function* () {
        for await (const check of checks(session)) {
          all.push(check);
          yield check;
        }
      };
      await session.print.list(checkView, seen());
      const count = (status: Check['status']) => all.filter((check) => check.status === status).length;
      await session.print.note(`${count('problem')} problems, ${count('warning')} warnings, ${count('ok')} in order`);
      return count('problem') > 0 ? 'bad' : 'done';
    },
  );
