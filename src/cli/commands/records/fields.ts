import { does, reads } from '../../session/command.ts';
import { printLiveOrSeen } from '../../shared/lookup/seen-records.ts';
import { type Entity, rowsOf } from '../../shared/records/entity.ts';
import { fieldView } from '../../shared/views/lists.ts';

export function recordFields(entity: Entity) {
  const command = reads('fields', {
    summary: `The fields of ${entity.plural}, custom and AI fields included`,
    uses: [entity.routes.fields],
    view: fieldView,
    output: 'one row per field: id, label, kind, data type, whether it can be edited, its placeholder',
    examples: [
      [`reach ${entity.plural} fields`, 'all of them'],
      [`reach ${entity.plural} fields -o id`, 'ids, as filters and --fields take them'],
    ],
  });
  return does(
    () => command,
    async (session) => {
      const kind = entity.name === 'CONTACT' ? 'contactFields' : 'companyFields';
      await printLiveOrSeen(session, fieldView, kind, async (api) => rowsOf(await entity.fields(api)));
    },
  );
}
