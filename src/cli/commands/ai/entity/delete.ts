// reach ai variable|message|snippet|template delete.

import { withArticle } from '../../../../contract/english.ts';
import { type Deps, destroys, does } from '../../../session/command.ts';
import { aiIdOf } from '../../../shared/ai/find.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { approveAt, named } from '../../../shared/target.ts';
import type { View } from '../../../terminal/formats/cells.ts';
import { EXAMPLE_NAME, isVariable, NAMES_OF } from './entity.ts';

const deletedView = ({ noun, plural }: AiResource): View => ({
  noun,
  plural,
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'deleted', title: 'deleted' },
  ],
});

export function deleteCommand(deps: Deps, kind: AiResource) {
  const { word, noun } = kind;
  return does(
    () =>
      destroys('delete', {
        summary: `Delete ${withArticle(noun)} ${isVariable(kind) ? 'and its values on all records' : 'that is not in use'}`,
        description: 'If something still refers to it, it is kept (exit 6) and the error lists what refers to it.',
        uses: [kind.routes.delete, kind.routes.list],
        view: deletedView(kind),
        output: 'its id',
        exits: ['notFound', 'conflict'],
        examples: [
          [`reach ai ${word} delete 3`, 'asks for confirmation'],
          [`reach ai ${word} delete "${EXAMPLE_NAME[kind.kind]}" --yes`, 'by name, in a script'],
        ],
        completes: { [word]: NAMES_OF[kind.kind] },
      }).argument(`<${word}>`, `id or name of the ${noun}`),
    async (session, name, { yes, dryRun }) => {
      const id = await aiIdOf(session, kind, name);
      const request = { params: { [kind.param]: id } };
      if (dryRun === true) return await printDryRun(session, planned(kind.routes.delete, request));
      const values = isVariable(kind) ? ' and its values on all records' : '';
      if (yes !== true)
        await approveAt(session, `Delete ${noun} ${named(id, name)}${values}`, { declined: 'nothing deleted' });
      const { call } = await session.client();
      const { data } = await call(kind.routes.delete, request);
      await session.print.record(deletedView(kind), data);
    },
  )(deps);
}
