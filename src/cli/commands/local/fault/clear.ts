// reach local fault clear.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';

const clearedView = {
  noun: 'result',
  plural: 'results',
  id: 'removed',
  columns: [{ key: 'removed', title: 'removed' }],
};

export const clearCommand = does(
  () =>
    writes('clear', {
      summary: 'Remove all faults',
      uses: [routes.local.clearFaults],
      view: clearedView,
      output: 'number of removed faults',
      examples: [
        ['reach local fault clear', 'all endpoints work again'],
        ['reach local fault clear --dry-run', 'what would change; nothing is sent'],
      ],
    }),
  async (session, { dryRun }) => {
    if (dryRun === true) return await printDryRun(session, planned(routes.local.clearFaults));
    await session.print.record(clearedView, await (await session.api()).local.clearFaults());
  },
);
