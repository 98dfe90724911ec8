// reach auth.

import { getOwn } from '../../../contract/dictionary.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import { keyOf } from '../../session/connect.ts';
import { changeConfig, configFile, readConfig } from '../../session/profiles/profiles.ts';
import type { Session } from '../../session/session.ts';
import { keychainOf } from '../../shared/keychain.ts';
import { keyView, statusView } from '../../shared/views/account.ts';
import { CliError } from '../../terminal/exit.ts';
import { accountRow, keyOrigin, loginCommand, UNREAD_NOTE, validated } from './login.ts';

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
    const config = readConfig(session.paths);
    const name = session.flags.profile ?? config.current;
    const known = getOwn(config.profiles, name);
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
    throw new CliError(
      'notFound',
      'not_found',
      `profile "${profile.name}" needs no key: it is the service on this machine`,
      {
        hint: 'choose another one with --profile: reach profile list',
      },
    );
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
