// list: records in pages, up to the limit.

import { type AnyCommand, type Deps, does, reads } from '../../../app/command.ts';
import { limitOf, printListing, withLimit } from '../../limit/limit.ts';
import { anyId } from '../../lookup/ids.ts';
import { listIdOf } from '../../lookup/list.ts';
import { extraFields } from '../columns.ts';
import type { Entity } from '../kind.ts';
import { recordListing } from '../of-list.ts';

export function listRecords(deps: Deps, entity: Entity): AnyCommand {
  const { plural } = entity;
  const command = reads('list', {
    summary: `List ${plural}, oldest first`,
    uses: [entity.routes.list, entity.routes.search],
    view: entity.view,
    output: `one row per ${entity.noun}; JSON is the array of records`,
    exits: ['notFound'],
    completes: { '--list': 'lists' },
    examples: [
      [`reach ${plural} list`, 'the first 100'],
      [`reach ${plural} list --list "ICP DACH" --all -o csv > ${plural}.csv`, 'a whole list as CSV'],
      [
        `reach ${plural} list --fields id,${entity.kind === 'CONTACT' ? 'lastName' : 'name'},createdAt`,
        'other columns',
      ],
    ],
  })
    .option('--list <name|id>', `only ${plural} of this list`)
    .option('--actions <id>', `only ${plural} that an enrichment run or import worked on or added`);
  return does(
    () => withLimit(command),
    async (session, options) => {
      const client = await session.client({ sustained: limitOf(options) === null });
      const listId = options.list === undefined ? undefined : await listIdOf(session, options.list, entity.kind);
      const actionsId = options.actions === undefined ? undefined : anyId(session, options.actions, 'run');
      const fields = extraFields(session, entity.kind);
      const wanted = { fields, listId, actionsId };
      const open = await recordListing(client.call, entity, wanted, session.io.interrupt);
      await printListing(session, entity.view, options, open);
    },
  )(deps);
}
