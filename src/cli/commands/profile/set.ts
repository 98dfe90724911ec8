// reach profile set.

import { Option } from 'commander';
import { does, writesFile } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import { changeConfig, checkBaseUrl, checkProfileName, type StoredProfile } from '../../app/profiles.ts';
import type { Session } from '../../app/session.ts';
import { OUTPUTS, type Output } from '../../app/settings.ts';
import { missingProfile } from './missing-profile.ts';

async function set(
  session: Session,
  word: string,
  {
    baseUrl: address,
    defaultOutput,
  }: { readonly baseUrl?: string | undefined; readonly defaultOutput?: Output | undefined },
): Promise<void> {
  const name = checkProfileName(word);
  if (address === undefined && defaultOutput === undefined) {
    throw new UsageError('nothing to set', {
      hint: 'give --base-url or --default-output; keys are set by reach auth login',
    });
  }
  await changeConfig(session.io, session.paths, (config) => {
    const before = config.profiles[name];
    if (before === undefined) throw missingProfile(name);
    const baseUrl = address === undefined ? before.baseUrl : checkBaseUrl(address);
    if (baseUrl !== before.baseUrl && new URL(baseUrl).origin !== new URL(before.baseUrl).origin) {
      throw new UsageError(
        `the key of "${name}" belongs to ${new URL(before.baseUrl).host} and is not sent elsewhere`,
        {
          hint: `log in again: reach auth login --profile ${name} --base-url ${baseUrl}`,
        },
      );
    }
    const { sync, ...kept } = before;
    const next: StoredProfile = {
      ...kept,
      // The names of one service do not apply to another address.
      ...(sync === undefined || baseUrl !== before.baseUrl ? {} : { sync }),
      baseUrl,
      ...(defaultOutput === undefined ? {} : { output: defaultOutput }),
    };
    return { ...config, profiles: { ...config.profiles, [name]: next } };
  });
  await session.print.note(`changed profile ${name}`);
}

export const setCommand = does(
  () =>
    writesFile('set', {
      summary: 'Change a profile',
      output: 'nothing',
      exits: ['notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach profile set production --default-output json', 'JSON unless --output is given'],
        ['reach profile set production --base-url https://api.example.com/eu', 'another path on the same host'],
      ],
      completes: { name: 'profiles' },
    })
      .argument('<name>', 'a saved profile')
      .option('--base-url <url>', 'address of the service; another host needs a new login')
      .addOption(new Option('--default-output <format>', 'default of --output').choices(OUTPUTS)),
  set,
);
