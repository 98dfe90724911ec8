// reach profile sync: adopts the names of the live service.

import { own } from '../../../contract/dictionary.ts';
import { counted } from '../../../contract/english.ts';
import type { Renames } from '../../../contract/renames.ts';
import { does, type OptionsOf, writesFile } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import { changeConfig } from '../../app/profiles.ts';
import { forgetRefusals } from '../../app/refusals.ts';
import type { Session } from '../../app/session.ts';
import { differenceView } from '../../output/views/doctor.ts';
import { compareLive } from '../../tool/doctor/live.ts';

const declare = () =>
  writesFile('sync', {
    summary: 'Adopt the names of the service where the public interface shows none',
    description: [
      'Some paths and names had to be chosen, because the public interface does not show them. This reads the',
      'definition of the live service (/definitions.json). Where it uses another name, the profile uses that name',
      'from then on.',
    ].join('\n'),
    output: 'one row per adopted name: request, name in reach, name in the service',
    exits: ['notFound', 'access', 'later'],
    notForAgents: 'configuration',
    examples: [
      ['reach profile sync', 'for the current profile'],
      ['reach profile sync --profile production --dry-run', 'only show the names'],
      ['reach profile sync --forget', 'back to the names of reach'],
    ],
  })
    .option('--forget', 'use the names of reach again')
    .option('--dry-run', 'show the names without changing the profile');

async function keep(session: Session, name: string, renames: Renames | null): Promise<void> {
  const at = new Date(session.io.now()).toISOString();
  await changeConfig(session.io, session.paths, (config) => {
    const before = own(config.profiles, name);
    if (before === undefined) throw new UsageError(`profile ${name} no longer exists`);
    forgetRefusals(session.paths, before.baseUrl);
    const { sync: known, ...kept } = before;
    const byHand = Object.entries(known?.renames ?? {}).filter(([, one]) => one.byHand === true);
    const all = { ...renames, ...Object.fromEntries(byHand) };
    const next = renames === null ? kept : { ...kept, sync: { at, renames: all } };
    return { ...config, profiles: { ...config.profiles, [name]: next } };
  });
}

async function sync(session: Session, { forget, dryRun }: OptionsOf<typeof declare>): Promise<void> {
  const { name, baseUrl } = session.profile();
  if (baseUrl === null || name === 'env') {
    const why = baseUrl === null ? 'is the service on this machine, which needs no sync' : 'is not saved';
    throw new UsageError(`profile ${name} ${why}`, { hint: 'select a saved profile: --profile NAME' });
  }
  if (forget === true) {
    if (dryRun === true) return await session.print.note('dry run: the profile is not changed');
    await keep(session, name, null);
    return await session.print.note(`profile ${name} uses the names of reach again`);
  }
  const { differences, renames } = await compareLive(session);
  const used = differences.filter(({ kind }) => kind === 'renamed');
  await session.print.list(differenceView, used);
  if (dryRun === true) return await session.print.note('dry run: the profile is not changed');
  await keep(session, name, renames);
  const missing = differences.length - used.length;
  const rest =
    missing === 0 ? '' : `; ${missing} more ${missing === 1 ? 'is' : 'are'} missing under any name (reach doctor)`;
  await session.print.note(
    used.length === 0
      ? `the service uses the same names as reach${rest}`
      : `profile ${name} now uses ${counted(used.length, 'name')} of the service${rest}`,
  );
}

export const syncCommand = does(declare, sync);
