// reach ai variable|message|snippet|template update.

import { withArticle } from '../../../../contract/english.ts';
import { isObject } from '../../../../contract/json.ts';
import { type Deps, does, writes } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import { aiIdOf } from '../../../shared/ai/find.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { inputEntity } from '../input.ts';
import { printAi } from '../view.ts';
import { sendReporting, validBody } from '../write.ts';
import {
  ALL_PROBLEMS,
  type ContentOptions,
  EXAMPLE_NAME,
  entityOf,
  NAMES_OF,
  withMessages,
  withPrompt,
} from './entity.ts';

async function update(session: Session, kind: AiResource, word: string, options: ContentOptions): Promise<void> {
  const input = await inputEntity(session.io, kind.kind, options);
  const id = await aiIdOf(session, kind, word);
  const isNeeded = 'prompt' in input.fields || 'folder' in input.fields;
  const entity = isNeeded ? await entityOf(session, kind, id) : undefined;
  const body = await validBody(session, kind, input, { purpose: 'update', entity });
  const request = { params: { [kind.param]: id }, body };
  if (options.dryRun === true) return await printDryRun(session, planned(kind.routes.update, request));
  const { call } = await session.client();
  const { data } = await sendReporting(session, kind, input, () => call(kind.routes.update, request));
  await printAi(session, kind, isObject(data) ? data : {});
}

export function updateCommand(deps: Deps, kind: AiResource) {
  const { word, noun } = kind;
  const text = kind.kind === 'template' ? '--message-file hello.txt' : '--prompt-file better.txt';
  const command = writes('update', {
    summary: `Change ${withArticle(noun)}`,
    description: `JsonObject that are not given stay as they are; null clears a field. ${ALL_PROBLEMS}`,
    checks: true,
    uses: [kind.routes.update, kind.routes.get, kind.routes.list],
    view: kind.view,
    output: `the ${noun} after the change`,
    exits: ['notFound', 'conflict'],
    replaces: true,
    examples: [
      [`reach ai ${word} update 3 ${text}`, 'a new text'],
      [`reach ai ${word} update "${EXAMPLE_NAME[kind.kind]}" -f name="New name"`, 'by name; references stay valid'],
      [`reach ai ${word} update 3 -F folderId:=null`, 'move it out of its folder'],
    ],
    completes: { [word]: NAMES_OF[kind.kind] },
  }).argument(`<${word}>`, `id or name of the ${noun}`);
  return kind.kind === 'template'
    ? does(
        () => withMessages(command),
        (session, name, options) => update(session, kind, name, options),
      )(deps)
    : does(
        () => withPrompt(command),
        (session, name, options) => update(session, kind, name, options),
      )(deps);
}
