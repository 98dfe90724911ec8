import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { membersView } from '../../shared/views/lists.ts';
import { changeMembers, withMembers } from './members.ts';

const declare = () =>
  withMembers(
    writes('remove', {
      summary: 'Remove contacts or companies from a list',
      uses: [routes.lists.removeMembers, routes.lists.list],
      view: membersView,
      output: 'how many were removed, and how many were not on it; JSON has `failed`, with the reason for each id',
      exits: ['bad', 'notFound'],
      completes: { list: 'lists' },
      replaces: true,
      examples: [
        ['reach list remove "ICP DACH" --contacts 1,2', 'by id'],
        [
          'reach contacts search --include jobTitle=CTO --all -o id | reach list remove "ICP DACH" --contacts -',
          'from a search',
        ],
      ],
    }),
  );

export const removeCommand = does(declare, (session, text, options) =>
  changeMembers(session, text, options, {
    route: routes.lists.removeMembers,
    send: (api, request) => api.lists.removeMembers(request),
  }),
);
