// contacts duplicates, also as `reach duplicates`: groups of contacts that share the selected values.

import { listByCursor } from '../../../client/answers/pages.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type BuildGroup, does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { limitOf, moreText, withLimit } from '../../shared/limit/limit.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { duplicateView } from '../../shared/views/records.ts';
import { duplicateFieldsOf, resolveCommand, withDuplicateFields } from './resolve-duplicates.ts';

const declare = () =>
  withLimit(
    withDuplicateFields(
      reads('duplicates', {
        summary: 'Contacts that share the same values',
        description: [
          'Contacts are in one group when they share the normalised value of ALL the fields of --by; a contact where one of',
          'them is empty is in no group. Names ignore case, punctuation and extra spaces; addresses are normalised.',
        ].join(' '),
        uses: [routes.contacts.duplicates],
        view: duplicateView,
        output: 'one row per group: how many, the shared values, the ids (the 100 oldest)',
        exits: ['notFound'],
        completes: { '--list': 'lists' },
        examples: [
          ['reach contacts duplicates', 'by full name'],
          ['reach contacts duplicates --by fullName,professionalEmail --list "ICP DACH"', 'by both, touching a list'],
          ['reach contacts duplicates --by networkUrl --all -o ndjson', 'every group, for a script'],
        ],
      }),
    ),
  );

async function printDuplicates(session: Session, options: OptionsOf<typeof declare>): Promise<void> {
  const fields = duplicateFieldsOf(options.by);
  const limit = limitOf(options);
  const client = await session.client();
  const listId = options.list === undefined ? undefined : await listIdOf(session, options.list, 'CONTACT');
  const query = { fields, ...(listId === undefined ? {} : { listId }) };
  const listing = listByCursor(
    client.call,
    'contacts',
    'duplicates',
    { query },
    { limit, signal: session.io.interrupt },
  );
  let cutGroups = 0;
  const rows = (async function* () {
    for await (const group of listing) {
      if (group.size > group.contactIds.length) cutGroups += 1;
      yield group;
    }
  })();
  const count = await session.print.list(duplicateView, rows);
  if (session.io.stdout.closed) return;
  if (cutGroups > 0) {
    await session.print.note(
      `${cutGroups} ${cutGroups === 1 ? 'group is' : 'groups are'} larger than the ${LIMITS.duplicateIdsPerGroup} oldest ids shown; see "size"`,
    );
  }
  if (listing.more !== false) {
    await session.print.note(moreText(count, null, duplicateView));
  }
}

const listDuplicates = does(declare, printDuplicates);

/** Also the root command `reach duplicates`. */
export const duplicatesCommand: BuildGroup = (deps) => listDuplicates(deps).addCommand(resolveCommand(deps));
