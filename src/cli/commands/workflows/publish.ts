// reach workflow publish: the draft becomes the next version, which runs execute from then on.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { publishedView } from '../../output/views/workflows.ts';
import { publishSummary } from '../../shared/job-summary/job-summary.ts';
import { findWorkflow, workflowIdOf } from '../../shared/lookup/workflow.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { publishDraft } from './publish-draft.ts';
import { assertSecretFile, type IssuedFlags, issuedOptions, withoutSecret } from './secret.ts';

interface PublishFlags extends IssuedFlags {
  readonly revision?: string;
  readonly ifChanged?: boolean;
  readonly dryRun?: boolean;
}

async function publish(session: Session, text: string, flags: PublishFlags): Promise<void> {
  const { print } = session;
  // What was looked at is what may be published: another revision is a conflict.
  const live = flags.ifChanged === true ? await findWorkflow(session, text) : null;
  if (live?.isPublished === true && !live.hasUnpublishedChanges) {
    const { id, version, isPublished, revision, name } = live;
    await print.note(`nothing to publish: version ${version} is what the draft says`);
    await publishSummary(session, name, `nothing to publish, version ${version} is current`);
    return await print.record(publishedView, { id, version, isPublished, revision, outcome: 'UNCHANGED' });
  }
  const id = live?.id ?? (await workflowIdOf(session, text));
  const revision = flags.revision ?? live?.revision;
  const body = revision === undefined ? {} : { revision };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', `/v1/workflow/${id}/publish`, body);
  await assertSecretFile(session, flags);
  const published = await withoutSecret(session, await publishDraft(session, id, revision), flags);
  await publishSummary(session, live?.name ?? `Workflow ${id}`, `published as version ${published.version}`);
  const { warnings, ...shown } = published;
  const own = { ...shown, outcome: 'PUBLISHED' };
  await print.record(publishedView, session.settings.output === 'table' ? own : { ...own, warnings });
}

export function publishCommand(deps: Deps) {
  const command = leaf('publish', {
    summary: 'Publish the draft as the next version',
    description: [
      'The draft is checked strictly: every slot wired, every required input filled. Its trigger goes live: a schedule is armed,',
      'a webhook gets its address and secret. With --revision, or --if-changed, a draft that was changed meanwhile is not',
      'published: exit 6. The same when two publish at once: one wins.',
    ].join('\n'),
    uses: [routes.workflows.publish, routes.workflows.get, routes.workflows.list],
    output: 'the version, and PUBLISHED or UNCHANGED',
    exits: ['notFound', 'conflict'],
    examples: [
      ['reach workflow publish "Verify and enrol"', 'whatever the draft is'],
      ['reach workflow publish 12 --if-changed', 'in CI: nothing to publish is no failure'],
      ['reach workflow publish 12 --revision 2026-11-21T09:00:00.000Z', 'only what was looked at'],
      ['reach workflow publish 12 --secret-file webhook.secret', 'keep the secret of its webhook'],
    ],
  })
    .argument('<workflow>', 'id or name of the workflow')
    .option('--revision <revision>', 'refuse when the draft has another revision')
    .option('--if-changed', 'publish only when the draft differs from the published version')
    .option('--dry-run', 'print what would be sent, send nothing');
  return doesUntyped(deps, issuedOptions(command), publish);
}
