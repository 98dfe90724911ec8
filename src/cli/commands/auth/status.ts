// reach auth status.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { keyOf } from '../../session/connect.ts';
import { statusView } from '../../shared/views/account.ts';
import { accountRow, keyOrigin, UNREAD_NOTE, validated } from './account.ts';

export const statusCommand = does(
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
