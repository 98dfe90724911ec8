import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { noteUnnamed } from '../../shared/answer/created.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { listView } from '../../shared/views/lists.ts';
import { entityOption } from './entity.ts';

const declare = () =>
  writes('create', {
    summary: 'Create a list',
    uses: [routes.lists.create],
    view: listView,
    output: 'the list',
    exits: ['conflict'],
    examples: [
      ['reach list create "ICP DACH"', 'for contacts'],
      ['reach list create "Target accounts" --entity companies -o id', 'for companies; prints the id'],
    ],
  })
    .argument('<name>', 'name of the list')
    .addOption(entityOption().default('CONTACT' as const, 'contacts'));

export const createCommand = does(declare, async (session, name, { entity, dryRun }) => {
  const body = { name, entity };
  if (dryRun) return await printDryRun(session, planned(routes.lists.create, { body }));
  const list = await (await session.api()).lists.create({ body });
  await session.print.record(listView, list);
  await noteUnnamed(session, list, 'reach list list');
});
