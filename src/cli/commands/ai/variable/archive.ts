// reach ai variable archive.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import { aiIdOf } from '../../../shared/ai/find.ts';
import { KINDS } from '../../../shared/ai/kinds.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { aiVariableView } from '../../../shared/views/ai.ts';

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

async function setArchived(session: Session, verb: 'archive' | 'unarchive', word: string, dryRun: true | undefined) {
  const request = { params: { aiVariableId: await aiIdOf(session, KINDS.variable, word) } };
  if (dryRun === true) return await printDryRun(session, planned(routes.aiVariables[verb], request));
  const { aiVariables } = await session.api();
  await session.print.record(KINDS.variable.view, await aiVariables[verb](request));
}

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
