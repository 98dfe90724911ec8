// reach profile remove.

import { rmSync } from 'node:fs';
import { getOwn } from '../../../contract/dictionary.ts';
import { does, withYes, writesFile } from '../../session/command.ts';
import { twinFolder } from '../../session/connect.ts';
import { changeConfig, readConfig, twinOf } from '../../session/profiles/profiles.ts';
import { forgetKey } from '../../shared/keychain.ts';
import { missingProfile } from './missing-profile.ts';

export const removeCommand = does(
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
