import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import { runIdOf } from '../../shared/lookup/workflow.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../shared/web/with-web.ts';
import { exitOf } from '../../shared/workflow-run/follow.ts';
import { printRun } from '../../shared/workflow-run/print-run.ts';
import { hasEnded } from '../../shared/workflow-run/watched-run.ts';

const declare = () =>
  withWeb(
    reads('status', {
      summary: 'Status of a run, and how many records are at which step',
      uses: [routes.workflows.getRun],
      output: 'the run with its steps',
      exits: ['bad', 'notFound', 'running'],
      examples: [
        ['reach workflow status 31', 'at a glance'],
        ['reach workflow status 31 --json --fields status,steps', 'for a script'],
        ['reach workflow status 31 --exit-status', 'exit 1 if it failed or was cancelled, 8 while it runs'],
      ],
      optionsNotForAgents: PERSON_ONLY,
    }),
  )
    .argument('<run>', 'id of the run')
    .option('--exit-status', 'exit 1 if it ended FAILED or CANCELLED, 8 while it runs');

export const statusCommand = does(declare, async (session, text, { exitStatus, web }) => {
  const run = await (await session.api()).workflows.getRun({ params: { runId: runIdOf(session, text) } });
  if (web) {
    await openInWeb(session, 'run', text, run);
    return 'done';
  }
  await printRun(session, run);
  if (!exitStatus) return 'done';
  return hasEnded(run) ? exitOf(run) : 'running';
});
