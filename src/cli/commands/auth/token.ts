// reach auth token.

import { does, reads } from '../../session/command.ts';
import { keyOf } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { keyView } from '../../shared/views/account.ts';
import { CliError } from '../../terminal/exit.ts';

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

export const tokenCommand = does(
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
