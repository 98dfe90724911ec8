// list: records in pages, up to the limit.

import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { anyId } from '../../shared/lookup/match.ts';
import { extraFields, unknownField, viewFor } from '../../shared/records/columns.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { WHERE_HELP, withConditions } from '../../shared/records/filters.ts';
import { selectRecords } from '../../shared/records/select.ts';

export function listRecords(entity: Entity) {
  const { plural } = entity;
  const command = reads('list', {
    summary: `List ${plural}, oldest first`,
    description: WHERE_HELP.join('\n'),
    uses: [entity.routes.list, entity.routes.search, entity.routes.fields, routes.lists.list],
    view: entity.view,
    output: `one row per ${entity.noun}; JSON is the array of records`,
    exits: ['notFound'],
    examples: [
      [`reach ${plural} list`, 'the first 100'],
      [`reach ${plural} list --list "ICP DACH" --all -o csv > ${plural}.csv`, 'a whole list as CSV'],
      [`reach ${plural} list --where createdAt=last-30d --all`, 'those of the last 30 days'],
      [
        `reach ${plural} list --fields id,${entity.name === 'CONTACT' ? 'lastName' : 'name'},createdAt`,
        'other columns',
      ],
    ],
  })
    .option('--list <name|id>', `only ${plural} of this list`)
    .option('--actions <id>', `only ${plural} that an enrichment run or import worked on or added`);
  return does(
    () => withLimit(withConditions(command)),
    async (session, options) => {
      const client = await session.client();
      const actionsId = options.actions === undefined ? undefined : anyId(session, options.actions, 'run');
      const fields = extraFields(session, entity.name);
      const view = await viewFor(session, entity, fields);
      const open = await selectRecords(session, client.call, entity, { ...options, actionsId }, fields);
      const count = await printListing(session, view, options, open).catch(unknownField(plural));
      if (count === 0 && actionsId !== undefined) {
        const { notePurged } = await import('../../shared/actions/status-view.ts');
        await notePurged(session, actionsId);
      }
    },
  );
}
