// reach profile sync: reads the definition of the live service again, and lists what differs.

import type { DefinitionComparison } from '../../../client/compatibility/definitions/compare.ts';
import { getOwn } from '../../../contract/json.ts';
import { does, type OptionsOf, writesFile } from '../../session/command.ts';
import { changeConfig } from '../../session/profiles/profiles.ts';
import { compareLive, learnedText, learnLive } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { differenceView } from '../../shared/views/doctor.ts';
import { UsageError } from '../../terminal/exit.ts';

const declare = () =>
  writesFile('sync', {
    summary: 'Read the definition of the service, and list what differs from reach',
    description: [
      'Some paths and names had to be chosen, because the public interface does not show them. This reads the',
      'definition of the live service (/definitions.json), which happens once a day by itself. What it does not',
      'have under the same path and name is not sent. Where the service has it elsewhere, name it with',
      'reach profile set --path or --field.',
    ].join('\n'),
    view: differenceView,
    output:
      'one row per path, parameter or field that differs: request, name in reach, what the service has; and per largest value and enumeration',
    exits: ['notFound', 'access', 'later'],
    notForAgents: 'configuration',
    examples: [
      ['reach profile sync', 'for the current profile'],
      ['reach profile sync --profile production --dry-run', 'only list what differs'],
      ['reach profile sync --forget', 'without the names that were set'],
    ],
  })
    .option('--forget', 'forget the names that were set: use the names of reach again')
    .option('--dry-run', 'list what differs without changing the profile');

async function forgetNames(session: Session): Promise<void> {
  const { name } = session.profile();
  await changeConfig(session.io, session.paths, (config) => {
    const before = getOwn(config.profiles, name);
    if (before === undefined) throw new UsageError(`profile ${name} no longer exists`);
    const { sync: _, ...kept } = before;
    return { ...config, profiles: { ...config.profiles, [name]: kept } };
  });
}

/** `pageSize: at most 50` beside `pageSize: at most 100`, `taskType: FAX` beside `taskType: CALL`. */
function boundRows({ maxima, words }: DefinitionComparison) {
  const most = (name: string, value: number | null) =>
    value === null ? `${name}: no maximum known` : `${name}: at most ${value}`;
  const only = (name: string, some: readonly string[]) => (some.length === 0 ? null : `${name}: ${some.join(', ')}`);
  return [
    ...maxima.map(({ request, part, name, ours, theirs }) => {
      return { request, part, ours: most(name, ours), theirs: most(name, theirs), kind: 'limit' };
    }),
    ...words.map(({ request, name, more, fewer }) => {
      return { request, part: null, ours: only(name, fewer), theirs: only(name, more), kind: 'words' };
    }),
  ];
}

async function sync(session: Session, { forget, dryRun }: OptionsOf<typeof declare>): Promise<void> {
  const { name, baseUrl } = session.profile();
  const { print, io, paths } = session;
  if (baseUrl === null) {
    throw new UsageError(`profile ${name} is the service on this machine, which needs no sync`, {
      hint: 'select a saved profile: --profile NAME',
    });
  }
  if (name === 'env' && forget === true) {
    throw new UsageError('profile env is not saved', {
      hint: 'its names are those of REACH_NAMES (reach help environment)',
    });
  }
  if (forget === true) {
    if (dryRun === true) return await print.note('dry run: the profile is not changed');
    await forgetNames(session);
    return await print.note(`profile ${name} uses the names of reach again`);
  }
  const asked = { client: await session.client(), io, paths, baseUrl: baseUrl.value };
  const comparison = dryRun === true ? await compareLive(asked) : await learnLive(asked);
  await print.list(differenceView, [...comparison.differences, ...boundRows(comparison)]);
  if (dryRun === true) return await print.note('dry run: the profile is not changed');
  await print.note(`the service: ${learnedText(comparison.learned) ?? 'the same names as reach'}`);
}

export const syncCommand = does(declare, sync);
