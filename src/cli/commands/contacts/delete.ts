import { routes } from '../../../client/routes/routes.ts';
import { destroys, does } from '../../app/command.ts';
import type { View } from '../../output/formats/cells.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { recordIdsOf } from '../../shared/lookup/record.ts';

const deletedView: View = {
  noun: 'contact',
  plural: 'contacts',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'deleted', title: 'deleted' },
  ],
};

const declare = () =>
  destroys('delete', {
    summary: 'Delete contacts permanently',
    description:
      'Removes them from all lists and campaigns, marks their conversations deleted and cancels their running workflows. This cannot be undone.',
    uses: [routes.contacts.delete, routes.contacts.search],
    output: 'one row per deleted contact',
    exits: ['notFound'],
    examples: [
      ['reach contacts delete 12', 'asks first'],
      ['reach contacts search --include jobTitle=Intern -o id | reach contacts delete - --yes', 'in a pipe'],
    ],
  }).argument('<ids>', 'ids separated by commas, or one email, or first and last name (- = ids on standard input)');

export const deleteCommand = does(declare, async (session, text, options) => {
  const ids = await recordIdsOf(session, 'contact', [text]);
  if (options.dryRun) {
    const requests = ids.map((contactId) => planned(routes.contacts.delete, { params: { contactId } }));
    return await printDryRun(session, requests);
  }
  const what = ids.length === 1 ? `contact ${ids[0]}` : `${ids.length} contacts`;
  if (!options.yes) await session.prompt.approve(`Delete ${what} permanently?`, '--yes', 'nothing deleted');
  const client = await session.client({ sustained: ids.length > 1 });
  await session.print.list(
    deletedView,
    (async function* () {
      for (const contactId of ids) yield await client.api.contacts.delete({ params: { contactId } });
    })(),
  );
});
