// reach workflow enable, and disable.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { draftEdit, missedEdits } from '../../../rules/workflows/changes.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { approveAt, named } from '../../shared/approval.ts';
import { ifAnswered } from '../../shared/created.ts';
import { assertTaken, workflowEdit } from '../../shared/draft.ts';
import { findWorkflow, hasVersions } from '../../shared/lookup/by-name.ts';
import { assertPublishable } from '../../shared/never-contact/workflow-audience.ts';
import { editView } from '../../shared/views/campaigns.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { CliError } from '../../terminal/exit.ts';
import { publishedVersion } from './graph.ts';
import { publishDraft } from './publish.ts';

// Switching the schedule of a workflow off and on: a draft with another trigger, published. The interface has no other way.

type Found = Workflow & { readonly id: AnyId };

interface Switch {
  readonly trigger: Trigger;
  readonly outcome: 'DISABLED' | 'ENABLED';
  /** The question: `Disable the schedule of workflow 12 "Verify"`. */
  readonly act: string;
}

const withTrigger = ({ name = '', plan }: Found, trigger: Trigger) => ({
  name,
  plan: { ...plan, nodes: [...plan.nodes] },
  trigger,
});

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
  const message = `the draft of workflow ${id} has changes that are not published`;
  throw new CliError('conflict', 'unpublished_changes', message, {
    hint: `this would publish them, too: publish them first (reach workflow publish ${id}), or take them back: reach workflow export ${id} --published-version ${version} -o yaml`,
  });
}

/** Names belong to no version. */
const withoutName = (workflow: Found, trigger: Trigger = workflow.trigger) => ({
  ...withTrigger({ ...workflow, name: '' }, trigger),
  maxCreditsPerRun: workflow.maxCreditsPerRun ?? null,
});

/** Changes the trigger of the draft and publishes it, guarded by the revision that was read. */
async function switchTrigger(session: Session, live: Found, to: Switch, options: OptionsOf<typeof declareDisable>) {
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
  const now = await ifAnswered(() => workflows.get({ params }));
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

/** Versions that are read to find the last schedule. */
const LOOKED_BACK = 50;

const declareEnable = () =>
  asksFirst('enable', {
    summary: 'Bring the schedule of a workflow back',
    description: [
      'The schedule of its draft, or else of the last published version that had one: the draft gets it and is published,',
      'guarded by the revision that was read. A draft with other changes is refused: exit 6. Times that have passed in the',
      'meantime are not made up for.',
    ].join('\n'),
    uses: [routes.workflows.editDraft, routes.workflows.publish, routes.workflows.get, routes.workflows.list],
    view: editView,
    json: 'record',
    output: 'id, name, version, ENABLED or UNCHANGED, and when it runs next, where the service tells it',
    exits: ['bad', 'notFound', 'conflict'],
    irreversible: true,
    examples: [
      ['reach workflow enable "Verify and enrol"', 'asks first'],
      ['reach workflow enable 12 --published-version 3 --yes', 'the schedule that version 3 had'],
    ],
  })
    .argument('<workflow>', 'id or name of the workflow')
    .option('--published-version <n>', 'the schedule of this version');

/** The last schedule that was published; null if there is none, or the service does not show versions. */
async function lastSchedule(session: Session, { id, version }: Found): Promise<Trigger | null> {
  if (version == null || !(await hasVersions(session))) return null;
  const { workflows } = await session.api();
  for (let at = version; at > Math.max(0, version - LOOKED_BACK); at -= 1) {
    const { trigger } = await workflows.get({ params: { workflowId: id }, query: { version: at } });
    if (trigger.type === 'SCHEDULE') return trigger;
  }
  return null;
}

async function scheduleOf(session: Session, text: string, live: Found, version: number | undefined): Promise<Trigger> {
  const { trigger } = version === undefined ? live : await findWorkflow(session, text, { version });
  if (trigger.type === 'SCHEDULE') return trigger;
  const found = version === undefined ? await lastSchedule(session, live) : null;
  if (found !== null) return found;
  const message =
    version === undefined
      ? `no version of workflow ${live.id} that can be read has a schedule`
      : `version ${version} of workflow ${live.id} has no schedule`;
  throw new CliError('notFound', 'no_schedule', message, {
    hint: `write it into its file: reach workflow export ${live.id}, then reach workflow update and publish`,
  });
}

export const enableCommand = does(declareEnable, async (session, text, { publishedVersion: wanted, ...options }) => {
  const live = await findWorkflow(session, text);
  const { id, name, version, nextRunAt } = live;
  const isOn = live.hasUnpublishedChanges === false && live.isPublished === true && live.trigger.type === 'SCHEDULE';
  if (isOn && wanted === undefined) {
    await session.print.note('its schedule is enabled already');
    return await session.print.record(editView, { id, name, version, outcome: 'UNCHANGED', nextRunAt });
  }
  const trigger = await scheduleOf(session, text, live, publishedVersion(wanted));
  const act = `Enable the schedule of workflow ${named(id, name ?? text)}`;
  await switchTrigger(session, live, { trigger, outcome: 'ENABLED', act }, options);
});

const declareDisable = () =>
  asksFirst('disable', {
    summary: 'Stop the schedule of a workflow',
    description: [
      'The API has no switch: the draft gets the trigger MANUAL and is published, guarded by the revision that was read. Runs',
      'that have started go on, and reach workflow run still starts one. A draft with other changes is refused: exit 6.',
      'reach workflow enable brings the schedule back.',
    ].join('\n'),
    uses: [routes.workflows.editDraft, routes.workflows.publish, routes.workflows.get, routes.workflows.list],
    view: editView,
    json: 'record',
    output: 'id, name, version, and DISABLED or UNCHANGED',
    exits: ['bad', 'notFound', 'conflict'],
    irreversible: true,
    examples: [
      ['reach workflow disable "Verify and enrol"', 'asks first'],
      ['reach workflow disable 12 --yes -o json', 'in a script'],
    ],
  }).argument('<workflow>', 'id or name of the workflow');

export const disableCommand = does(declareDisable, async (session, text, options) => {
  const live = await findWorkflow(session, text);
  const { id, name, version } = live;
  const type = live.isPublished === false ? null : (live.published?.triggerType ?? live.trigger.type);
  if (type === null || type === 'MANUAL') {
    await session.print.note(
      type === null ? 'it was never published: nothing starts it' : 'it has no schedule: it starts by hand',
    );
    return await session.print.record(editView, { id, name, version, outcome: 'UNCHANGED' });
  }
  if (type !== 'SCHEDULE') {
    throw new CliError('usage', 'not_possible', `workflow ${id} has no schedule: it is started by ${type}`, {
      hint: `trigger: { type: MANUAL } in its file stops that: reach workflow export ${id}, then reach workflow update and publish`,
    });
  }
  const act = `Disable the schedule of workflow ${named(id, name ?? text)}`;
  await switchTrigger(session, live, { trigger: { type: 'MANUAL' }, outcome: 'DISABLED', act }, options);
});
