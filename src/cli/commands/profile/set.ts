// reach profile set and sync.

import { Option } from 'commander';
import type { DefinitionComparison } from '../../../client/compatibility/definitions/compare.ts';
import { getOwn } from '../../../contract/json.ts';
import { does, type OptionsOf, writesFile } from '../../session/command.ts';
import { keyOf } from '../../session/connect.ts';
import { changeConfig, checkProfileName, readConfig, type StoredProfile } from '../../session/profiles/profiles.ts';
import { fieldsOf, pathsOf, syncWith } from '../../session/profiles/request-names.ts';
import { checkBaseUrl, resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { compareLive, learnedText, learnLive } from '../../session/read-definition.ts';
import type { Session } from '../../session/session.ts';
import { forgetKey, keychainLabel, keychainOf } from '../../shared/keychain.ts';
import { checkWithin } from '../../shared/never-contact/recently-contacted.ts';
import { differenceView } from '../../shared/views/account.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { OUTPUTS } from '../../terminal/settings.ts';

export function missingProfile(name: string): CliError {
  return new CliError('notFound', 'not_found', `no profile "${name}"`, {
    hint: 'list the profiles: reach profile list',
  });
}

const declareSet = () =>
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
  declareSet,
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
    const changed = (before: StoredProfile): StoredProfile => {
      const baseUrl = address === undefined ? before.baseUrl : checkBaseUrl(address);
      if (baseUrl !== before.baseUrl && new URL(baseUrl).origin !== new URL(before.baseUrl).origin) {
        const message = `the key of "${name}" belongs to ${new URL(before.baseUrl).host} and is not sent elsewhere`;
        throw new UsageError(message, {
          hint: `log in again: reach auth login --profile ${name} --base-url ${baseUrl}`,
        });
      }
      const { sync, contactedWithin: _within, ...kept } = before;
      const within = contactedWithin === undefined ? before.contactedWithin : checkWithin(contactedWithin);
      return {
        ...kept,
        // The names of one service do not apply to another address.
        ...syncWith(baseUrl === before.baseUrl ? sync : undefined, changes, at),
        baseUrl,
        ...(defaultOutput === undefined ? {} : { output: defaultOutput }),
        ...(within === undefined || within === 'allow' ? {} : { contactedWithin: within }),
      };
    };
    await changeProfile(session, name, changed, keychain);
    await session.print.note(`changed profile ${name}`);
  },
);

/** All of it or nothing: a key moves to its new place first, and leaves the one before at the end. */
async function changeProfile(
  session: Session,
  name: string,
  changed: (before: StoredProfile) => StoredProfile,
  isForKeychain: boolean | undefined,
): Promise<void> {
  const { io, paths } = session;
  const before = getOwn(readConfig(paths).profiles, name);
  if (before !== undefined) changed(before);
  const isMoving = before !== undefined && isForKeychain !== undefined;
  const moved = isMoving ? await movedKey(session, name, before, isForKeychain) : null;
  await changeConfig(io, paths, (config) => {
    const now = getOwn(config.profiles, name);
    if (now === undefined) throw missingProfile(name);
    if (moved !== null && (now.key !== before?.key || now.keychain !== before?.keychain))
      throw new CliError('conflict', 'conflict', `profile "${name}" was changed meanwhile`, { hint: 'try again' });
    const { key, keychain, ...next } = changed(now);
    const held = moved ?? { ...(key !== undefined && { key }), ...(keychain !== undefined && { keychain }) };
    return { ...config, profiles: { ...config.profiles, [name]: { ...next, ...held } } };
  });
  if (moved !== null && before?.keychain !== undefined) await forgetKey(session, before.keychain);
}

/** Where the key is once it is where it is wanted; null for one that is there already. */
async function movedKey(
  session: Session,
  name: string,
  { key, keychain, baseUrl }: StoredProfile,
  isForKeychain: boolean,
): Promise<Partial<StoredProfile> | null> {
  if (key === undefined && keychain === undefined) {
    throw new CliError('access', 'logged_out', `profile "${name}" is logged out: it has no key to move`, {
      hint: `reach auth login --profile ${name} ${isForKeychain ? '--keychain' : '--no-keychain'}`,
    });
  }
  if (isForKeychain === (keychain !== undefined)) return null;
  if (key === undefined) return { key: await keyOf(session, resolveProfile({ env: {} }, session.paths, name)) };
  return { keychain: await (await keychainOf(session)).store(keychainLabel(name, baseUrl), key) };
}

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
  const { print, host, paths } = session;
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
  const asked = { client: await session.client(), host, paths, baseUrl: baseUrl.value };
  const comparison = dryRun === true ? await compareLive(asked) : await learnLive(asked);
  await print.list(differenceView, [...comparison.differences, ...boundRows(comparison)]);
  if (dryRun === true) return await print.note('dry run: the profile is not changed');
  await print.note(`the service: ${learnedText(comparison.learned) ?? 'the same names as reach'}`);
}

export const syncCommand = does(declare, sync);
