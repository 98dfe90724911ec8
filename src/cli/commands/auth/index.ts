import { ApiError, ReplyError } from '../../../client/errors.ts';
import { getOwn, valueIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { readStdin } from '../../files/read.ts';
import { type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import { connectTo, keyOf } from '../../session/connect.ts';
import {
  changeConfig,
  checkProfileName,
  configFile,
  maskedKey,
  readConfig,
  type StoredProfile,
  twinOf,
} from '../../session/profiles/profiles.ts';
import { checkBaseUrl } from '../../session/profiles/resolve-profile.ts';
import { learnedText, learnOnTheWay } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { forgetKey, keychainLabel, keychainOf } from '../../shared/keychain.ts';
import { keyView, statusView } from '../../shared/views/account.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { isOn } from '../../terminal/settings.ts';

// The account of a key, as `auth login` and `auth status` show it.

const UNREAD_NOTE =
  'the service knows the key, which may not read its account (WORKSPACE_READ): scopes and workspace were not checked';

/** Asks the service about its key; a key with few scopes is a key. Throws ApiError (401) for one it does not know. */
async function validated(api: Api) {
  try {
    return { account: await api.account.validate(), isUnread: false };
  } catch (error) {
    if (error instanceof ReplyError && error.fault === 'no_data') return { account: null, isUnread: false };
    if (error instanceof ApiError && error.status === 403) return { account: null, isUnread: true };
    throw error;
  }
}

/** Reads any answer: the interface does not define the body of /v1/validate. */
function accountRow(profile: string, baseUrl: string, key: string | null, keyFrom: string, account: unknown) {
  return {
    profile,
    baseUrl,
    valid: true,
    key: key === null ? null : maskedKey(key),
    keyFrom,
    keyName: valueIn(account, 'key', 'name') ?? null,
    scopes: valueIn(account, 'key', 'scopes') ?? null,
    workspace: valueIn(account, 'workspace', 'name') ?? null,
    user: valueIn(account, 'user', 'name') ?? null,
  };
}

const keyOrigin = (name: string, isInKeychain: boolean): string =>
  isInKeychain ? `keychain, profile ${name}` : `profile ${name}`;

/** Settings that a new login keeps; the names of a service are dropped with its address. */
function settingsFor(known: StoredProfile | undefined, baseUrl: string): Partial<StoredProfile> {
  const { sync, key: _replaced, keychain: _forgotten, ...kept } = known ?? {};
  return sync === undefined || known?.baseUrl !== baseUrl ? kept : { ...kept, sync };
}

/** As the flag says, else as the profile has it, else as REACH_KEYCHAIN says. */
function isForKeychain({ io }: Session, known: StoredProfile | undefined, flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag;
  if (known?.key !== undefined || known?.keychain !== undefined) return known.keychain !== undefined;
  return isOn(io.env['REACH_KEYCHAIN']);
}

const KEY = /^gsk_[\x21-\x7e]{4,500}$/;

async function keyFor(session: Session, fromStdin: boolean): Promise<string> {
  const input = fromStdin
    ? await readStdin(session.io)
    : session.io.env['REACH_API_KEY'] !== undefined && !session.prompt.possible
      ? session.io.env['REACH_API_KEY']
      : await session.prompt.secret('API key (from the web dashboard)', '--key-stdin');
  const key = input.trim();
  if (!KEY.test(key)) {
    throw new UsageError('this is not an API key: keys begin with gsk_', { hint: 'create one in the web dashboard' });
  }
  return key;
}

const declareLogin = () =>
  writesFile('login', {
    summary: 'Store an API key, after checking it with the service',
    description:
      'Asks for the key without showing it, or reads it from standard input. The profile is named by --profile ' +
      'or REACH_PROFILE (default: "default"); the first one, or one with --use, becomes the current one. The key is kept in a file that only you can read, or with ' +
      '--keychain in the keychain of the operating system: through secret-tool on Linux, security on macOS. A profile ' +
      'stays with what it has at the next login.',
    uses: [routes.account.validate],
    view: statusView,
    json: 'record',
    output: 'the account of the key',
    notForAgents: 'configuration',
    examples: [
      ['reach auth login --base-url https://api.example.com', 'asks for the key'],
      [
        'reach auth login --profile staging --base-url https://staging.example.com --key-stdin < key.txt',
        'in a script',
      ],
      ['reach auth login --profile production --keychain', 'the key goes to the keychain, not to a file'],
    ],
  })
    .option('--base-url <url>', 'address of the service')
    .option('--key-stdin', 'read the key from standard input')
    .option('--use', 'make it the current profile')
    .option('--keychain', 'keep the key in the keychain of the operating system (REACH_KEYCHAIN)')
    .option('--no-keychain', 'keep the key in the configuration file');

const loginCommand = does(declareLogin, async (session, options) => {
  const name = checkProfileName(session.flags.profile ?? (session.io.env['REACH_PROFILE']?.trim() || 'default'));
  const known = getOwn(readConfig(session.paths).profiles, name);
  if (known !== undefined && twinOf(known) !== null) {
    throw new UsageError(`profile ${name} is a twin, which needs no key`, {
      hint: `choose another name, or remove it: reach profile remove ${name}`,
    });
  }
  const baseUrl = checkBaseUrl(
    options.baseUrl ?? known?.baseUrl ?? (await session.prompt.line('Address of the service', '--base-url')),
  );
  const keychain = isForKeychain(session, known, options.keychain) ? await keychainOf(session) : null;
  const key = await keyFor(session, options.keyStdin === true);
  const client = await connectTo(session, { baseUrl, key });
  const asked = { client, host: session.host, paths: session.paths, baseUrl };
  const { checked, learned } = await session
    .progress('Checking the key', async () => ({
      checked: await validated(client.api),
      learned: await learnOnTheWay(asked, null, () => {}),
    }))
    .finally(() => client.close());
  const held = keychain === null ? { key } : { keychain: await keychain.store(keychainLabel(name, baseUrl), key) };
  const { current } = await changeConfig(session.io, session.paths, (config) => ({
    ...config,
    current: options.use === true || Object.keys(config.profiles).length === 0 ? name : config.current,
    profiles: {
      ...config.profiles,
      [name]: { ...settingsFor(getOwn(config.profiles, name), baseUrl), baseUrl, ...held },
    },
  }));
  if (known?.keychain !== undefined) await forgetKey(session, known.keychain);
  const where = keychain === null ? configFile(session.paths) : 'its key is in the keychain';
  const use =
    current === name ? 'is the current profile' : `is stored; reach profile use ${name} makes it the current one`;
  await session.print.note(`logged in: ${name} ${use} (${where})`);
  if (checked.isUnread) await session.print.note(UNREAD_NOTE);
  if (learned !== null) await session.print.note(`the service: ${learnedText(learned) ?? 'the same names as reach'}`);
  await session.print.record(
    statusView,
    accountRow(name, baseUrl, key, keyOrigin(name, keychain !== null), checked.account),
  );
});

const logoutCommand = does(
  () =>
    writesFile('logout', {
      summary: 'Delete the stored key of a profile',
      description:
        'The profile stays, and stays the current one if it is: until the next login its commands are refused (exit 4).',
      json: 'nothing',
      output: 'nothing',
      exits: ['access', 'notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach auth logout', 'the current profile'],
        ['reach auth logout --profile staging', 'another profile'],
      ],
    }),
  async (session) => {
    const { name } = session.profile();
    const known = getOwn(readConfig(session.paths).profiles, name);
    if (known?.key === undefined && known?.keychain === undefined) {
      throw new CliError('notFound', 'not_found', `profile "${name}" has no stored key`, {
        hint: 'list the profiles: reach profile list',
      });
    }
    // First where it is: a profile without its name could never delete it.
    if (known.keychain !== undefined) await (await keychainOf(session)).remove(known.keychain);
    await changeConfig(session.io, session.paths, (before) => {
      const at = getOwn(before.profiles, name);
      if (at === undefined) return before;
      const { key: _deleted, keychain: _forgotten, ...kept } = at;
      return { ...before, profiles: { ...before.profiles, [name]: kept } };
    });
    const where = known.keychain === undefined ? configFile(session.paths) : 'the keychain';
    await session.print.note(`logged out: deleted the key of profile ${name} from ${where}`);
  },
);

const statusCommand = does(
  () =>
    reads('status', {
      summary: 'Check the key and show its account',
      uses: [routes.account.validate],
      view: statusView,
      json: 'record',
      output: 'profile, service, where the key is kept, scopes, workspace and user',
      notForAgents: 'configuration',
      examples: [
        ['reach auth status', 'the current profile'],
        ['reach auth status --profile production --json', 'for a script: exit 4 if the key is not valid'],
      ],
    }),
  async (session) => {
    const profile = session.profile();
    const { name, baseUrl, key } = profile;
    const { account, isUnread } = await validated(await session.api());
    if (isUnread) await session.print.note(UNREAD_NOTE);
    const address = baseUrl?.value ?? 'this machine';
    const used = baseUrl === null ? (key?.value ?? null) : await keyOf(session, profile);
    const from = key?.from ?? (baseUrl === null ? 'not needed (local service)' : keyOrigin(name, true));
    const row = accountRow(name, address, used, from, account);
    await session.print.record(statusView, row);
  },
);

async function token(session: Session): Promise<void> {
  const profile = session.profile();
  if (profile.baseUrl === null && profile.key === null) {
    const message = `profile "${profile.name}" needs no key: it is the service on this machine`;
    throw new CliError('notFound', 'not_found', message, {
      hint: 'choose another one with --profile: reach profile list',
    });
  }
  const key = await keyOf(session, profile);
  await session.print.hide(key);
  if (session.io.stdout.isTTY) await session.print.warn('this is the whole key: whoever sees it can use it');
  if (session.settings.output === 'table') await session.print.text(`${key}\n`);
  else await session.print.record(keyView, { profile: profile.name, key });
}

const tokenCommand = does(
  () =>
    reads('token', {
      summary: 'Print the key of a profile, for other programs',
      description: 'Reads it from the file or the keychain, wherever it is kept; asks no service.',
      view: keyView,
      json: 'record',
      output: 'the key alone; with --json: profile and key',
      exits: ['access', 'notFound'],
      notForAgents: 'configuration',
      examples: [
        ['curl -H "x-api-key: $(reach auth token)" https://api.example.com/v1/validate', 'the current profile'],
        ['reach auth token --profile staging --json', 'another profile'],
      ],
    }),
  token,
);

export const auth: BuildGroup = (deps) =>
  groupByVerb(deps, { login: loginCommand, status: statusCommand, token: tokenCommand, logout: logoutCommand });
