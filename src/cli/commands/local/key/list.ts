// reach local key list.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, reads } from '../../../session/command.ts';
import { rowsOf } from '../../../shared/records/rows.ts';
import { keyView } from '../../../shared/views/local.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the keys, without their values',
      uses: [routes.local.keys],
      view: keyView,
      output: 'one row per key',
      examples: [
        ['reach local key list', 'with their scopes'],
        ['reach local key list --json --fields id,name', 'for a script'],
      ],
    }),
  async (session) => {
    await session.print.list(keyView, rowsOf(await (await session.api()).local.keys()));
  },
);
