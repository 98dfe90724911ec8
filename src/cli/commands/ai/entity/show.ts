// reach ai variable|message|snippet|template show.

import { type Deps, does, reads } from '../../../session/command.ts';
import { findAi } from '../../../shared/ai/find.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../../shared/web/with-web.ts';
import { printAi } from '../view.ts';
import { EXAMPLE_NAME, isVariable, NAMES_OF } from './entity.ts';

export const showCommand = (deps: Deps, kind: AiResource) =>
  does(
    () =>
      withWeb(
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
          optionsNotForAgents: PERSON_ONLY,
        }),
      ).argument(`<${kind.word}>`, `id or name of the ${kind.noun}`),
    async (session, word, { web }) => {
      const entity = await findAi(session, kind, word);
      if (web) return await openInWeb(session, kind.noun, word, entity);
      await printAi(session, kind, entity);
    },
  )(deps);
