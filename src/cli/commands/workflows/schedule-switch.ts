// Switching the schedule of a workflow off and on: a draft with another trigger, published. The interface has no other way.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Trigger, WorkflowInput } from '../../../contract/workflows/plan.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { draftEdit, missedEdits } from '../../../rules/workflows/changes.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken } from '../../shared/draft/read-back.ts';
import { workflowEdit } from '../../shared/draft/workflow-edit.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { hasVersions } from '../../shared/lookup/workflow.ts';
import { helpful } from '../../shared/messaging.ts';
import { approveAt } from '../../shared/target.ts';
import { editView } from '../../shared/views/workflows.ts';
import { CliError } from '../../terminal/exit.ts';
import { publishDraft } from './publish-draft.ts';
import { assertPublishable } from './run-audience.ts';

export type Found = Workflow & { readonly id: AnyId };

export interface Switch {
  readonly trigger: Trigger;
  readonly outcome: 'DISABLED' | 'ENABLED';
  /** The question: `Disable the schedule of workflow 12 "Verify"`. */
  readonly act: string;
}

interface ScheduleSwitchOptions {
  readonly yes?: true | undefined;
  readonly dryRun?: true | undefined;
}

const contentOf = ({ name = '', plan, trigger, maxCreditsPerRun }: Found) => ({
  name,
  plan,
  trigger,
  maxCreditsPerRun,
});

/** The draft with another trigger. */
function withTrigger(live: Found, trigger: Trigger): WorkflowInput {
  const { name, plan } = contentOf(live);
  return { name, plan: { ...plan, nodes: [...plan.nodes] }, trigger };
}

/** What runs execute; null where the service does not show it. */
async function publishedOf(session: Session, { id, version }: Found): Promise<Found | null> {
  if (version == null || !(await hasVersions(session))) return null;
  return { ...(await (await session.api()).workflows.get({ params: { workflowId: id }, query: { version } })), id };
}

/**
 * Publishing would publish the whole draft. Exit 6 where it holds anything that is not published: only the trigger itself
 * may be there already, from a first attempt that was cut off.
 */
async function assertNothingElse(session: Session, live: Found, wanted: Trigger): Promise<void> {
  const { id, version, hasUnpublishedChanges } = live;
  if (hasUnpublishedChanges === false) return;
  if (hasUnpublishedChanges === undefined) {
    await session.print.note(
      'this service does not tell whether the draft has other changes: they would be published, too',
    );
    return;
  }
  const published = await publishedOf(session, live);
  const made = published && draftEdit(withoutName(published), withoutName(live, wanted));
  const isDone = draftEdit(withoutName(live), withoutName(live, wanted)) === null;
  if (isDone && made?.maxCreditsPerRun === undefined && made?.ops.every(({ kind }) => kind === 'setTrigger')) return;
  throw new CliError(
    'conflict',
    'unpublished_changes',
    `the draft of workflow ${id} has changes that are not published`,
    {
      hint: `this would publish them, too: publish them first (reach workflow publish ${id}), or take them back: reach workflow export ${id} --published-version ${version} -o yaml`,
    },
  );
}

/** Names belong to no version. */
function withoutName(workflow: Found, trigger?: Trigger) {
  const { maxCreditsPerRun = null, ...input } = { ...contentOf(workflow), name: '' };
  return {
    ...input,
    plan: { ...input.plan, nodes: [...input.plan.nodes] },
    maxCreditsPerRun,
    trigger: trigger ?? input.trigger,
  };
}

/** Changes the trigger of the draft and publishes it, guarded by the revision that was read. */
export async function switchTrigger(session: Session, live: Found, to: Switch, options: ScheduleSwitchOptions) {
  const { id, revision } = live;
  const params = { workflowId: id };
  await assertNothingElse(session, live, to.trigger);
  await assertPublishable(session, async () => ({ trigger: to.trigger, plan: live.plan }));
  const edit = await workflowEdit(session, live, withTrigger(live, to.trigger), { keepsUnknown: true });
  const request = edit === null ? null : { params, body: { ...edit.edit, revision } };
  if (options.dryRun) {
    const edits = request === null ? [] : [planned(routes.workflows.editDraft, request)];
    return await printDryRun(session, [...edits, planned(routes.workflows.publish, { params, body: {} })]);
  }
  if (!options.yes) await approveAt(session, to.act, { declined: 'nothing changed' });
  const { workflows } = await session.api();
  const edited = request === null ? live : await workflows.editDraft(request);
  if (edit !== null) {
    const now = () => workflows.get({ params });
    await assertTaken(session, `workflow ${id}`, async () => missedEdits(live, edit.wanted, await now()));
  }
  const { version } = await published(session, id, edited.revision);
  // The write is done: that it cannot be read does not matter.
  const now = await helpful(workflows.get({ params }));
  await session.print.record(editView, {
    id,
    name: live.name,
    version,
    outcome: to.outcome,
    nextRunAt: now?.nextRunAt,
  });
}

/** The draft is changed by now: an error says so. */
async function published(session: Session, id: AnyId, revision: string | undefined) {
  try {
    return await publishDraft(session, id, revision);
  } catch (error) {
    if (error instanceof ApiError)
      error.hint = `the draft has the new trigger, and the published version still has the old one: run this again, or reach workflow publish ${id}`;
    throw error;
  }
}
