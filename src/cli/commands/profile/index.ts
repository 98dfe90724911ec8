import { rmSync } from 'node:fs';
import { getOwn } from '../../../contract/json.ts';
import { type BuildGroup, does, groupByVerb, reads, withYes, writesFile } from '../../session/command.ts';
import { twinFolder, usedNames } from '../../session/connect.ts';
import {
  changeConfig,
  configFile,
  maskedKey,
  type Profile,
  readConfig,
  type StoredProfile,
  type Sync,
  twinOf,
} from '../../session/profiles/profiles.ts';
import { checkBaseUrl } from '../../session/profiles/resolve-profile.ts';
import type { Session } from '../../session/session.ts';
import { forgetKey } from '../../shared/keychain.ts';
import { originView, profileView } from '../../shared/views/account.ts';
import { missingProfile, setCommand, syncCommand } from './set.ts';

/** A file that was edited by hand may hold an address with a password: it is not repeated. */
function baseUrlText(profile: StoredProfile): string {
  try {
    return twinOf(profile) === null ? checkBaseUrl(profile.baseUrl) : 'this machine';
  } catch {
    return 'not a valid address';
  }
}

function keyText(profile: StoredProfile): string | null {
  const { key, keychain } = profile;
  if (key !== undefined) return maskedKey(key);
  if (keychain !== undefined) return 'in the keychain';
  return profile.baseUrl.startsWith('twin:') ? null : 'logged out';
}

async function list(session: Session): Promise<void> {
  const config = readConfig(session.paths);
  const rows = [
    { current: config.current === 'local' ? '*' : '', name: 'local', baseUrl: 'this machine', key: null, output: null },
    ...Object.entries(config.profiles).map(([name, profile]) => ({
      current: config.current === name ? '*' : '',
      name,
      baseUrl: baseUrlText(profile),
      key: keyText(profile),
      output: profile.output ?? null,
    })),
  ];
  await session.print.list(profileView, rows);
}

const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the saved profiles',
      view: profileView,
      output: 'one row per profile; the current one is marked with *',
      notForAgents: 'configuration',
      examples: [
        ['reach profile list', 'all profiles'],
        ['reach profile list -o id', 'only the names'],
      ],
    }),
  list,
);

function syncedRow({ at, renames }: Sync, profile: string) {
  const value = String(Object.keys(renames).length);
  return { name: 'renamed-requests', value, from: profile === 'env' ? 'REACH_NAMES' : `profile set, ${at}` };
}

function keyRow({ name, baseUrl, key, keychain }: Profile) {
  if (key !== null) return { value: maskedKey(key.value), from: key.from };
  if (keychain !== null) return { value: 'in the keychain', from: `profile ${name}` };
  return baseUrl === null
    ? { value: 'not needed', from: 'built in' }
    : { value: 'none: logged out', from: `profile ${name}` };
}

async function show(session: Session): Promise<void> {
  const profile = session.profile();
  const { settings } = session;
  const sync = await usedNames(session.io, profile);
  await session.print.list(originView, [
    { name: 'profile', value: profile.name, from: profile.namedBy },
    { name: 'base-url', value: profile.baseUrl?.value ?? 'this machine', from: profile.baseUrl?.from ?? 'built in' },
    { name: 'key', ...keyRow(profile) },
    { name: 'output', value: settings.output, from: settings.outputFrom },
    ...(sync === null ? [] : [syncedRow(sync, profile.name)]),
    { name: 'config', value: configFile(session.paths), from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
    { name: 'state', value: session.paths.state, from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
    { name: 'local-data', value: session.paths.data, from: session.io.env['REACH_HOME'] ? 'REACH_HOME' : 'default' },
  ]);
}

const showCommand = does(
  () =>
    reads('show', {
      summary: 'Show the settings in force and where each comes from',
      view: originView,
      output: 'one row per setting: value and origin',
      notForAgents: 'configuration',
      examples: [
        ['reach profile show', 'the current profile'],
        ['reach profile show --profile staging --json', 'another profile'],
      ],
    }),
  show,
);

const useCommand = does(
  () =>
    writesFile('use', {
      summary: 'Make a profile the current one',
      json: 'nothing',
      output: 'nothing',
      exits: ['notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach profile use production', 'for all following commands'],
        ['reach profile use local', 'back to the service on this machine'],
      ],
      completes: { name: 'profiles' },
    }).argument('<name>', 'a saved profile, or local'),
  async (session, name) => {
    const { current, profiles } = readConfig(session.paths);
    if (name !== 'local' && getOwn(profiles, name) === undefined) throw missingProfile(name);
    if (name === current) return await session.print.note(`the current profile is already ${name}`);
    await changeConfig(session.io, session.paths, (config) => {
      if (name !== 'local' && getOwn(config.profiles, name) === undefined) throw missingProfile(name);
      return { ...config, current: name };
    });
    await session.print.note(`the current profile is now ${name}`);
  },
);

const removeCommand = does(
  () =>
    withYes(
      writesFile('remove', {
        summary: 'Delete a profile and its key, or the twin that it is',
        json: 'nothing',
        output: 'nothing',
        exits: ['notFound'],
        notForAgents: 'configuration',
        examples: [
          ['reach profile remove staging', 'asks for confirmation'],
          ['reach profile remove staging --yes', 'in a script'],
        ],
        completes: { name: 'profiles' },
      }).argument('<name>', 'a saved profile'),
    ),
  async (session, name, { yes }) => {
    const known = getOwn(readConfig(session.paths).profiles, name);
    if (known === undefined) throw missingProfile(name);
    if (yes !== true)
      await session.prompt.approve(
        `Remove profile ${name} and its ${twinOf(known) === null ? 'key' : 'workspace'}?`,
        '--yes',
        'nothing removed',
      );
    const wasCurrent = readConfig(session.paths).current === name;
    await changeConfig(session.io, session.paths, (config) => {
      const { [name]: _removed, ...profiles } = config.profiles;
      return { ...config, profiles, current: config.current === name ? 'local' : config.current };
    });
    if (known.keychain !== undefined) await forgetKey(session, known.keychain);
    const twin = twinOf(known);
    if (twin !== null) rmSync(twinFolder(session.paths, twin), { recursive: true, force: true });
    await session.print.note(
      `removed profile ${name}${wasCurrent ? '; the current profile is now local, the service on this machine' : ''}`,
    );
  },
);

export const profile: BuildGroup = (deps) =>
  groupByVerb(deps, {
    list: listCommand,
    show: showCommand,
    use: useCommand,
    set: setCommand,
    sync: syncCommand,
    remove: removeCommand,
  });
