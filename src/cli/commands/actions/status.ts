import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printStatus } from '../../shared/actions/status-view.ts';
import { anyId } from '../../shared/lookup/ids.ts';

const declare = () =>
  reads('status', {
    summary: 'Status of an enrichment run, or of the import of a preview',
    uses: [routes.actions.status],
    output: 'status, progress and counts; on a terminal one row per action, with the reasons why some failed',
    exits: ['notFound'],
    examples: [
      ['reach action status 7', 'as a card'],
      ['reach action status 7 --json --fields overallStatus,statusCounts', 'for a script'],
    ],
  }).argument('<id>', 'id of the run');

export const statusCommand = does(declare, async (session, text) => {
  const actionsId = anyId(session, text, 'run');
  await printStatus(session, await (await session.api()).actions.status({ params: { actionsId } }));
});
