import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import { listView } from '../../output/views/lists.ts';
import { findList } from '../../shared/lookup/list.ts';

const declare = () =>
  reads('show', {
    summary: 'Show one list',
    uses: [routes.lists.get, routes.lists.list],
    view: listView,
    output: 'the list',
    exits: ['notFound'],
    completes: { list: 'lists' },
    examples: [
      ['reach list show "ICP DACH"', 'by name'],
      ['reach list show 3 --json', 'by id'],
    ],
  }).argument('<list>', 'name or id of the list');

export const showCommand = does(declare, async (session, text) => {
  await session.print.record(listView, await findList(session, text));
});
