// reach workflow create: a draft or a published version from a file, checked before anything is sent.

import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { unknownSettings } from '../../../rules/workflows/file.ts';
import { problemsOf, readWorkflow } from '../../files/workflow-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/answer/created.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { settled } from '../../shared/lint/settled.ts';
import { offlineKnowledge, workspaceKnowledge } from '../../shared/lint/workflow-knowledge.ts';
import { withOwnEnds } from '../../shared/lookup/ends.ts';
import { soundBody } from '../../shared/names/resolve.ts';
import { targetOf, targetText } from '../../shared/target.ts';
import { editView } from '../../shared/views/workflows.ts';
import { assertPublishable } from './run-audience.ts';
import { assertSecretFile, withIssuedSecret, withoutSecret } from './secret.ts';
import { showDraftVerdict } from './service-verdict.ts';
import { showTree } from './view.ts';

/** Of create and update: publishing starts what the file describes. */
export const DRAFT = ['--draft', 'do not publish, even where the file says publish: true'] as const;

/** The body, without what publishes it where only a draft is wanted. */
export const asDraft = <B extends { readonly publish?: boolean | undefined }>(body: B, draft: true | undefined): B =>
  draft === true ? { ...body, publish: false } : body;

const declare = () =>
  withIssuedSecret(
    asksFirst('create', {
      summary: 'Create a workflow from a file',
      description: [
        'Reports every mistake with file, line and column before anything is sent. The workflow is a draft, unless the file',
        'says publish: true. On a terminal it is shown as a tree and confirmed.',
      ].join('\n'),
      checks: true,
      uses: [routes.workflows.create, routes.workflows.validateDraft],
      view: editView,
      output: 'id, link, revision, whether it is published, and the address of its webhook if it has one',
      examples: [
        ['reach workflow create enrol.yaml', 'asks first'],
        ['reach workflow create enrol.yaml --yes -o json --fields id,revision', 'in a script'],
        ['reach workflow create enrol.yaml --dry-run --json', 'what would be created'],
      ],
    })
      .argument('<file>', 'workflow file (- = standard input)')
      .option(...DRAFT),
  );

async function create(session: Session, name: string, options: OptionsOf<typeof declare>): Promise<void> {
  const file = await readWorkflow(session.io, name);
  const problems = await settled(session, () => problemsOf(file, offlineKnowledge(session)), workspaceKnowledge);
  const input = asDraft(await soundBody<WorkflowInput>(session, file, problems), options.draft);
  const body = await withOwnEnds(session, input);
  if (body.publish === true) await assertPublishable(session, async () => body);
  if (options.dryRun) return await printDryRun(session, planned(routes.workflows.create, { body }));
  if (!options.yes && session.prompt.possible) {
    await showTree(session, body);
    const what = body.publish === true ? 'Create and publish' : 'Create the draft';
    const question = `${what} "${body.name}" in ${targetText(targetOf(session))}?`;
    await session.prompt.approve(question, '--yes', 'nothing created');
  }
  await assertSecretFile(session, options);
  const created = await sent(session, file, () => createdFrom(session, body));
  const { warnings, ...displayed } = await withoutSecret(session, created, options);
  await session.print.record(editView, session.settings.output === 'table' ? displayed : { ...displayed, warnings });
  await noteUnnamed(session, created, 'reach workflow list');
  if (body.publish !== true) await showDraftVerdict(session, file, created.id);
}

export const createCommand = does(declare, create);

/** Settings that this build does not know come from a service: one that refuses them is sent the workflow without. */
export async function createdFrom(session: Session, body: WorkflowInput) {
  const { ask } = await session.client();
  const filtersItself = unknownSettings({ ...body }).map(([name]) => name);
  return (await ask('workflows', 'create', { body }, { filtersItself })).data;
}
