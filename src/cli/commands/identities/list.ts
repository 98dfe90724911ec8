// reach identity list.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { identityView } from '../../shared/views/identities.ts';

export const listCommand = does(
  () =>
    withLimit(
      reads('list', {
        summary: 'List the identities of the workspace',
        uses: [routes.identities.list],
        view: identityView,
        output: 'one row per identity: id, name, email, its mailboxes',
        examples: [
          ['reach identity list', 'all identities'],
          ['reach identity list --fields id,name,languages', 'other columns'],
        ],
      }),
    ),
  async (session, limits) => {
    const { call } = await session.client();
    await printListing(session, identityView, limits, (paging) => listPages(call, 'identities', 'list', {}, paging));
  },
);
