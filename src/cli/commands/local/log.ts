// reach local log.

import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { requestView } from '../../shared/views/local.ts';

export const logCommand = does(
  () =>
    withLimit(
      reads('log', {
        summary: 'List the requests that the service received, newest first',
        uses: [routes.local.log],
        view: requestView,
        output: 'one row per request: time, method, path, status (0 = connection cut), duration, name of the key',
        examples: [
          ['reach local log --limit 20', 'the last 20'],
          ['reach local log --all -o ndjson', 'the whole log, for a script'],
        ],
      }),
    ),
  async (session, limits) => {
    const { call } = await session.client();
    await printListing(session, requestView, limits, (paging) => listPages(call, 'local', 'log', {}, paging));
  },
);
