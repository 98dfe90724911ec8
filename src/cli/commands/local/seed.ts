// reach local seed.

import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { countsView } from './store-view.ts';

export const seedCommand = does(
  () =>
    writes('seed', {
      summary: 'Load the sample workspace; keeps existing records',
      uses: [routes.local.seed],
      view: countsView,
      output: 'number of records in the store afterwards',
      examples: [
        ['reach local seed', 'sample contacts, companies, lists and campaigns'],
        ['reach local seed --json', 'the counts as JSON, for a script'],
      ],
    }),
  async (session, { dryRun }) => {
    if (dryRun === true) return await printDryRun(session, planned(routes.local.seed));
    await session.print.record(countsView, await (await session.api()).local.seed());
  },
);
