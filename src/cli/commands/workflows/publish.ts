import type { Command, OptionValues } from 'commander';
import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/is-file.ts';
import { readText } from '../../files/read.ts';
import { AtomicFile, writeWhole } from '../../files/write-atomic.ts';
import { does, type NoOptions, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer.ts';
import { countTargets } from '../../shared/effects/targets.ts';
import { publishSummary } from '../../shared/job-summary.ts';
import { findWorkflow, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { assertPublishable, nodesOf } from '../../shared/never-contact/workflow-audience.ts';
import { publishedView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { entryOf } from './approve-run.ts';
import { boundsOf } from './run-audience.ts';

// Publishing a draft, and the error if someone else published first.

/** `version 3, published 2026-…; the draft has changed since` */
async function stateOf(api: Api, workflowId: AnyId): Promise<string> {
  const { version, published, revision, hasUnpublishedChanges } = await api.workflows.get({ params: { workflowId } });
  const of =
    published == null
      ? 'nothing is published'
      : `version ${orDash(version)} was published at ${orDash(published.publishedAt)}`;
  return `${of}; the draft is at revision ${revision}${hasUnpublishedChanges ? ', with changes that are not published' : ''}`;
}

/** Publishes. A conflict (exit 6) says what is published now; the other publish is complete. */
export async function publishDraft(
  session: Session,
  workflowId: AnyId,
  revision: string | undefined,
): Promise<Awaited<ReturnType<Api['workflows']['publish']>>> {
  const api = await session.api();
  try {
    return await api.workflows.publish({ params: { workflowId }, body: revision === undefined ? {} : { revision } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    const now = await stateOf(api, workflowId).catch(() => null);
    error.hint = `${now === null ? '' : `${now}. `}Your draft was not published: check it, and publish again`;
    throw error;
  }
}

const declare = () =>
  withIssuedSecret(
    writes('publish', {
      summary: 'Publish the draft as the next version',
      description: [
        'The draft is checked strictly: every slot wired, every required input filled. Its trigger goes live: a schedule is',
        'armed, a webhook gets its address and secret. With --revision, or --if-changed, a draft that was changed in the',
        'meantime is not published: exit 6. The same if two people publish at once: one of them wins. A schedule that would add',
        'contacts to a campaign whom reach never-contact covers is refused.',
      ].join('\n'),
      uses: [routes.workflows.publish, routes.workflows.get, routes.workflows.list],
      view: publishedView,
      output: 'the version, and PUBLISHED or UNCHANGED',
      exits: ['notFound', 'conflict'],
      irreversible: true,
      examples: [
        ['reach workflow publish "Verify and enrol"', 'whatever is in the draft'],
        ['reach workflow publish 12 --if-changed', 'in CI: having nothing to publish is not a failure'],
        ['reach workflow publish 12 --revision 2026-11-21T09:00:00.000Z', 'only the revision that was reviewed'],
        ['reach workflow publish 12 --secret-file webhook.secret', 'keep the secret of its webhook'],
      ],
    })
      .argument('<workflow>', 'id or name of the workflow')
      .option('--revision <revision>', 'refuse if the draft has another revision')
      .option('--if-changed', 'publish only if the draft differs from the published version'),
  );

export const publishCommand = does(declare, async (session, text, options) => {
  const { print } = session;
  // Only the revision that was compared may be published: another one is a conflict.
  const live = options.ifChanged ? await findWorkflow(session, text) : null;
  if (live?.isPublished === true && live.hasUnpublishedChanges === false) {
    const { id, version, isPublished, revision, name } = live;
    await print.note(`nothing to publish: the draft is the same as version ${orDash(version)}`);
    await publishSummary(
      session,
      name ?? `Workflow ${id}`,
      `nothing to publish, version ${orDash(version)} is current`,
    );
    const displayed = { id, version, isPublished, revision, outcome: 'UNCHANGED' };
    return await print.record(publishedView, await withoutSecret(session, displayed, options));
  }
  const id = live?.id ?? (await workflowIdOf(session, text));
  const { workflows } = await session.api();
  await assertPublishable(session, async () => live ?? (await workflows.get({ params: { workflowId: id } })));
  const revision = options.revision ?? live?.revision;
  const body = revision === undefined ? {} : { revision };
  if (options.dryRun) {
    const bounds = async () => {
      const draft = live ?? (await workflows.get({ params: { workflowId: id } }));
      const nodes = nodesOf(draft);
      const targets = entryOf(undefined, nodes.entries);
      const size = targets && (await countTargets(session, targets));
      return await boundsOf(session, { id, name: draft.name ?? '', ...nodes }, size);
    };
    return await printDryRun(session, planned(routes.workflows.publish, { params: { workflowId: id }, body }), {
      bounds,
    });
  }
  await assertSecretFile(session, options);
  const published = await withoutSecret(session, await publishDraft(session, id, revision), options);
  await publishSummary(session, live?.name ?? `Workflow ${id}`, `published as version ${orDash(published.version)}`);
  const { warnings, ...displayed } = published;
  const own = { ...displayed, outcome: 'PUBLISHED' };
  await print.record(publishedView, session.settings.output === 'table' ? own : { ...own, warnings });
});

// The secret of a webhook: where it goes when publishing issues it, and where a delivery takes it from. Never in argv, and
// in output only on request.

/** `--secret-file` and `--show-secret`, for commands that may publish. */
export const withIssuedSecret = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--secret-file <file>', 'write the secret of the webhook to this file, readable only by you')
    .option('--show-secret', 'print the secret of the webhook with the rest');

export type IssuedSecretOptions = OptionsOf<typeof withIssuedSecret<[], NoOptions, NoOptions>>;

/** Throws, before anything is sent, if the secret could not be written to the file: it is issued only once. */
export async function assertSecretFile(session: Session, { secretFile }: IssuedSecretOptions): Promise<void> {
  if (secretFile === undefined) return;
  const file = await AtomicFile.create(namedPath(session.io, secretFile), secretFile);
  await file.drop();
}

/** What publishing answered, for printing. The secret goes to its file, or stays if it was asked for; else a note says that it exists. */
export async function withoutSecret<T extends { readonly outcome?: unknown; readonly trigger?: unknown }>(
  session: Session,
  published: T,
  { secretFile, showSecret }: IssuedSecretOptions,
): Promise<T> {
  const { webhookSecret, ...trigger } = isObject(published.trigger) ? published.trigger : {};
  if (typeof webhookSecret !== 'string') {
    if (secretFile !== undefined)
      await session.print.warn(
        `${secretFile} was not written: no secret was issued, as publishing does only for a workflow with a webhook`,
      );
    return published;
  }
  if (secretFile !== undefined) {
    await writeWhole(namedPath(session.io, secretFile), `${webhookSecret}\n`, secretFile, 0o600);
    await session.print.note(`the secret of the webhook is in ${secretFile}`);
  }
  if (showSecret) {
    await session.print.hide(webhookSecret);
    return published;
  }
  if (secretFile === undefined) {
    await session.print.note('the webhook has a secret: --secret-file FILE keeps it, --show-secret prints it');
  }
  return { ...published, trigger };
}

/** The secret for a delivery: of a file (`-` = standard input), else of REACH_WEBHOOK_SECRET; null for none. */
export async function inputSecret(session: Session, secretFile: string | undefined): Promise<string | null> {
  const fromEnvironment = (session.io.env['REACH_WEBHOOK_SECRET'] ?? '').trim();
  const secret = secretFile === undefined ? fromEnvironment : (await readText(session.io, secretFile)).trim();
  if (secret === '' && secretFile !== undefined) throw new UsageError(`${secretFile} contains no secret`);
  if (secret === '') return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new CliError('usage', 'usage', 'the webhook secret contains characters that cannot be in a secret', {
      hint: 'copy it again, without quotes or spaces',
    });
  }
  return secret;
}
