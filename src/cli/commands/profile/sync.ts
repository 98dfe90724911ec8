// reach profile sync: what the service calls otherwise is called so from now on.

import type { CommandUnknownOpts as Command } from 'commander';
import { type Deps, doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import { changeConfig } from '../../app/profiles.ts';
import type { Session } from '../../app/session.ts';
import { differenceView } from '../../output/views/doctor.ts';
import { compareLive } from '../../tool/doctor/live.ts';

interface Flags {
  readonly forget?: boolean;
  readonly dryRun?: boolean;
}

async function keep(session: Session, name: string, renames: object | null): Promise<void> {
  const at = new Date(session.io.now()).toISOString();
  await changeConfig(session.io, session.paths, (config) => {
    const before = config.profiles[name];
    if (before === undefined) throw new UsageError(`the profile ${name} is gone`);
    const { sync: _, ...kept } = before;
    const next = renames === null ? kept : { ...kept, sync: { at, renames: { ...renames } } };
    return { ...config, profiles: { ...config.profiles, [name]: next } };
  });
}

async function sync(session: Session, flags: Flags): Promise<void> {
  const { name, baseUrl } = session.profile();
  if (baseUrl === null || name === 'env') {
    const why = baseUrl === null ? 'is the service on this machine, which knows our names' : 'is not stored';
    throw new UsageError(`the profile ${name} ${why}`, { hint: 'name a stored one: --profile NAME' });
  }
  if (flags.forget === true) {
    if (flags.dryRun === true) return await session.print.note('dry run: the profile is not changed');
    await keep(session, name, null);
    return await session.print.note(`profile ${name} uses the names of reach again`);
  }
  const { differences, renames } = await compareLive(session);
  const used = differences.filter(({ kind }) => kind === 'renamed');
  await session.print.list(differenceView, used);
  if (flags.dryRun === true) return await session.print.note('dry run: the profile is not changed');
  await keep(session, name, renames);
  const missing = differences.length - used.length;
  const rest = missing === 0 ? '' : `; ${missing} more are not there under any name (reach doctor)`;
  await session.print.note(
    used.length === 0
      ? `the service has no other name for anything${rest}`
      : `profile ${name} uses ${used.length} names of the service from now on${rest}`,
  );
}

export function syncCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    leaf('sync', {
      summary: 'Use the names the service gives to what its interface does not show',
      description: [
        'Some paths and names had to be chosen, because the public interface does not show them. This reads the',
        'definition of the live service (/definitions.json), and where it has another name for one of them, the profile',
        'uses that name from then on.',
      ].join('\n'),
      output: 'one row for each name that is used: request, ours, theirs',
      exits: ['notFound', 'access', 'later'],
      examples: [
        ['reach profile sync', 'for the current profile'],
        ['reach profile sync --profile production --dry-run', 'only look'],
        ['reach profile sync --forget', 'back to the names of reach'],
      ],
    })
      .option('--forget', 'use the names of reach again')
      .option('--dry-run', 'show what would be used, change nothing'),
    sync,
  );
}
