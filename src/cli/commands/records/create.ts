import { routes } from '../../../contract/routes/routes.ts';
import type { About } from '../../session/about.ts';
import { type AnyCommand, type Deps, does, writes } from '../../session/command.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { planned } from '../../shared/dry-run.ts';
import { visibleRecordFrom, withFields } from '../../shared/fields.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { assertFieldsExist, withCustom } from '../../shared/records/new-fields.ts';
import { isApproved } from '../../shared/write.ts';

const EXAMPLES: Readonly<Record<Entity['name'], About['examples']>> = {
  CONTACT: [
    ['reach contacts create -f firstName=Ada -f lastName=Lovelace -f companyName=Analytical', 'from flags'],
    ['reach contacts create --input contact.yaml --list "ICP DACH"', 'from a file, into a list'],
  ],
  COMPANY: [
    ['reach companies create -f name=Acme -f domain=acme.example', 'from flags'],
    ['reach companies create --input company.yaml --list "Target accounts"', 'from a file, into a list'],
  ],
};

export function createRecord(deps: Deps, entity: Entity): AnyCommand {
  const command = withCustom(
    withFields(
      writes('create', {
        summary: `Create one ${entity.noun}, or merge it with the one it matches`,
        uses: [entity.routes.create, entity.routes.fields, routes.lists.list],
        view: entity.resultView,
        output: `the ${entity.noun} and what was done: CREATED, MERGED_UPDATED or MERGED_NOOP`,
        exits: ['notFound'],
        replaces: true,
        examples: EXAMPLES[entity.name],
      }),
    ),
  )
    .option('--list <name|id>', 'list to add it to')
    .option('--no-merge', 'always create, never merge');
  return does(
    () => command,
    async (session, options) => {
      const body = await visibleRecordFrom(session.io, options);
      await assertFieldsExist(session, entity, Object.keys(body), options.custom === true);
      if (!options.merge) body['mergeWithExisting'] = false;
      if (options.list !== undefined) body['listId'] = await listIdOf(session, options.list, entity.name);
      if (!(await isApproved(session, planned(entity.routes.create, { body }), options))) return;
      const created = await entity.create(await session.api(), body);
      await session.print.record(entity.resultView, created);
      await noteUnnamed(session, Object(created), `reach ${entity.plural} search`);
    },
  )(deps);
}
