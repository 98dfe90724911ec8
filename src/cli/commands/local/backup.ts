// reach local backup.

import { routes } from '../../../contract/routes/routes.ts';
import { does, writes } from '../../session/command.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { backupView } from './store-view.ts';

export const backupCommand = does(
  () =>
    writes('backup', {
      summary: 'Copy the whole store to its folder of backups; the newest three are kept',
      description:
        'Backups are made by themselves too: by reach serve every hour, and for profile local once a day after a command ' +
        'that changed something, in a process of its own (REACH_BACKUPS=off turns that off).',
      uses: [routes.local.backup],
      view: backupView,
      output: 'the file, when it was made, and its size',
      examples: [
        ['reach local backup', 'now'],
        ['reach local backup --quiet -o id', 'the path alone, for a script'],
      ],
    }),
  async (session, { dryRun }) => {
    if (dryRun === true) return await printDryRun(session, planned(routes.local.backup, {}));
    await session.print.record(backupView, await (await session.api()).local.backup());
  },
);
