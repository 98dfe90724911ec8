// reach workflow edit: a draft in the user's editor, opened again with the problems until it is accepted or given up.

import { ApiError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { draftEdit } from '../../../rules/workflows/changes.ts';
import { checkedWorkflow } from '../../../rules/workflows/check.ts';
import { fileOfWorkflow } from '../../../rules/workflows/file.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readText } from '../../files/read.ts';
import { parseWorkflow, problemsOf, type WorkflowFile } from '../../files/workflow-file.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { harmless } from '../../output/formats/cells.ts';
import type { FileProblem } from '../../output/problems/problem.ts';
import { editView } from '../../output/views/workflows.ts';
import { remarkLines, withoutRemarks } from '../../shared/edit/comments.ts';
import { editUntilTaken, type RefusedText, type TextOutcome } from '../../shared/edit/edit-loop.ts';
import { refusedProblems } from '../../shared/lint/refusal.ts';
import { refusedFile } from '../../shared/lint/refused-file.ts';
import { offlineKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { SCHEMA_FILE, workflowSchemaText } from '../../shared/schemas/workflow.ts';

interface EditFlags {
  readonly input?: string;
  readonly dryRun?: boolean;
}

interface Saved {
  readonly name: string;
  /** Null after a dry run. */
  readonly revision: string | null;
  readonly body: unknown;
}

type Outcome = TextOutcome<Saved>;

const counted = (problems: readonly FileProblem[]) => `${problems.length} problem${problems.length === 1 ? '' : 's'}`;

/** Checks the text and sends what is changed. Throws only for what no edit can mend. */
async function trySave(session: Session, live: Workflow, file: WorkflowFile, dryRun: boolean): Promise<Outcome> {
  const knowledge = offlineKnowledge(session);
  const problems = problemsOf(file, knowledge, 'draft');
  const { input } = checkedWorkflow(file.body, knowledge, 'draft');
  if (input === null) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    return { is: 'refused', reason: `Not sent: ${counted(errors)}.`, problems, error: null };
  }
  const edit = draftEdit(live, input);
  if (edit === null) return { is: 'unchanged' };
  const body = { ...edit, revision: live.revision };
  if (dryRun) return { is: 'done', value: { name: input.name, revision: null, body }, isSent: false };
  try {
    const saved = await (await session.api()).workflows.editDraft({ params: { workflowId: live.id }, body });
    return { is: 'done', value: { name: saved.name, revision: saved.revision, body }, isSent: true };
  } catch (error) {
    const told = refusedProblems(file, error);
    if (told !== null) return { is: 'refused', reason: `The service refused ${counted(told)}.`, problems: told, error };
    if (error instanceof ApiError && (error.status === 400 || error.status === 422)) {
      return { is: 'refused', reason: `The service refused it: ${error.message}`, problems: [], error };
    }
    throw error;
  }
}

async function printOutcome(session: Session, { id }: Workflow, outcome: Exclude<Outcome, RefusedText>): Promise<void> {
  if (outcome.is === 'unchanged') return await session.print.note('nothing changed');
  const { name, revision, body } = outcome.value;
  if (revision === null) return await printDryRun(session, 'PATCH', `/v1/workflow/${id}/draft`, body);
  await session.print.record(editView, { id, name, revision, outcome: 'UPDATED' });
}

async function firstText(workflow: Workflow): Promise<string> {
  const state = workflow.version === null ? 'never published' : `version ${workflow.version} keeps running`;
  const remarks = remarkLines([
    `The draft of workflow ${workflow.id} (${state}): ${harmless(workflow.appUrl)}`,
    'Save and close to send it. Unchanged or empty, nothing is sent.',
  ]);
  return `${modeline(SCHEMA_FILE)}${remarks}${await yamlText(fileOfWorkflow(workflow))}`;
}

async function editInEditor(session: Session, workflow: Workflow, dryRun: boolean): Promise<void> {
  const outcome = await editUntilTaken<Saved>(session, {
    name: `workflow-${workflow.id}`,
    file: 'workflow.yaml',
    beside: new Map([[SCHEMA_FILE, await workflowSchemaText()]]),
    first: await firstText(workflow),
    again: (path) => `reach workflow edit ${workflow.id} --input ${path}`,
    attempt: async (path, text) => trySave(session, workflow, await parseWorkflow(path, text), dryRun),
  });
  await printOutcome(session, workflow, outcome);
}

/** The edited text from a file: no editor, nothing to reopen. */
async function editFrom(session: Session, workflow: Workflow, input: string, dryRun: boolean): Promise<void> {
  const file = await parseWorkflow(input, withoutRemarks(await readText(session.io, input)));
  const outcome = await trySave(session, workflow, file, dryRun);
  if (outcome.is !== 'refused') return await printOutcome(session, workflow, outcome);
  if (outcome.problems.length > 0) throw await refusedFile(session, file, outcome.problems);
  throw outcome.error;
}

async function edit(session: Session, text: string, flags: EditFlags): Promise<void> {
  if (flags.input === undefined && !session.prompt.possible) {
    throw new UsageError('an editor needs a terminal', {
      hint: '--input FILE takes the edited text; reach workflow export writes it',
    });
  }
  const workflow = await findWorkflow(session, text);
  const dryRun = flags.dryRun === true;
  if (flags.input !== undefined) return await editFrom(session, workflow, flags.input, dryRun);
  await editInEditor(session, workflow, dryRun);
}

export function editCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('edit', {
      summary: 'Edit the draft of a workflow in your editor',
      description: [
        'Opens the draft as YAML in $VISUAL or $EDITOR. What is refused, here or by the service, opens again with the problems as',
        'comments. Only what was changed is sent, guarded by the revision. Text that was not saved is kept, and its path printed.',
      ].join('\n'),
      uses: [routes.workflows.get, routes.workflows.editDraft, routes.workflows.list],
      output: 'id and new revision; nothing when nothing was changed',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach workflow edit 12', 'in your editor'],
        ['EDITOR="code --wait" reach workflow edit "Verify and enrol"', 'in another one'],
        ['reach workflow edit 12 --input enrol.yaml', 'the edited text from a file'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .option('--input <file>', 'take the edited text from a file instead of an editor (- = standard input)')
      .option('--dry-run', 'print what would be sent, send nothing'),
    edit,
  );
}
