import { isIdText } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { findList } from '../../shared/lookup/list.ts';
import { listView } from '../../shared/views/lists.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';

const declare = () =>
  withWeb(
    reads('show', {
      summary: 'Show one list',
      uses: [routes.lists.get, routes.lists.list],
      view: listView,
      output: 'the list',
      exits: ['notFound'],
      completes: { list: 'lists' },
      examples: [
        ['reach list show "ICP DACH"', 'by name'],
        ['reach list show 3 --json', 'by id'],
      ],
      optionsNotForAgents: PERSON_ONLY,
    }),
  ).argument('<list>', 'name or id of the list');

export const showCommand = does(declare, async (session, text, { web }) => {
  const list = isIdText(text)
    ? await (await session.api()).lists.get({ params: { listId: Number(text) } })
    : await findList(session, text);
  if (web) return await openInWeb(session, 'list', text, 'appUrl' in list ? list : {});
  await session.print.record(listView, list);
});
