// reach finder filters: the saved filters.

import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { SAVED_FILTER_TYPES } from '../../../contract/finder/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { openWords } from '../../session/open-words.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { savedFilterView } from '../../shared/views/finder.ts';

export const filtersCommand = does(
  () =>
    withLimit(
      reads('filters', {
        summary: 'List the saved filters of the workspace',
        uses: [routes.savedFilters.list],
        view: savedFilterView,
        output: 'one row per filter: id, name, what it finds',
        examples: [
          ['reach finder filters', 'all saved filters'],
          ['reach finder filters --type LEAD -o id', 'only those that find contacts'],
        ],
      }).addOption(openWords(new Option('--type <type>', 'only filters of this type').choices(SAVED_FILTER_TYPES))),
    ),
  async (session, { type, ...limits }) => {
    const { call } = await session.client();
    const query = type === undefined ? {} : { type };
    await printListing(session, savedFilterView, limits, (paging) =>
      listPages(call, 'savedFilters', 'list', { query }, paging),
    );
  },
);
