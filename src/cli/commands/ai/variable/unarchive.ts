// reach ai variable unarchive.

import { routes } from '../../../../client/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { aiVariableView } from '../../../shared/views/ai.ts';
import { setArchived } from './archived.ts';

export const unarchiveCommand = does(
  () =>
    writes('unarchive', {
      summary: 'Restore an AI variable from the archive',
      uses: [routes.aiVariables.unarchive, routes.aiVariables.list],
      view: aiVariableView,
      output: 'the AI variable',
      exits: ['notFound'],
      examples: [
        ['reach ai variable unarchive 3', 'by id'],
        ['reach ai variable unarchive "Company summary" --json', 'by name'],
      ],
      completes: { variable: 'variables' },
    }).argument('<variable>', 'id or name of the AI variable'),
  (session, word, { dryRun }) => setArchived(session, 'unarchive', word, dryRun),
);
