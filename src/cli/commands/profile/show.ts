// reach profile show.

import { does, reads } from '../../session/command.ts';
import { usedNames } from '../../session/connect.ts';
import { configFile, maskedKey, type Profile, type Sync } from '../../session/profiles/profiles.ts';
import type { Session } from '../../session/session.ts';
import { originView } from '../../shared/views/account.ts';

/** The number of requests that use names which the user set or accepted. */
function syncedRow({ at, renames, off }: Sync, profile: string) {
  const value = off === true ? 'the names of reach' : String(Object.keys(renames).length);
  return { name: 'renamed-requests', value, from: profile === 'env' ? 'REACH_NAMES' : `profile sync, ${at}` };
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

export const showCommand = does(
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
