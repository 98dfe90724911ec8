import type { CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { View } from '../../output/formats/cells.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

const deletedView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'deleted', title: 'deleted' },
  ],
};

interface Flags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function deleteCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    leaf('delete', {
      summary: 'Delete contacts for good',
      description:
        'Removes them from all lists and campaigns, marks their conversations deleted and cancels their running workflows. There is no way back.',
      uses: [routes.contacts.delete, routes.contacts.search],
      output: 'one row a deleted contact',
      exits: ['notFound'],
      examples: [
        ['reach contacts delete 12', 'asks first'],
        ['reach contacts search --include jobTitle=Intern -o id | reach contacts delete - --yes', 'in a pipe'],
      ],
    })
      .argument('<ids>', 'ids separated by commas, or one e-mail, or first and last name (- = ids on standard input)')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    async (session, text: string, flags: Flags) => {
      const ids = await recordIdsOf(session, 'contact', [text]);
      if (flags.dryRun === true)
        return await printDryRun(session, 'DELETE', ids.map((id) => `/v1/contacts/${id}`).join(' '), null);
      const what = ids.length === 1 ? `contact ${ids[0]}` : `${ids.length} contacts`;
      if (flags.yes !== true && !(await session.prompt.confirm(`Delete ${what} for good?`, '--yes'))) {
        return await session.print.note('nothing deleted');
      }
      const client = await session.client({ sustained: ids.length > 1 });
      await session.print.list(
        deletedView,
        (async function* () {
          for (const contactId of ids) yield await client.api.contacts.delete({ params: { contactId } });
        })(),
      );
    },
  );
}
