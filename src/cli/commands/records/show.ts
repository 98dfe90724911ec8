import { does } from '../../session/command.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import type { Entity } from '../../shared/records/entity.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';

export function showRecord(entity: Entity) {
  const command = readsOne('show', {
    summary: `Show one ${entity.noun}`,
    uses: [entity.routes.get, entity.routes.search],
    view: entity.view,
    output: 'every field that has a value; JSON has them all',
    exits: ['notFound'],
    examples: [
      [`reach ${entity.plural} show 12`, 'as a card'],
      [`reach ${entity.plural} show "Acme" --json --fields id,appUrl`, 'by name, for a script'],
    ],
  }).argument('<id>', NAMED_BY[entity.noun]);
  return does(
    () => command,
    async (session, text, { web }) => {
      const id = await recordIdOf(session, entity.noun, text);
      const record = await entity.get(await session.api(), id);
      if (web) return await openInWeb(session, entity.noun, text, record);
      await session.print.record(entity.view, record);
    },
  );
}
