// reach identity update: fields of an identity.

import { routes } from '../../../client/routes/routes.ts';
import { IDENTITY_FIELDS, IDENTITY_LISTS } from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { recordFrom } from '../../files/read.ts';
import { identityView } from '../../output/views/identities.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { printDryRun, type RecordFlags, recordOptions } from '../../shared/records/verbs/record.ts';
import { withAllScope } from './all-scope.ts';

/** `-f languages=English,French` is a list; every other field is taken as it is. */
function checked(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: readonly string[] = IDENTITY_FIELDS;
  const unknown = Object.keys(record).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`an identity has no ${unknown.join(', ')} that can be written`, {
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

async function update(session: Session, text: string, flags: RecordFlags): Promise<void> {
  const body = checked(await recordFrom(session.io, flags));
  const identityId = await identityIdOf(session, text);
  if (flags.dryRun === true) return await printDryRun(session, 'PATCH', `/v1/identities/${identityId}`, body);
  const api = await session.api();
  const changed = await withAllScope(() => api.identities.update({ params: { identityId }, body }));
  await session.print.record(identityView, changed);
}

export function updateCommand(deps: Deps) {
  return doesUntyped(
    deps,
    recordOptions(
      leaf('update', {
        summary: 'Change fields of an identity',
        description: `Fields: ${IDENTITY_FIELDS.join(', ')}. The e-mail field configures no mailbox: see reach identity mailboxes.`,
        uses: [routes.identities.update, routes.identities.list],
        output: 'the identity after the change',
        exits: ['notFound'],
        examples: [
          ['reach identity update "Robin Hale" -f jobTitle=CTO -f languages=English,Irish', 'lists by commas'],
          ['reach identity update 2 -F scheduleMeetingUrl:=null', 'null clears'],
          ['reach identity update 2 --input robin.yaml --dry-run', 'from a file; sends nothing'],
        ],
      }).argument('<identity>', 'name, e-mail or id'),
    ),
    update,
  );
}
