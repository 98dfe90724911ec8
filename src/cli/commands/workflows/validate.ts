// What the service itself says about publishing a file, or a draft, at the lines of the file: reach workflow validate.

import { documentedWayText } from '../../../client/compatibility/documented-ways.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Issue } from '../../../contract/envelope.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { fileOfWorkflow } from '../../../rules/workflows/file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { problemsOf, readWorkflow, type WorkflowFile } from '../../files/workflow-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { does, type OptionsOf, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { printLint } from '../../shared/lint/lint.ts';
import { issuesIn, placedIssues } from '../../shared/lint/refusal.ts';
import { refusedFile, showWarnings } from '../../shared/lint/refused-file.ts';
import { onlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { workflowIdOf } from '../../shared/lookup/by-name.ts';
import { resolveFile } from '../../shared/names/resolve.ts';
import { verdictView } from '../../shared/views/campaigns.ts';
import { CliError, type ExitName } from '../../terminal/exit.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';

/** What a check of the plan can do without. */
const BESIDE_THE_PLAN = ['name', 'maxCreditsPerRun', 'publish'];

async function serviceVerdict(session: Session, file: WorkflowFile, body: JsonObject) {
  const { call } = await session.client();
  // The service checks a body of any shape: the call must not be typed.
  const { data, ignored = [] } = await call(
    routes.workflows.validate,
    { body },
    { signal: session.io.interrupt, filtersItself: BESIDE_THE_PLAN },
  );
  if (ignored.length > 0)
    await session.print.note(`checked without ${ignored.join(', ')}, which the service does not know`);
  const issuesAt = (key: string) => (isObject(data) ? issuesIn(getOwn(data, key)) : []);
  const problems = [
    ...placedIssues(file, issuesAt('errors'), 'error'),
    ...placedIssues(file, issuesAt('warnings'), 'warning'),
  ];
  return { problems, plan: isObject(data) ? data['plan'] : null };
}

/** After a write to another service: what its own check says of the draft, at the lines of the file. Never an error. */
export async function showDraftVerdict(session: Session, file: WorkflowFile, workflowId: AnyId | undefined) {
  if (session.profile().baseUrl === null || session.checks === 'off' || workflowId === undefined) return;
  const { call } = await session.client();
  try {
    const { data } = await call(routes.workflows.validateDraft, { params: { workflowId } });
    const issues = isObject(data) ? [...issuesIn(data['errors']), ...issuesIn(data['warnings'])] : [];
    const problems = placedIssues(file, issues, 'warning');
    await showWarnings(
      session,
      [file],
      problems.map((one) => ({ ...one, message: `the service, on publishing: ${one.message}` })),
    );
  } catch (error) {
    // The write is done: a check that cannot be had takes nothing from it.
    if (session.io.interrupt.aborted) throw error;
  }
}

/** Of another service: its verdict beside ours; nothing, with a note, where it checks no files. */
export async function verdictBeside(
  session: Session,
  file: WorkflowFile,
  ours: readonly FileProblem[],
): Promise<readonly FileProblem[]> {
  if (!file.yaml.readable || !isObject(file.body)) return [];
  const { plan, trigger, importSources } = file.body;
  const body = {
    plan,
    ...(trigger !== undefined && { trigger }),
    ...(importSources !== undefined && { importSources }),
  };
  try {
    const { problems } = await serviceVerdict(session, file, body);
    const isOurs = ({ path, code }: FileProblem) => ours.some((one) => one.path === path && one.code === code);
    return problems.filter((one) => !isOurs(one)).map((one) => ({ ...one, message: `the service: ${one.message}` }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 405].includes(error.status)) throw error;
    await session.print.note(
      `the service does not check ${file.name} (${error.message}): reach workflow validate checks a draft`,
    );
    return [];
  }
}

/** Exit 3 where the service would not publish what the file says: before its draft is changed. */
export async function assertPublishes(session: Session, file: WorkflowFile): Promise<void> {
  if (session.checks === 'off' || !(await (await session.client()).serves(routes.workflows.validate))) return;
  const errors = (await verdictBeside(session, file, [])).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw await refusedFile(session, file, errors);
}

const declare = () =>
  reads('validate', {
    summary: 'Ask the service whether a file, or a draft, can be published',
    description: [
      'The service resolves import sources and knows everything in the workspace. Nothing is stored. While you are writing a',
      'file, lint finds nearly all of it offline.',
    ].join('\n'),
    uses: [routes.workflows.validateDraft, routes.workflows.validate, routes.workflows.list],
    view: verdictView,
    json: [{ record: routes.workflows.validateDraft }, { record: routes.workflows.validate }, 'problems'],
    output:
      'every problem; of a file with its lines, of a draft with paths; JSON of a draft: isValid, errors, warnings',
    exits: ['bad', 'notFound'],
    examples: [
      ['reach workflow validate enrol.yaml', 'a file'],
      ['reach workflow validate "Verify and enrol"', 'the draft of a workflow'],
      [
        'reach workflow validate found.yaml --resolved > kept.yaml',
        'import sources resolved: previews expire, inputs do not',
      ],
      ['reach workflow validate 12 --json --fields isValid,errors', 'for a script'],
    ],
  })
    .argument('<workflow>', 'workflow file (- = standard input), or id or name of a workflow')
    .option('--draft', 'check the file as a draft, which may be incomplete')
    .option('--resolved', 'print a file without errors, with the inputs that its import sources stand for');

async function validateFile(session: Session, name: string, options: OptionsOf<typeof declare>): Promise<ExitName> {
  const { file, unknown } = await resolveFile(session, await readWorkflow(session.io, name));
  if (!file.yaml.readable || !isObject(file.body)) {
    return await printLint(session, [file], await problemsOf(file, {}), {});
  }
  if (unknown.length > 0) return await printLint(session, [file], unknown, {});
  const { body } = file;
  if (!(await (await session.client()).serves(routes.workflows.validate)))
    return await checkedHere(session, file, options);
  const { problems, plan } = await serviceVerdict(session, file, { ...body, publish: !options.draft });
  if (options.resolved && !problems.some(({ severity }) => severity === 'error')) {
    await printResolved(session, body, plan);
    return 'done';
  }
  return await printLint(session, [file], problems, {});
}

/** By the rules, with the blocks and fields of the service: where it validates only what is stored. */
async function checkedHere(
  session: Session,
  file: WorkflowFile,
  options: OptionsOf<typeof declare>,
): Promise<ExitName> {
  if (options.resolved) {
    const message = 'not possible with this service: import sources are resolved only for a workflow that is stored';
    throw new CliError('notFound', 'not_possible', message);
  }
  const knowledge = await onlineKnowledge(session, [file]);
  await session.print.note(documentedWayText(routes.workflows.validate));
  const hint = 'reach workflow create, then validate with its id, asks the service itself';
  await session.print.note(`what only the service knows is not checked; ${hint}`);
  const problems = await problemsOf(file, knowledge, options.draft ? undefined : 'publish');
  return await printLint(session, [file], problems, {});
}

/** The file in a form that can be kept: inputs instead of import sources, so no preview that expires. */
async function printResolved(session: Session, body: Readonly<Record<string, unknown>>, plan: unknown): Promise<void> {
  const file = fileOfWorkflow({ ...body, plan });
  const whole = body['publish'] === true ? { ...file, publish: true } : file;
  const { output } = session.settings;
  if (output === 'json' || output === 'ndjson') return await session.print.record(verdictView, whole);
  await session.print.foreign(await yamlText(whole));
}

async function validateDraft(session: Session, word: string): Promise<ExitName> {
  const workflowId = await workflowIdOf(session, word);
  const { isValid, errors, warnings } = await (await session.api()).workflows.validateDraft({ params: { workflowId } });
  const problemsOfDraft = (
    issues: readonly { readonly [K in keyof Issue]?: Issue[K] | undefined }[] | undefined,
    severity: string,
  ) => (issues ?? []).map((issue) => ({ severity, ...issue }));
  const problems = [...problemsOfDraft(errors, 'error'), ...problemsOfDraft(warnings, 'warning')];
  const isJson = session.settings.output === 'json' || session.settings.output === 'yaml';
  if (isJson && session.settings.fields === null) {
    await session.print.record(verdictView, { isValid, errors, warnings });
  } else await session.print.list(verdictView, problems);
  await session.print.note(
    isValid
      ? `the draft of workflow ${workflowId} can be published`
      : `the draft of workflow ${workflowId} cannot be published`,
  );
  return isValid ? 'done' : 'bad';
}

export const validateCommand = does(declare, async (session, word, options) =>
  isFileWord(session.io, word) ? await validateFile(session, word, options) : await validateDraft(session, word),
);
