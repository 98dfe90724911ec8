// reach profile: which workspaces this machine knows.

import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import {
  changeConfig,
  checkBaseUrl,
  checkProfileName,
  configFile,
  readConfig,
  type StoredProfile,
  type Sync,
} from '../../app/profiles.ts';
import type { Session } from '../../app/session.ts';
import { OUTPUTS } from '../../app/settings.ts';
import { originView, profileView } from '../../output/views/account.ts';
import { maskedKey } from '../auth/index.ts';
import { syncCommand } from './sync.ts';

function missing(name: string): CliError {
  return new CliError('notFound', 'not_found', `no profile "${name}"`, { hint: 'reach profile list' });
}

async function list(session: Session): Promise<void> {
  const config = readConfig(session.paths);
  const rows = [
    { current: config.current === 'local' ? '*' : '', name: 'local', baseUrl: 'this machine', key: null, output: null },
    ...Object.entries(config.profiles).map(([name, { baseUrl, key, output }]) => ({
      current: config.current === name ? '*' : '',
      name,
      baseUrl,
      key: maskedKey(key),
      output: output ?? null,
    })),
  ];
  await session.print.list(profileView, rows);
}

/** How many requests are written as the service names them. */
function syncedRow({ at, renames }: Sync) {
  return { name: 'renamed-requests', value: String(Object.keys(renames).length), from: `profile sync, ${at}` };
}

async function show(session: Session): Promise<void> {
  const profile = session.profile();
  const { settings } = session;
  await session.print.list(originView, [
    { name: 'profile', value: profile.name, from: profile.namedBy },
    { name: 'base-url', value: profile.baseUrl?.value ?? 'this machine', from: profile.baseUrl?.from ?? 'built in' },
    {
      name: 'key',
      value: profile.key === null ? 'none needed' : maskedKey(profile.key.value),
      from: profile.key?.from ?? 'built in',
    },
    { name: 'output', value: settings.output, from: settings.outputFrom },
    ...(profile.sync === null ? [] : [syncedRow(profile.sync)]),
    { name: 'config', value: configFile(session.paths), from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
    { name: 'state', value: session.paths.state, from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
    { name: 'local-data', value: session.paths.data, from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
  ]);
}

async function use(session: Session, name: string): Promise<void> {
  await changeConfig(session.io, session.paths, (config) => {
    if (name !== 'local' && config.profiles[name] === undefined) throw missing(name);
    return { ...config, current: name };
  });
  await session.print.note(`the current profile is now ${name}`);
}

async function set(
  session: Session,
  given: string,
  flags: { readonly baseUrl?: string; readonly defaultOutput?: string },
): Promise<void> {
  const name = checkProfileName(given);
  if (flags.baseUrl === undefined && flags.defaultOutput === undefined) {
    throw new UsageError('nothing to set', {
      hint: 'give --base-url or --default-output; keys are set by reach auth login',
    });
  }
  if (flags.defaultOutput !== undefined && !OUTPUTS.some((known) => known === flags.defaultOutput)) {
    throw new UsageError(`--default-output ${flags.defaultOutput}: one of ${OUTPUTS.join(', ')}`);
  }
  await changeConfig(session.io, session.paths, (config) => {
    const before = config.profiles[name];
    if (before === undefined) throw missing(name);
    const baseUrl = flags.baseUrl === undefined ? before.baseUrl : checkBaseUrl(flags.baseUrl);
    if (baseUrl !== before.baseUrl && new URL(baseUrl).origin !== new URL(before.baseUrl).origin) {
      throw new UsageError(
        `the key of "${name}" belongs to ${new URL(before.baseUrl).host} and is not sent elsewhere`,
        {
          hint: `log in anew: reach auth login --profile ${name} --base-url ${baseUrl}`,
        },
      );
    }
    const { sync, ...kept } = before;
    const next: StoredProfile = {
      ...kept,
      // What was found at one address says nothing of another.
      ...(sync === undefined || baseUrl !== before.baseUrl ? {} : { sync }),
      baseUrl,
      ...(flags.defaultOutput === undefined ? {} : { output: flags.defaultOutput }),
    };
    return { ...config, profiles: { ...config.profiles, [name]: next } };
  });
  await session.print.note(`profile ${name} is changed`);
}

async function remove(session: Session, name: string, flags: { readonly yes?: boolean }): Promise<void> {
  if (readConfig(session.paths).profiles[name] === undefined) throw missing(name);
  if (flags.yes !== true && !(await session.prompt.confirm(`Remove profile ${name} and its key?`, '--yes'))) {
    await session.print.note('nothing removed');
    return;
  }
  await changeConfig(session.io, session.paths, (config) => {
    const { [name]: _gone, ...profiles } = config.profiles;
    return { ...config, profiles, current: config.current === name ? 'local' : config.current };
  });
  await session.print.note(`profile ${name} is removed`);
}

export const profile: BuildGroup = (deps) =>
  group('profile', ['profiles'], 'Several workspaces, each with its address and key', [
    doesUntyped(
      deps,
      leaf('list', {
        summary: 'The profiles this machine knows',
        output: 'one row a profile; the current one is marked with *',
        examples: [
          ['reach profile list', 'all of them'],
          ['reach profile list -o id', 'names alone'],
        ],
      }),
      list,
    ),
    doesUntyped(
      deps,
      leaf('show', {
        summary: 'What is in force, and where each value came from',
        output: 'one row a setting: value and origin',
        examples: [
          ['reach profile show', 'the current profile'],
          ['reach profile show --profile staging --json', 'another one'],
        ],
      }),
      show,
    ),
    doesUntyped(
      deps,
      leaf('use', {
        summary: 'Make a profile the current one',
        output: 'nothing',
        exits: ['notFound'],
        examples: [
          ['reach profile use production', 'until further notice'],
          ['reach profile use local', 'back to the service on this machine'],
        ],
      }).argument('<name>', 'a profile, or local'),
      use,
    ),
    doesUntyped(
      deps,
      leaf('set', {
        summary: 'Change a profile',
        output: 'nothing',
        exits: ['notFound'],
        examples: [
          ['reach profile set production --default-output json', 'JSON unless told otherwise'],
          ['reach profile set production --base-url https://api.example.com/eu', 'another path on the same host'],
        ],
      })
        .argument('<name>', 'a stored profile')
        .option('--base-url <url>', 'address of the service; another host needs a new login')
        .option('--default-output <format>', OUTPUTS.join('|')),
      set,
    ),
    syncCommand(deps),
    doesUntyped(
      deps,
      leaf('remove', {
        summary: 'Forget a profile and its key',
        output: 'nothing',
        exits: ['notFound'],
        examples: [
          ['reach profile remove staging', 'asks first'],
          ['reach profile remove staging --yes', 'in a script'],
        ],
      })
        .argument('<name>', 'a stored profile')
        .option('-y, --yes', 'do not ask'),
      remove,
    ),
  ]);
