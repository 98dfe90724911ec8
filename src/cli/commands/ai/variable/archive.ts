// reach ai variable archive.

import { routes } from '../../../../client/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { aiVariableView } from '../../../shared/views/ai.ts';
import { setArchived } from './archived.ts';

export const archiveCommand = does(
  () =>
    writes('archive', {
      summary: 'Archive an AI variable; its values are kept',
      description: 'It remains a field with its values; lists show it only with --archived.',
      uses: [routes.aiVariables.archive, routes.aiVariables.list],
      view: aiVariableView,
      output: 'the AI variable',
      exits: ['notFound'],
      examples: [
        ['reach ai variable archive 3', 'by id'],
        ['reach ai variable archive "Company summary" --json', 'by name'],
      ],
      completes: { variable: 'variables' },
    }).argument('<variable>', 'id or name of the AI variable'),
  (session, word, { dryRun }) => setArchived(session, 'archive', word, dryRun),
);
