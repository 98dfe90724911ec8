// reach ai variable|message|snippet|template create.

import { withArticle } from '../../../../contract/english.ts';
import { isObject } from '../../../../contract/json.ts';
import { type Deps, does, writes } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { noteUnnamed } from '../../../shared/answer/created.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { inputEntity } from '../input.ts';
import { printAi } from '../view.ts';
import { sendReporting, validBody } from '../write.ts';
import { ALL_PROBLEMS, type ContentOptions, EXAMPLE_NAME, isVariable, withMessages, withPrompt } from './entity.ts';

async function create(session: Session, kind: AiResource, options: ContentOptions): Promise<void> {
  const input = await inputEntity(session.io, kind.kind, options);
  const request = { body: await validBody(session, kind, input, { purpose: 'create' }) };
  if (options.dryRun === true) return await printDryRun(session, planned(kind.routes.create, request));
  const { call } = await session.client();
  const { data } = await sendReporting(session, kind, input, () => call(kind.routes.create, request));
  const record = isObject(data) ? data : {};
  await printAi(session, kind, record);
  await noteUnnamed(session, record, `reach ai ${kind.word} list`);
}

export function createCommand(deps: Deps, kind: AiResource) {
  const { word, noun } = kind;
  const file = `${EXAMPLE_NAME[kind.kind].toLowerCase().replaceAll(' ', '-')}.yaml`;
  const command = writes('create', {
    summary: `Create ${withArticle(noun)}`,
    description: `For the fields see "reach schema ${kind.kind}": a file may give ${isVariable(kind) ? 'its folder' : 'tone and folder'} by name. ${ALL_PROBLEMS}`,
    checks: true,
    uses: [kind.routes.create],
    view: kind.view,
    output: `the ${noun}`,
    exits: ['notFound', 'conflict'],
    examples: [
      [`reach ai ${word} create ${kind.example}`, 'from options and a text file'],
      [`reach ai ${word} create --input ${file} -o id`, 'from a file; prints the id'],
      [`reach ai ${word} create --input ${file} --dry-run --json`, 'what would change; nothing is sent'],
    ],
  });
  return kind.kind === 'template'
    ? does(
        () => withMessages(command),
        (session, options) => create(session, kind, options),
      )(deps)
    : does(
        () => withPrompt(command),
        (session, options) => create(session, kind, options),
      )(deps);
}
