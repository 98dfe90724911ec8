// reach ai variable|message|snippet|template create, and update.

import type { Command, OptionValues } from 'commander';
import { withArticle } from '../../../../contract/english.ts';
import { ENTITIES, type EntityName } from '../../../../contract/entities.ts';
import type { AnyId } from '../../../../contract/ids.ts';
import { isObject } from '../../../../contract/json.ts';
import { collect, type Deps, does, writes } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import { aiIdOf, findAi } from '../../../shared/ai/find.ts';
import type { AiResource } from '../../../shared/ai/kinds.ts';
import { noteUnnamed } from '../../../shared/answer/created.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { withFields } from '../../../shared/fields.ts';
import { type ContentOptions, inputEntity } from '../input.ts';
import { printAi } from '../view.ts';
import { sendReporting, validBody } from '../write.ts';

// What the verbs of the four kinds of AI entity share.

export const isVariable = ({ kind }: AiResource) => kind === 'ai-variable';

/** The name of an entity in the examples of a kind. */
export const EXAMPLE_NAME: Readonly<Record<AiResource['kind'], string>> = {
  'ai-variable': 'Company summary',
  'ai-message': 'First email',
  'ai-snippet': 'Opening line',
  template: 'Introduction',
};

const withPrompt = <A extends unknown[], O extends OptionValues, G extends OptionValues>(command: Command<A, O, G>) =>
  withFields(command).option('--prompt-file <file>', 'the prompt, taken as it is (- = standard input)');

const withMessages = <A extends unknown[], O extends OptionValues, G extends OptionValues>(command: Command<A, O, G>) =>
  withFields(command).option(
    '--message-file <file>',
    'a message, taken as it is (- = standard input); repeatable',
    collect,
  );

/** Fields and folders depend on the entity of a variable, which never changes and only the service knows. */
async function entityOf(session: Session, kind: AiResource, id: AnyId): Promise<EntityName | undefined> {
  if (!isVariable(kind)) return undefined;
  const { entity } = await findAi(session, kind, String(id));
  return ENTITIES.find((known) => known === entity);
}

const ALL_PROBLEMS = 'All problems are reported at once, with file, line and column; nothing is written then.';

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
