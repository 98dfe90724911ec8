// contacts duplicates, also as `reach duplicates`: groups of contacts that share the selected values.

import type { CommandUnknownOpts as Command } from 'commander';
import { listByCursor } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { BuildGroup, Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { duplicateView } from '../../output/views/contacts.ts';
import { type LimitOptions, limitOf, withLimit } from '../../shared/limit/limit.ts';
import { findList } from '../../shared/lookup/list.ts';

interface Flags extends LimitOptions {
  readonly by: string;
  readonly list?: string;
}

const KNOWN = ['fullName', 'professionalEmail', 'networkUrl', 'contactCRMId', 'leadCRMId'];

function fieldsOf(text: string): string[] {
  const fields = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = fields.filter((name) => !KNOWN.includes(name) && name !== 'linkedinUrl');
  if (unknown.length > 0) {
    throw new UsageError(`--by: unknown ${unknown.join(', ')}`, {
      hint: `1 to ${LIMITS.duplicateFields} of ${KNOWN.join(', ')}`,
    });
  }
  return fields;
}

async function print(session: Session, flags: Flags): Promise<void> {
  const fields = fieldsOf(flags.by);
  const limit = limitOf(flags);
  const client = await session.client({ sustained: limit === null });
  const list = flags.list === undefined ? undefined : await findList(client.api, flags.list, 'CONTACT');
  const query = { fields, ...(list === undefined ? {} : { listId: list.id }) };
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
      `${cutGroups} groups are larger than the ${LIMITS.duplicateIdsPerGroup} oldest ids shown; see "size"`,
    );
  }
  if (listing.more !== false) {
    await session.print.note(`${count} groups shown; --limit N or --all for more`);
  }
}

function command(deps: Deps): Command {
  return doesUntyped(
    deps,
    withLimit(
      leaf('duplicates', {
        summary: 'Contacts that share the same values',
        description: [
          'Contacts stand in one group when they share the normalised value of ALL the fields of --by; a contact with an',
          'empty one of them is in no group. Names ignore case, punctuation and extra spaces; addresses are normalised.',
        ].join(' '),
        uses: [routes.contacts.duplicates],
        output: 'one row a group: how many, the shared values, the ids (the 100 oldest)',
        exits: ['notFound'],
        examples: [
          ['reach contacts duplicates', 'by full name'],
          ['reach contacts duplicates --by fullName,professionalEmail --list "ICP DACH"', 'by both, touching a list'],
          ['reach contacts duplicates --by networkUrl --all -o ndjson', 'every group, for a script'],
        ],
      })
        .option('--by <fields>', `1 to 5 of ${KNOWN.join(', ')}`, 'fullName')
        .option('--list <name|id>', 'only groups that touch this list'),
    ),
    print,
  );
}

export const duplicatesCommand = command;
export const duplicates: BuildGroup = (deps) => command(deps);
