// reach identity show.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { findIdentity } from '../../shared/lookup/identity.ts';
import { identityView } from '../../shared/views/identities.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';
import { printIdentity } from './identity.ts';

export const showCommand = does(
  () =>
    withWeb(
      reads('show', {
        summary: 'Show one identity',
        uses: [routes.identities.list],
        view: identityView,
        json: { record: routes.identities.update },
        output: 'every field that has a value, the signature as text; JSON has all fields, the signature as HTML',
        exits: ['notFound'],
        examples: [
          ['reach identity show "Robin Hale"', 'by name'],
          ['reach identity show robin.hale@outreach.example --json --fields id,signature', 'by email, for a script'],
        ],
        optionsNotForAgents: PERSON_ONLY,
        completes: { identity: 'identities' },
      }),
    ).argument('<identity>', 'name, email or id'),
  async (session, word, { web }) => {
    const identity = await findIdentity(session, word);
    if (web) return await openInWeb(session, 'identity', word, identity);
    await printIdentity(session, identity);
  },
);
