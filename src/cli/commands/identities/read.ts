// reach identity list and show.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { identityView } from '../../output/views/identities.ts';
import { type LimitOptions, printListing, withLimit } from '../../shared/limit/limit.ts';
import { findIdentity } from '../../shared/lookup/identity.ts';
import { htmlText } from './html-text.ts';

export function listCommand(deps: Deps) {
  return doesUntyped(
    deps,
    withLimit(
      leaf('list', {
        summary: 'The identities of the workspace',
        uses: [routes.identities.list],
        output: 'one row an identity: id, name, e-mail, its mailboxes',
        examples: [
          ['reach identity list', 'all of them'],
          ['reach identity list --fields id,name,languages', 'other columns'],
        ],
      }),
    ),
    async (session, flags: LimitOptions) => {
      const { call } = await session.client();
      await printListing(session, identityView, flags, (options) => listPages(call, 'identities', 'list', {}, options));
    },
  );
}

/** A person reads a signature as text; programs get the HTML. */
async function show(session: Session, text: string): Promise<void> {
  const identity = await findIdentity(session, text);
  const { output, fields } = session.settings;
  const isForPerson = output === 'table' && fields === null && session.io.stdout.isTTY;
  const signature = isForPerson && identity.signature !== null ? htmlText(identity.signature) : identity.signature;
  await session.print.record(identityView, { ...identity, signature });
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show one identity',
      uses: [routes.identities.list],
      output: 'every field that has a value, the signature as text; JSON has them all, the signature as HTML',
      exits: ['notFound'],
      examples: [
        ['reach identity show "Robin Hale"', 'by name'],
        ['reach identity show robin.hale@outreach.example --json --fields id,signature', 'by e-mail, for a script'],
      ],
    }).argument('<identity>', 'name, e-mail or id'),
    show,
  );
}
