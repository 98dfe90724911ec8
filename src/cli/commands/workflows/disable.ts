import { routes } from '../../../contract/routes/routes.ts';
import { does, withYes, writes } from '../../session/command.ts';
import { findWorkflow } from '../../shared/lookup/workflow.ts';
import { named } from '../../shared/target.ts';
import { editView } from '../../shared/views/workflows.ts';
import { CliError } from '../../terminal/exit.ts';
import { switchTrigger } from './schedule-switch.ts';

const declare = () =>
  withYes(
    writes('disable', {
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
      completes: { workflow: 'workflows' },
      irreversible: true,
      examples: [
        ['reach workflow disable "Verify and enrol"', 'asks first'],
        ['reach workflow disable 12 --yes -o json', 'in a script'],
      ],
    }),
  ).argument('<workflow>', 'id or name of the workflow');

export const disableCommand = does(declare, async (session, text, options) => {
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
