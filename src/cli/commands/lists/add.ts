import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { membersView } from '../../shared/views/lists.ts';
import { changeMembers, withMembers } from './members.ts';

const declare = () =>
  withMembers(
    writes('add', {
      summary: 'Add contacts or companies to a list',
      uses: [routes.lists.addMembers, routes.lists.list],
      view: membersView,
      output: 'how many were added, and how many were already on it; JSON has `failed`, with the reason for each id',
      exits: ['bad', 'notFound'],
      completes: { list: 'lists' },
      examples: [
        ['reach list add "ICP DACH" --contacts 1,2', 'by id'],
        [
          'reach contacts search --include jobTitle=CTO --all -o id | reach list add "ICP DACH" --contacts -',
          'from a search',
        ],
      ],
    }),
  );

export const addCommand = does(declare, (session, text, options) =>
  changeMembers(session, text, options, {
    route: routes.lists.addMembers,
    send: (api, request) => api.lists.addMembers(request),
    shown: async (...input) => (await import('./add-by-merging.ts')).addByMerging(...input),
  }),
);
