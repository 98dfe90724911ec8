// reach identity mailboxes list.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, reads } from '../../../session/command.ts';
import { identityIdOf } from '../../../shared/lookup/identity.ts';
import { mailboxView } from '../../../shared/views/identities.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the mailboxes of an identity, the primary one first',
      uses: [routes.identities.mailboxes, routes.identities.list],
      view: mailboxView,
      json: { list: routes.identities.mailboxes },
      output: 'one row per mailbox: address, provider, whether it is primary, its health',
      exits: ['notFound'],
      examples: [
        ['reach identity mailboxes list "Robin Hale"', 'by name'],
        ['reach identity mailboxes list 2 --json', 'for a script'],
      ],
      completes: { identity: 'identities' },
    }).argument('<identity>', 'name, email or id'),
  async (session, word) => {
    const identityId = await identityIdOf(session, word);
    const { mailboxes } = await (await session.api()).identities.mailboxes({ params: { identityId } });
    await session.print.list(mailboxView, mailboxes ?? []);
  },
);
