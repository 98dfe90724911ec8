import type { About } from '../../../app/about.ts';
import { type AnyCommand, type Deps, does, writes } from '../../../app/command.ts';
import { planned, printDryRun } from '../../dry-run/dry-run.ts';
import { recordFrom, withFields } from '../../fields/fields.ts';
import { NAMED_BY, recordIdOf } from '../../lookup/record.ts';
import type { Entity } from '../kind.ts';
import { assertFieldsExist, withCustom } from '../new-fields.ts';

export function updateRecord(deps: Deps, entity: Entity, examples: About['examples']): AnyCommand {
  const command = withCustom(
    withFields(
      writes('update', {
        summary: `Change fields of one ${entity.noun}`,
        uses: [entity.routes.update, entity.routes.search, entity.routes.fields],
        view: entity.view,
        output: `the ${entity.noun} after the change`,
        exits: ['notFound'],
        replaces: true,
        examples,
      }).argument('<id>', NAMED_BY[entity.noun]),
    ),
  );
  return does(
    () => command,
    async (session, text, options) => {
      const body = await recordFrom(session.io, options);
      await assertFieldsExist(session, entity, Object.keys(body), options.custom === true);
      const id = await recordIdOf(session, entity.noun, text);
      if (options.dryRun) {
        return await printDryRun(session, planned(entity.routes.update, { params: entity.params(id), body }));
      }
      await session.print.record(entity.view, await entity.update(await session.api(), id, body));
    },
  )(deps);
}
