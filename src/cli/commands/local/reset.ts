// reach local reset.

import { routes } from '../../../contract/routes/routes.ts';
import { destroys, does } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { countsView } from './store-view.ts';

export const resetCommand = does(
  () =>
    destroys('reset', {
      summary: 'Start over, with the sample workspace or empty',
      uses: [routes.local.reset],
      view: countsView,
      output: 'number of records in the store afterwards',
      examples: [
        ['reach local reset --yes', 'back to the sample workspace'],
        ['reach local reset --empty --yes', 'an empty workspace'],
      ],
    }).option('--empty', 'without the sample workspace'),
  async (session, { empty, yes, dryRun }) => {
    const request = { body: { empty: empty === true } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.reset, request));
    if (yes !== true)
      await session.prompt.approve('Delete everything in the local service?', '--yes', 'nothing changed');
    await session.print.record(countsView, await (await session.api()).local.reset(request));
  },
);
