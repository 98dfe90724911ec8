// reach workflow create: a draft from a file, published where the file says so.

import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { unknownSettings } from '../../../rules/workflows/file.ts';
import type { WorkflowFile } from '../../files/workflow-file.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { targetOf, targetText } from '../../shared/approval.ts';
import { creatingOnce } from '../../shared/created-once.ts';
import { withOwnEnds } from '../../shared/draft.ts';
import { sent } from '../../shared/lint/refused-file.ts';
import { soundWorkflow } from '../../shared/lint/workflow-knowledge.ts';
import { assertPublishable } from '../../shared/never-contact/workflow-audience.ts';
import { editView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { showTree } from './graph.ts';
import { assertSecretFile, withIssuedSecret, withoutSecret } from './publish.ts';
import { showDraftVerdict } from './validate.ts';

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
        'says publish: true. On a terminal it is shown as a tree and confirmed. A file that was created before, with the same',
        'profile, is created again only with --again; reach workflow update changes what was created.',
      ].join('\n'),
      checks: true,
      uses: [routes.workflows.create, routes.workflows.get, routes.workflows.list, routes.workflows.validateDraft],
      view: editView,
      output: 'id, link, revision, whether it is published, and the address of its webhook if it has one',
      examples: [
        ['reach workflow create enrol.yaml', 'asks first'],
        ['reach workflow create enrol.yaml --yes -o json --fields id,revision', 'in a script'],
        ['reach workflow create enrol.yaml --dry-run --json', 'what would be created'],
      ],
    })
      .argument('<file>', 'workflow file (- = standard input)')
      .option('--again', 'create it even if it was created before')
      .option(...DRAFT),
  );

/** Creates what the file says, and prints it with `more`. Settings that this build does not know are left out for a service that refuses them. */
export async function createFrom(
  session: Session,
  file: WorkflowFile,
  input: WorkflowInput,
  options: Partial<OptionsOf<typeof declare>>,
  more: object = {},
): Promise<void> {
  const { publish, ...content } = input;
  await creatingOnce(session, 'workflow', content, async (creation) => {
    const body = await withOwnEnds(session, input);
    if (options.dryRun) {
      await printDryRun(session, planned(routes.workflows.create, { body }));
      return await creation.warn(options);
    }
    const what = publish === true ? 'Create and publish' : 'Create the draft';
    const question = `${what} "${body.name}" in ${targetText(targetOf(session))}?`;
    await creation.approve(options, question, () => showTree(session, body));
    await assertSecretFile(session, options);
    const { ask } = await session.client();
    const filtersItself = unknownSettings({ ...body }).map(([name]) => name);
    const created = await sent(session, file, () =>
      creation.send(async (onTurn) => (await ask('workflows', 'create', { body }, { filtersItself, onTurn })).data),
    );
    const { warnings, ...displayed } = await withoutSecret(session, created, options);
    const isTable = session.settings.output === 'table';
    await session.print.record(editView, { ...displayed, ...(!isTable && { warnings }), ...more });
    if (publish !== true) await showDraftVerdict(session, file, created.id);
  });
}

export const createCommand = does(declare, async (session, name, options) => {
  const { file, body: sound } = await soundWorkflow(session, name);
  const body = asDraft(sound, options.draft);
  if (body.publish === true) await assertPublishable(session, async () => body);
  await createFrom(session, file, body, options);
});
