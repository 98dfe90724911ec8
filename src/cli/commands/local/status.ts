// reach local status.

import { routes } from '../../../client/routes/routes.ts';
import { does, reads } from '../../app/command.ts';
import { localStatusView } from '../../output/views/local.ts';

export const statusCommand = does(
  () =>
    reads('status', {
      summary: 'Show what the local service holds, and where',
      uses: [routes.local.status],
      view: localStatusView,
      output: 'version, store, clock, features and counts',
      examples: [
        ['reach local status', 'at a glance'],
        ['reach local status --json --fields counts', 'for a script'],
      ],
    }),
  async (session) => session.print.record(localStatusView, await (await session.api()).local.status()),
);
