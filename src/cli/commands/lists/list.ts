import { listPages } from '../../../client/answers/pages.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { ListEntity } from '../../../contract/lists/kinds.ts';
import { does, reads } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { listView } from '../../output/views/lists.ts';
import { byFields, filtered } from '../../shared/limit/filtered.ts';
import { type LimitOptions, limitOf, printListing, withLimit } from '../../shared/limit/limit.ts';
import { byShownWay } from '../../shared/shown-way/by-shown-way.ts';
import { heldBy, offeredLists } from '../../shared/shown-way/offered-lists.ts';
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

type ListsOptions = LimitOptions & { readonly entity?: ListEntity | undefined };

/** Which lists hold what, and how many are empty and therefore hold neither. */
async function printOffered(session: Session, options: ListsOptions, note: () => Promise<void>): Promise<void> {
  const { entity } = options;
  const client = await session.client();
  const lists = await offeredLists(client);
  await note();
  const most = limitOf(options) ?? lists.length;
  let [count, empty, isMore] = [0, 0, false];
  const rows = (async function* () {
    for (const list of lists) {
      const holds = entity === undefined ? undefined : await heldBy(client, list.id, session.io.interrupt);
      if (holds === null) empty += 1;
      if (holds !== entity) continue;
      isMore = count === most;
      if (isMore) return;
      count += 1;
      yield holds === undefined ? list : { ...list, entity: holds };
    }
  })();
  await session.print.list(listView, rows);
  if (empty > 0) await session.print.note(`left out, as nothing is on them that would tell what they hold: ${empty}`);
  if (isMore) await session.print.note(`${count} lists shown, more available: use --limit N or --all`);
}

export const listCommand = does(declare, async (session, options) => {
  const { call } = await session.client();
  const query = options.entity === undefined ? {} : { entity: options.entity };
  await byShownWay<unknown>(session, routes.lists.list, {
    isLess: true,
    undocumented: () =>
      printListing(session, listView, options, (most) =>
        filtered((all) => listPages(call, 'lists', 'list', { query }, all), byFields(query), most),
      ),
    shown: (note) => printOffered(session, options, note),
  });
});
