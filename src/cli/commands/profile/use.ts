// reach profile use.

import { getOwn } from '../../../contract/dictionary.ts';
import { does, writesFile } from '../../session/command.ts';
import { changeConfig, readConfig } from '../../session/profiles/profiles.ts';
import { missingProfile } from './missing-profile.ts';

export const useCommand = does(
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
