// reach auth: a key is checked with the service before it is stored, and never printed.

import { ReplyError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import type { BuildGroup } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { connectTo } from '../../app/connect.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import {
  changeConfig,
  checkBaseUrl,
  checkProfileName,
  configFile,
  readConfig,
  type StoredProfile,
} from '../../app/profiles.ts';
import type { Session } from '../../app/session.ts';
import { readStdin } from '../../files/read.ts';
import { statusView } from '../../output/views/account.ts';

/** What a new login keeps of the profile: the names of a service belong to its address. */
function settingsFor(known: StoredProfile | undefined, baseUrl: string): Partial<StoredProfile> {
  const { sync, ...kept } = known ?? {};
  return sync === undefined || known?.baseUrl !== baseUrl ? kept : { ...kept, sync };
}

/** The first and last characters of a key, enough to tell two apart. */
export function maskedKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 4)}…${key.slice(-4)}` : '…';
}

const KEY = /^gsk_[\x21-\x7e]{4,500}$/;

async function keyFor(session: Session, fromStdin: boolean): Promise<string> {
  const given = fromStdin
    ? await readStdin(session.io)
    : session.io.env['REACH_API_KEY'] !== undefined && !session.prompt.possible
      ? session.io.env['REACH_API_KEY']
      : await session.prompt.secret('API key (from the web dashboard)', '--key-stdin');
  const key = given.trim();
  if (!KEY.test(key)) {
    throw new UsageError('that is no API key: a key begins with gsk_', { hint: 'create one in the web dashboard' });
  }
  return key;
}

/** What the service says of the key; null where it accepts it and says nothing (the body of the answer is not shown). */
async function validated(api: Api): Promise<unknown> {
  try {
    return await api.account.validate();
  } catch (error) {
    if (error instanceof ReplyError && error.fault === 'no_data') return null;
    throw error;
  }
}

interface LoginFlags {
  readonly baseUrl?: string;
  readonly keyStdin?: boolean;
}

async function login(session: Session, flags: LoginFlags): Promise<void> {
  const name = checkProfileName(session.flags.profile ?? 'default');
  const known = readConfig(session.paths).profiles[name];
  const baseUrl = checkBaseUrl(
    flags.baseUrl ?? known?.baseUrl ?? (await session.prompt.line('Address of the service', '--base-url')),
  );
  const key = await keyFor(session, flags.keyStdin === true);
  const client = await connectTo(session, { baseUrl, key });
  const who = await validated(client.api).finally(() => client.close());
  await changeConfig(session.io, session.paths, (config) => ({
    ...config,
    current: name,
    profiles: { ...config.profiles, [name]: { ...settingsFor(known, baseUrl), baseUrl, key } },
  }));
  await session.print.note(`logged in: profile ${name} is now the current one (${configFile(session.paths)})`);
  await session.print.record(statusView, describe(name, baseUrl, key, `profile ${name}`, who));
}

/** What of an account a person wants to see. Written tolerantly: the body of /v1/validate is not shown by the interface. */
function describe(profile: string, baseUrl: string, key: string | null, keyFrom: string, told: unknown) {
  const at = (path: readonly string[]) => {
    let value: unknown = told;
    for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
    return value ?? null;
  };
  return {
    profile,
    baseUrl,
    valid: true,
    key: key === null ? null : maskedKey(key),
    keyFrom,
    keyName: at(['key', 'name']),
    scopes: at(['key', 'scopes']),
    workspace: at(['workspace', 'name']),
    user: at(['user', 'name']),
  };
}

async function status(session: Session): Promise<void> {
  const profile = session.profile();
  const told = await validated(await session.api());
  await session.print.record(
    statusView,
    describe(
      profile.name,
      profile.baseUrl?.value ?? 'this machine',
      profile.key?.value ?? null,
      profile.key?.from ?? 'none needed',
      told,
    ),
  );
}

async function logout(session: Session): Promise<void> {
  const config = readConfig(session.paths);
  const name = session.flags.profile ?? config.current;
  if (config.profiles[name] === undefined) {
    throw new CliError('notFound', 'not_found', `no stored key under profile "${name}"`, {
      hint: 'reach profile list',
    });
  }
  await changeConfig(session.io, session.paths, (before) => {
    const { [name]: _gone, ...profiles } = before.profiles;
    return { ...before, profiles, current: before.current === name ? 'local' : before.current };
  });
  await session.print.note(`logged out: the key of profile ${name} is deleted from ${configFile(session.paths)}`);
}

export const auth: BuildGroup = (deps) =>
  group('auth', [], 'Log in, see who you are, log out', [
    doesUntyped(
      deps,
      leaf('login', {
        summary: 'Store a key, after checking it with the service',
        description:
          'Asks for the key without showing it, or takes it from standard input. The profile is named by --profile ' +
          '("default" without) and becomes the current one.',
        uses: [routes.account.validate],
        output: 'the account the key belongs to',
        examples: [
          ['reach auth login --base-url https://api.example.com', 'asks for the key'],
          [
            'reach auth login --profile staging --base-url https://staging.example.com --key-stdin < key.txt',
            'in a script',
          ],
        ],
      })
        .option('--base-url <url>', 'address of the service')
        .option('--key-stdin', 'read the key from standard input'),
      login,
    ),
    doesUntyped(
      deps,
      leaf('status', {
        summary: 'Check the key and show whose it is',
        uses: [routes.account.validate],
        output: 'profile, service, scopes, workspace and user',
        examples: [
          ['reach auth status', 'the current profile'],
          ['reach auth status --profile production --json', 'for a script: exit 4 when the key is not valid'],
        ],
      }),
      status,
    ),
    doesUntyped(
      deps,
      leaf('logout', {
        summary: 'Delete the stored key of a profile',
        output: 'nothing',
        exits: ['notFound'],
        examples: [
          ['reach auth logout', 'the current profile'],
          ['reach auth logout --profile staging', 'another one'],
        ],
      }),
      logout,
    ),
  ]);
