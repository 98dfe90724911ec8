// reach ai variable|message|snippet|template show.

import { type Deps, does, reads } from '../../../app/command.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { findAi } from '../find.ts';
import { printAi } from '../view.ts';
import { EXAMPLE_NAME, isVariable, NAMES_OF } from './entity.ts';

export const showCommand = (deps: Deps, kind: AiResource) =>
  does(
    () =>
      reads('show', {
        summary: `Show one ${kind.noun}`,
        uses: [kind.routes.get, kind.routes.list],
        output: `every field; on a terminal followed by the text${isVariable(kind) ? '' : '; JSON also has the text in parts'}`,
        exits: ['notFound'],
        examples: [
          [`reach ai ${kind.word} show 3`, 'by id'],
          [`reach ai ${kind.word} show "${EXAMPLE_NAME[kind.kind]}" --json`, 'by name, for a script'],
        ],
        completes: { [kind.word]: NAMES_OF[kind.kind] },
      }).argument(`<${kind.word}>`, `id or name of the ${kind.noun}`),
    async (session, word) => printAi(session, kind, await findAi(session, kind, word)),
  )(deps);
