import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit/limit.ts';
import { listView } from '../../shared/views/lists.ts';
import { entityOption } from './entity.ts';

const declare = () =>
  withLimit(
    reads('list', {
      summary: 'The lists of the workspace',
      uses: [routes.lists.list],
      view: listView,
      output: 'one row per list: id, name, what it holds, size',
      examples: [
        ['reach list list', 'of contacts and companies'],
        ['reach list list --entity companies --json', 'company lists'],
      ],
    }).addOption(entityOption()),
  );

export const listCommand = does(declare, async (session, options) => {
  const { call } = await session.client();
  const query = options.entity === undefined ? {} : { entity: options.entity };
  await printListing(session, listView, options, (most) => listPages(call, 'lists', 'list', { query }, most));
});
