import { routes } from '../../../client/routes/routes.ts';
import { isIdText } from '../../../contract/ids.ts';
import { does, reads } from '../../app/command.ts';
import { listView } from '../../output/views/lists.ts';
import { findList } from '../../shared/lookup/list.ts';
import { byShownWay } from '../../shared/shown-way/by-shown-way.ts';
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
  const chosen = () => findList(session, text);
  const list = isIdText(text)
    ? await byShownWay<object>(session, routes.lists.get, {
        undocumented: chosen,
        isLess: true,
        shown: async (note) => {
          const { countedList } = await import('./count-members.ts');
          const counted = await countedList(session, Number(text));
          await note();
          return counted;
        },
      })
    : await chosen();
  if (web) return await openInWeb(session, 'list', text, list);
  await session.print.record(listView, list);
});
