import { routes } from '../../../contract/routes/routes.ts';
import type { Trigger } from '../../../contract/workflows/plan.ts';
import { does, withYes, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { findWorkflow, hasVersions } from '../../shared/lookup/workflow.ts';
import { named } from '../../shared/target.ts';
import { editView } from '../../shared/views/workflows.ts';
import { CliError } from '../../terminal/exit.ts';
import { publishedVersion } from './published-version.ts';
import { type Found, switchTrigger } from './schedule-switch.ts';

/** Versions that are read to find the last schedule. */
const LOOKED_BACK = 50;

const declare = () =>
  withYes(
    writes('enable', {
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
      completes: { workflow: 'workflows' },
      irreversible: true,
      examples: [
        ['reach workflow enable "Verify and enrol"', 'asks first'],
        ['reach workflow enable 12 --published-version 3 --yes', 'the schedule that version 3 had'],
      ],
    }),
  )
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
  const { trigger } = version === undefined ? live : await findWorkflow(session, text, version);
  if (trigger.type === 'SCHEDULE') return trigger;
  const found = version === undefined ? await lastSchedule(session, live) : null;
  if (found !== null) return found;
  const where = version === undefined ? `no version of workflow ${live.id} that can be read` : `version ${version}`;
  throw new CliError('notFound', 'no_schedule', `${where} has a schedule`, {
    hint: `write it into its file: reach workflow export ${live.id}, then reach workflow update and publish`,
  });
}

export const enableCommand = does(declare, async (session, text, { publishedVersion: wanted, ...options }) => {
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
