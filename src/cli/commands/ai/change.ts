// reach ai variable|message|snippet|template create, and update.

import type { Command, OptionValues } from 'commander';
import { NetworkError } from '../../../client/transport/transport.ts';
import { counted, withArticle } from '../../../contract/english.ts';
import { ENTITIES, type EntityName } from '../../../contract/entities.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { bodyOfFields } from '../../../rules/ai/file.ts';
import type { AiKnowledge } from '../../../rules/ai/knowledge.ts';
import { occurrenceOf, partsOf } from '../../../rules/ai/tokens.ts';
import type { Problem, Purpose } from '../../../rules/problem.ts';
import { type CheckedFile, displayedName } from '../../files/checked-file.ts';
import { collect, type Deps, does, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { offlineAiKnowledge, onlineAiKnowledge } from '../../shared/ai/file.ts';
import { type AiResource, aiIdOf, findAi } from '../../shared/ai/kinds.ts';
import { whyUnreadable } from '../../shared/answer.ts';
import { noteUnnamed } from '../../shared/created.ts';
import type { PlannedCall } from '../../shared/effects/targets.ts';
import { withFields } from '../../shared/fields.ts';
import { reportedProblems } from '../../shared/lint/refusal.ts';
import { printsJson } from '../../shared/lint/refused-file.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError } from '../../terminal/exit.ts';
import { problemsText } from '../../terminal/problems/human.ts';
import type { FileProblem, SourceTexts } from '../../terminal/problems/problem.ts';
import { type ContentOptions, type InputEntity, inputEntity, placed } from './input.ts';
import { idsFor, printAi } from './view.ts';

// An AI entity before it is sent: checked here first, names turned into ids, then checked again by the service. Problems
// are reported the same way both times.

/** Problems with a position go to stderr with their lines; the rest into the error (exit 3). With JSON all are in the error. */
async function refused(session: Session, kind: AiResource, input: InputEntity, problems: readonly Problem[]) {
  const { located, others, sources } = placed(input, problems);
  const what = input.file === null ? `the ${kind.noun}` : displayedName(input.file);
  const message = `${what} has ${counted(problems.length, 'error')}; nothing was written`;
  const issues = others.map(({ path, code, message: text }) => ({ path, code, message: text }));
  return await invalidContent(session, message, { located, issues, sources });
}

async function invalidContent(
  session: Session,
  message: string,
  { located, issues, sources }: { located: readonly FileProblem[]; issues: readonly object[]; sources: SourceTexts },
): Promise<CliError> {
  const { io, print } = session;
  if (printsJson(session))
    return new CliError('refused', 'invalid_content', message, { details: { issues: [...located, ...issues] } });
  await io.stderr.write(await problemsText(located, sources, print.paint.stderr, io.stderr));
  await print.annotate(located);
  return new CliError('refused', 'invalid_content', message, issues.length > 0 ? { details: { issues } } : {});
}

const isError = ({ severity }: Problem) => severity === 'error';

/**
 * The body to send. Throws when a rule refuses it or a name does not exist; asks the service for tones and folders only
 * when the input names them. `entity`: that of the variable being changed, which decides about fields and folders.
 */
async function validBody(
  session: Session,
  kind: AiResource,
  input: InputEntity,
  purpose: Purpose,
  entity?: EntityName,
): Promise<Record<string, unknown>> {
  const textProblems = input.file?.yaml.problems ?? [];
  if (textProblems.length > 0 && input.file !== null) throw await unreadable(session, input.file);
  const { checkAiEntity } = await import('../../../rules/ai/check.ts');
  const check = (knowledge: AiKnowledge) => {
    const known = { ...knowledge, ...(entity !== undefined && { current: { id: 0, entity } }) };
    return checkAiEntity(kind.kind, input.fields, known, purpose, 'file');
  };
  const offline = check(offlineAiKnowledge(session));
  const hasErrors = offline.some(isError);
  // A mistake is reported also where the service cannot be asked about the rest.
  const lookUp = async <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
    if (!hasErrors || session.checks === 'off') return await ask();
    return await ask().catch((error: unknown) => {
      if (error instanceof NetworkError || whyUnreadable(error) !== null) return otherwise;
      throw error;
    });
  };
  const ids = await lookUp(() => idsFor(session, kind.kind, input.fields, entity), { unknown: [] });
  const isRefused = hasErrors || ids.unknown.length > 0;
  // Refused content never reaches the service, which would have reported the other problems: look them up here instead.
  const isOpen = isRefused && offline.some((problem) => !isError(problem));
  const checkOnline = async () => check(await onlineAiKnowledge(session, [{ kind: kind.kind, body: input.fields }]));
  const asked = isOpen ? await lookUp(checkOnline, offline) : offline;
  // An unknown name is reported once.
  const errors = asked.filter((one) => isError(one) && !ids.unknown.some(({ path }) => path === one.path));
  // With --no-check the service answers; a name that leads nowhere has no id that could be sent.
  const all = [...(session.checks === 'off' ? [] : errors), ...ids.unknown];
  if (all.length > 0) throw await refused(session, kind, input, all);
  return bodyOfFields(input.fields, ids);
}

async function unreadable(session: Session, { name, yaml, ...file }: CheckedFile): Promise<CliError> {
  const located = yaml.problems.map((one): FileProblem => ({ ...one, file: name, path: '', severity: 'error' }));
  const message = `${displayedName({ name, yaml, ...file })} cannot be read; nothing was written`;
  return await invalidContent(session, message, { located, issues: [], sources: new Map([[name, yaml.text]]) });
}

/** What the service answers, and null for a dry run. Problems that it reports are shown at their positions in the input. */
async function sentReporting(
  session: Session,
  kind: AiResource,
  input: InputEntity,
  request: PlannedCall,
  options: ContentOptions,
): Promise<JsonObject | null> {
  if (!(await isApproved(session, request, options))) return null;
  const { call } = await session.client();
  try {
    return objectIn((await call(request.route, request.input)).data);
  } catch (error) {
    const problems = reportedProblems(error)?.map((problem) => exactly(input, problem));
    throw problems === undefined ? error : await refused(session, kind, input, problems);
  }
}

/** The service counts tokens; the text may have the same characters between double braces as well. */
function exactly({ fields }: InputEntity, problem: Problem): Problem {
  const { at, token } = problem;
  const value = at.reduce<unknown>(
    (inner, key) => (isObject(inner) || Array.isArray(inner) ? Object(inner)[key] : null),
    fields,
  );
  if (token === undefined || typeof value !== 'string') return problem;
  const part = partsOf(value).filter(({ kind, raw }) => kind !== 'text' && raw === token.text)[token.nth];
  return part === undefined ? problem : { ...problem, token: { ...token, nth: occurrenceOf(value, part) } };
}

export const isVariable = ({ kind }: AiResource) => kind === 'ai-variable';

/** The name of an entity in the examples of a kind. */
export const EXAMPLE_NAME: Readonly<Record<AiResource['kind'], string>> = {
  'ai-variable': 'Company summary',
  'ai-message': 'First email',
  'ai-snippet': 'Opening line',
  template: 'Introduction',
};

/** Commander gives the value of the last option to the command, whatever its type says. */
function withContent<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
  { kind }: AiResource,
) {
  const changed = withFields(command);
  if (kind === 'template')
    changed.option('--message-file <file>', 'a message, taken as it is (- = standard input); repeatable', collect);
  else changed.option('--prompt-file <file>', 'the prompt, taken as it is (- = standard input)');
  return changed;
}

/** Fields and folders depend on the entity of a variable, which never changes and only the service knows. */
async function entityOf(session: Session, kind: AiResource, id: AnyId): Promise<EntityName | undefined> {
  if (!isVariable(kind)) return undefined;
  const { entity } = await findAi(session, kind, String(id));
  return ENTITIES.find((known) => known === entity);
}

const ALL_PROBLEMS = 'All problems are reported at once, with file, line and column; nothing is written then.';

async function create(session: Session, kind: AiResource, options: ContentOptions): Promise<void> {
  const input = await inputEntity(session.io, kind.kind, options);
  const request = { body: await validBody(session, kind, input, 'create') };
  const record = await sentReporting(session, kind, input, planned(kind.routes.create, request), options);
  if (record === null) return;
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
  return does(
    () => withContent(command, kind),
    (session, options) => create(session, kind, options),
  )(deps);
}

async function update(session: Session, kind: AiResource, word: string, options: ContentOptions): Promise<void> {
  const input = await inputEntity(session.io, kind.kind, options);
  const id = await aiIdOf(session, kind, word);
  const isNeeded = 'prompt' in input.fields || 'folder' in input.fields;
  const entity = isNeeded ? await entityOf(session, kind, id) : undefined;
  const body = await validBody(session, kind, input, 'update', entity);
  const request = planned(kind.routes.update, { params: { [kind.param]: id }, body });
  const record = await sentReporting(session, kind, input, request, options);
  if (record !== null) await printAi(session, kind, record);
}

export function updateCommand(deps: Deps, kind: AiResource) {
  const { word, noun } = kind;
  const text = kind.kind === 'template' ? '--message-file hello.txt' : '--prompt-file better.txt';
  const command = writes('update', {
    summary: `Change ${withArticle(noun)}`,
    description: `Fields that are not given stay as they are; null clears a field. ${ALL_PROBLEMS}`,
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
  return does(
    () => withContent(command, kind),
    (session, name, options) => update(session, kind, name, options),
  )(deps);
}
