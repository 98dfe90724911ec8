// reach auth status.

import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import { statusView } from '../../output/views/account.ts';
import { accountRow, validated } from './account.ts';

export const statusCommand = does(
  () =>
    reads('status', {
      summary: 'Check the key and show its account',
      uses: [routes.account.validate],
      view: statusView,
      output: 'profile, service, scopes, workspace and user',
      notForAgents: 'configuration',
      examples: [
        ['reach auth status', 'the current profile'],
        ['reach auth status --profile production --json', 'for a script: exit 4 if the key is not valid'],
      ],
    }),
  async (session) => {
    const { name, baseUrl, key } = session.profile();
    const account = await validated(await session.api());
    const address = baseUrl?.value ?? 'this machine';
    const row = accountRow(name, address, key?.value ?? null, key?.from ?? 'not needed (local service)', account);
    await session.print.record(statusView, row);
  },
);
