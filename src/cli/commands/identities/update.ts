// reach identity update.

import { alternatives } from '../../../contract/english.ts';
import { IDENTITY_FIELDS, IDENTITY_LISTS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { recordFrom, withFields } from '../../shared/fields.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { identityView } from '../../shared/views/identities.ts';
import { UsageError } from '../../terminal/exit.ts';
import { printIdentity, withAllScope } from './identity.ts';

/** `-f languages=English,French` is a list; other fields are taken as they are. */
function checked(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: readonly string[] = IDENTITY_FIELDS;
  const unknown = Object.keys(record).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`an identity has no writable field ${alternatives(unknown)}`, {
      hint: `known: ${IDENTITY_FIELDS.join(', ')}`,
    });
  }
  const lists: readonly string[] = IDENTITY_LISTS;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      lists.includes(name) && typeof value === 'string' ? partsOf(value) : value,
    ]),
  );
}

function partsOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

export const updateCommand = does(
  () =>
    withFields(
      writes('update', {
        summary: 'Change fields of an identity',
        description: `Fields: ${IDENTITY_FIELDS.join(', ')}. The email field does not configure a mailbox: see reach identity mailboxes.`,
        uses: [routes.identities.update, routes.identities.list],
        view: identityView,
        output: 'the identity after the change',
        exits: ['notFound'],
        replaces: true,
        examples: [
          ['reach identity update "Robin Hale" -f jobTitle=CTO -f languages=English,Irish', 'lists by commas'],
          ['reach identity update 2 -F scheduleMeetingUrl:=null', 'null clears a field'],
          ['reach identity update 2 --input robin.yaml --dry-run', 'from a file; only what would change'],
        ],
        completes: { identity: 'identities' },
      }).argument('<identity>', 'name, email or id'),
    ),
  async (session, word, { dryRun, ...fields }) => {
    const body = checked(await recordFrom(session.io, fields));
    const request = { params: { identityId: await identityIdOf(session, word) }, body };
    if (dryRun === true) return await printDryRun(session, planned(routes.identities.update, request));
    const api = await session.api();
    await printIdentity(session, await withAllScope(() => api.identities.update(request)));
  },
);
