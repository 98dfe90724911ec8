// reach profile set.

import { Option } from 'commander';
import { getOwn } from '../../../contract/json.ts';
import { does, writesFile } from '../../session/command.ts';
import { keyOf } from '../../session/connect.ts';
import { changeConfig, checkProfileName, readConfig, type StoredProfile } from '../../session/profiles/profiles.ts';
import { fieldsOf, pathsOf, syncWith } from '../../session/profiles/request-names.ts';
import { checkBaseUrl, resolveProfile } from '../../session/profiles/resolve-profile.ts';
import type { Session } from '../../session/session.ts';
import { forgetKey, keychainLabel, keychainOf } from '../../shared/keychain.ts';
import { checkWithin } from '../../shared/never-contact/recently-contacted.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { OUTPUTS } from '../../terminal/settings.ts';

// The error for an unknown profile.

export function missingProfile(name: string): CliError {
  return new CliError('notFound', 'not_found', `no profile "${name}"`, {
    hint: 'list the profiles: reach profile list',
  });
}

const declare = () =>
  writesFile('set', {
    summary: 'Change a profile',
    json: 'nothing',
    output: 'nothing',
    exits: ['access', 'notFound', 'conflict'],
    notForAgents: 'configuration',
    examples: [
      ['reach profile set production --default-output json', 'JSON unless --output is given'],
      ['reach profile set production --path actions.run=/v1/enrichments', 'where the service has a request'],
      ['reach profile set production --field campaigns.addContact.contactId=leadId', 'what it calls a field'],
      ['reach profile set production --contacted-within 90d', 'campaigns leave out whom another contacted lately'],
      ['reach profile set production --keychain', 'the key moves from the file to the keychain'],
      ['reach profile set production --base-url https://api.example.com/eu', 'another path on the same host'],
    ],
    completes: { name: 'profiles' },
  })
    .argument('<name>', 'a saved profile')
    .option('--base-url <url>', 'address of the service; another host needs a new login')
    .option('--keychain', 'move the key to the keychain of the operating system')
    .option('--no-keychain', 'move the key to the configuration file')
    .option('--path <request=path...>', 'path of a request that the interface does not show')
    .option('--field <request.field=name...>', 'name of a field or parameter that the interface does not show')
    .option('--contacted-within <time>', 'default of campaign add-list, add-contact and workflow run; allow: none')
    .addOption(new Option('--default-output <format>', 'default of --output').choices(OUTPUTS));

export const setCommand = does(
  declare,
  async (
    session,
    word,
    { baseUrl: address, defaultOutput, contactedWithin, path: words = [], field: fields = [], keychain },
  ) => {
    if (word === 'env' && words.length + fields.length > 0) {
      const names = [...words, ...fields].join(',');
      throw new UsageError('profile env is not saved', { hint: `set the variable: REACH_NAMES=${names}` });
    }
    const name = checkProfileName(word);
    const isUnset = address === undefined && defaultOutput === undefined && words.length === 0 && fields.length === 0;
    if (isUnset && contactedWithin === undefined && keychain === undefined) {
      throw new UsageError('nothing to set', {
        hint: 'give --base-url, --default-output, --contacted-within, --path, --field or --keychain; keys are set by reach auth login',
      });
    }
    const changes = [pathsOf(words), fieldsOf(fields)];
    const at = new Date(session.io.now()).toISOString();
    await changeConfig(session.io, session.paths, (config) => {
      const before = getOwn(config.profiles, name);
      if (before === undefined) throw missingProfile(name);
      const baseUrl = address === undefined ? before.baseUrl : checkBaseUrl(address);
      if (baseUrl !== before.baseUrl && new URL(baseUrl).origin !== new URL(before.baseUrl).origin) {
        const message = `the key of "${name}" belongs to ${new URL(before.baseUrl).host} and is not sent elsewhere`;
        throw new UsageError(message, {
          hint: `log in again: reach auth login --profile ${name} --base-url ${baseUrl}`,
        });
      }
      const { sync, contactedWithin: _within, ...kept } = before;
      const within = contactedWithin === undefined ? before.contactedWithin : checkWithin(contactedWithin);
      const next: StoredProfile = {
        ...kept,
        // The names of one service do not apply to another address.
        ...syncWith(baseUrl === before.baseUrl ? sync : undefined, changes, at),
        baseUrl,
        ...(defaultOutput === undefined ? {} : { output: defaultOutput }),
        ...(within === undefined || within === 'allow' ? {} : { contactedWithin: within }),
      };
      return { ...config, profiles: { ...config.profiles, [name]: next } };
    });
    if (keychain !== undefined) await moveKey(session, name, keychain);
    await session.print.note(`changed profile ${name}`);
  },
);

/** Puts the key where it is wanted; a profile that has it there already stays as it is. */
async function moveKey(session: Session, name: string, isForKeychain: boolean): Promise<void> {
  const { io, paths } = session;
  const before = getOwn(readConfig(paths).profiles, name);
  if (before === undefined) throw missingProfile(name);
  const { key: inFile, keychain: inKeychain } = before;
  if (inFile === undefined && inKeychain === undefined) {
    throw new CliError('access', 'logged_out', `profile "${name}" is logged out: it has no key to move`, {
      hint: `reach auth login --profile ${name} ${isForKeychain ? '--keychain' : '--no-keychain'}`,
    });
  }
  if (isForKeychain === (inKeychain !== undefined)) return;
  const held: Partial<StoredProfile> =
    inFile === undefined
      ? { key: await keyOf(session, resolveProfile({ env: {} }, paths, name)) }
      : { keychain: await (await keychainOf(session)).store(keychainLabel(name, before.baseUrl), inFile) };
  await changeConfig(io, paths, (config) => {
    const at = getOwn(config.profiles, name);
    if (at?.key !== inFile || at?.keychain !== inKeychain || at === undefined) {
      throw new CliError('conflict', 'conflict', `profile "${name}" was changed meanwhile`, { hint: 'try again' });
    }
    const { key: _key, keychain: _keychain, ...kept } = at;
    return { ...config, profiles: { ...config.profiles, [name]: { ...kept, ...held } } };
  });
  if (inKeychain !== undefined) await forgetKey(session, inKeychain);
}
