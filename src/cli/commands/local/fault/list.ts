// reach local fault list.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, reads } from '../../../session/command.ts';
import { rowsOf } from '../../../shared/records/rows.ts';
import { faultView } from '../../../shared/views/local.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the faults in force',
      uses: [routes.local.faults],
      view: faultView,
      output: 'one row per fault',
      examples: [
        ['reach local fault list', 'with the number of failed requests'],
        ['reach local fault list --json', 'for a script'],
      ],
    }),
  async (session) => {
    await session.print.list(faultView, rowsOf(await (await session.api()).local.faults()));
  },
);
