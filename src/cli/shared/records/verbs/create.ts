import { routes } from '../../../../client/routes/routes.ts';
import type { About } from '../../../app/about.ts';
import { type AnyCommand, type Deps, does, writes } from '../../../app/command.ts';
import { noteUnnamed } from '../../answer/created.ts';
import { planned, printDryRun } from '../../dry-run/dry-run.ts';
import { recordFrom, withFields } from '../../fields/fields.ts';
import { listIdOf } from '../../lookup/list.ts';
import type { RecordType } from '../kind.ts';
import { assertFieldsExist, withCustom } from '../new-fields.ts';

export function createRecord(deps: Deps, entity: RecordType, examples: About['examples']): AnyCommand {
  const command = withCustom(
    withFields(
      writes('create', {
        summary: `Create one ${entity.noun}, or merge it with the one it matches`,
        uses: [entity.routes.create, entity.routes.fields, routes.lists.list],
        view: entity.resultView,
        output: `the ${entity.noun} and what was done: CREATED, MERGED_UPDATED or MERGED_NOOP`,
        exits: ['notFound'],
        completes: { '--list': 'lists' },
        replaces: true,
        examples,
      }),
    ),
  )
    .option('--list <name|id>', 'list to add it to')
    .option('--no-merge', 'always create, never merge');
  return does(
    () => command,
    async (session, options) => {
      const body = await recordFrom(session.io, options);
      await assertFieldsExist(session, entity, Object.keys(body), options.custom === true);
      if (!options.merge) body['mergeWithExisting'] = false;
      if (options.list !== undefined) body['listId'] = await listIdOf(session, options.list, entity.kind);
      if (options.dryRun) return await printDryRun(session, planned(entity.routes.create, { body }));
      const created = await entity.create(await session.api(), body);
      await session.print.record(entity.resultView, created);
      await noteUnnamed(session, Object(created), `reach ${entity.plural} search`);
    },
  )(deps);
}
